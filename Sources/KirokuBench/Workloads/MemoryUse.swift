import Glibc
import KirokuCore

/// Measures memory, each time in a process that does nothing else.
enum MemoryUse {
    private static let steps = 10_000

    /// Prints the bytes for each record that stay in use after reading a table, and the peak in megabytes.
    static func measureTable(_ path: String) async throws {
        // First makes what any first reading leaves in memory.
        _ = try await SeparatedText.read(Array("a\tb\n1\tx\n".utf8))
        let before = try ProcessStatus().resident
        let table = try await SeparatedTextFile.read(path: path).table
        let status = try ProcessStatus()
        printFigures("memory per record", [Double(status.resident - before) / Double(max(table.count, 1))])
        printFigures("peak memory, reading", [Double(status.peak) / 1e6])
    }

    /// Prints the megabytes that the history of single edits uses.
    @MainActor
    static func measureUndo(_ path: String) async throws {
        let cards = try await Cards(path: path)
        // A store without a history, so that only the document's own uses memory.
        let contents = DocumentContents(table: cards.table)
        let store = MemoryStore(contents, capabilities: .edits)
        let document = Document(title: "Cards", contents: contents, store: store)
        let field = document.table.schema.index(of: cards.number.id) ?? 0
        // The first edit makes the document and the store copy the column of `cards`, one each.
        try await edit(document, field, records: 0..<1)
        let before = try ProcessStatus().resident
        try await edit(document, field, records: 1..<steps + 1)
        printFigures("memory of undo", [Double(try ProcessStatus().resident - before) / 1e6])
    }

    @MainActor
    private static func edit(_ document: Document, _ field: Int, records: Range<Int>) async throws {
        for record in records {
            try document.setCells([CellEdit(record: record, field: field, value: .int(record))])
            await document.finishSaving()
        }
    }
}
