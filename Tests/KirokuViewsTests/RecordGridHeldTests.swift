import CGtk
import Geometry
import GtkKit
import TestSupport
import XCTest

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable
@testable import KirokuViews

/// A grid over a table that holds only some of its rows.
final class RecordGridHeldTests: GtkTestCase {
    func testTheGridTellsWhatIsInSightAndShowsWhatComes() throws {
        try onMain {
            let fixture = try Fixture(count: 5_000)
            XCTAssertEqual(fixture.grid.rowCount, 5_000)
            XCTAssertEqual(fixture.model.wanted.lowerBound, 0)
            XCTAssertEqual(fixture.text(0), "text 0")
            fixture.window.press(GDK_KEY_End, .control)
            XCTAssertTrue(work(until: { fixture.model.wanted.upperBound == 5_000 }))
            XCTAssertEqual(fixture.text(4_999), "…")
            XCTAssertNil(fixture.grid.cursor)
            fixture.model.hold(4_900..<5_000)
            workOff()
            XCTAssertEqual(fixture.text(4_999), "text 4999")
            XCTAssertEqual(fixture.grid.cursor?.record, 99)
            fixture.window.press(GDK_KEY_Home, .control)
            XCTAssertTrue(work(until: { fixture.model.wanted.lowerBound == 0 }))
            XCTAssertEqual(fixture.grid.cursorRow, 0)
            fixture.close()
        }
    }

    func testRowsThatMoveStayWhereTheyAreOnTheScreenWithCursorAndSelection() throws {
        try onMain {
            let fixture = try Fixture(count: 5_000)
            fixture.model.hold(2_000..<2_200, isCounted: false)
            fixture.grid.current.go(to: CellIndex(row: 2_050, column: 3))
            fixture.grid.current.go(to: CellIndex(row: 2_052, column: 3), extending: true)
            workOff()
            let top = fixture.grid.viewport.layout.top(of: 2_052)
            // The first record is reached: what was taken for row 2,000 is row 100.
            fixture.model.hold(100..<300, of: 3_100, moved: -1_900)
            workOff()
            XCTAssertEqual(fixture.grid.viewport.layout.top(of: 152), top, accuracy: 0.5)
            XCTAssertEqual(fixture.grid.current.selectedRows, 150..<153)
            XCTAssertEqual(fixture.grid.cursorRow, 152)
            XCTAssertEqual(fixture.grid.rowCount, 3_100)
            fixture.close()
        }
    }

    func testNothingIsScrolledBackWhenRecordsCome() throws {
        try onMain {
            let fixture = try Fixture(count: 5_000)
            fixture.grid.viewport.scroll(x: 0, y: 3_000 * fixture.grid.viewport.layout.rowHeight)
            workOff()
            let offset = fixture.grid.viewport.layout.scrollY
            fixture.model.hold(2_900..<3_100)
            workOff()
            XCTAssertEqual(fixture.grid.viewport.layout.scrollY, offset)
            XCTAssertEqual(fixture.grid.cursorRow, 0)
            fixture.close()
        }
    }

    func testAnEdgeIsTheEndAndAnOrderIsAskedOfTheModel() throws {
        try onMain {
            let fixture = try Fixture(count: 5_000)
            fixture.window.press(GDK_KEY_Down, .control)
            XCTAssertEqual(fixture.grid.cursorRow, 4_999)
            fixture.window.press(GDK_KEY_Up, .control)
            XCTAssertEqual(fixture.grid.cursorRow, 0)
            let rule = SortRule(field: fixture.model.table.schema[1].id)
            fixture.grid.activate(CellIndex(row: -1, column: 1))
            XCTAssertEqual(fixture.model.asked, [[rule]])
            XCTAssertTrue(fixture.grid.sortRules.isEmpty)
            fixture.model.sortRules = [rule]
            fixture.model.hold(0..<100)
            XCTAssertEqual(fixture.grid.sortRules, [rule])
            fixture.close()
        }
    }

    func testNothingCanBeTypedIntoRowsThatAreStillToCome() throws {
        try onMain {
            let fixture = try Fixture(count: 5_000)
            fixture.window.press(GDK_KEY_End, .control)
            for key in [GDK_KEY_x, GDK_KEY_F2, GDK_KEY_Delete, GDK_KEY_Return] { fixture.window.press(key) }
            XCTAssertFalse(fixture.grid.isEditing)
            XCTAssertEqual(fixture.grid.rowCount, 5_000)
            fixture.close()
        }
    }
}

/// A grid of a table of which a part is held, as the test says.
@MainActor
private struct Fixture {
    let model: HeldModel
    let grid: RecordGrid
    let window: TestWindow

    init(count: Int) throws {
        model = try HeldModel(count: count)
        grid = RecordGrid(model: model, name: "Table")
        window = testWindow(grid.widget, width: 500, height: 300)
        grid.grabFocus()
        workOff()
    }

    func text(_ row: Int) -> String { grid.cell(at: CellIndex(row: row, column: 3)).text }

    func close() {
        workOff()
        window.destroy()
        workOff()
    }
}

/// A table that holds the rows that a test says.
@MainActor
private final class HeldModel: TableModel {
    private(set) var table: RecordTable
    private(set) var revision = 0
    let refusal: EditError? = .readOnly
    private(set) var held: HeldRows?
    private(set) var wanted = 0..<0
    private(set) var asked: [[SortRule]] = []
    var sortRules: [SortRule] = []
    private let whole: RecordTable
    private let observers = Observers<DocumentEvent>()

    init(count: Int) throws {
        whole = try GridFixture.table(records: count)
        table = try whole.records(at: RecordIndexes(0..<100))
        held = HeldRows(before: 0, count: count, isCounted: true)
    }

    /// Holds these rows, whose records are those that were there before they have moved.
    func hold(_ rows: Range<Int>, of count: Int? = nil, isCounted: Bool = true, moved: Int = 0) {
        let records = rows.lowerBound - moved..<rows.upperBound - moved
        guard let some = try? whole.records(at: RecordIndexes(records)) else { return }
        table = some
        revision += 1
        held = HeldRows(before: rows.lowerBound, count: count ?? whole.count, isCounted: isCounted, moved: moved)
        observers.notify(.tableChanged(.everything))
    }

    func want(rows: Range<Int>) { wanted = rows }

    func keepSortRules(_ rules: [SortRule]) { asked.append(rules) }

    func observe(_ body: @escaping @MainActor (DocumentEvent) -> Void) -> Observation { observers.add(body) }

    func apply(_ change: Change, title: ChangeTitle?) throws(EditError) { throw .readOnly }
}
