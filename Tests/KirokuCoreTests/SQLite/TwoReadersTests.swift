import CoreTestSupport
import Glibc
import Synchronization
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Card file: two readers of one document")
struct TwoReadersTests {
    private let folder: TemporaryFolder
    private let path: String
    /// The number of each record is its index.
    private let table: RecordTable

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        for number in 0..<5_000 { try table.addRecord([.int(number)]) }
        self.table = table
    }

    private func makeFile() async throws {
        try await CardFile.create(at: path, table: table).close()
    }

    /// Any file counts as large.
    private func conditions(_ pause: @escaping @Sendable () -> Void = {}) -> DocumentReader.Conditions {
        DocumentReader.Conditions(largeFile: 0, beginning: 100, pause: pause)
    }

    private func open(_ pause: @escaping @Sendable () -> Void = {}) async throws -> RecordTable {
        let opened = try await CardFile.open(at: path, lockWait: 0, conditions: conditions(pause))
        await opened.store.close()
        return opened.contents.table
    }

    /// Sets the number of the first and of the last record, as another program does.
    @discardableResult
    private static func commit(_ number: Int, to path: String, before sql: String = "") -> SQLiteTool.Answer {
        let ends = "(SELECT min(id) FROM records UNION SELECT max(id) FROM records)"
        return SQLiteTool.answer(to: sql + "UPDATE records SET f1 = \(number) WHERE id IN \(ends)", in: path)
    }

    private func ends(of table: RecordTable) -> [CellValue] { [table[0, 0], table[table.count - 1, 0]] }

    // MARK: What is read

    @Test("They find what one alone finds, bit by bit", arguments: UInt64(0)..<20)
    func anyTable(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let table = try generator.table()
        try await CardFile.create(at: path, table: table).close()
        #expect(ExactTable(try await open()) == ExactTable(table))
        #expect(try folder.names() == ["a.kiroku"])
    }

    @Test(
        "Records that are far from all others are found, too",
        arguments: [[1 << 62], [1 << 61], [1 << 61, 1 << 62]])
    func unevenIdentifiers(ids: [Int64]) async throws {
        try await makeFile()
        for id in ids { try SQLiteTool(path).run("INSERT INTO records(id, f1) VALUES(\(id), -1)") }
        let found = try await open()
        #expect(found.count == table.count + ids.count)
        #expect(found.ids.map(\.rawValue).filter(ids.contains) == ids)
    }

    @Test("The second one is bounded by the size of the file, as the first is")
    func boundedSecond() async throws {
        try await makeFile()
        let second = SecondReader(file: path, access: .reading, fileSize: 0)
        _ = await second.version()
        #expect(await second.begin() != nil)
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        #expect(await second.read { (connection) throws(StorageError) in try connection.number(endless) } == nil)
        #expect(await second.read { (connection) throws(StorageError) in try connection.number("SELECT 1") } == 1)
        await second.end()
        await second.close()
    }

    @Test("What is wrong in the later half is told by the record's place in the whole")
    func damageInLaterHalf() async throws {
        try await makeFile()
        try SQLiteTool(path).run("UPDATE records SET f1 = X'00' WHERE f1 = 3999")
        await #expect {
            try await open()
        } throws: { error in
            guard case StorageError.damaged(_, let reason) = error else { return false }
            return reason.contains("Record 4,000")
        }
    }

    @Test("A record without identifier, in a table of somebody else's, is not passed over")
    func foreignTable() async throws {
        try await makeFile()
        try SQLiteTool(path).run("DROP VIEW cards")
        try SQLiteTool(path).run("DROP TABLE records")
        try SQLiteTool(path).run("CREATE TABLE records(id, f1)")
        try SQLiteTool(path).run("INSERT INTO records VALUES(1, 1), (NULL, 2), (1000000, 3)")
        await #expect {
            try await open()
        } throws: { error in
            if case StorageError.damaged = error { true } else { false }
        }
    }

    @Test("What may only be looked at is read by both, and nothing is left beside it")
    func readOnly() async throws {
        try await makeFile()
        try #require(chmod(path, 0o444) == 0)
        #expect(try await open() == table)
        #expect(try folder.names() == ["a.kiroku"])
    }

    @Test("A write-ahead log that somebody left is read along")
    func leftLog() async throws {
        try await makeFile()
        let tool = try SQLiteTool(path)
        try tool.run("PRAGMA journal_mode = WAL")
        try tool.run("UPDATE records SET f1 = -7 WHERE f1 IN (0, 4999)")
        for suffix in ["", "-wal"] { try write(try bytes(of: path + suffix), to: folder.path("b.kiroku") + suffix) }
        let opened = try await CardFile.open(at: folder.path("b.kiroku"), lockWait: 0, conditions: conditions())
        #expect(ends(of: opened.contents.table) == [.int(-7), .int(-7)])
        await opened.store.close()
    }

    // MARK: Others who write meanwhile

    @Test("With a rollback journal nobody can write once the first has begun")
    func rollbackJournal() async throws {
        try await makeFile()
        let answers = Mutex<[SQLiteTool.Answer]>([])
        let found = try await open { [path] in
            let answer = Self.commit(-1, to: path)
            answers.withLock { $0.append(answer) }
        }
        #expect(answers.withLock { $0 } == [.busy])
        #expect(found == table)
    }

    @Test("If somebody writes before the second has begun, both begin again", arguments: [1, 2])
    func writerBetween(commits: Int) async throws {
        try await makeFile()
        try SQLiteTool(path).run("PRAGMA journal_mode = WAL")
        let count = Atomic(0)
        let found = try await open { [path] in
            let number = count.add(1, ordering: .relaxed).newValue
            if number <= commits { #expect(Self.commit(-number, to: path) == .done) }
        }
        let tries = count.load(ordering: .relaxed)
        #expect(tries == commits + 1)
        #expect(ends(of: found) == [.int(-commits), .int(-commits)])
    }

    @Test("If somebody writes all the time, one reads alone")
    func busyWriter() async throws {
        try await makeFile()
        try SQLiteTool(path).run("PRAGMA journal_mode = WAL")
        let count = Atomic(0)
        let found = try await open { [path] in
            let number = count.add(1, ordering: .relaxed).newValue
            #expect(Self.commit(-number, to: path) == .done)
        }
        let tries = count.load(ordering: .relaxed)
        #expect(tries == 3)
        #expect(ends(of: found) == [.int(-3), .int(-3)])
        #expect(found.count == table.count)
    }

    @Test("Whatever is written while both read, they see one state")
    func writerMeanwhile() async throws {
        try await makeFile()
        let writer = Task { [path] in
            var number = 0
            while !Task.isCancelled {
                number += 1
                // Refused while the document is being closed, after which it has no log any more.
                Self.commit(-number, to: path, before: "PRAGMA journal_mode = WAL;")
                await Task.yield()
            }
        }
        for _ in 0..<20 {
            guard
                let opened = try? await CardFile.open(
                    at: path, lockWait: 5_000, conditions: DocumentReader.Conditions(largeFile: 0))
            else { continue }
            let table = opened.contents.table
            #expect(table[0, 0] == table[table.count - 1, 0] || table[0, 0] == .int(0))
            await opened.store.close()
        }
        writer.cancel()
        await writer.value
    }

    // MARK: The beginning

    @Test("The first records are told of while the others are read")
    func beginning() async throws {
        try await CardFile.create(at: path, table: table, fieldWidths: [table.schema[0].id: 99]).close()
        let told = Mutex<[PartialDocument]>([])
        let opened = try await CardFile.open(
            at: path, lockWait: 0, conditions: conditions(),
            beginning: { contents in told.withLock { $0.append(contents) } })
        await opened.store.close()
        let beginnings = told.withLock { $0 }
        try #require(beginnings.count == 1)
        #expect((4_900...5_100).contains(beginnings[0].likelyCount))
        #expect(beginnings[0].contents.table == (try table.records(at: RecordIndexes(0..<100))))
        #expect(beginnings[0].contents.fieldWidths == [table.schema[0].id: 99])
        #expect(opened.contents.table == table)
    }

    @Test(
        "Where the user was further down, the records around that place are told of",
        arguments: [(0, 0), (30, 0), (31, 1), (4_000, 3_970), (4_990, 4_960), (4_999, 4_969)])
    func beginningAround(index: Int, first: Int) async throws {
        try await makeFile()
        let told = Mutex<[PartialDocument]>([])
        var conditions = conditions()
        conditions.beforeSight = 30
        let opened = try await CardFile.open(
            at: path, lockWait: 0, conditions: conditions,
            around: RecordPlace(record: table.ids[index], index: index),
            beginning: { beginning in told.withLock { $0.append(beginning) } })
        await opened.store.close()
        let beginning = try #require(told.withLock { $0 }.first)
        let last = min(first + 100, 5_000)
        #expect(beginning.recordsBefore == first)
        #expect(beginning.contents.table == (try table.records(at: RecordIndexes(first..<last))))
        #expect(beginning.reachesEnd == (first + 100 > 5_000))
        #expect(opened.contents.table == table)
    }

    @Test("A record that has gone is of no harm", arguments: [1 << 62, 1_000])
    func beginningAroundNothing(id: Int64) async throws {
        try await makeFile()
        let told = Mutex<[PartialDocument]>([])
        let opened = try await CardFile.open(
            at: path, lockWait: 0, conditions: conditions(),
            around: RecordPlace(record: RecordID(rawValue: id), index: 4_000),
            beginning: { beginning in told.withLock { $0.append(beginning) } })
        await opened.store.close()
        #expect(told.withLock { $0 }.count == 1)
        #expect(opened.contents.table == table)
    }

    @Test("A small document is there at once")
    func smallDocument() async throws {
        try await makeFile()
        let isTold = Mutex(false)
        let opened = try await CardFile.open(at: path, beginning: { _ in isTold.withLock { $0 = true } })
        await opened.store.close()
        #expect(isTold.withLock { !$0 })
    }

    @Test("Progress of both grows up to the end")
    func progress() async throws {
        var large = table
        for number in 0..<20_000 { try large.addRecord([.int(number)]) }
        try await CardFile.create(at: path, table: large).close()
        let told = Mutex<[Double]>([])
        let opened = try await CardFile.open(
            at: path, lockWait: 0, conditions: conditions(), progress: { share in told.withLock { $0.append(share) } })
        await opened.store.close()
        let shares = told.withLock { $0 }
        #expect(shares == shares.sorted())
        #expect(shares.last == 1)
        #expect(shares.count > 4)
    }

    @Test("Both are cancelled")
    func cancel() async throws {
        var large = table
        for number in 0..<20_000 { try large.addRecord([.int(number)]) }
        try await CardFile.create(at: path, table: large).close()
        let task = Task { [path] in
            try await CardFile.open(
                at: path, lockWait: 0, conditions: conditions(),
                progress: { _ in withUnsafeCurrentTask { $0?.cancel() } })
        }
        let result = await task.result
        #expect(throws: StorageError.cancelled) { try result.get() }
        #expect(try SQLiteTool(path).run("BEGIN EXCLUSIVE") == [])
    }
}
