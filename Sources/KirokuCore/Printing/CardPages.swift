/// How the cards of a table are divided among pages, in plain numbers.
///
/// A page has a fixed number of places, all of one size. A card with more fields than a place has lines goes on in the
/// next one, so nothing is left out.
public struct CardPages: Sendable, Hashable {
    /// A card, or a part of one, in its place on a page.
    public struct Place: Sendable, Hashable {
        /// The row of the record, from 0.
        public let row: Int
        /// The fields that are in this place.
        public let fields: Range<Int>
        /// From the left edge of the area.
        public let x: Double
        /// From its upper edge.
        public let y: Double
    }

    /// The choices for how many cards are on a page.
    public static let choices = [1, 2, 4, 6, 8]

    /// The size of a place.
    public let width: Double
    /// The size of a place.
    public let height: Double
    /// How many fields a place has room for, a line each; at least 1.
    public let linesPerPlace: Int
    private let fieldCount: Int
    private let rowCount: Int
    private let columns: Int
    private let rows: Int
    private let gap: Double

    /// - Parameters:
    ///   - rowCount: how many records there are.
    ///   - fieldCount: how many fields a card has.
    ///   - perPage: how many places a page has, one of ``choices``.
    ///   - lineHeight: the height of a field.
    ///   - frameHeight: the height of what a place has besides fields: heading and margins.
    ///   - gap: what is left free between two places.
    ///   - area: the room on a page.
    public init(
        rowCount: Int, fieldCount: Int, perPage: Int, lineHeight: Double, frameHeight: Double, gap: Double,
        area: PrintedArea
    ) {
        let perPage = min(max(perPage, 1), 64)
        // Cards lie as the paper does: two beside each other on wide paper, below each other on high paper.
        let (fewer, more) = Self.sides(of: perPage)
        (columns, rows) = area.width > area.height ? (more, fewer) : (fewer, more)
        self.gap = gap
        width = max(1, (area.width - gap * Double(columns - 1)) / Double(columns))
        height = max(1, (area.height - gap * Double(rows - 1)) / Double(rows))
        linesPerPlace = max(1, Int(((height - frameHeight) / max(lineHeight, 1)).rounded(.down)))
        self.rowCount = max(rowCount, 0)
        self.fieldCount = max(fieldCount, 0)
    }

    /// How many pages there are, at least 1.
    public var pageCount: Int {
        let (places, overflows) = rowCount.multipliedReportingOverflow(by: placesPerCard)
        guard !overflows else { return .max }
        return max(1, places / perPage + (places % perPage > 0 ? 1 : 0))
    }

    /// What is on a page, from 0; nothing for those that are not there.
    public func places(ofPage page: Int) -> [Place] {
        guard (0..<pageCount).contains(page) else { return [] }
        return (0..<perPage).compactMap { number in
            let place = page * perPage + number
            let row = place / placesPerCard
            guard row < rowCount else { return nil }
            let first = place % placesPerCard * linesPerPlace
            return Place(
                row: row, fields: first..<min(first + linesPerPlace, max(fieldCount, first)),
                x: Double(number % columns) * (width + gap), y: Double(number / columns) * (height + gap))
        }
    }

    private var perPage: Int { columns * rows }

    private var placesPerCard: Int { max(1, (fieldCount + linesPerPlace - 1) / linesPerPlace) }

    /// The two sides of the squarest rectangle of so many places.
    private static func sides(of count: Int) -> (Int, Int) {
        var fewer = Int(Double(count).squareRoot())
        while count % fewer != 0 { fewer -= 1 }
        return (fewer, count / fewer)
    }
}
