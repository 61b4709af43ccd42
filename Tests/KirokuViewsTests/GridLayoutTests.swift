import Geometry
import GtkKit
import Testing

@testable import KirokuViews

@Suite("Where everything is in a grid")
struct GridLayoutTests {
    /// A grid of 20 × 20 pixels with so many records, header 30 and gutter 50, in a view of 350 × 230: the body is
    /// 300 × 200.
    private static func layout(
        records: Int = 100, widths: [Double] = [100, 50, 200, 80], scrollX: Double = 0, scrollY: Double = 0
    ) -> GridLayout {
        var layout = GridLayout()
        layout.singleHeight = 20
        layout.headerHeight = 30
        layout.gutterWidth = 50
        layout.columnWidths = widths
        layout.rowCount = records
        layout.viewWidth = 350
        layout.viewHeight = 230
        layout.scrollX = scrollX
        layout.scrollY = scrollY
        return layout
    }

    @Test("Sizes follow from records, fields and the view")
    func sizes() {
        let layout = Self.layout()
        #expect(layout.contentWidth == 430)
        #expect(layout.contentHeight == 2_000)
        #expect(layout.body == Rectangle(x: 50, y: 30, width: 300, height: 200))
        #expect(layout.columnStarts == [0, 100, 150, 350, 430])
        #expect(layout.pageSize == 9)
    }

    @Test("The last column takes the width that the others leave, unless that is too little to read it")
    func rest() {
        func widths(_ width: Double, wanted: Double = 300, scale: Double = 1, addsFields: Bool = false) -> [Double] {
            var layout = Self.layout(widths: [100, 50, wanted])
            layout.rest = GridLayout.RestColumn(column: 2, wanted: wanted)
            (layout.viewWidth, layout.textScale, layout.hasAddField) = (width, scale, addsFields)
            layout.fitRest()
            // A second time changes nothing.
            let once = layout.columnWidths
            layout.fitRest()
            #expect(layout.columnWidths == once)
            #expect(layout.columnStarts.last == once.reduce(0, +))
            return once
        }
        #expect(widths(1_000) == [100, 50, 800])
        #expect(widths(1_000, addsFields: true) == [100, 50, 768])
        #expect(widths(400) == [100, 50, 200], "narrower than wanted, as that is without a scroll bar")
        #expect(widths(339.5) == [100, 50, 300], "too narrow to read")
        #expect(widths(400, scale: 2) == [100, 50, 300])
        #expect(widths(0) == [100, 50, 300], "not laid out yet")
    }

    @Test("A last column that has grown keeps its width where the others leave too little")
    func grownRest() {
        var layout = Self.layout(widths: [200, 60])
        layout.rest = GridLayout.RestColumn(column: 1, wanted: 60)
        layout.take([200, 90])
        layout.fitRest()
        #expect(layout.columnWidths == [200, 90])
        layout.take([200, 80])
        layout.fitRest()
        #expect(layout.columnWidths == [200, 90])
        layout.viewWidth = 550
        layout.fitRest()
        #expect(layout.columnWidths == [200, 300])
    }

    @Test("Rows of several lines are equally high; the row that adds a record keeps one line")
    func severalLines() {
        var layout = Self.layout()
        (layout.lineHeight, layout.rowLines, layout.hasAddRow) = (10, 3, true)
        #expect(layout.rowHeight == 40)
        #expect(layout.contentHeight == 4_000)
        #expect(layout.lines(in: 7) == 3)
        #expect(layout.bodyHeight == 180)
        #expect(layout.visibleRows == 0..<5)
        #expect(layout.rectangle(row: 2, field: 0) == Rectangle(x: 50, y: 110, width: 100, height: 40))
        #expect(layout.firstLine(of: layout.gutterRectangle(row: 2)).height == 20)
        #expect(layout.hit(x: 60, y: 109) == .cell(row: 1, field: 0))
        #expect(layout.hit(x: 60, y: 110) == .cell(row: 2, field: 0))
    }

    @Test("A row that is shown whole moves those below it, and no others")
    func wholeRow() {
        var layout = Self.layout(scrollY: 30)
        layout.lineHeight = 10
        layout.wholeRow = GridLayout.WholeRow(row: 3, height: 70)
        #expect(layout.contentHeight == 2_050)
        #expect(layout.lines(in: 3) == 6)
        #expect([2, 3, 4, 5].map { layout.top(of: $0) } == [40, 60, 130, 150])
        #expect(layout.gutterRectangle(row: 3).height == 70)
        #expect(layout.gutterRectangle(row: 4).height == 20)
        for y in [60.0, 99, 129] { #expect(layout.hit(x: 60, y: y) == .cell(row: 3, field: 0)) }
        #expect(layout.hit(x: 60, y: 59) == .cell(row: 2, field: 0))
        #expect(layout.hit(x: 60, y: 130) == .cell(row: 4, field: 0))
        #expect(layout.visibleRows == 1..<9)
        #expect(layout.scrollOffsets(showing: 9, field: 0).y == 9 * 20 + 50 + 20 - 200)
        // The records end 50 pixels further down.
        layout.scrollY = 1_850
        #expect(layout.visibleRows == 90..<100)
        #expect(layout.nearestCell(x: 60, y: 1_000).row == 99)
    }

    @Test("The lower edge of a row is grabbed beside the records")
    func rowEdges() {
        let layout = Self.layout()
        #expect(layout.rowEdge(x: 10, y: 50) == 0)
        #expect(layout.rowEdge(x: 10, y: 47) == 0)
        #expect(layout.rowEdge(x: 10, y: 54) == 0)
        #expect(layout.rowEdge(x: 10, y: 60) == nil)
        #expect(layout.rowEdge(x: 10, y: 31) == nil)
        #expect(layout.rowEdge(x: 60, y: 50) == nil)
    }

    // MARK: What is in sight

    @Test(
        "The cells in sight are those that have a part in sight",
        arguments: [0.0, 1, 19, 20, 21, 1_790, 1_800, 1_810], [0.0, 1, 99, 100, 130, 149, 150, 151])
    func visible(scrollY: Double, scrollX: Double) {
        let layout = Self.layout(scrollX: scrollX, scrollY: scrollY)
        for record in 0..<layout.rowCount {
            for field in layout.columnWidths.indices {
                let isInSight = layout.visibleRows.contains(record) && layout.visibleFields.contains(field)
                #expect(isInSight == (layout.visiblePart(row: record, field: field) != nil))
            }
        }
    }

    @Test("Of a million records no more are in sight than fit", arguments: [0.0, 7, 10_000_013, 19_999_800])
    func manyRecords(scrollY: Double) {
        let layout = Self.layout(records: 1_000_000, scrollY: scrollY)
        let records = layout.visibleRows
        #expect((10...11).contains(records.count))
        #expect(records.lowerBound == Int(scrollY / 20))
        #expect(layout.contentHeight == 20_000_000)
        #expect(layout.hit(x: 60, y: 31) == .cell(row: records.lowerBound, field: 0))
        let hidden = scrollY.truncatingRemainder(dividingBy: 20)
        #expect(layout.rectangle(row: records.lowerBound, field: 0).y == 30 - hidden)
    }

    @Test("The last of a million records can be scrolled to")
    func lastOfMany() {
        var layout = Self.layout(records: 1_000_000)
        layout.scrollY = layout.scrollOffsets(showing: 999_999, field: 0).y
        #expect(layout.scrollY == 20_000_000 - 200)
        #expect(layout.visibleRows == 999_990..<1_000_000)
        #expect(layout.rectangle(row: 999_999, field: 0).y == 210)
    }

    @Test("An entry grows to the right as far as there is room")
    func widened() throws {
        let layout = Self.layout()
        let part = try #require(layout.visiblePart(row: 0, field: 1))
        #expect(layout.widened(part, to: 10) == part)
        var wide = part
        wide.width += 30
        #expect(layout.widened(part, to: part.width + 30) == wide)
        wide.width = layout.body.x + layout.body.width - part.x
        #expect(layout.widened(part, to: 10_000) == wide)
    }

    @Test("Nothing is in sight of an empty table")
    func emptyTable() {
        let layout = Self.layout(records: 0, widths: [])
        #expect(layout.visibleRows.isEmpty)
        #expect(layout.visibleFields.isEmpty)
        #expect(layout.contentWidth == 0)
        #expect(layout.contentHeight == 0)
        #expect(layout.hit(x: 10, y: 10) == .corner)
        for (x, y) in [(60.0, 10.0), (10, 100), (60, 100)] { #expect(layout.hit(x: x, y: y) == .outside) }
        #expect(layout.scrollOffsets(showing: 0, field: 0) == (0, 0))
    }

    @Test("Without records there are still headers")
    func noRecords() {
        let layout = Self.layout(records: 0)
        #expect(layout.visibleRows.isEmpty)
        #expect(layout.visibleFields == 0..<3)
        #expect(layout.hit(x: 60, y: 10) == .header(field: 0))
        #expect(layout.hit(x: 60, y: 40) == .outside)
    }

    @Test("Without fields there are still record numbers")
    func noFields() {
        let layout = Self.layout(widths: [])
        #expect(layout.visibleFields.isEmpty)
        #expect(layout.hit(x: 10, y: 40) == .gutter(row: 0))
        #expect(layout.hit(x: 60, y: 40) == .outside)
    }

    @Test(
        "A view without room shows nothing and fails nothing",
        arguments: [(0.0, 0.0), (1, 1), (50, 30), (20, 500), (500, 20)])
    func tinyViews(width: Double, height: Double) {
        var layout = Self.layout()
        layout.viewWidth = width
        layout.viewHeight = height
        #expect(layout.bodyWidth >= 0 && layout.bodyHeight >= 0)
        #expect(layout.pageSize >= 1)
        #expect(layout.visibleRows.isEmpty || layout.visibleFields.isEmpty)
        #expect(layout.visiblePart(row: 0, field: 0) == nil)
        #expect(layout.hit(x: width, y: height) == .outside)
        let offsets = layout.scrollOffsets(showing: 50, field: 2)
        #expect(offsets.x >= 0 && offsets.y >= 0)
        #expect(layout.nearestCell(x: 0, y: 0) == (0, 0))
    }

    @Test("An entry over a cell has room for its border, within the cells")
    func entryPlaces() {
        let room = Rectangle(x: 50, y: 30, width: 400, height: 200)
        func place(_ part: Rectangle?) -> Rectangle { GridLayout.entryPlace(over: part, in: room) }
        let whole = Rectangle(x: 60, y: 58, width: 100, height: 28)
        #expect(place(whole) == whole)
        let atTheEnd = place(Rectangle(x: 449, y: 229, width: 1, height: 1))
        #expect(atTheEnd.width >= 20 && atTheEnd.height >= 4)
        #expect(atTheEnd.x + atTheEnd.width == 450 && atTheEnd.y + atTheEnd.height == 230)
        let atTheStart = place(Rectangle(x: 50, y: 30, width: 1, height: 1))
        #expect((atTheStart.x, atTheStart.y) == (50, 30))
        let outOfSight = place(nil)
        #expect(outOfSight.x + outOfSight.width < 0 && outOfSight.y + outOfSight.height < 0)
    }

    // MARK: Hits

    @Test("Every cell in sight is hit all over", arguments: [(0.0, 0.0), (17, 33), (130, 1_800), (99, 5)])
    func cellHits(scrollX: Double, scrollY: Double) throws {
        let layout = Self.layout(scrollX: scrollX, scrollY: scrollY)
        for record in layout.visibleRows {
            for field in layout.visibleFields {
                let part = try #require(layout.visiblePart(row: record, field: field))
                for x in [part.x, part.x + part.width / 2, part.x + part.width - 0.5] {
                    for y in [part.y, part.y + part.height - 0.5] {
                        #expect(layout.hit(x: x, y: y) == .cell(row: record, field: field))
                    }
                }
            }
        }
    }

    @Test(
        "Hits beside the cells",
        arguments: [
            (0, 29, .corner), (44, 10, .corner), (49, 30, .gutter(row: 0)), (0, 229, .gutter(row: 9)),
            (50, 10, .header(field: 0)), (144, 0, .header(field: 0)), (145, 0, .edge(field: 0)),
            (155, 29, .edge(field: 0)), (156, 10, .header(field: 1)), (200, 10, .edge(field: 1)),
            (349, 10, .header(field: 2)), (-1, 10, .outside), (10, -1, .outside), (350, 100, .outside),
            (100, 230, .outside),
        ] as [(Double, Double, GridLayout.Hit)])
    func otherHits(x: Double, y: Double, hit: GridLayout.Hit) {
        #expect(Self.layout().hit(x: x, y: y) == hit)
    }

    @Test("Behind the last field and below the last record is nothing")
    func beyond() {
        let layout = Self.layout(records: 3, widths: [100])
        #expect(layout.hit(x: 150, y: 40) == .outside)
        #expect(layout.hit(x: 149, y: 89) == .cell(row: 2, field: 0))
        #expect(layout.hit(x: 100, y: 90) == .outside)
        #expect(layout.hit(x: 10, y: 90) == .outside)
        #expect(layout.hit(x: 154, y: 10) == .edge(field: 0))
        #expect(layout.hit(x: 156, y: 10) == .outside)
    }

    @Test("Headers and edges move with the fields")
    func scrolledHeaders() {
        let layout = Self.layout(scrollX: 130)
        #expect(layout.hit(x: 55, y: 10) == .header(field: 1))
        #expect(layout.hit(x: 70, y: 10) == .edge(field: 1))
        #expect(layout.hit(x: 270, y: 10) == .edge(field: 2))
        #expect(layout.hit(x: 349, y: 10) == .edge(field: 3))
    }

    @Test(
        "Beyond the edges the nearest cell is meant",
        arguments: [
            (-500, -500, 0, 0), (60, 35, 0, 0), (10_000, 10_000, 99, 3), (155, 229, 9, 1), (60, 10_000, 99, 0),
            (10_000, 35, 0, 3),
        ] as [(Double, Double, Int, Int)])
    func nearest(x: Double, y: Double, row: Int, field: Int) {
        #expect(Self.layout().nearestCell(x: x, y: y) == (row, field))
    }

    // MARK: Scrolling

    @Test(
        "Scrolling to a cell goes as far as needed and no farther",
        arguments: [
            (0, 0, 0.0, 0.0), (5, 1, 0, 0), (9, 1, 0, 0), (10, 1, 0, 20), (11, 0, 0, 40), (99, 3, 130, 1_800),
            (0, 2, 50, 0), (0, 3, 130, 0),
        ] as [(Int, Int, Double, Double)])
    func scrollingFromTheStart(row: Int, field: Int, x: Double, y: Double) {
        #expect(Self.layout().scrollOffsets(showing: row, field: field) == (x, y))
    }

    @Test(
        "Scrolling back shows the cell at the upper left",
        arguments: [
            (49, 3, 130.0, 980.0), (50, 0, 0, 1_000), (52, 1, 100, 1_000), (60, 2, 130, 1_020), (0, 0, 0, 0),
        ] as [(Int, Int, Double, Double)])
    func scrollingBack(row: Int, field: Int, x: Double, y: Double) {
        let layout = Self.layout(scrollX: 130, scrollY: 1_000)
        #expect(layout.scrollOffsets(showing: row, field: field) == (x, y))
    }

    @Test("Whatever cell is scrolled to is then in sight as a whole", arguments: [(0.0, 0.0), (130, 1_800), (60, 777)])
    func scrolledTo(scrollX: Double, scrollY: Double) {
        for record in 0..<100 {
            for field in 0..<4 {
                var layout = Self.layout(scrollX: scrollX, scrollY: scrollY)
                (layout.scrollX, layout.scrollY) = layout.scrollOffsets(showing: record, field: field)
                #expect(
                    layout.visiblePart(row: record, field: field) == layout.rectangle(row: record, field: field))
            }
        }
    }

    @Test("Of a field wider than the view the beginning is shown")
    func wideField() {
        let layout = Self.layout(widths: [100, 900, 100])
        #expect(layout.scrollOffsets(showing: 0, field: 1).x == 100)
    }

    @Test("A field that is not there scrolls nowhere")
    func missingField() {
        #expect(Self.layout(scrollX: 7, scrollY: 8).scrollOffsets(showing: 0, field: 4) == (7, 8))
        #expect(Self.layout(scrollX: 7, scrollY: 8).scrollOffsets(showing: 0, field: -1) == (7, 8))
    }

    // MARK: Rectangles

    @Test("Rectangles that only touch have nothing in common")
    func intersections() {
        let one = Rectangle(x: 0, y: 0, width: 10, height: 10)
        #expect(one.intersection(Rectangle(x: 10, y: 0, width: 10, height: 10)) == nil)
        #expect(one.intersection(Rectangle(x: 0, y: 10, width: 10, height: 10)) == nil)
        #expect(
            one.intersection(Rectangle(x: 5, y: -5, width: 10, height: 10))
                == Rectangle(x: 5, y: 0, width: 5, height: 5))
        #expect(one.intersection(one) == one)
        #expect(one.inset(x: 6, y: 6) == Rectangle(x: 6, y: 6, width: 0, height: 0))
    }
}
