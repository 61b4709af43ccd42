import Testing

@testable import KirokuCore

@Suite("Cursor and selection of a grid")
struct GridSelectionTests {
    /// Five records of four fields.
    private static let size = GridSize(records: 5, fields: 4)

    private static func place(_ record: Int, _ field: Int) -> CellPlace {
        CellPlace(record: record, field: field)
    }

    private func selection(at place: CellPlace, in size: GridSize = Self.size) -> GridSelection {
        var selection = GridSelection()
        selection.go(to: place, in: size)
        return selection
    }

    @Test(
        "Steps within the table",
        arguments: [
            (.left, place(2, 1)), (.right, place(2, 3)), (.up, place(1, 2)), (.down, place(3, 2)),
            (.recordStart, place(2, 0)), (.recordEnd, place(2, 3)), (.tableStart, place(0, 0)),
            (.tableEnd, place(4, 3)), (.firstRecord, place(0, 2)), (.lastRecord, place(4, 2)),
            (.page(2), place(4, 2)), (.page(-2), place(0, 2)), (.next, place(2, 3)), (.previous, place(2, 1)),
        ] as [(GridStep, CellPlace)])
    func inside(step: GridStep, destination: CellPlace) {
        var selection = selection(at: Self.place(2, 2))
        selection.move(step, in: Self.size)
        #expect(selection.cursor == destination)
        #expect(selection.isSingleCell)
    }

    @Test(
        "Steps from the first cell",
        arguments: [
            (.left, place(0, 0)), (.right, place(0, 1)), (.up, place(0, 0)), (.down, place(1, 0)),
            (.recordStart, place(0, 0)), (.recordEnd, place(0, 3)), (.tableStart, place(0, 0)),
            (.tableEnd, place(4, 3)), (.firstRecord, place(0, 0)), (.lastRecord, place(4, 0)),
            (.page(3), place(3, 0)), (.page(-3), place(0, 0)), (.page(99), place(4, 0)), (.next, place(0, 1)),
            (.previous, place(0, 0)),
        ] as [(GridStep, CellPlace)])
    func fromTheStart(step: GridStep, destination: CellPlace) {
        var selection = selection(at: Self.place(0, 0))
        selection.move(step, in: Self.size)
        #expect(selection.cursor == destination)
    }

    @Test(
        "Steps from the last cell",
        arguments: [
            (.left, place(4, 2)), (.right, place(4, 3)), (.up, place(3, 3)), (.down, place(4, 3)),
            (.recordStart, place(4, 0)), (.recordEnd, place(4, 3)), (.tableStart, place(0, 0)),
            (.tableEnd, place(4, 3)), (.firstRecord, place(0, 3)), (.lastRecord, place(4, 3)),
            (.page(3), place(4, 3)), (.page(-3), place(1, 3)), (.page(-99), place(0, 3)), (.next, place(4, 3)),
            (.previous, place(4, 2)),
        ] as [(GridStep, CellPlace)])
    func fromTheEnd(step: GridStep, destination: CellPlace) {
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
        #expect(selection.records == 1...2)
        #expect(selection.fields == 0...2)
        #expect(selection.contains(Self.place(1, 1)))
        #expect(!selection.contains(Self.place(0, 1)))
        #expect(!selection.contains(Self.place(1, 3)))
        #expect(!selection.isSingleCell)
        selection.move(.tableEnd, extending: true, in: Self.size)
        #expect(selection.records == 2...4)
        #expect(selection.fields == 2...3)
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

    @Test("Whole records are selected with all their fields")
    func wholeRecords() {
        var selection = selection(at: Self.place(0, 1))
        selection.select(records: 1...3, in: Self.size)
        #expect(selection.records == 1...3)
        #expect(selection.fields == 0...3)
        selection.select(records: 4...4, in: Self.size)
        #expect(selection.records == 4...4)
        #expect(selection.fields == 0...3)
        selection.select(records: 3...50, in: Self.size)
        #expect(selection.records == 3...4)
    }

    @Test(
        "In an empty table the cursor stays where the first cell would be",
        arguments: [
            .left, .right, .up, .down, .recordStart, .recordEnd, .tableStart, .tableEnd, .firstRecord, .lastRecord,
            .page(10), .page(-10), .next, .previous,
        ] as [GridStep])
    func emptyTable(step: GridStep) {
        let sizes = [GridSize(records: 0, fields: 0), GridSize(records: 0, fields: 1), GridSize(records: 1, fields: 0)]
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
        selection.fit(GridSize(records: 3, fields: 3))
        #expect(selection.cursor == Self.place(2, 2))
        #expect(selection.anchor == Self.place(1, 1))
        selection.fit(GridSize(records: 1, fields: 1))
        #expect(selection.isSingleCell)
        selection.fit(GridSize(records: 0, fields: 0))
        #expect(selection.cursor == Self.place(0, 0))
        selection.fit(Self.size)
        #expect(selection.cursor == Self.place(0, 0))
    }
}
