/// How the cards of a table are divided among pages, in plain numbers.
///
/// A page has a fixed number of places of one size. A card with more fields than a place has lines continues in the
/// next place, so nothing is left out. Pictures share half of the lines, or all of them if there are no other fields.
public struct CardPages: Sendable, Hashable {
    /// A card, or a part of one, in its place on a page.
    public struct Place: Sendable, Hashable {
        /// The row of the record, from 0.
        public let row: Int
        /// The fields in this place.
        public let fields: Range<Int>
        /// The distance from the left edge of the area.
        public let x: Double
        /// The distance from the upper edge of the area.
        public let y: Double
    }

    /// The choices for the number of cards on a page.
    public static let choices = [1, 2, 4, 6, 8]
    /// The choices for the size of the text.
    public static let scales = [1, 1.25, 1.5, 2]

    /// The width of a place.
    public let width: Double
    /// The height of a place.
    public let height: Double
    /// The size of what is in a place; 1 is the size of the text in a table.
    public let scale: Double
    /// The number of lines in a place, at least 1; each field except pictures takes one.
    public let linesPerPlace: Int
    /// The number of lines for each picture, at least 1.
    public let linesPerPicture: Int
    /// The fields of a card, divided among the places that it takes.
    private let parts: [Range<Int>]
    private let rowCount: Int
    private let columns: Int
    private let rows: Int
    private let gap: Double

    /// - Parameters:
    ///   - rowCount: how many records there are.
    ///   - isPicture: for each field of a card, whether it is a picture.
    ///   - perPage: how many places a page has, one of ``choices``.
    ///   - scale: the size of the text, one of ``scales``; with `nil`, cards fill their places.
    ///   - lineHeight: the height of a line at a scale of 1.
    ///   - frameHeight: the height of everything else in a place, heading and margins, at a scale of 1.
    ///   - gap: the distance between two places.
    ///   - area: the room on a page.
    public init(
        rowCount: Int, isPicture: [Bool], perPage: Int, scale: Double? = 1, lineHeight: Double, frameHeight: Double,
        gap: Double, area: PrintedArea
    ) {
        let perPage = min(max(perPage, 1), 64)
        // Cards follow the paper: two side by side on wide paper, one below the other on tall paper.
        let (fewer, more) = Self.sides(of: perPage)
        (columns, rows) = area.width > area.height ? (more, fewer) : (fewer, more)
        self.gap = gap
        width = max(1, (area.width - gap * Double(columns - 1)) / Double(columns))
        height = max(1, (area.height - gap * Double(rows - 1)) / Double(rows))
        let (width, height) = (width, height)
        func lines(at scale: Double) -> Int {
            max(1, Int(((height / scale - frameHeight) / max(lineHeight, 1)).rounded(.down)))
        }
        self.scale =
            scale ?? Self.fillingScales.first {
                width / $0 >= Self.leastWidth && Self.fit(isPicture, in: lines(at: $0))
            } ?? 1
        let lines = lines(at: self.scale)
        linesPerPlace = lines
        linesPerPicture = Self.linesPerPicture(isPicture, of: lines)
        parts = Self.parts(of: isPicture.map { [linesPerPicture] in $0 ? linesPerPicture : 1 }, lines: lines)
        self.rowCount = max(rowCount, 0)
    }

    /// The number of pages, at least 1.
    public var pageCount: Int {
        let (places, overflows) = rowCount.multipliedReportingOverflow(by: placesPerCard)
        guard !overflows else { return .max }
        return max(1, places / perPage + (places % perPage > 0 ? 1 : 0))
    }

    /// The places on a page, counted from 0; empty for a page that does not exist.
    public func places(ofPage page: Int) -> [Place] {
        guard (0..<pageCount).contains(page) else { return [] }
        return (0..<perPage).compactMap { number in
            let place = page * perPage + number
            let row = place / placesPerCard
            guard row < rowCount else { return nil }
            return Place(
                row: row, fields: parts[place % placesPerCard], x: Double(number % columns) * (width + gap),
                y: Double(number / columns) * (height + gap))
        }
    }

    private var perPage: Int { columns * rows }

    private var placesPerCard: Int { parts.count }

    /// A picture of fewer lines shows too little.
    private static let leastPictureLines = 6

    private static func linesPerPicture(_ isPicture: [Bool], of lines: Int) -> Int {
        let pictures = isPicture.count { $0 }
        let others = isPicture.count - pictures
        let share = others > 0 ? min(lines / 2, max(0, lines - others)) : lines
        return min(lines, max(leastPictureLines, share / max(pictures, 1)))
    }

    /// The scales at which cards can fill their places, the largest first; a card with long texts takes a smaller one.
    public static let fillingScales = [2.5, 2, 1.75, 1.5, 1.25, 1]
    /// The width of a place at a scale of 1 that names and values need.
    private static let leastWidth = 220.0

    /// Whether a card fits into this many lines and leaves a third of them for long texts.
    private static func fit(_ isPicture: [Bool], in lines: Int) -> Bool {
        let pictures = isPicture.count { $0 }
        let others = isPicture.count - pictures
        let free = pictures > 0 ? lines - max(lines / 2, pictures * leastPictureLines) : lines
        return others * 3 / 2 <= free
    }

    /// Puts as many fields into each part as fit, at least one.
    private static func parts(of heights: [Int], lines: Int) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = 0
        var used = 0
        for (field, height) in heights.enumerated() {
            if field > start, used + height > lines {
                parts.append(start..<field)
                (start, used) = (field, 0)
            }
            used += height
        }
        parts.append(start..<heights.count)
        return parts
    }

    /// The sides of the squarest rectangle with this many places.
    private static func sides(of count: Int) -> (Int, Int) {
        var fewer = Int(Double(count).squareRoot())
        while count % fewer != 0 { fewer -= 1 }
        return (fewer, count / fewer)
    }
}
