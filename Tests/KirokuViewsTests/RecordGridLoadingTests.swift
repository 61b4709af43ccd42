import CGtk
import CoreTestSupport
import GtkKit
import TestSupport
import XCTest

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable
@testable import KirokuViews

/// A grid of the first records of a document whose others are still being read.
final class RecordGridLoadingTests: GtkTestCase {
    /// Five hundred records, 300 of which are there at most: widths are taken from fewer.
    @MainActor
    private struct Fixture {
        let whole: RecordTable
        let fixture: GridFixture
        var grid: RecordGrid { fixture.grid }
        var document: Document { fixture.document }

        init(from start: Int = 0) throws {
            whole = try GridFixture.table(records: 500)
            let some = DocumentContents(table: try whole.records(at: RecordIndexes(start..<min(start + 300, 500))))
            fixture = GridFixture(
                Document(
                    title: "a",
                    beginning: PartialDocument(contents: some, likelyCount: 500, recordsBefore: start)))
        }

        func finish(sortedBy rules: [SortRule] = []) {
            let other = Document(title: "", contents: DocumentContents(table: whole), store: nil)
            other.keepSortRules(rules)
            let contents = DocumentContents(table: whole, settings: other.settings)
            document.finishLoading(title: "a", contents, in: MemoryStore(contents))
        }
    }

    func testTheCursorMovesAmongTheFirstRecordsAndStaysWhenTheOthersCome() throws {
        try onMain {
            let loading = try Fixture()
            loading.fixture.window.press(GDK_KEY_End, .control)
            XCTAssertEqual(loading.grid.cursor, CellPosition(record: 299, field: 3))
            let (top, widths) = (loading.grid.viewport.layout.scrollY, loading.grid.viewport.layout.columnWidths)
            let gutter = loading.grid.viewport.layout.gutterWidth
            XCTAssertGreaterThan(top, 0)
            loading.finish()
            workOff()
            XCTAssertEqual(loading.fixture.table.rowCount, 500)
            XCTAssertEqual(loading.grid.cursor, CellPosition(record: 299, field: 3))
            XCTAssertEqual(loading.grid.viewport.layout.scrollY, top)
            XCTAssertEqual(loading.grid.viewport.layout.columnWidths, widths)
            XCTAssertEqual(loading.grid.viewport.layout.gutterWidth, gutter)
            loading.fixture.close()
        }
    }

    func testRecordsFurtherDownStayInTheirPlaceWhenThoseBeforeThemCome() throws {
        try onMain {
            let loading = try Fixture(from: 300)
            let record = loading.whole.ids[320]
            let field = loading.document.table.schema[1].id
            loading.grid.restore(GridPosition(record: record, field: field, rowsAbove: 318.5))
            XCTAssertEqual(loading.grid.cursor, CellPosition(record: 20, field: 1))
            XCTAssertEqual(loading.grid.position.rowsAbove, 318.5, accuracy: 0.05)
            XCTAssertEqual(loading.grid.position.top, loading.whole.ids[318])
            loading.fixture.window.press(GDK_KEY_Down)
            let before = loading.grid.viewport.layout.top(of: 21)
            let widths = loading.grid.viewport.layout.columnWidths
            loading.finish()
            workOff()
            XCTAssertEqual(loading.grid.cursor, CellPosition(record: 321, field: 1))
            XCTAssertEqual(loading.grid.viewport.layout.top(of: 321), before, accuracy: 0.5)
            XCTAssertEqual(loading.grid.position.top, loading.whole.ids[318])
            XCTAssertEqual(loading.grid.viewport.layout.columnWidths, widths)
            loading.fixture.close()
        }
    }

    func testWhatWouldChangeOrCopyThemIsRefusedWithAWord() throws {
        try onMain {
            let loading = try Fixture()
            let keys: [(Int32, Modifiers)] = [
                (GDK_KEY_x, []), (GDK_KEY_F2, []), (GDK_KEY_Delete, []), (GDK_KEY_space, []),
                (GDK_KEY_a, .control), (GDK_KEY_c, .control), (GDK_KEY_v, .control), (GDK_KEY_d, .control),
                (GDK_KEY_semicolon, .control), (GDK_KEY_colon, [.control, .shift]), (GDK_KEY_P, [.control, .shift]),
                (GDK_KEY_Down, .alt), (GDK_KEY_Menu, []),
            ]
            var commands = 0
            loading.grid.onClipboardCommand = { _ in commands += 1 }
            for (key, modifiers) in keys {
                loading.grid.onMessage?(nil)
                loading.fixture.window.press(key, modifiers)
                XCTAssertEqual(loading.fixture.message?.text, EditError.loading.message, "key \(key)")
                XCTAssertFalse(loading.grid.isEditing)
            }
            XCTAssertEqual(commands, 0)
            XCTAssertEqual(loading.document.table.count, 300)
            loading.fixture.close()
        }
    }

    func testKeysOfTheWindowAreLeftToIt() throws {
        try onMain {
            let loading = try Fixture()
            let keys: [(Int32, Modifiers)] = [(GDK_KEY_w, .control), (GDK_KEY_Escape, []), (GDK_KEY_F10, [])]
            for (key, modifiers) in keys {
                loading.fixture.window.press(key, modifiers)
            }
            XCTAssertNil(loading.fixture.message)
            loading.fixture.close()
        }
    }

    func testProgressIsShownUntilTheRecordsAreThereAndCanBeStopped() throws {
        try onMain {
            let loading = try Fixture()
            var stops = 0
            loading.grid.showLoading("Opening a…") { stops += 1 }
            loading.grid.loadingFraction = 0.4
            XCTAssertTrue(loading.grid.rows.strip.isActive)
            XCTAssertEqual(loading.grid.loadingFraction, 0.4)
            loading.grid.rows.strip.onCancel?()
            XCTAssertEqual(stops, 1)
            loading.finish()
            XCTAssertFalse(loading.grid.rows.strip.isActive)
            loading.grid.loadingFraction = 0.5
            XCTAssertEqual(loading.grid.loadingFraction, 0)
            loading.fixture.close()
        }
    }

    func testWhenTheyAreThereTheyAreSortedAsTheyWere() throws {
        try onMain {
            let loading = try Fixture()
            let rule = SortRule(field: loading.document.table.schema[0].id, isDescending: true)
            loading.finish(sortedBy: [rule])
            XCTAssertTrue(loading.fixture.waitUntilArranged())
            XCTAssertEqual(loading.grid.sortRules, [rule])
            XCTAssertEqual(loading.fixture.texts(0).first, "499")
            loading.fixture.close()
        }
    }
}
