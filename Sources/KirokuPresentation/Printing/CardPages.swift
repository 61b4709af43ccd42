/// How the cards of a table are divided among pages, in plain numbers.
///
/// A page has a fixed number of places of one size. A card fills its place: its pictures become smaller first, and then
/// its text. A card with more fields than can be read in a place continues in the next one, so nothing is left out.
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
    let linesPerPlace: Int
    /// The number of places that a card takes; more than one if a place has no room for all its fields.
    public var placesPerCard: Int { parts.count }
    /// The largest number of lines that a picture takes, at least 1.
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
        let pictures = isPicture.count { $0 }
        func room(at scale: Double) -> Room {
            let lines = ((height / scale - frameHeight) / max(lineHeight, 1)).rounded(.down)
            return Room(
                width: width / scale, isWide: width > 1.2 * height, lines: max(1, Int(lines)), pictures: pictures,
                others: isPicture.count - pictures)
        }
        self.scale =
            scale ?? Self.fillingScales.first { room(at: $0).isAmple }
            ?? Self.tightScales.first { room(at: $0).isEnough } ?? 1
        let found = room(at: self.scale)
        linesPerPlace = found.lines
        let isWhole = found.isAmple || found.isEnough
        linesPerPicture = isWhole ? found.mostPictureLines : found.sharedPictureLines
        let heights = isPicture.map { [linesPerPicture] in Double($0 ? linesPerPicture : 1) }
        parts = isWhole ? [isPicture.indices] : Rooms.divided(heights, among: Double(found.lines))
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

    /// The scales at which cards can fill their places, the largest first; a card with long texts takes a smaller one.
    public static let fillingScales = [2.5, 2, 1.75, 1.5, 1.25, 1]
    /// The scales of cards with many fields; the last one is the smallest that can be read.
    public static let tightScales = [1, 0.9, 0.8, 0.7, 0.6]

    /// What a place has room for at one scale.
    private struct Room {
        let width: Double
        let isWide: Bool
        let lines: Int
        let pictures: Int
        /// The number of fields that are not pictures.
        let others: Int

        /// The width that names and values need.
        private static let leastWidth = 220.0
        /// A picture with fewer lines shows too little, if there is room for more.
        private static let amplePictureLines = 6

        /// Whether a card fits with pictures of a good size, and leaves a third of the lines for long texts.
        var isAmple: Bool {
            let pictureLines = pictures * Self.amplePictureLines
            guard pictures > 0, isWide else {
                let free = pictures > 0 ? lines - max(lines / 2, pictureLines) : lines
                return width >= Self.leastWidth && others * 3 / 2 <= free
            }
            return width * (1 - CardArrangement.besideShare) >= Self.leastWidth
                && max(others * 3 / 2, pictureLines) <= lines
        }

        /// Whether a card fits with a line for each field, and with small pictures below or beside them.
        var isEnough: Bool {
            let least = pictures * CardArrangement.leastPictureLines
            return others + least <= lines || isEnoughBeside
        }

        private var isEnoughBeside: Bool {
            max(others, pictures * CardArrangement.leastPictureLines) <= lines
                && width * (1 - CardArrangement.besideShare) >= CardArrangement.leastTextWidth
        }

        var mostPictureLines: Int {
            max(1, (isEnoughBeside ? lines : lines - others) / max(pictures, 1))
        }

        /// The lines of a picture on a card that takes several places.
        var sharedPictureLines: Int {
            let share = others > 0 ? min(lines / 2, max(0, lines - others)) : lines
            return min(lines, max(Self.amplePictureLines, share / max(pictures, 1)))
        }
    }

    /// The sides of the squarest rectangle with this many places.
    private static func sides(of count: Int) -> (Int, Int) {
        var fewer = Int(Double(count).squareRoot())
        while count % fewer != 0 { fewer -= 1 }
        return (fewer, count / fewer)
    }
}
