import Geometry
import GtkKit

/// The layout of a grid in the canvas's pixels: only numbers, so that it can be tested without a display.
struct GridLayout: Equatable {
    /// The height of a row of one line, such as the one that adds a record.
    var singleHeight = 28.0
    /// The additional height of a row for each further line.
    var lineHeight = 18.0
    /// The lines of text in each row: the same for all, so that no row's place depends on the others.
    var rowLines = 1
    /// The only row of another height: it shows its record in full.
    var wholeRow: WholeRow?
    var headerHeight = 32.0
    /// The width of the record numbers on the left, which always stay visible.
    var gutterWidth = 48.0
    /// The size of the text relative to the theme's; documents keep widths at a scale of 1.
    var textScale = 1.0
    /// The width of each field, in the order of the schema.
    var columnWidths: [Double] = [] {
        didSet { columnStarts = columnWidths.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) } }
    }
    /// The column that takes the width that the others leave.
    var rest: RestColumn?
    var rowCount = 0
    /// Whether a row below the last one adds a record; it stays visible at the bottom.
    var hasAddRow = false
    /// Whether a “+” after the last header adds a field.
    var hasAddField = false
    var viewWidth = 0.0
    var viewHeight = 0.0
    var scrollX = 0.0
    var scrollY = 0.0
    private(set) var columnStarts: [Double] = [0]

    struct WholeRow: Equatable {
        let row: Int
        let height: Double
    }

    struct RestColumn: Equatable {
        let column: Int
        /// Its width if the others leave too little.
        var wanted: Double
    }

    static let leastColumnWidth = 40.0
    /// The minimum width that the others can leave to the column that takes it, at a text scale of 1.
    static let leastRest = 140.0
    private static let addFieldWidth = 32.0
    /// The greatest distance from a header's edge at which a press grabs the edge.
    static let edgeReach = 5.0

    // MARK: Sizes

    var contentWidth: Double { (columnStarts.last ?? 0) + (hasAddField ? Self.addFieldWidth : 0) }

    var rowHeight: Double { singleHeight + Double(rowLines - 1) * lineHeight }

    /// The height of a row, the same for all except the one that is shown in full.
    func height(of row: Int) -> Double { wholeRow.flatMap { $0.row == row ? $0.height : nil } ?? rowHeight }

    /// How many lines fit into a row.
    func lines(in row: Int) -> Int { max(1, Int((height(of: row) - singleHeight) / lineHeight + 1.01)) }

    /// The part of a cell where the first line of text is; values of one line are centred in it.
    func firstLine(of cell: Rectangle) -> Rectangle {
        Rectangle(x: cell.x, y: cell.y, width: cell.width, height: min(cell.height, singleHeight))
    }

    var contentHeight: Double { start(of: rowCount) }

    /// The distance from the top of the first row.
    private func start(of row: Int) -> Double {
        let start = Double(row) * rowHeight
        guard let wholeRow, wholeRow.row < row else { return start }
        return start + wholeRow.height - rowHeight
    }

    /// The row at this distance from the top of the first one; rows continue above and below the records.
    private func row(at distance: Double) -> Int {
        func row(_ distance: Double) -> Int { Int((distance / rowHeight).rounded(.down)) }
        guard let wholeRow else { return row(distance) }
        let end = start(of: wholeRow.row) + wholeRow.height
        return distance >= end ? wholeRow.row + 1 + row(distance - end) : min(row(distance), wholeRow.row)
    }

    /// The width for cells, without the gutter.
    var bodyWidth: Double { max(0, viewWidth - gutterWidth) }

    var bodyHeight: Double { max(0, viewHeight - headerHeight - (hasAddRow ? singleHeight : 0)) }

    var body: Rectangle { Rectangle(x: gutterWidth, y: headerHeight, width: bodyWidth, height: bodyHeight) }

    /// The number of rows that a page step moves by, at least one.
    var pageSize: Int { max(1, Int(bodyHeight / rowHeight) - 1) }

    /// Sets the widths of all columns; a column that takes the remaining width requests its new width if it has grown.
    mutating func take(_ widths: [Double]) {
        if let column = rest?.column, columnWidths.indices.contains(column), widths[column] > columnWidths[column] {
            rest?.wanted = widths[column]
        }
        columnWidths = widths
    }

    /// Gives the last column the width that the others leave, if that is enough to read it.
    mutating func fitRest() {
        guard let rest, columnWidths.indices.contains(rest.column), viewWidth > 0 else { return }
        let left = bodyWidth - contentWidth + columnWidths[rest.column]
        columnWidths[rest.column] = left < Self.leastRest * textScale ? rest.wanted : left.rounded(.down)
    }

    // MARK: Visible parts

    var visibleRows: Range<Int> {
        let first = max(0, row(at: scrollY))
        let last = bodyHeight > 0 ? min(rowCount, row(at: (scrollY + bodyHeight).nextDown) + 1) : first
        return first..<max(first, last)
    }

    var visibleFields: Range<Int> {
        let first = columnWidths.indices.first { columnStarts[$0 + 1] > scrollX } ?? 0
        let last = columnWidths.indices.last { columnStarts[$0] < scrollX + bodyWidth } ?? -1
        return first..<max(first, last + 1)
    }

    // MARK: Places

    func rectangle(row: Int, field: Int) -> Rectangle {
        Rectangle(
            x: gutterWidth + columnStarts[field] - scrollX, y: top(of: row),
            width: columnWidths[field], height: height(of: row))
    }

    /// The row that adds a record: below the last record, or at the bottom if that place is out of sight.
    var addRowRectangle: Rectangle? {
        guard hasAddRow, viewHeight > headerHeight else { return nil }
        let top = headerHeight + min(max(0, contentHeight - scrollY), bodyHeight)
        return Rectangle(x: 0, y: top, width: viewWidth, height: min(singleHeight, viewHeight - top))
    }

    /// The “+” that adds a field, after the last header.
    var addFieldRectangle: Rectangle? {
        guard hasAddField else { return nil }
        return Rectangle(
            x: gutterWidth + (columnStarts.last ?? 0) - scrollX, y: 0, width: Self.addFieldWidth, height: headerHeight)
    }

    func headerRectangle(field: Int) -> Rectangle {
        Rectangle(
            x: gutterWidth + columnStarts[field] - scrollX, y: 0, width: columnWidths[field], height: headerHeight)
    }

    func gutterRectangle(row: Int) -> Rectangle {
        Rectangle(x: 0, y: top(of: row), width: gutterWidth, height: height(of: row))
    }

    func top(of row: Int) -> Double {
        headerHeight + start(of: row) - scrollY
    }

    /// The visible part of a cell; `nil` if there is none.
    func visiblePart(row: Int, field: Int) -> Rectangle? {
        rectangle(row: row, field: field).intersection(body)
    }

    /// The part of a cell that shows, over its neighbours to the right where more room is needed, as far as there is
    /// any.
    func widened(_ part: Rectangle, to width: Double) -> Rectangle {
        let room = body.x + body.width - part.x
        return Rectangle(x: part.x, y: part.y, width: max(part.width, min(width, room)), height: part.height)
    }

    /// The place of an entry over a cell or header with this visible part: within `room`, with space for its border.
    ///
    /// If no part is visible, the entry is out of sight but still exists.
    static func entryPlace(over part: Rectangle?, in room: Rectangle) -> Rectangle {
        let least = leastEntrySize
        guard let part else {
            return Rectangle(x: -2 * least.width, y: -2 * least.height, width: least.width, height: least.height)
        }
        let (width, height) = (max(part.width, least.width), max(part.height, least.height))
        return Rectangle(
            x: max(room.x, min(part.x, room.x + room.width - width)),
            y: max(room.y, min(part.y, room.y + room.height - height)), width: width, height: height)
    }

    /// Leaves room for border, padding and the text cursor.
    private static let leastEntrySize = (width: 24.0, height: 8.0)

    /// Whether the whole cell is visible.
    func showsWhole(row: Int, field: Int) -> Bool {
        guard row < rowCount, columnWidths.indices.contains(field) else { return false }
        return visiblePart(row: row, field: field) == rectangle(row: row, field: field)
    }

    // MARK: Hits

    enum Hit: Equatable {
        case cell(row: Int, field: Int)
        case header(field: Int)
        /// The edge at the end of a header.
        case edge(field: Int)
        /// The “+” after the last header.
        case addField
        case gutter(row: Int)
        /// The row that adds a record, with the field at this point; `nil` beside the fields.
        case addRow(field: Int?)
        /// The corner between header and gutter.
        case corner
        case outside
    }

    func hit(x: Double, y: Double) -> Hit {
        guard x >= 0, y >= 0, x < viewWidth, y < viewHeight else { return .outside }
        if y < headerHeight { return headerHit(x: x) }
        if let addRowRectangle, addRowRectangle.contains(x: x, y: y) { return .addRow(field: field(atX: x)) }
        let row = row(at: y - headerHeight + scrollY)
        guard row < rowCount else { return .outside }
        if x < gutterWidth { return .gutter(row: row) }
        guard let field = field(atX: x) else { return .outside }
        return .cell(row: row, field: field)
    }

    /// The cell nearest to a point, for dragging beyond the edges.
    ///
    /// The grid must have at least one cell.
    func nearestCell(x: Double, y: Double) -> (row: Int, field: Int) {
        let row = row(at: y - headerHeight + scrollY)
        let left = x - gutterWidth + scrollX
        let field = columnWidths.indices.last { columnStarts[$0] <= left } ?? 0
        return (max(0, min(row, rowCount - 1)), field)
    }

    /// The row whose lower edge is at this point, beside the records.
    func rowEdge(x: Double, y: Double) -> Int? {
        guard case .gutter(let row) = hit(x: x, y: y) else { return nil }
        if top(of: row) + height(of: row) - y <= Self.edgeReach { return row }
        return y - top(of: row) < Self.edgeReach && row > 0 ? row - 1 : nil
    }

    private func headerHit(x: Double) -> Hit {
        guard x >= gutterWidth - Self.edgeReach else { return .corner }
        let position = x - gutterWidth + scrollX
        let edge = columnWidths.indices.last { abs(columnStarts[$0 + 1] - position) <= Self.edgeReach }
        if let edge { return .edge(field: edge) }
        if let addFieldRectangle, addFieldRectangle.contains(x: x, y: 0) { return .addField }
        return field(atX: x).map { .header(field: $0) } ?? .outside
    }

    private func field(atX x: Double) -> Int? {
        let position = x - gutterWidth + scrollX
        guard x >= gutterWidth else { return nil }
        return columnWidths.indices.first { columnStarts[$0] <= position && position < columnStarts[$0 + 1] }
    }

    /// The index of the field before which a header dragged to `x` would be inserted; the number of fields for the end.
    func fieldGap(atX x: Double) -> Int {
        let position = x - gutterWidth + scrollX
        return columnWidths.indices.first { position < columnStarts[$0] + columnWidths[$0] / 2 } ?? columnWidths.count
    }

    /// The row before which records dragged to `y` would be moved; the number of rows for the end.
    func rowGap(atY y: Double) -> Int {
        let distance = y - headerHeight + scrollY
        let row = row(at: distance)
        return max(0, min(distance - start(of: max(0, row)) < height(of: row) / 2 ? row : row + 1, rowCount))
    }

    /// The distance of a point from the body: negative to the left and above, 0 inside.
    func distance(beyondBody x: Double, _ y: Double) -> (x: Double, y: Double) {
        func beyond(_ value: Double, _ start: Double, _ length: Double) -> Double {
            value < start ? value - start : max(0, value - start - length)
        }
        return (beyond(x, body.x, body.width), beyond(y, body.y, body.height))
    }

    // MARK: Scrolling

    /// The scroll offsets that make the whole cell visible, moving as little as possible.
    func scrollOffsets(showing row: Int, field: Int) -> (x: Double, y: Double) {
        guard columnWidths.indices.contains(field) else { return (scrollX, scrollY) }
        return (
            Self.offset(scrollX, showing: columnStarts[field], columnWidths[field], in: bodyWidth),
            Self.offset(scrollY, showing: start(of: row), height(of: row), in: bodyHeight)
        )
    }

    private static func offset(_ offset: Double, showing start: Double, _ length: Double, in room: Double) -> Double {
        if start < offset || length > room { return start }
        return max(offset, start + length - room)
    }
}

extension Rectangle {
    func intersection(_ other: Rectangle) -> Rectangle? {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(x + width, other.x + other.width)
        let bottom = min(y + height, other.y + other.height)
        guard right > left, bottom > top else { return nil }
        return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    }

    func inset(x horizontal: Double, y vertical: Double = 0) -> Rectangle {
        Rectangle(
            x: x + horizontal, y: y + vertical, width: max(0, width - 2 * horizontal),
            height: max(0, height - 2 * vertical))
    }
}
