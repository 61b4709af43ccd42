import Geometry
import Testing

@testable import KirokuPresentation

@Suite("Cursor and selection of a grid")
struct GridSelectionTests {
    /// Five records of four fields.
    private static let size = GridSize(rows: 5, fields: 4)

    private static func place(_ row: Int, _ field: Int) -> CellIndex {
        CellIndex(row: row, column: field)
    }

    private func selection(at place: CellIndex, in size: GridSize = Self.size) -> GridSelection {
        var selection = GridSelection()
        selection.go(to: place, in: size)
        return selection
    }

    @Test(
        "Steps within the table",
        arguments: [
            (.left, place(2, 1)), (.right, place(2, 3)), (.up, place(1, 2)), (.down, place(3, 2)),
            (.recordStart, place(2, 0)), (.recordEnd, place(2, 3)), (.tableStart, place(0, 0)),
            (.tableEnd, place(4, 3)), (.edge(.up), place(0, 2)), (.edge(.down), place(4, 2)),
            (.page(2), place(4, 2)), (.page(-2), place(0, 2)), (.next, place(2, 3)), (.previous, place(2, 1)),
        ] as [(GridStep, CellIndex)])
    func inside(step: GridStep, destination: CellIndex) {
        var selection = selection(at: Self.place(2, 2))
        selection.move(step, in: Self.size)
        #expect(selection.cursor == destination)
        #expect(selection.isSingleCell)
    }

    @Test("Down on the last record goes to the row that adds one, where no cell is selected")
    func addRow() {
        let size = GridSize(rows: 5, fields: 4, hasAddRow: true)
        for step in [GridStep.page(3), .edge(.down), .nextRecord, .right] {
            var selection = selection(at: Self.place(4, 1), in: size)
            selection.move(step, in: size)
            #expect(!selection.isOnAddRow)
        }
        var selection = selection(at: Self.place(4, 1), in: size)
        selection.move(.down, extending: true, in: size)
        #expect(!selection.isOnAddRow)
        selection.collapse()
        selection.move(.down, in: size)
        for step in [GridStep.down, .page(2), .right] { selection.move(step, in: size) }
        #expect(selection.isOnAddRow)
        #expect(selection.cursor == Self.place(5, 2))
        #expect(selection.rows(in: size).isEmpty)
        selection.fit(GridSize(rows: 7, fields: 4, hasAddRow: true))
        #expect(selection.isOnAddRow && selection.cursor == Self.place(7, 2))
        selection.fit(size)
        selection.move(.up, in: size)
        #expect(!selection.isOnAddRow && selection.cursor == Self.place(4, 2))
        var other = self.selection(at: Self.place(4, 0))
        other.move(.down, in: Self.size)
        #expect(!other.isOnAddRow)
    }

    @Test("Enter goes to the next record, in the field where Tab began")
    func entering() {
        var selection = selection(at: Self.place(1, 1))
        selection.move(.next, in: Self.size)
        selection.move(.next, in: Self.size)
        selection.move(.previous, in: Self.size)
        #expect(selection.tabStart == 1)
        selection.move(.nextRecord, in: Self.size)
        #expect(selection.cursor == Self.place(2, 1))
        #expect(selection.tabStart == nil)
        selection.move(.next, in: Self.size)
        selection.move(.previousRecord, in: Self.size)
        #expect(selection.cursor == Self.place(1, 1))
        selection.move(.nextRecord, in: Self.size)
        #expect(selection.cursor == Self.place(2, 1), "without Tab, straight down")
    }

    @Test("Tab begins anew in another record, and after every other step")
    func tabBegins() {
        var selection = selection(at: Self.place(1, 2))
        selection.move(.next, in: Self.size)
        selection.move(.next, in: Self.size)
        #expect(selection.cursor == Self.place(2, 0))
        #expect(selection.tabStart == 0)
        selection.move(.next, in: Self.size)
        selection.move(.right, in: Self.size)
        #expect(selection.tabStart == nil)
        selection.move(.next, in: Self.size)
        #expect(selection.tabStart == 2)
        selection.selectRecords(to: 3, in: Self.size)
        #expect(selection.tabStart == nil)
    }

    @Test("Enter stays where there is no record beyond")
    func enteringAtTheEdges() {
        var selection = selection(at: Self.place(4, 0))
        selection.move(.next, in: Self.size)
        selection.move(.nextRecord, in: Self.size)
        #expect(selection.cursor == Self.place(4, 1))
        selection.go(to: Self.place(0, 2), in: Self.size)
        selection.move(.previousRecord, in: Self.size)
        #expect(selection.cursor == Self.place(0, 2))
    }

    @Test(
        "Steps from the first cell",
        arguments: [
            (.left, place(0, 0)), (.right, place(0, 1)), (.up, place(0, 0)), (.down, place(1, 0)),
            (.recordStart, place(0, 0)), (.recordEnd, place(0, 3)), (.tableStart, place(0, 0)),
            (.tableEnd, place(4, 3)), (.edge(.up), place(0, 0)), (.edge(.down), place(4, 0)),
            (.page(3), place(3, 0)), (.page(-3), place(0, 0)), (.page(99), place(4, 0)), (.next, place(0, 1)),
            (.previous, place(0, 0)),
        ] as [(GridStep, CellIndex)])
    func fromTheStart(step: GridStep, destination: CellIndex) {
        var selection = selection(at: Self.place(0, 0))
        selection.move(step, in: Self.size)
        #expect(selection.cursor == destination)
    }

    @Test(
        "Steps from the last cell",
        arguments: [
            (.left, place(4, 2)), (.right, place(4, 3)), (.up, place(3, 3)), (.down, place(4, 3)),
            (.recordStart, place(4, 0)), (.recordEnd, place(4, 3)), (.tableStart, place(0, 0)),
            (.tableEnd, place(4, 3)), (.edge(.up), place(0, 3)), (.edge(.down), place(4, 3)),
            (.page(3), place(4, 3)), (.page(-3), place(1, 3)), (.page(-99), place(0, 3)), (.next, place(4, 3)),
            (.previous, place(4, 2)),
        ] as [(GridStep, CellIndex)])
    func fromTheEnd(step: GridStep, destination: CellIndex) {
        var selection = selection(at: Self.place(4, 3))
        selection.move(step, in: Self.size)
        #expect(selection.cursor == destination)
    }

    @Test("Tab reads the table cell by cell, and Shift+Tab back")
    func reading() {
        let all = (0..<5).flatMap { record in (0..<4).map { Self.place(record, $0) } }
        var selection = GridSelection()
        var met = [selection.cursor]
        for _ in 1..<all.count {
            selection.move(.next, in: Self.size)
            met.append(selection.cursor)
        }
        #expect(met == all)
        for place in all.reversed().dropFirst() {
            selection.move(.previous, in: Self.size)
            #expect(selection.cursor == place)
        }
    }

    @Test("Extending keeps the anchor, whichever way the cursor goes")
    func extending() {
        var selection = selection(at: Self.place(2, 2))
        selection.move(.up, extending: true, in: Self.size)
        selection.move(.recordStart, extending: true, in: Self.size)
        #expect(selection.anchor == Self.place(2, 2))
        #expect(selection.rows(in: Self.size) == 1..<3)
        #expect(selection.fields(in: Self.size) == 0..<3)
        #expect(selection.contains(Self.place(1, 1)))
        #expect(!selection.contains(Self.place(0, 1)))
        #expect(!selection.contains(Self.place(1, 3)))
        #expect(!selection.isSingleCell)
        selection.move(.tableEnd, extending: true, in: Self.size)
        #expect(selection.rows(in: Self.size) == 2..<5)
        #expect(selection.fields(in: Self.size) == 2..<4)
        selection.move(.left, in: Self.size)
        #expect(selection.isSingleCell)
        #expect(selection.cursor == Self.place(4, 2))
    }

    @Test("Going beyond the table ends at its border", arguments: [(-1, -1), (99, 99), (-5, 99), (Int.max, Int.min)])
    func clamping(record: Int, field: Int) {
        let selection = selection(at: Self.place(record, field))
        #expect(Self.size.contains(selection.cursor))
        #expect(selection.cursor == Self.place(record < 0 ? 0 : 4, field < 0 ? 0 : 3))
    }

    @Test("Whole records are selected with all their fields, and extended from the first")
    func wholeRecords() {
        var selection = selection(at: Self.place(0, 1))
        selection.selectRecords(to: 1, in: Self.size)
        #expect(selection.rows(in: Self.size) == 1..<2)
        #expect(selection.fields(in: Self.size) == 0..<4)
        #expect(selection.cursor == Self.place(1, 1))
        #expect(!selection.isSingleCell)
        selection.selectRecords(to: 3, extending: true, in: Self.size)
        #expect(selection.rows(in: Self.size) == 1..<4)
        selection.selectRecords(to: 0, extending: true, in: Self.size)
        #expect(selection.rows(in: Self.size) == 0..<2)
        #expect(selection.contains(Self.place(0, 3)))
        #expect(!selection.contains(Self.place(2, 1)))
        selection.selectRecords(to: 50, in: Self.size)
        #expect(selection.rows(in: Self.size) == 4..<5)
        selection.move(.up, extending: true, in: Self.size)
        #expect(selection.rows(in: Self.size) == 3..<5)
        #expect(selection.fields(in: Self.size) == 0..<4)
        selection.move(.up, in: Self.size)
        #expect(selection.isSingleCell)
    }

    @Test("Whole fields are selected with all rows, also those that come later")
    func wholeFields() {
        var selection = selection(at: Self.place(2, 0))
        selection.selectFields(to: 1, in: Self.size)
        #expect(selection.fields(in: Self.size) == 1..<2)
        #expect(selection.rows(in: Self.size) == 0..<5)
        #expect(selection.rows(in: GridSize(rows: 9, fields: 4)) == 0..<9)
        #expect(selection.cursor == Self.place(2, 1))
        selection.selectFields(to: 3, extending: true, in: Self.size)
        #expect(selection.fields(in: Self.size) == 1..<4)
        #expect(selection.contains(Self.place(4, 2)))
        #expect(!selection.contains(Self.place(4, 0)))
        selection.selectRecords(to: 2, extending: true, in: Self.size)
        #expect(selection.rows(in: Self.size) == 2..<3)
    }

    @Test("A rectangle is widened to its records or fields, and both to everything")
    func widening() {
        var selection = selection(at: Self.place(1, 1))
        selection.move(.down, extending: true, in: Self.size)
        selection.widen(to: .fields, in: Self.size)
        #expect(selection.fields(in: Self.size) == 1..<2)
        #expect(selection.rows(in: Self.size) == 0..<5)
        selection.widen(to: .records, in: Self.size)
        #expect(selection.extent == .all)
        #expect(selection.contains(Self.place(4, 3)))
        selection.collapse()
        #expect(selection.isSingleCell)
        #expect(selection.cursor == Self.place(2, 1))
        selection.selectAll()
        selection.go(to: Self.place(0, 0), extending: true, in: Self.size)
        #expect(selection.extent == .cells)
        #expect(selection.rows(in: Self.size) == 0..<3)
    }

    @Test(
        "Ctrl with an arrow goes to the end of a block, or over a gap to the next one",
        arguments: [
            (0, .down, 2), (1, .down, 2), (2, .down, 5), (3, .down, 5), (5, .down, 6), (6, .down, 8), (8, .down, 8),
            (8, .up, 6), (6, .up, 5), (5, .up, 2), (4, .up, 2), (2, .up, 0), (0, .up, 0),
        ] as [(Int, GridDirection, Int)])
    func edges(start: Int, direction: GridDirection, end: Int) {
        // Rows 0–2, 5 and 6 are filled; 3, 4, 7 and 8 are empty.
        let size = GridSize(rows: 9, fields: 1)
        let filled: Set = [0, 1, 2, 5, 6]
        var selection = selection(at: Self.place(start, 0), in: size)
        selection.move(.edge(direction), in: size) { filled.contains($0.row) }
        #expect(selection.cursor == Self.place(end, 0))
        var turned = self.selection(at: Self.place(0, start), in: GridSize(rows: 1, fields: 9))
        turned.move(.edge(direction == .down ? .right : .left), in: GridSize(rows: 1, fields: 9)) {
            filled.contains($0.column)
        }
        #expect(turned.cursor == Self.place(0, end))
    }

    @Test(
        "In an empty table the cursor stays where the first cell would be",
        arguments: [
            .left, .right, .up, .down, .recordStart, .recordEnd, .tableStart, .tableEnd, .edge(.up), .edge(.down),
            .edge(.left),
            .page(10), .page(-10), .next, .previous,
        ] as [GridStep])
    func emptyTable(step: GridStep) {
        let sizes = [GridSize(rows: 0, fields: 0), GridSize(rows: 0, fields: 1), GridSize(rows: 1, fields: 0)]
        for size in sizes {
            var selection = GridSelection()
            selection.move(step, extending: true, in: size)
            #expect(selection.cursor == Self.place(0, 0))
            #expect(selection.isSingleCell)
            #expect(!size.contains(selection.cursor))
        }
    }

    @Test("When the table gets smaller, cursor and anchor stay on cells that exist")
    func fitting() {
        var selection = selection(at: Self.place(1, 1))
        selection.move(.tableEnd, extending: true, in: Self.size)
        selection.fit(GridSize(rows: 3, fields: 3))
        #expect(selection.cursor == Self.place(2, 2))
        #expect(selection.anchor == Self.place(1, 1))
        selection.fit(GridSize(rows: 1, fields: 1))
        #expect(selection.isSingleCell)
        selection.fit(GridSize(rows: 0, fields: 0))
        #expect(selection.cursor == Self.place(0, 0))
        selection.fit(Self.size)
        #expect(selection.cursor == Self.place(0, 0))
    }
}
