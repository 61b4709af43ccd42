/// How a table is divided among pages, in plain numbers.
///
/// All rows are equally high, so the page of any row is known without looking at the others: a million records are
/// divided as quickly as ten. First come all rows with the fields that fit on a page, then all rows with the next ones.
public struct TablePages: Sendable, Hashable {
    /// The part of the table that is on a page.
    public struct Part: Sendable, Hashable {
        /// The rows, from 0.
        public let rows: Range<Int>
        /// The columns, from 0.
        public let fields: Range<Int>
    }

    /// How many times as large as usual everything is drawn, so that it fits; from ``leastScale`` to 1.
    public let scale: Double
    /// At least 1.
    public let rowsPerPage: Int
    /// The widths of the columns, before ``scale``; none is wider than a page.
    public let columnWidths: [Double]
    private let rowCount: Int
    private let groups: [Range<Int>]
    private let rowPages: Int

    /// Smaller text can no longer be read.
    public static let leastScale = 0.4

    /// - Parameters:
    ///   - rowCount: how many records there are.
    ///   - columnWidths: the natural widths of the fields, in the units of `area`.
    ///   - numberWidth: the room for the records' numbers, which are repeated with each group of fields.
    ///   - rowHeight: the height of a record.
    ///   - headerHeight: the height of the fields' names, which are repeated on each page.
    ///   - area: the room on a page.
    ///   - isFitted: whether all fields are to be beside each other on a page, smaller if need be; fields are divided
    ///     among pages otherwise, and where they would become too small to read.
    public init(
        rowCount: Int, columnWidths: [Double], numberWidth: Double, rowHeight: Double, headerHeight: Double,
        area: PrintedArea, isFitted: Bool
    ) {
        let numberWidth = min(max(numberWidth, 0), area.width / 2)
        let whole = columnWidths.reduce(numberWidth) { $0 + max($1, 1) }
        let scale = isFitted ? min(1, max(Self.leastScale, area.width / whole)) : 1
        let room = PrintedArea(width: area.width / scale, height: area.height / scale)
        let widths = columnWidths.map { min(max($0, 1), room.width - numberWidth) }
        self.scale = scale
        self.columnWidths = widths
        self.rowCount = max(rowCount, 0)
        rowsPerPage = max(1, Int(((room.height - headerHeight) / max(rowHeight, 1)).rounded(.down)))
        groups = Self.groups(of: widths, width: room.width - numberWidth)
        // A table without records still shows its fields.
        rowPages = max(1, (self.rowCount + rowsPerPage - 1) / rowsPerPage)
    }

    /// How many pages there are, at least 1.
    public var pageCount: Int { rowPages * groups.count }

    /// What is on a page, from 0; the last page's for those beyond it.
    public func part(ofPage page: Int) -> Part {
        let page = min(max(page, 0), pageCount - 1)
        let first = page % rowPages * rowsPerPage
        return Part(rows: first..<min(first + rowsPerPage, max(rowCount, first)), fields: groups[page / rowPages])
    }

    /// As many columns beside each other as have room, at least one each.
    private static func groups(of widths: [Double], width: Double) -> [Range<Int>] {
        var groups: [Range<Int>] = []
        var start = 0
        var used = 0.0
        for (place, next) in widths.enumerated() {
            // What is wider by less than can be seen is not worth a page.
            if place > start, used + next > width + 0.01 {
                groups.append(start..<place)
                (start, used) = (place, 0)
            }
            used += next
        }
        groups.append(start..<widths.count)
        return groups
    }
}
