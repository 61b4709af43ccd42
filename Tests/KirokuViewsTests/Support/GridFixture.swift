import CoreTestSupport
import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation
import TestSupport

@testable import KirokuViews

/// A grid in a window, over a document that is kept in memory.
///
/// Its fields are Number (Int), Rate (Float), Done (Bool) and Text (String). Record 3 is `3`, `3.5`, true, "text 3".
@MainActor
struct GridFixture {
    let document: Document
    let grid: RecordGrid
    let window: TestWindow
    private let recorder = Recorder()

    private final class Recorder {
        var messages: [Message?] = []
    }

    init(records: Int = 10, isReadOnly: Bool = false) throws {
        self.init(try Self.table(records: records), isReadOnly: isReadOnly)
    }

    /// What the fixture shows.
    static func table(records: Int) throws -> RecordTable {
        var table = try RecordTable(
            fieldNames: ["Number", "Rate", "Done", "Text"], fieldTypes: [.int, .float, .bool, .string])
        for number in 0..<records {
            try table.addRecord([
                .int(number), .float(Double(number) + 0.5), .bool(!number.isMultiple(of: 2)),
                .string("text \(number)"),
            ])
        }
        return table
    }

    init(_ table: RecordTable, isReadOnly: Bool = false) {
        self.init(
            Document(
                title: "a", contents: DocumentContents(table: table),
                store: isReadOnly ? nil : MemoryStore(DocumentContents(table: table))))
    }

    init(_ document: Document) {
        self.document = document
        grid = RecordGrid(model: document, name: "Cards")
        grid.onMessage = { [recorder] in recorder.messages.append($0) }
        window = testWindow(grid.widget, width: 500, height: 300)
        grid.grabFocus()
        workOff()
    }

    /// What the user read last; `nil` if nothing was said or it was taken back.
    var message: Message? { recorder.messages.last ?? nil }

    /// The accessible view of the same grid.
    var table: any AccessibleTable { grid }

    func value(_ record: Int, _ field: Int) -> CellValue { document.table[record, field] }

    var selectedRows: Range<Int> { grid.current.selection.rows(in: grid.rows.size) }

    var selectedFields: Range<Int> { grid.current.selection.fields(in: grid.rows.size) }

    /// What a field shows, row by row.
    func texts(_ field: Int) -> [String] {
        (0..<table.rowCount).map { table.cell(at: CellIndex(row: $0, column: field)).text }
    }

    /// Lets the grid put the records into order.
    func waitUntilArranged() -> Bool { work(until: { !grid.isArranging }) }

    /// Puts the cursor on a cell.
    func go(_ record: Int, _ field: Int) { grid.go(to: CellPosition(record: record, field: field)) }

    /// Opens a cell with its text, and puts another text in its place.
    func begin(_ record: Int, _ field: Int, typing text: String? = nil) {
        go(record, field)
        grid.editing.begin(.asItIs)
        if let text { grid.editing.editor.entry.text = text }
    }

    /// Puts a text into a cell as a person does.
    func enter(_ text: String, _ record: Int, _ field: Int) {
        begin(record, field, typing: text)
        grid.commitEditing()
        grid.grabFocus()
    }

    /// Everything that waits is done first, as the fixture holds the grid longer than its window does.
    func close() {
        workOff()
        window.destroy()
        workOff()
    }
}
