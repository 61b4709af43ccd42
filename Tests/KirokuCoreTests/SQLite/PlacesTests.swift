import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Card file: places of records")
@MainActor
struct PlacesTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
    }

    /// A document of numbers, with what SQL does to it.
    private func make(_ count: Int = 5, _ statements: String...) async throws {
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        for number in 0..<count { try table.addRecord([.int(number)]) }
        try await CardFile.create(at: path, table: table).close()
        // Identities with room between them.
        try SQLiteTool(path).run("UPDATE records SET id = -id")
        try SQLiteTool(path).run("UPDATE records SET id = -10 * id")
        for statement in statements { try SQLiteTool(path).run(statement) }
    }

    private func open(largeFile: Int = 4 << 20) async throws -> (contents: DocumentContents, store: CardFile) {
        try await CardFile.open(
            at: path, lockWait: 0, conditions: DocumentReader.Conditions(largeFile: largeFile))
    }

    private func numbers(_ table: RecordTable) -> [Int] {
        (0..<table.count).compactMap { if case .int(let number) = table[$0, 0] { number } else { nil } }
    }

    private func cards() throws -> [Int] {
        try SQLiteTool(path).run("SELECT N FROM cards").compactMap { Int($0) }
    }

    @Test("Any places are read in their order, by one reader and by two, and shown in it", arguments: UInt64(0)..<40)
    func anyPlaces(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 0...60, using: &generator)
        try await make(count)
        let tool = try SQLiteTool(path)
        for _ in 0..<(generator.chance(1, in: 3) ? count * 3 : count / 4) {
            // Many the same.
            let after = generator.chance(1, in: 2) ? 10 * Int64.random(in: -2...70, using: &generator) : 300
            let step = generator.pick([0, 0, 1, 5, Place.stepRange.upperBound])
            let id = 10 * Int.random(in: 1...max(count, 1), using: &generator)
            try tool.run("UPDATE records SET after = \(after), step = \(step) WHERE id = \(id)")
        }
        let expected = try tool.run("SELECT f1 FROM records ORDER BY coalesce(after, id), coalesce(step, 0), id")
        #expect(try cards() == expected.compactMap { Int($0) })
        for largeFile in [4 << 20, 0] {
            let opened = try await open(largeFile: largeFile)
            #expect(!opened.contents.isMended)
            let table = opened.contents.table
            #expect(numbers(table) == expected.compactMap { Int($0) })
            #expect(table.ids.indices.allSatisfy { table.index(of: table.ids[$0]) == $0 })
            await opened.store.close()
        }
    }

    @Test("What is edited between others is there again, in its order", arguments: UInt64(0)..<20)
    func edits(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        try await make(10)
        for _ in 0..<3 {
            let opened = try await open()
            let document = Document(title: "a", contents: opened.contents, store: opened.store)
            for _ in 0..<15 {
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: try document.undo()
                case 1 where document.table.count > 2:
                    let count = document.table.count
                    let first = Int.random(in: 0..<count, using: &generator)
                    try document.moveRecords(
                        at: RecordIndexes(first), to: Int.random(in: 0..<count, using: &generator))
                default: try document.apply(try generator.insertion(for: document.table))
                }
            }
            await document.close()
            #expect(document.saveState == .saved)
            let again = try await open(largeFile: generator.pick([0, 4 << 20]))
            #expect(!again.contents.isMended)
            #expect(ExactTable(again.contents.table) == ExactTable(document.table))
            await again.store.close()
            let expected = (0..<document.table.count).map { index in
                if case .int(let number) = document.table[index, 0] { "\(number)" } else { "-" }
            }
            #expect(
                try SQLiteTool(path).run("SELECT CASE typeof(N) WHEN 'integer' THEN N ELSE '-' END FROM cards")
                    == expected)
        }
    }

    @Test(
        "Places that no record can have are mended with the first edit; until then the file stays as it is",
        arguments: [
            "after = 'x', step = 1", "after = x'00', step = 1", "after = 1.5, step = 1", "after = 5, step = 'x'",
            "after = 5, step = x'00'", "after = 5, step = 0.5", "after = 5, step = NULL", "after = 5, step = -1",
            "after = 9223372036854775807, step = 0", "after = -9223372036854775808, step = 0",
            "after = 5, step = 9223372036854775807",
        ])
    func senseless(places: String) async throws {
        try await make(
            5, "UPDATE records SET \(places) WHERE id IN (10, 40)",
            "UPDATE records SET after = 15, step = 3 WHERE id = 50")
        let before = try bytes(of: path)
        let looked = try await open()
        #expect(looked.contents.isMended)
        #expect(numbers(looked.contents.table) == [0, 4, 1, 2, 3])
        await looked.store.close()
        #expect(try bytes(of: path) == before)
        let opened = try await open(largeFile: 0)
        let document = Document(title: "a", contents: opened.contents, store: opened.store)
        try document.addRecord()
        await document.close()
        #expect(document.saveState == .saved)
        let again = try await open()
        #expect(!again.contents.isMended)
        #expect(ExactTable(again.contents.table) == ExactTable(document.table))
        #expect(try cards() == [0, 4, 1, 2, 3])
        await again.store.close()
    }

    @Test(
        "Half a place, or one that is the record's identity, is none",
        arguments: ["after = NULL, step = 7", "after = 10, step = 0"])
    func none(places: String) async throws {
        try await make(5, "UPDATE records SET \(places) WHERE id = 10")
        let opened = try await open()
        #expect(!opened.contents.isMended)
        #expect(opened.contents.table.places.isEmpty)
        #expect(numbers(opened.contents.table) == [0, 1, 2, 3, 4])
        await opened.store.close()
        #expect(try cards() == [0, 1, 2, 3, 4])
    }

    @Test("Without its index a document is read all the same")
    func withoutIndex() async throws {
        try await make(5, "UPDATE records SET after = 0, step = 3 WHERE id = 50", "DROP INDEX records_places")
        let opened = try await open()
        #expect(numbers(opened.contents.table) == [4, 0, 1, 2, 3])
        await opened.store.close()
    }

    @Test("The first records that are shown are the first in order, and around a record those around it")
    func beginning() async throws {
        try await make(400, "UPDATE records SET after = id - 15, step = 1 WHERE id % 70 = 0")
        let whole = numbers(try await open().contents.table)
        for index in [0, 50, 200, 399] {
            let conditions = DocumentReader.Conditions(largeFile: 0, beginning: 60, beforeSight: 20)
            let all = try await open().contents.table
            let place = RecordPlace(record: all.ids[index], index: index)
            let (told, tell) = AsyncStream.makeStream(of: PartialDocument.self)
            let opened = try await CardFile.open(at: path, lockWait: 0, conditions: conditions, around: place) {
                tell.yield($0)
                tell.finish()
            }
            await opened.store.close()
            for await beginning in told {
                let some = numbers(beginning.contents.table)
                let start = try #require(whole.firstIndex(of: some[0]))
                #expect(Array(whole[start..<start + some.count]) == some)
                #expect(some.contains(whole[index]))
                #expect(abs(beginning.recordsBefore - start) < 5)
                #expect(beginning.reachesEnd == (start + some.count == whole.count))
            }
        }
    }

    @Test("However unevenly identities lie, the later half of a large document is about as large as the first")
    func halves() async throws {
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        for number in 0..<30_000 { try table.addRecord([.int(number)]) }
        try await CardFile.create(at: path, table: table).close()
        for id in [RecordID.range.upperBound, RecordID.range.upperBound - 5] {
            try SQLiteTool(path).run("INSERT INTO records(id, f1) VALUES(\(id), 0)")
        }
        let connection = try SQLiteConnection(file: path, path: path, access: .reading, lockWait: 0)
        let span = try RecordSpan(connection, fileSize: try bytes(of: path).count, fieldCount: 1)
        #expect((10_000...20_000).contains(span.middle))
        #expect((25_000...40_000).contains(span.likelyCount))
        #expect((0.3...0.7).contains(span.share(before: 15_000)))
        let opened = try await open(largeFile: 0)
        #expect(opened.contents.table.count == 30_002)
        await opened.store.close()
    }
}
