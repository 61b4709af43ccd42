/// How a table is divided among pages, in plain numbers.
///
/// If all rows have the same height, the page of any row is known without examining the others: a million records are
/// divided as quickly as ten. The first pages show all rows with the fields that fit, the next pages all rows with the
/// next fields.
public struct TablePages: Sendable {
    /// The part of the table that is on a page.
    public struct Part: Sendable, Hashable {
        /// The rows, from 0.
        public let rows: Range<Int>
        /// The columns, from 0.
        public let fields: Range<Int>
    }

    /// The scale at which everything is drawn so that it fits; from ``leastScale`` to 1.
    public let scale: Double
    /// The number of rows on a page, at least 1, if none is higher than the others.
    let rowsPerPage: Int
    /// The widths of the columns before scaling; none is wider than a page.
    public let columnWidths: [Double]
    private let rowCount: Int
    private let groups: [Range<Int>]
    private let rowHeight: Double
    /// The heights of the rows, and the rows on each page; `nil` if all rows have the same height.
    private let divided: (heights: [Double], pages: [Range<Int>])?
    private let rowPages: Int

    /// The smallest scale at which text can be read.
    static let leastScale = 0.4

    /// - Parameters:
    ///   - rowCount: how many records there are.
    ///   - columnWidths: the natural widths of the fields, in the units of `area`.
    ///   - numberWidth: the room for the records' numbers, which are repeated with each group of fields.
    ///   - rowHeight: the height of a record.
    ///   - rowHeights: the height of each record, if not all have the same; none becomes higher than a page.
    ///   - headerHeight: the height of the fields' names, which are repeated on each page.
    ///   - area: the room on a page.
    ///   - isFitted: whether all fields go side by side on a page, scaled down if needed. Otherwise, and if the text
    ///     would become too small to read, they are divided among pages.
    public init(
        rowCount: Int, columnWidths: [Double], numberWidth: Double, rowHeight: Double, rowHeights: [Double]? = nil,
        headerHeight: Double, area: PrintedArea, isFitted: Bool
    ) {
        let numberWidth = min(max(numberWidth, 0), area.width / 2)
        let whole = columnWidths.reduce(numberWidth) { $0 + max($1, 1) }
        let scale = isFitted ? min(1, max(Self.leastScale, area.width / whole)) : 1
        let room = PrintedArea(width: area.width / scale, height: area.height / scale)
        let widths = columnWidths.map { min(max($0, 1), room.width - numberWidth) }
        self.scale = scale
        self.columnWidths = widths
        self.rowCount = max(rowCount, 0)
        self.rowHeight = rowHeight
        let body = max(room.height - headerHeight, rowHeight)
        rowsPerPage = max(1, Int((body / max(rowHeight, 1)).rounded(.down)))
        groups = Rooms.divided(widths, among: room.width - numberWidth)
        if let rowHeights, rowHeights.count == self.rowCount {
            let heights = rowHeights.map { min(max($0, rowHeight), body) }
            divided = (heights, Rooms.divided(heights, among: body))
        } else {
            divided = nil
        }
        // A table without records still shows its fields.
        rowPages = divided?.pages.count ?? max(1, (self.rowCount + rowsPerPage - 1) / rowsPerPage)
    }

    /// The height of a row.
    ///
    /// - Parameter row: from 0, below the number of records.
    public func height(ofRow row: Int) -> Double { divided?.heights[row] ?? rowHeight }

    /// The number of pages, at least 1.
    public var pageCount: Int { rowPages * groups.count }

    /// The part of the table on a page, counted from 0; that of the last page for pages beyond it.
    public func part(ofPage page: Int) -> Part {
        let page = min(max(page, 0), pageCount - 1)
        let fields = groups[page / rowPages]
        if let divided { return Part(rows: divided.pages[page % rowPages], fields: fields) }
        let first = page % rowPages * rowsPerPage
        return Part(rows: first..<min(first + rowsPerPage, max(rowCount, first)), fields: fields)
    }
}
