import CGtk
import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuViews

/// The views over a table of somebody else's, which is no document.
final class TableModelTests: GtkTestCase {
    func testTheGridEditsAnyTable() throws {
        try onMain {
            let fixture = try Fixture()
            fixture.grid.grabFocus()
            fixture.window.type("42")
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.model.table[0, 0], .int(42))
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 1, field: 0))
            fixture.grid.addRecord()
            XCTAssertEqual(fixture.model.table.count, 4)
            XCTAssertEqual(fixture.grid.deleteSelectedRecords(), 1)
            XCTAssertEqual(fixture.model.table.count, 3)
            fixture.close()
        }
    }

    func testWhatTheTableLeavesOutDoesNothing() throws {
        try onMain {
            let fixture = try Fixture()
            fixture.grid.emptySelection()
            fixture.grid.undo()
            XCTAssertEqual(fixture.model.table[0, 0], .empty)
            let field = fixture.model.table.schema[0].id
            fixture.grid.setPinned(true, field)
            XCTAssertFalse(fixture.grid.isPinned(field))
            fixture.grid.renameField(field)
            fixture.grid.fields.nameEditor.entry.text = "Other"
            fixture.grid.commitEditing()
            XCTAssertEqual(fixture.model.table.schema[0].name, "Number")
            XCTAssertEqual(fixture.message?.text, EditError.readOnly.message)
            fixture.close()
        }
    }

    func testARefusalIsTold() throws {
        try onMain {
            let fixture = try Fixture()
            fixture.model.refusal = .loading
            fixture.grid.emptySelection()
            XCTAssertEqual(fixture.message?.text, EditError.loading.message)
            XCTAssertEqual(fixture.model.table[0, 0], .int(0))
            fixture.close()
        }
    }

    func testCardAndSummaryFollowAnyTable() throws {
        try onMain {
            let fixture = try Fixture()
            let card = CardView(model: fixture.model, name: "Card")
            card.show(record: 1, position: nil)
            let summary = SummaryView(model: fixture.model)
            summary.show(field: fixture.model.table.schema[0].id)
            XCTAssertTrue(work(until: { summary.summary?.filled == 3 }))
            try fixture.model.setCells([CellEdit(record: 1, field: 0, value: .empty)])
            XCTAssertEqual(card.rows[0].entry.text, "")
            XCTAssertTrue(work(until: { summary.summary?.filled == 2 }))
            card.widget.destroy()
            summary.widget.destroy()
            fixture.close()
        }
    }
}

@MainActor
private struct Fixture {
    let model: TableInMemory
    let grid: RecordGrid
    let window: TestWindow
    private let recorder = Recorder()

    private final class Recorder {
        var message: Message?
    }

    init() throws {
        model = TableInMemory(try GridFixture.table(records: 3))
        grid = RecordGrid(model: model, name: "Table")
        grid.onMessage = { [recorder] in recorder.message = $0 }
        window = testWindow(grid.widget, width: 500, height: 300)
        workOff()
    }

    var message: Message? { recorder.message }

    func close() {
        workOff()
        window.destroy()
        workOff()
    }
}
