import GtkKit

/// Where everything is in a grid, in the canvas's pixels: numbers only, so that it can be tested without a display.
struct GridLayout: Equatable {
    var rowHeight = 28.0
    var headerHeight = 32.0
    /// The record numbers at the left, which always stay in sight.
    var gutterWidth = 48.0
    /// One a field, in field order.
    var columnWidths: [Double] = [] {
        didSet { columnStarts = columnWidths.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) } }
    }
    var recordCount = 0
    var viewWidth = 0.0
    var viewHeight = 0.0
    var scrollX = 0.0
    var scrollY = 0.0
    private(set) var columnStarts: [Double] = [0]

    static let leastColumnWidth = 40.0
    /// How near to a header's edge a press takes hold of the edge.
    static let edgeReach = 5.0

    // MARK: Sizes

    var contentWidth: Double { columnStarts.last ?? 0 }

    var contentHeight: Double { Double(recordCount) * rowHeight }

    /// The room for cells, without header and gutter.
    var bodyWidth: Double { max(0, viewWidth - gutterWidth) }

    var bodyHeight: Double { max(0, viewHeight - headerHeight) }

    var body: Rectangle { Rectangle(x: gutterWidth, y: headerHeight, width: bodyWidth, height: bodyHeight) }

    /// How many records fit in one page, at least one.
    var pageSize: Int { max(1, Int(bodyHeight / rowHeight) - 1) }

    // MARK: What is in sight

    var visibleRecords: Range<Int> {
        let first = max(0, Int(scrollY / rowHeight))
        let last = min(recordCount, Int(((scrollY + bodyHeight) / rowHeight).rounded(.up)))
        return first..<max(first, last)
    }

    var visibleFields: Range<Int> {
        let first = columnWidths.indices.first { columnStarts[$0 + 1] > scrollX } ?? 0
        let last = columnWidths.indices.last { columnStarts[$0] < scrollX + bodyWidth } ?? -1
        return first..<max(first, last + 1)
    }

    // MARK: Places

    func rectangle(record: Int, field: Int) -> Rectangle {
        Rectangle(
            x: gutterWidth + columnStarts[field] - scrollX, y: top(of: record),
            width: columnWidths[field], height: rowHeight)
    }

    func headerRectangle(field: Int) -> Rectangle {
        Rectangle(
            x: gutterWidth + columnStarts[field] - scrollX, y: 0, width: columnWidths[field], height: headerHeight)
    }

    func gutterRectangle(record: Int) -> Rectangle {
        Rectangle(x: 0, y: top(of: record), width: gutterWidth, height: rowHeight)
    }

    func top(of record: Int) -> Double {
        headerHeight + Double(record) * rowHeight - scrollY
    }

    /// The part of a cell that shows, or `nil` if none does.
    func visiblePart(record: Int, field: Int) -> Rectangle? {
        rectangle(record: record, field: field).intersection(body)
    }

    // MARK: Hits

    enum Hit: Equatable {
        case cell(record: Int, field: Int)
        case header(field: Int)
        /// The edge at a header's end.
        case edge(field: Int)
        case gutter(record: Int)
        case outside
    }

    func hit(x: Double, y: Double) -> Hit {
        guard x >= 0, y >= 0, x < viewWidth, y < viewHeight else { return .outside }
        if y < headerHeight { return headerHit(x: x) }
        let record = Int((y - headerHeight + scrollY) / rowHeight)
        guard record < recordCount else { return .outside }
        if x < gutterWidth { return .gutter(record: record) }
        guard let field = field(atX: x) else { return .outside }
        return .cell(record: record, field: field)
    }

    /// The cell nearest to a point, for dragging beyond the edges.
    ///
    /// There must be one.
    func nearestCell(x: Double, y: Double) -> (record: Int, field: Int) {
        let record = Int(((y - headerHeight + scrollY) / rowHeight).rounded(.down))
        let left = x - gutterWidth + scrollX
        let field = columnWidths.indices.last { columnStarts[$0] <= left } ?? 0
        return (max(0, min(record, recordCount - 1)), field)
    }

    private func headerHit(x: Double) -> Hit {
        guard x >= gutterWidth - Self.edgeReach else { return .outside }
        let position = x - gutterWidth + scrollX
        let edge = columnWidths.indices.last { abs(columnStarts[$0 + 1] - position) <= Self.edgeReach }
        if let edge { return .edge(field: edge) }
        return field(atX: x).map { .header(field: $0) } ?? .outside
    }

    private func field(atX x: Double) -> Int? {
        let position = x - gutterWidth + scrollX
        guard x >= gutterWidth else { return nil }
        return columnWidths.indices.first { columnStarts[$0] <= position && position < columnStarts[$0 + 1] }
    }

    // MARK: Scrolling

    /// How far to scroll so that the cell is in sight as a whole, and no farther.
    func scrollOffsets(showing record: Int, field: Int) -> (x: Double, y: Double) {
        guard columnWidths.indices.contains(field) else { return (scrollX, scrollY) }
        let top = Double(record) * rowHeight
        return (
            Self.offset(scrollX, showing: columnStarts[field], columnWidths[field], in: bodyWidth),
            Self.offset(scrollY, showing: top, rowHeight, in: bodyHeight)
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
