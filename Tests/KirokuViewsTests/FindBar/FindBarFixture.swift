import CGtk
import CoreTestSupport
import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation
import TestSupport

@testable import KirokuViews

/// A grid with a find bar above it, in a window.
///
/// Its fields are Name (String), Age (Int), Member (Bool) and Note (String).
@MainActor
struct FindBarFixture {
    let grid: RecordGrid
    let bar: FindBar
    let window: TestWindow
    let document: Document
    private let recorder = Recorder()

    private final class Recorder {
        var messages: [Message?] = []
    }

    static let rows: [[CellValue]] = [
        [.string("Ann"), .int(31), .bool(true), .string("ａｎｎ")], [.string("Bob"), .int(45), .bool(false), .empty],
        [.string("Cy"), .unfit("seven"), .empty, .string("31 cards")], [.string("Dan"), .int(12), .empty, .empty],
    ]

    init(_ rows: [[CellValue]] = Self.rows, isReadOnly: Bool = false) throws {
        var table = try RecordTable(
            fieldNames: ["Name", "Age", "Member", "Note"], fieldTypes: [.string, .int, .bool, .string])
        for row in rows { try table.addRecord(row) }
        document = Document(
            title: "a", contents: DocumentContents(table: table),
            store: isReadOnly ? nil : MemoryStore(DocumentContents(table: table)))
        grid = RecordGrid(model: document, name: "Cards")
        bar = FindBar(grid: grid)
        bar.onMessage = { [recorder] in recorder.messages.append($0) }
        let content = column()
        content.append(bar.widget)
        content.append(grid.widget, fills: true)
        window = testWindow(content, width: 700, height: 500)
        grid.grabFocus()
        workOff()
    }

    /// What the user read last.
    var message: String? { recorder.messages.last??.text }

    /// What the grid shows in its first field, row by row.
    var names: [String] {
        let table: any AccessibleTable = grid
        return (0..<table.rowCount).map { table.cell(at: CellIndex(row: $0, column: 0)).text }
    }

    var cursorName: String? { grid.cursor.map { document.table[$0.record, 0].plainText ?? "" } }

    var isAtRest: Bool { !bar.isFinding && !grid.isArranging && !bar.replacing.isPlanning }

    /// Lets the bar find what is asked for.
    func wait() -> Bool { work(until: { isAtRest }) }

    /// Opens the bar and types into its first entry.
    func find(_ text: String) -> Bool {
        bar.open()
        bar.parts.text.text = text
        return wait()
    }

    /// Adds a condition as a person fills it in.
    func add(_ field: String, _ comparison: Comparison, _ text: String = "") {
        bar.parts.conditions.isOn = true
        if bar.form.rows.last?.line.isFilledIn != false { click(bar.parts.add) }
        guard let row = bar.form.rows.last, let index = document.table.schema.index(named: field) else { return }
        row.field.chosen = index
        row.comparison.chosen = Comparison.all(for: document.table.schema[index].type).firstIndex(of: comparison)
        if row.flag.isVisible { row.flag.chosen = text == "true" ? 0 : 1 } else { row.text.text = text }
    }

    func click(_ button: Button) { gtk_button_clicked(button.object.assumingMemoryBound(to: GtkButton.self)) }

    func close() {
        workOff()
        window.destroy()
        workOff()
    }
}
