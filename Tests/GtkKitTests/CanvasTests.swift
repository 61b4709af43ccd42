import CGtk
import Geometry
import TestSupport
import XCTest

@testable import GtkKit

final class CanvasTests: GtkTestCase {
    /// Three rows of two columns.
    @MainActor
    private final class Cells: AccessibleTable {
        var activated: CellIndex?
        let rowCount = 3
        let columnCount = 2
        var focusedCell: CellIndex? = CellIndex(row: 1, column: 0)

        func columnTitle(_ column: Int) -> String { "Column \(column)" }

        func cell(at index: CellIndex) -> AccessibleCell {
            AccessibleCell(
                text: "\(index.row)-\(index.column)", description: index.row == 2 ? "wrong" : "",
                kind: index.column == 1 ? .checkBox(index.row == 0 ? nil : true) : .text,
                isInvalid: index.row == 2, isEditable: true)
        }

        func isSelected(_ index: CellIndex) -> Bool { index == focusedCell }

        func rectangle(of index: CellIndex) -> Rectangle? {
            index.row == 2
                ? nil
                : Rectangle(x: Double(index.column) * 50, y: Double(index.row + 1) * 20, width: 50, height: 20)
        }

        func cell(atX x: Double, y: Double) -> CellIndex? { CellIndex(row: Int(y / 20) - 1, column: Int(x / 50)) }

        func focus(_ index: CellIndex) { focusedCell = index }

        func activate(_ index: CellIndex) { activated = index }
    }

    func testAScreenReaderMeetsATable() throws {
        try onMain {
            let cells = Cells()
            let canvas = Canvas(name: "Cards")
            canvas.accessibleTable = cells
            let window = testWindow(canvas)
            let accessible = try XCTUnwrap(gtk_widget_get_accessible(canvas.pointer))
            let table = OpaquePointer(accessible)
            XCTAssertEqual(atk_object_get_role(accessible), ATK_ROLE_TABLE)
            XCTAssertEqual(canvas.accessibleName, "Cards")
            XCTAssertEqual(atk_table_get_n_rows(table), 3)
            XCTAssertEqual(atk_table_get_n_columns(table), 2)
            XCTAssertEqual(atk_object_get_n_accessible_children(accessible), 8)
            XCTAssertEqual(String(cString: atk_table_get_column_description(table, 1)), "Column 1")

            let cell = try XCTUnwrap(atk_table_ref_at(table, 1, 0))
            XCTAssertEqual(String(cString: atk_object_get_name(cell)), "1-0")
            XCTAssertEqual(atk_object_get_role(cell), ATK_ROLE_TABLE_CELL)
            XCTAssertEqual(atk_object_get_index_in_parent(cell), 4)
            XCTAssertTrue(states(cell)(ATK_STATE_SELECTED))
            XCTAssertTrue(states(cell)(ATK_STATE_SHOWING))
            XCTAssertFalse(states(cell)(ATK_STATE_INVALID_ENTRY))
            g_object_unref(cell)
            window.destroy()
        }
    }

    func testCellsTellTheirState() throws {
        try onMain {
            let cells = Cells()
            let canvas = Canvas(name: "Cards")
            canvas.accessibleTable = cells
            let window = testWindow(canvas)
            let table = OpaquePointer(try XCTUnwrap(gtk_widget_get_accessible(canvas.pointer)))
            let unknown = try XCTUnwrap(atk_table_ref_at(table, 0, 1))
            XCTAssertTrue(states(unknown)(ATK_STATE_INDETERMINATE))
            XCTAssertFalse(states(unknown)(ATK_STATE_CHECKED))
            let wrong = try XCTUnwrap(atk_table_ref_at(table, 2, 1))
            XCTAssertTrue(states(wrong)(ATK_STATE_INVALID_ENTRY))
            XCTAssertTrue(states(wrong)(ATK_STATE_CHECKED))
            XCTAssertFalse(states(wrong)(ATK_STATE_SHOWING))
            XCTAssertEqual(String(cString: atk_object_get_description(wrong)), "wrong")
            XCTAssertNil(atk_table_ref_at(table, 3, 0))
            XCTAssertNil(atk_table_ref_at(table, 0, 2))

            atk_action_do_action(OpaquePointer(unknown), 0)
            XCTAssertTrue(work(until: { cells.activated == CellIndex(row: 0, column: 1) }))
            for cell in [unknown, wrong] { g_object_unref(cell) }
            window.destroy()
        }
    }

    /// A screen reader asks for the place of a cell on a page that has just been left, too.
    func testCellsOfACanvasThatIsNotDrawnAreNowhere() throws {
        try onMain {
            let cells = Cells()
            let canvas = Canvas(name: "Cards")
            canvas.accessibleTable = cells
            let table = try XCTUnwrap(gtk_widget_get_accessible(canvas.pointer))
            let places = [(0, 0), (2, 1)].map { row, column in
                let cell = atk_table_ref_at(OpaquePointer(table), Int32(row), Int32(column))
                defer { g_object_unref(cell) }
                var x: Int32 = 0
                var y: Int32 = 0
                atk_component_get_extents(OpaquePointer(cell), &x, &y, nil, nil, ATK_XY_SCREEN)
                return [x, y]
            }
            XCTAssertEqual(places, [[.min, .min], [.min, .min]])
            XCTAssertNil(atk_component_ref_accessible_at_point(OpaquePointer(table), 60, 30, ATK_XY_SCREEN))
        }
    }

    func testACanvasDraws() {
        onMain {
            let canvas = Canvas(name: "Cards")
            var drawings = 0
            canvas.onDraw = { painter in
                drawings += 1
                let room = Rectangle(x: 0, y: 0, width: 100, height: 20)
                painter.clipped(to: room) {
                    painter.text(
                        "記録\nrecord", in: room, Color(red: 0, green: 0, blue: 0), alignment: .end, style: .bold)
                }
            }
            let window = testWindow(canvas)
            XCTAssertTrue(work(until: { drawings > 0 }))
            window.destroy()
        }
    }

    func testACellOutlivesItsCanvas() throws {
        try onMain {
            var canvas: Canvas? = Canvas(name: "Cards")
            let cells = Cells()
            canvas?.accessibleTable = cells
            let window = testWindow(try XCTUnwrap(canvas))
            let table = gtk_widget_get_accessible(canvas?.pointer)
            let cell = try XCTUnwrap(atk_table_ref_at(OpaquePointer(table), 0, 0))
            window.destroy()
            canvas = nil
            XCTAssertTrue(states(cell)(ATK_STATE_DEFUNCT))
            XCTAssertNil(atk_object_get_parent(cell))
            var x: Int32 = 0
            atk_component_get_extents(OpaquePointer(cell), &x, nil, nil, nil, ATK_XY_SCREEN)
            XCTAssertEqual(x, .min)
            g_object_unref(cell)
        }
    }

    func testALongWordIsBrokenWithoutAHyphen() {
        onMain {
            let canvas = Canvas(name: "Canvas")
            let window = testWindow(canvas)
            let layout = made(gtk_widget_create_pango_layout(canvas.pointer, nil))
            defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
            let word = "matsumotomatsumotomatsumoto"
            _ = PangoText.withLines(of: word, on: layout, width: 60, height: -1_000) {
                XCTAssertGreaterThan(pango_layout_get_line_count(layout), 2)
                var glyphs = 0
                for line in 0..<pango_layout_get_line_count(layout) {
                    var run = pango_layout_get_line_readonly(layout, line).pointee.runs
                    while let item = run {
                        let glyph = item.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self)
                        glyphs += Int(glyph.pointee.glyphs.pointee.num_glyphs)
                        run = item.pointee.next
                    }
                }
                XCTAssertEqual(glyphs, word.count)
            }
            window.destroy()
        }
    }
}

@MainActor
private func states(_ object: UnsafeMutablePointer<AtkObject>?) -> (AtkStateType) -> Bool {
    let set = atk_object_ref_state_set(object)
    return { atk_state_set_contains_state(set, $0) != 0 }
}
