import CoreTestSupport
import KirokuCore
import Testing

@testable import KirokuViews

@Suite("What an entry of the history says")
@MainActor
struct HistoryLinesTests {
    @Test("What was typed over before its conflict was resolved says so, and cannot be taken back")
    func typedOver() async throws {
        var table = try RecordTable(fieldNames: ["Name"], fieldTypes: [.string])
        for name in ["Anna", "Bob"] { try table.addRecord([.string(name)]) }
        let store = MemoryStore(DocumentContents(table: table), name: "a")
        let document = Document(title: "a", contents: DocumentContents(table: table), store: store)
        for record in 0..<2 {
            document.leaveOpen(
                EditConflict(
                    reason: .cellChanged, record: table.ids[record], field: table.schema[0].id, fieldName: "Name",
                    own: .string("mine \(record)"), theirs: table[record, 0]))
        }
        try document.setCells([CellEdit(record: 0, field: 0, value: .string("Annie"))])
        await document.finishSaving()
        let entries = try await document.history(of: .document, before: nil).entries
        let entry = try #require(entries.first { $0.isTypedOver })
        let lines = HistoryLines(entry, in: document.table)
        #expect(lines.title == "Name")
        #expect(lines.change == "mine 0: conflicting edit, overwritten or discarded")
        #expect(!entry.isKept)
        await document.close()
    }
}
