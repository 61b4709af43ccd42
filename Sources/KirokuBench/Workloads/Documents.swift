import Glibc
import KirokuCore

/// Work with a document on disk.
struct Documents {
    let cards: Cards
    /// The folder for documents, on the disk to measure.
    let folder: String

    private static let edits = 25

    @MainActor
    func measure(_ stopwatch: Stopwatch) async throws {
        try await stopwatch.measure("import", prepare: removeDocument) {
            let table = try await SeparatedTextFile.read(path: cards.path).table
            return try await DocumentStores.create(at: path, table: table)
        }
        try await stopwatch.measure("open document") {
            let store = DocumentStores.at(path)
            return (try await store.load(), store)
        }
        try await measureEdits(stopwatch)
        try await OthersWriting(cards: cards, path: path).measure(stopwatch)
    }

    private var path: String { folder + "/cards.kiroku" }

    private func removeDocument() {
        // It may not exist.
        unlink(path)
    }

    @MainActor
    private func measureEdits(_ stopwatch: Stopwatch) async throws {
        var stopwatch = stopwatch
        stopwatch.runs = max(stopwatch.runs, Self.edits)
        let store = DocumentStores.at(path)
        let document = Document(title: "Cards", contents: try await store.load(), store: store)
        let number = document.table.schema.index(of: cards.number.id) ?? 0
        // Each edit waits until it is durable.
        try await stopwatch.measure("one edit") {
            let record = Int.random(in: 0..<document.table.count)
            try document.setCells([CellEdit(record: record, field: number, value: .int(record))])
            await document.finishSaving()
        }
        // Measures until the record is in the table; saving is not waited for.
        try await stopwatch.measure("insert in the middle", prepare: document.finishSaving) {
            try document.insertRecords(1, at: document.table.count / 2 + Int.random(in: 0..<1_000))
        }
        await document.close()
    }
}
