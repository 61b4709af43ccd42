import CoreTestSupport
import FoundationEssentials
import Synchronization
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Backing up a card file", .timeLimit(.minutes(10)))
struct CardFileBackupTests {
    private let folder: TemporaryFolder
    private let path: String
    private let copy: String
    private let table: RecordTable

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
        copy = folder.path("copy.kiroku")
        var table = try RecordTable(fieldNames: ["N", "T"], fieldTypes: [.int, .string])
        for number in 1...500 { try table.addRecord([.int(number), .string("text of record \(number)")]) }
        self.table = table
    }

    /// Sets the number in a record.
    private func edit(_ record: Int, _ number: Int) -> [DocumentChange] {
        let (record, field) = (table.ids[record], table.schema[0].id)
        return [.cell(record, field, .int(number))]
    }

    private func numbers(in path: String) throws -> [String] {
        try SQLiteTool(path).run("PRAGMA integrity_check") + SQLiteTool(path).run("SELECT count(*), sum(N) FROM cards")
    }

    @Test("The copy is the document, and opens as one")
    func whole() async throws {
        let file = try await CardFile.create(at: path, table: table)
        try await file.commit(edit(0, 42))
        try await file.backUp(to: copy)
        try await file.commit(edit(1, 1_000))
        await file.close()
        #expect(try folder.names() == ["a.kiroku", "copy.kiroku"])
        #expect(try numbers(in: copy) == ["ok", "500|\(125_250 - 1 + 42)"])
        let opened = try await CardFile.open(at: copy)
        #expect(opened.contents.table.count == 500)
        #expect(opened.contents.table[0, 0] == .int(42))
        #expect(opened.contents.table.ids == table.ids)
        try await opened.store.commit(edit(2, 0))
        await opened.store.close()
    }

    @Test("Commits go on meanwhile, and are in the copy")
    func inUse() async throws {
        let file = try await CardFile.create(at: path, table: table)
        let edits = (0..<500).map { edit($0, 7) }
        let next = NextNumber()
        try await file.backUp(to: copy, pagesPerStep: 1) {
            let number = next.take()
            if number < edits.count { try? await file.commit(edits[number]) }
        }
        let count = next.take()
        #expect(count > 3)
        let sum = 7 * count + (count + 1...500).reduce(0, +)
        #expect(try numbers(in: copy) == ["ok", "500|\(sum)"])
        #expect(try numbers(in: path) == ["ok", "500|\(sum)"])
        await file.close()
    }

    @Test("Another program may write meanwhile; writing without end, it does not keep the copy from being made")
    func othersWrite() async throws {
        let file = try await CardFile.create(at: path, table: table)
        let next = NextNumber()
        let first = table.ids[0].rawValue
        try await file.backUp(to: copy, pagesPerStep: 1) { [path] in
            _ = try? SQLiteTool(path).run("UPDATE records SET f1 = \(next.take()) WHERE id = \(first)")
        }
        await file.close()
        let last = next.take() - 1
        #expect(try numbers(in: copy) == ["ok", "500|\(125_250 - 1 + last)"])
    }

    @Test("A cancelled task leaves nothing behind")
    func cancelled() async throws {
        let file = try await CardFile.create(at: path, table: table)
        let task = Task { [copy] in
            try await file.backUp(to: copy, pagesPerStep: 1) { withUnsafeCurrentTask { $0?.cancel() } }
        }
        let result = await task.result
        #expect(throws: StorageError.cancelled) { try result.get() }
        await file.close()
        #expect(try folder.names() == ["a.kiroku"])
    }

    @Test("Closing the document breaks it off, and leaves nothing behind")
    func closed() async throws {
        let file = try await CardFile.create(at: path, table: table)
        await #expect(throws: StorageError.cancelled) {
            try await file.backUp(to: copy, pagesPerStep: 1) { await file.close() }
        }
        #expect(try folder.names() == ["a.kiroku"])
        await #expect(throws: StorageError.unsupported) { try await file.backUp(to: copy) }
        #expect(try folder.names() == ["a.kiroku"])
    }

    @Test("Nothing is overwritten, and a missing folder is told")
    func badPlaces() async throws {
        let file = try await CardFile.create(at: path, table: table)
        try write(Data("precious".utf8), to: copy)
        await #expect(throws: StorageError.alreadyExists(path: copy)) { try await file.backUp(to: copy) }
        #expect(try bytes(of: copy) == Data("precious".utf8))
        let missing = folder.path("missing/copy.kiroku")
        await #expect(throws: StorageError.notFound(path: missing)) { try await file.backUp(to: missing) }
        try await file.commit(edit(0, 1))
        await file.close()
        #expect(try numbers(in: path) == ["ok", "500|125250"])
    }
}

/// Counts from 0.
private final class NextNumber: Sendable {
    private let next = Mutex(0)

    func take() -> Int {
        next.withLock { number in
            defer { number += 1 }
            return number
        }
    }
}

extension CardFile {
    /// Makes a copy so many pages at a time, and lets `pause` run in between.
    fileprivate func backUp(
        to path: String, pagesPerStep: Int32, pause: @Sendable () async -> Void
    ) async throws(StorageError) {
        let unpublished = try UnpublishedFile(for: path)
        try await copy(into: unpublished.hiddenPath, for: path, pagesPerStep: pagesPerStep, nil, pause)
        try unpublished.publish()
    }
}
