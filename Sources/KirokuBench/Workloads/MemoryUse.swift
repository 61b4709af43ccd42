import Glibc
import KirokuCore

/// What things take in memory, each in a process that does nothing else.
enum MemoryUse {
    private static let steps = 10_000

    /// Bytes a record that reading a table leaves taken, and the most megabytes that the process took meanwhile.
    static func measureTable(_ path: String) async throws {
        // What is made once, whatever is read, is made before.
        _ = try await SeparatedText.read(Array("a\tb\n1\tx\n".utf8))
        let before = try ProcessStatus().resident
        let table = try await SeparatedTextFile.read(path: path).table
        let status = try ProcessStatus()
        printFigures("memory per record", [Double(status.resident - before) / Double(max(table.count, 1))])
        printFigures("peak memory, reading", [Double(status.peak) / 1e6])
    }

    /// Bytes that the history of single edits takes.
    @MainActor
    static func measureUndo(_ path: String) async throws {
        let cards = try await Cards(path: path)
        // Where no history is kept, so that the document's own alone takes memory.
        let contents = DocumentContents(table: cards.table)
        let store = MemoryStore(contents, capabilities: .edits)
        let document = Document(title: "Cards", contents: contents, store: store)
        let field = document.table.schema.index(of: cards.number.id) ?? 0
        // The first edit gives document and store a column each of their own, apart from that of `cards`.
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
