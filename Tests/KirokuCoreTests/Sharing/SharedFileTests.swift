import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// What a shared document keeps for its server, and what it takes in from there.
@Suite("A shared document's file")
@MainActor
struct SharedFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("people.kiroku") }
    private static let aiko = CommitAuthor(person: "Aiko", program: "Kiroku")

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A document that is shared, and whoever keeps it in step.
    private func shared(_ count: Int = 4) async throws -> (Document, CardFile) {
        let store = try await CardFile.create(at: path, table: try DocumentContents.people(count).table)
        try await DocumentStores.share(
            store,
            SyncState(
                address: "postgresql:///people", document: "d", system: "1", timeline: "1", cursor: "1:1:", fields: 1))
        await store.close()
        let file = DocumentStores.at(path)
        let document = Document(title: "people", contents: try await file.load(), store: file)
        return (document, try await CardFile.openForSync(path))
    }

    /// What others have done to records of the document: new cells of some, and others that are gone.
    private func rows(
        _ table: RecordTable, _ cells: [(record: Int, field: Int, value: CellValue)] = [], gone: [Int] = []
    ) throws -> SharedRows {
        var rows = SharedRows(schema: table.schema)
        for record in Set(cells.map(\.record)).sorted() {
            var values = try table.values(ofRecord: record)
            for cell in cells where cell.record == record { values[cell.field] = cell.value }
            rows.add(
                table.ids[record], place: nil, cells: values, author: Self.aiko, time: Date(timeIntervalSince1970: 0))
        }
        for record in gone {
            rows.add(table.ids[record], place: nil, cells: nil, author: Self.aiko, time: Date(timeIntervalSince1970: 0))
        }
        return rows
    }

    /// The cells that the first of some edits sets.
    private func cells(of commits: [QueuedCommit]) throws -> [CellChange] {
        let first = try #require(commits.first)
        return if case .setCells(let cells) = first.change { cells } else { [] }
    }

    private func set(_ value: CellValue, _ record: Int, _ field: Int, in document: Document) async throws {
        try document.setCells([CellEdit(record: record, field: field, value: value)])
        await document.finishSaving()
    }

    @Test("Whatever is saved is queued with it, whoever saves it, and undo as well")
    func queued() async throws {
        let (document, file) = try await shared()
        try await set(.string("Ann"), 0, 0, in: document)
        try document.undo()
        await document.finishSaving()
        document.setWidth(90, of: document.table.schema[0].id)
        let store = DocumentStores.at(path)
        let other = Document(title: "other", contents: try await store.load(), store: store)
        try await set(.string("Ben"), 1, 0, in: other)
        await other.close()
        let waiting = try await file.waiting()
        #expect(waiting.count == 3)
        #expect(waiting.map(\.number) == waiting.map(\.number).sorted())
        #expect(Set(waiting.map(\.id)).count == 3)
        #expect(waiting[0].author == .current)
        let cells = try self.cells(of: waiting)
        #expect(cells.map(\.base) == [.string("Person 0")] && cells.map(\.value) == [.string("Ann")])
        #expect(try await file.queueWritesOfOthers())
        await file.close()
        await document.close()
    }

    @Test("What was given up elsewhere while the document was put on a server is not sent; what was edited is")
    func givenUpMeanwhile() async throws {
        let table = try threePeople("Born")
        let file = try await CardFile.create(at: path, table: table)
        let other = try await CardFile.open(at: path).store
        let (name, born) = (table.schema[0], table.schema[1])
        let given = CellChange(record: table.ids[0], field: name.id, base: .string("Ann"), value: .string("Anna"))
        let edit = CellChange(record: table.ids[0], field: born.id, base: table[0, 1], value: .int(7))
        try await other.commit([
            .typedOver(.only, [TypedOver(given, of: LogField(name))]), .edit(Edit(.setCells([edit]))),
        ])
        await other.close()
        try await file.beginSharing(
            SyncState(address: "", document: "", system: "", timeline: "", cursor: nil, fields: 1))
        let waiting = try await file.waiting()
        #expect(waiting.count == 1)
        #expect(try cells(of: waiting) == [edit])
        #expect(waiting.first?.isOwn == true)
        await file.close()
    }

    @Test("What others have changed is in the open document, by their names, and does not come back as an edit")
    func received() async throws {
        let (document, file) = try await shared()
        let rows = try rows(document.table, [(0, 0, .string("Anna")), (2, 1, .int(7))], gone: [3])
        let received = try await file.receive(rows, since: "1:1:") { $0.cursor = "2:2:" }
        #expect(received == ReceivedRows(records: 3, conflicts: 0))
        try await until { await document.table.count == 3 }
        #expect(document.table[0, 0] == .string("Anna") && document.table[2, 1] == .int(7))
        let page = try await document.history(of: .document, before: nil)
        #expect(page.entries.allSatisfy { $0.author == Self.aiko })
        #expect(try await file.waitingCount() == 0)
        #expect(try await file.syncState()?.cursor == "2:2:")
        // The same again, as another program would that has been slower.
        #expect(try await file.receive(rows, since: "1:1:") { $0.cursor = "3:3:" } == nil)
        #expect(try await file.syncState()?.cursor == "2:2:")
        await file.close()
        await document.close()
    }

    @Test("An edit that waits is laid over what others have changed elsewhere in the record")
    func laidOver() async throws {
        let (document, file) = try await shared()
        try await set(.int(50), 0, 1, in: document)
        let rows = try rows(document.table, [(0, 0, .string("Anna")), (0, 1, .int(0))])
        #expect(try await file.receive(rows, since: "1:1:") { $0.cursor = "2:2:" }?.conflicts == 0)
        try await until { await document.table[0, 0] == .string("Anna") }
        #expect(document.table[0, 1] == .int(50))
        let waiting = try await file.waiting()
        let cells = try self.cells(of: waiting)
        #expect(cells.map(\.base) == [.int(0)] && cells.map(\.value) == [.int(50)])
        await file.close()
        await document.close()
    }

    @Test("Of a cell that both have changed, the server's value stands, and the last own one is to be decided")
    func conflicts() async throws {
        let (document, file) = try await shared()
        try await set(.string("Ann"), 0, 0, in: document)
        try await set(.string("Annie"), 0, 0, in: document)
        try await set(.string("Ben"), 1, 0, in: document)
        try await set(.string("Person 1"), 1, 0, in: document)
        let rows = try rows(document.table, [(0, 0, .string("Anna")), (1, 0, .string("Benno"))])
        #expect(try await file.receive(rows, since: "1:1:") { $0.cursor = "2:2:" }?.conflicts == 1)
        try await until { await document.conflicts.count == 1 }
        #expect(document.table[0, 0] == .string("Anna") && document.table[1, 0] == .string("Benno"))
        let conflict = try #require(document.conflicts.first)
        #expect(
            conflict.own == .string("Annie") && conflict.base == .string("Person 0") && conflict.author == Self.aiko)
        #expect(try await file.waiting().isEmpty)
        // It is kept in the file, too.
        let store = DocumentStores.at(path)
        let other = Document(title: "other", contents: try await store.load(), store: store)
        #expect(other.conflicts == document.conflicts)
        await other.close()
        await file.close()
        await document.close()
    }

    @Test("What is refused goes back to what it was, and what has built on it is to be decided as well")
    func refused() async throws {
        let (document, file) = try await shared()
        try await set(.int(500), 0, 1, in: document)
        try await set(.int(501), 0, 1, in: document)
        try document.insertRecords(1, at: 0)
        await document.finishSaving()
        let waiting = try await file.waiting()
        #expect(try await file.refuse([waiting[0].id], "It is too much.", by: .server) == 1)
        try await until { await document.conflicts.count == 1 }
        #expect(document.table[1, 1] == .int(0))
        #expect(document.conflicts[0].own == .int(501) && document.conflicts[0].sentence == "It is too much.")
        #expect(try await file.waiting().map(\.id) == [waiting[2].id])
        #expect(try await file.refuse([waiting[2].id], "No.", by: .server) == 1)
        try await until { await document.conflicts.count == 2 }
        #expect(document.table.count == 4)
        #expect(document.conflicts.contains { $0.reason == .recordGone && $0.lost != nil })
        await file.close()
        await document.close()
    }

    @Test("A whole table is compared with what was there without the own edits")
    func whole() async throws {
        let (document, file) = try await shared()
        try await set(.int(50), 0, 1, in: document)
        try await set(.string("Ben"), 1, 0, in: document)
        var theirs = try DocumentContents.people(4).table
        try theirs.set(.string("Benno"), at: 1, field: 0)
        try theirs.set(.string("Anna"), at: 0, field: 0)
        let received = try await file.receive(all: theirs, by: Self.aiko) { $0.cursor = "9:9:" }
        #expect(received?.conflicts == 1)
        try await until { await document.conflicts.count == 1 }
        #expect(document.table[0, 0] == .string("Anna") && document.table[0, 1] == .int(50))
        #expect(document.table[1, 0] == .string("Benno"))
        let waiting = try await file.waiting()
        let cells = try self.cells(of: waiting)
        #expect(cells.map(\.value) == [.int(50)])
        await file.close()
        await document.close()
    }

    @Test("An own new record whose identity others have given as well gets another one, with what was entered since")
    func clash() async throws {
        let (document, file) = try await shared()
        try document.insertRecords(at: 4)
        await document.finishSaving()
        try await set(.string("Mine"), 4, 0, in: document)
        let id = document.table.ids[4]
        var rows = SharedRows(schema: document.table.schema)
        rows.add(
            id, place: nil, cells: [.string("Theirs"), .int(7), .empty, .empty], author: Self.aiko,
            time: Date(timeIntervalSince1970: 0))
        let received = try await file.receive(rows, since: "1:1:") { $0.cursor = "2:2:" }
        #expect(received?.conflicts == 0)
        try await until { await document.table.count == 6 }
        #expect(document.conflicts.isEmpty)
        #expect(document.table[document.table.index(of: id) ?? 0, 0] == .string("Theirs"))
        let own = document.table.ids.indices.filter { document.table[$0, 0] == .string("Mine") }
        #expect(own.map { document.table.ids[$0] } != [id] && own.count == 1)
        let waiting = try await file.waiting()
        #expect(waiting.count == 2 && !waiting.contains { $0.change.records.contains(id) })
        await file.close()
        await document.close()
    }

    @Test("A record that both have brought back stays one")
    func broughtBack() async throws {
        let (document, file) = try await shared()
        let (id, cells) = (document.table.ids[3], try document.table.values(ofRecord: 3))
        try document.deleteRecords(at: RecordIndexes(3))
        await document.finishSaving()
        try await file.updateSyncState(accepted: try await file.waiting().map(\.id))
        try document.undo()
        await document.finishSaving()
        var rows = SharedRows(schema: document.table.schema)
        rows.add(
            id, place: nil, cells: [.string("Other")] + cells.dropFirst(), author: Self.aiko,
            time: Date(timeIntervalSince1970: 0))
        _ = try await file.receive(rows, since: "1:1:") { $0.cursor = "2:2:" }
        try await until { await document.conflicts.count == 1 }
        #expect(document.table.count == 4)
        await file.close()
        await document.close()
    }
}
