/// How a table is divided among pages, in plain numbers.
///
/// All rows have the same height, so the page of any row is known without looking at the others: a million records are
/// divided as quickly as ten. The first pages show all rows with the fields that fit, the next pages all rows with the
/// next fields.
public struct TablePages: Sendable, Hashable {
    /// The part of the table that is on a page.
    public struct Part: Sendable, Hashable {
        /// The rows, from 0.
        public let rows: Range<Int>
        /// The columns, from 0.
        public let fields: Range<Int>
    }

    /// The scale at which everything is drawn so that it fits; from ``leastScale`` to 1.
    public let scale: Double
    /// The number of rows on a page, at least 1.
    public let rowsPerPage: Int
    /// The widths of the columns before scaling; none is wider than a page.
    public let columnWidths: [Double]
    private let rowCount: Int
    private let groups: [Range<Int>]
    private let rowPages: Int

    /// The smallest scale at which text can be read.
    public static let leastScale = 0.4

    /// - Parameters:
    ///   - rowCount: how many records there are.
    ///   - columnWidths: the natural widths of the fields, in the units of `area`.
    ///   - numberWidth: the room for the records' numbers, which are repeated with each group of fields.
    ///   - rowHeight: the height of a record.
    ///   - headerHeight: the height of the fields' names, which are repeated on each page.
    ///   - area: the room on a page.
    ///   - isFitted: whether all fields go side by side on a page, scaled down if needed. Otherwise, and if the text
    ///     would become too small to read, they are divided among pages.
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

    /// The number of pages, at least 1.
    public var pageCount: Int { rowPages * groups.count }

    /// The part of the table on a page, counted from 0; that of the last page for pages beyond it.
    public func part(ofPage page: Int) -> Part {
        let page = min(max(page, 0), pageCount - 1)
        let first = page % rowPages * rowsPerPage
        return Part(rows: first..<min(first + rowsPerPage, max(rowCount, first)), fields: groups[page / rowPages])
    }

    /// Puts as many columns side by side as fit, at least one.
    private static func groups(of widths: [Double], width: Double) -> [Range<Int>] {
        var groups: [Range<Int>] = []
        var start = 0
        var used = 0.0
        for (place, next) in widths.enumerated() {
            // An excess too small to see is not worth another page.
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
