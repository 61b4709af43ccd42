import CoreTestSupport
import FoundationEssentials
import Synchronization
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("The table as it was")
@MainActor
struct PastTableTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
    }

    private func document(inFile: Bool, _ table: RecordTable) async throws -> Document {
        guard inFile else { return Document(title: "a", inMemory: DocumentContents(table: table)) }
        await (try CardFile.create(at: path, table: table)).close()
        return try await opened()
    }

    private func opened() async throws -> Document {
        let opened = try await CardFile.open(at: path)
        return Document(title: "a", contents: opened.contents, store: opened.store)
    }

    private func numbers() throws -> RecordTable {
        var table = try RecordTable(fieldNames: ["Number"], fieldTypes: [.int])
        for number in 0..<3 { try table.addRecord([.int(number)]) }
        return table
    }

    /// The steps, the newest first; gaps have the step after them.
    private func entries(_ document: Document) async throws -> [HistoryEntry] {
        await document.finishSaving()
        var found: [HistoryEntry] = []
        var position: HistoryPosition?
        repeat {
            let page = try await document.history(of: .document, before: position)
            found += page.entries
            position = page.next
        } while position != nil
        return found
    }

    private func set(_ document: Document, _ record: Int, _ value: Int) throws {
        try document.setCells([CellEdit(record: record, field: 0, value: .int(value))])
    }

    @Test("Each moment comes back, whatever was done since", arguments: UInt64(0)..<60)
    func moments(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let document = try await document(inFile: seed % 2 == 0, try generator.table(records: 1...10))
        var kept: [ExactRecords] = []
        for _ in 0..<15 {
            let before = ExactRecords(document.table)
            let revision = document.revision
            // Now and then a step is undone, which is a step as well.
            if generator.chance(1, in: 6), document.undoTitle != nil {
                try document.undo()
            } else {
                try document.apply(try generator.change(for: document.table))
            }
            if document.revision != revision { kept.append(before) }
        }
        let steps = Array(try await entries(document).reversed())
        let now = ExactRecords(document.table)
        // A change that changes nothing is no entry.
        try #require(steps.count <= kept.count)
        for entry in steps {
            let past = try await document.table(beforeStep: entry.step)
            #expect(past.obstacle == nil)
            #expect(past.time == entry.time)
            let before = ExactRecords(past.table)
            let index = try #require(kept.firstIndex(of: before))
            kept.removeSubrange(..<index)
        }
        #expect(ExactRecords(document.table) == now)
        await document.close()
    }

    @Test("Edits that are not saved are not there", arguments: [false, true])
    func unsaved(isRefused: Bool) async throws {
        let refusals = Refusals()
        let store = MemoryStore(DocumentContents(table: try numbers())) { call throws(StorageError) in
            if case .commit = call, refusals.isRefusing { throw .diskFull(at: .memory("a")) }
        }
        let document = Document(title: "a", contents: try await store.load(), store: store)
        try set(document, 0, 7)
        let step = try #require(try await entries(document).first?.step)
        refusals.isRefusing = isRefused
        try set(document, 0, 8)
        try document.deleteRecords(at: RecordIndexes(1))
        let past = try await document.table(beforeStep: step)
        #expect(past.obstacle == nil)
        #expect(ExactRecords(past.table) == ExactRecords(try numbers()))
        refusals.isRefusing = false
        await document.close()
    }

    @Test("What another program has written is taken back where it was noticed")
    func noticed() async throws {
        let document = try await document(inFile: true, try numbers())
        try set(document, 0, 7)
        await document.finishSaving()
        try SQLiteTool(path).run("UPDATE records SET f1 = 9 WHERE id = 1")
        try await until { await document.table[0, 0] == .int(9) }
        try await until { (try? await self.entries(document).count) == 2 }
        let steps = try await entries(document)
        #expect(try await document.table(beforeStep: steps[0].step).table[0, 0] == .int(7))
        #expect(try await document.table(beforeStep: steps[1].step).table[0, 0] == .int(0))
        await document.close()
    }

    @Test("Before what another program has written unseen, nothing is known")
    func gap() async throws {
        var document = try await document(inFile: true, try numbers())
        try set(document, 0, 7)
        await document.finishSaving()
        await document.close()
        try SQLiteTool(path).run("UPDATE records SET f1 = 9 WHERE id = 1")
        document = try await opened()
        let old = try #require(try await entries(document).last)
        var past = try await document.table(beforeStep: old.step)
        #expect(past.obstacle == .unknownChange)
        #expect(past.time == nil)
        try set(document, 0, 10)
        let new = try #require(try await entries(document).first)
        past = try await document.table(beforeStep: old.step)
        #expect(past.obstacle == .unknownChange)
        #expect(past.time == new.time)
        #expect(past.table[0, 0] == .int(9))
        await document.close()
    }

    @Test("A step that was too large to be kept is where going back ends")
    func tooLarge() async throws {
        var table = try RecordTable(fieldNames: ["Text"], fieldTypes: [.string])
        for _ in 0..<5 { try table.addRecord([.string("")]) }
        let document = try await document(inFile: true, table)
        let text = CellValue.string(String(repeating: "x", count: 1 << 20))
        try document.setCells([CellEdit(record: 0, field: 0, value: .string("a"))])
        try document.setCells((0..<5).map { CellEdit(record: $0, field: 0, value: text) })
        try document.setCells([CellEdit(record: 0, field: 0, value: .string("b"))])
        let steps = try await entries(document)
        #expect(steps.map(\.isKept) == [true, false, true])
        let past = try await document.table(beforeStep: steps[2].step)
        #expect(past.obstacle == .tooLarge)
        #expect(past.time == steps[0].time)
        #expect(past.table[0, 0] == text)
        #expect(try await document.table(beforeStep: steps[0].step).obstacle == nil)
        await document.close()
    }

    @Test("A log that does not lead to the table is not believed")
    func untrue() async throws {
        let document = try await document(inFile: true, try numbers())
        try set(document, 0, 7)
        try set(document, 0, 8)
        let steps = try await entries(document)
        await document.close()
        // With the counter of this commit, so that there is no gap.
        try SQLiteTool(path).run(
            """
            UPDATE journal SET change = replace(change, '8', '6'), counter = counter + 1 \
            WHERE number = \(steps[0].step)
            """)
        let again = try await opened()
        let past = try await again.table(beforeStep: steps[1].step)
        #expect(past.obstacle == .unknownChange)
        #expect(past.time == nil)
        #expect(past.table[0, 0] == .int(8))
        await again.close()
    }

    @Test("A step that is no longer in the history leads to its beginning")
    func forgotten() async throws {
        let document = try await document(inFile: false, try numbers())
        try set(document, 0, 7)
        let first = try #require(try await entries(document).first)
        let past = try await document.table(beforeStep: first.step - 1)
        #expect(past.obstacle == .forgotten)
        #expect(past.time == first.time)
        await document.close()
    }

    @Test("It can be cancelled")
    func cancelled() async throws {
        let document = try await document(inFile: false, try numbers())
        try set(document, 0, 7)
        let step = try #require(try await entries(document).first?.step)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await document.table(beforeStep: step)
        }
        await #expect(throws: StorageError.cancelled) { try await task.value }
        await document.close()
    }
}

/// Whether a store refuses commits, from outside.
private final class Refusals: Sendable {
    private let lock = Mutex(false)
    var isRefusing: Bool {
        get { lock.withLock { $0 } }
        set { lock.withLock { $0 = newValue } }
    }
}
