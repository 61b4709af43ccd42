import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// What other programs write to the file of a shared document is known by the file alone.
@Suite("A shared document that other programs write to")
@MainActor
struct OverwrittenRecordsTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("people.kiroku") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func shared(_ table: RecordTable? = nil) async throws -> CardFile {
        let store = try await CardFile.create(at: path, table: try table ?? DocumentContents.people(4).table)
        try await DocumentStores.share(
            store,
            SyncState(
                address: "postgresql:///people", document: "d", system: "1", timeline: "1", cursor: "1:1:", fields: 1))
        await store.close()
        return try await CardFile.openForSync(path)
    }

    private func table() async throws -> RecordTable {
        let store = DocumentStores.at(path)
        let table = try await store.load().table
        await store.close()
        return table
    }

    private func run(_ statements: String...) throws {
        let tool = try SQLiteTool(path)
        for sql in statements { try tool.run(sql) }
    }

    @Test("Each change is an edit with what it replaces: cells, new records, deleted and replaced ones, other places")
    func edits() async throws {
        let file = try await shared()
        let before = try await table()
        try run(
            "UPDATE records SET f1 = 'Ann' WHERE id = 1", "UPDATE records SET f1 = 'Anna', f2 = 9 WHERE id = 1",
            "DELETE FROM records WHERE id = 2", "INSERT OR REPLACE INTO records(id, f1) VALUES(3, 'Replaced')",
            "INSERT INTO records(f1) VALUES('New')", "UPDATE records SET f1 = 'Newer' WHERE f1 = 'New'",
            "UPDATE records SET after = 1, step = 5 WHERE id = 4", "UPDATE records SET id = 77 WHERE id = 1")
        #expect(try await file.queueWritesOfOthers())
        let waiting = try await file.waiting()
        #expect(waiting.map(\.author.program) == [""])
        let after = try await table()
        #expect(after.ids.map(\.rawValue).sorted() == [3, 4, 5, 77])
        var again = after
        let isTakenBack = again.revert(waiting.map(\.change))
        #expect(isTakenBack)
        #expect(again == before && again.ids == before.ids && again.places == before.places)
        #expect(waiting[0].change.records.count == 6)
        // Nothing is found twice.
        #expect(try await file.queueWritesOfOthers())
        #expect(try await file.waiting().count == 1)
        await file.close()
    }

    @Test(
        "Whatever SQL and Kiroku write in turn, taking back the queue leads to what there was",
        arguments: UInt64(1)...40)
    func fuzz(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let file = try await shared()
        let before = try await table()
        for _ in 0..<12 {
            let (one, other) = (Int.random(in: 1...9, using: &random), Int.random(in: 1...9, using: &random))
            let sql = [
                "UPDATE records SET f1 = 'T\(other)', f2 = f2 + 1 WHERE id <= \(one)",
                "INSERT OR REPLACE INTO records(id, f1, f2) VALUES(\(one), 'R\(other)', \(other))",
                "INSERT INTO records(id, f1) VALUES(\(one), 'U') ON CONFLICT(id) DO UPDATE SET f2 = \(other)",
                "DELETE FROM records WHERE id = \(one)", "DELETE FROM records",
                "UPDATE OR REPLACE records SET id = \(other) WHERE id = \(one)",
                "UPDATE records SET rowid = \(20 + other) WHERE id = \(one) AND id NOT IN (SELECT \(20 + other))",
                "INSERT INTO records(f1, f2) SELECT f1, f2 FROM records WHERE id < \(one)",
                "UPDATE records SET after = \(one), step = \(other) WHERE id = \(other)",
                "UPDATE records SET f2 = 'no number' WHERE id = \(one)",
                "UPDATE records SET after = 'x', step = -1 WHERE id = \(one)",
            ]
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let store = DocumentStores.at(path)
                let document = Document(title: "people", contents: try await store.load(), store: store)
                if document.table.count > 0 {
                    let record = Int.random(in: 0..<document.table.count, using: &random)
                    try document.setCells([CellEdit(record: record, field: 0, value: .string("K\(other)"))])
                }
                await document.close()
            case 1: #expect(try await file.queueWritesOfOthers())
            // What SQLite refuses, such as an identity that is taken, it rolls back.
            default: try? run(sql.randomElement(using: &random) ?? "")
            }
        }
        #expect(try await file.queueWritesOfOthers())
        var again = try await table()
        let isTakenBack = again.revert(try await file.waiting().map(\.change))
        #expect(isTakenBack)
        #expect(again == before && again.ids == before.ids && again.places == before.places)
        await file.close()
    }

    @Test("It stands over what others do to the same record on the server, and is left out where they did the same")
    func overOthers() async throws {
        let file = try await shared()
        let present = try await table()
        try run("UPDATE records SET f1 = 'Ann' WHERE id = 1", "UPDATE records SET f2 = 50 WHERE id = 2")
        var rows = SharedRows(schema: present.schema)
        for (record, field, value) in [(0, 0, CellValue.string("Aiko")), (1, 1, .int(7))] {
            var cells = try present.values(ofRecord: record)
            cells[field] = value
            rows.add(
                present.ids[record], place: nil, cells: cells, author: CommitAuthor(person: "Aiko", program: "Kiroku"),
                time: Date(timeIntervalSince1970: 0))
        }
        let received = try await file.receive(rows, since: "1:1:") { $0.cursor = "2:2:" }
        #expect(received?.conflicts == 2)
        let after = try await table()
        #expect(after[0, 0] == .string("Aiko") && after[1, 1] == .int(7))
        await file.close()
    }

    @Test("What it makes of the fields is an edit, too: other names, and new ones")
    func fields() async throws {
        let file = try await shared()
        let before = try await table()
        try run(
            "UPDATE fields SET name = 'Renamed' WHERE id = 1",
            "ALTER TABLE records ADD COLUMN f9",
            "INSERT INTO fields(id, place, name, type) VALUES(9, 7, 'New', 'string')",
            "UPDATE records SET f9 = 'x', f1 = 'Both' WHERE id = 2")
        #expect(try await file.queueWritesOfOthers())
        let after = try await table()
        #expect(after.schema.fields.map(\.name).contains("Renamed") && after.schema.fields.map(\.name).contains("New"))
        var again = after
        let isTakenBack = again.revert(try await file.waiting().map(\.change))
        #expect(isTakenBack)
        #expect(again == before)
        // It is noted in the new field as well.
        try run("UPDATE records SET f9 = 'y' WHERE id = 1")
        #expect(try await file.queueWritesOfOthers())
        #expect(try await file.waiting().count == 2)
        await file.close()
    }

    @Test("Fields of all types are known again as they are")
    func types() async throws {
        let types = FieldType.allCases
        let table = try RecordTable(fieldNames: types.map { "A \($0)" }, fieldTypes: types)
        let file = try await shared(table)
        try run("INSERT INTO records(id) VALUES(1)")
        #expect(try await file.queueWritesOfOthers())
        let waiting = try await file.waiting()
        #expect(waiting.count == 1 && !waiting[0].change.changesFields)
        await file.close()
    }

    /// Ways around what notes it.
    enum Detour: String, CaseIterable {
        case triggersDropped, triggersOff, otherTrigger
    }

    @Test(
        "Past the triggers it is never taken for an edit: the server's values stand, and the rest is to be decided",
        arguments: Detour.allCases)
    func detours(_ detour: Detour) async throws {
        let file = try await shared()
        let server = try await table()
        switch detour {
        case .triggersDropped:
            try run("DROP TRIGGER \"kiroku originals update\"", "UPDATE records SET f1 = 'Script' WHERE id IN (1, 2)")
        case .triggersOff:
            let connection = try SQLiteConnection(file: path, path: path, access: .writing, lockWait: 1_000)
            try connection.execute("UPDATE records SET f1 = 'Script' WHERE id IN (1, 2)")
        case .otherTrigger:
            try run(
                "DROP TRIGGER \"kiroku originals update\"",
                "CREATE TRIGGER \"kiroku originals update\" BEFORE UPDATE ON records BEGIN SELECT 1; END",
                "UPDATE records SET f1 = 'Script' WHERE id IN (1, 2)")
        }
        #expect(try await !file.queueWritesOfOthers())
        #expect(try await file.waiting().isEmpty)
        // A later edit of Kiroku, or of a program that is noted, does not make it clear.
        try run("UPDATE records SET f2 = 70 WHERE id = 3")
        #expect(try await !file.queueWritesOfOthers())
        #expect(try await file.waiting().count == 1)
        var present = server
        try present.set(.string("Theirs"), at: 1, field: 0)
        let received = try await file.receive(
            all: present, by: nil, unclearBesides: .these([present.ids[1]])
        ) { $0.cursor = "9:9:" }
        #expect(received?.conflicts == 1)
        #expect(try await file.queueWritesOfOthers())
        let after = try await table()
        #expect(after[0, 0] == server[0, 0] && after[1, 0] == .string("Theirs") && after[2, 1] == .int(70))
        #expect(try await file.waiting().count == 1)
        let store = DocumentStores.at(path)
        #expect(try await store.load().conflicts.list.map(\.own) == [.string("Script")])
        await store.close()
        // The triggers are there again.
        try run("UPDATE records SET f2 = 71 WHERE id = 4")
        #expect(try await file.queueWritesOfOthers())
        #expect(try await file.waiting().count == 2)
        await file.close()
    }

    @Test(
        "Past the triggers it is told as well where edits that wait are of the same cells, or of records that are gone")
    func detoursOverWaitingEdits() async throws {
        let file = try await shared()
        let server = try await table()
        let store = DocumentStores.at(path)
        let document = Document(title: "people", contents: try await store.load(), store: store)
        for record in 0..<2 {
            try document.setCells([CellEdit(record: record, field: 0, value: .string("Mine \(record)"))])
        }
        await document.close()
        #expect(try await file.waiting().count == 2)
        do {
            let connection = try SQLiteConnection(file: path, path: path, access: .writing, lockWait: 1_000)
            try connection.execute(
                "DELETE FROM records WHERE id = 1; UPDATE records SET f1 = 'Script' || id WHERE id IN (2, 3)")
        }
        #expect(try await !file.queueWritesOfOthers())
        let received = try await file.receive(all: server, by: nil, unclearBesides: .these([])) { $0.cursor = "9:9:" }
        #expect(received?.conflicts == 2)
        #expect(try await table()[2, 0] == server[2, 0])
        let again = DocumentStores.at(path)
        let leftOut = try await again.load().conflicts.list.map(\.own)
        #expect(Set(leftOut) == [.string("Script2"), .string("Script3")])
        await again.close()
        await file.close()
    }

    @Test("What changes no record is nothing to decide, and another program's table of that name stays")
    func besides() async throws {
        let file = try await shared()
        let server = try await table()
        try run("CREATE INDEX theirs ON records(f1)", "VACUUM")
        #expect(try await !file.queueWritesOfOthers())
        let received = try await file.receive(all: server, by: nil, unclearBesides: .these([])) { _ in }
        #expect(received?.conflicts == 0)
        #expect(try await file.queueWritesOfOthers())
        try run(
            "DROP TABLE originals", "CREATE TABLE originals(picture)", "INSERT INTO originals VALUES('theirs')")
        #expect(try await !file.queueWritesOfOthers())
        _ = try await file.receive(all: server, by: nil, unclearBesides: .these([])) { _ in }
        #expect(try SQLiteTool(path).run("SELECT * FROM originals") == ["theirs"])
        #expect(try await file.queueWritesOfOthers())
        await file.close()
    }

    @Test("Where fields are removed and added in Kiroku, other programs are noted in those that there are")
    func fieldsOfKiroku() async throws {
        let file = try await shared()
        let store = DocumentStores.at(path)
        let document = Document(title: "people", contents: try await store.load(), store: store)
        try document.removeField(document.table.schema[1].id)
        try document.addField("Note", type: .string)
        await document.close()
        let column = try await table().schema[3].id.column
        try run("UPDATE records SET \(column) = 'x' WHERE id = 1")
        #expect(try await file.queueWritesOfOthers())
        #expect(try await file.waiting().last?.change.records.count == 1)
        await file.close()
    }

    @Test("A document that is no longer shared notes nothing any more")
    func ended() async throws {
        let file = try await shared()
        try await file.endSharing()
        try run("UPDATE records SET f1 = 'x'")
        let names = try SQLiteTool(path).run("SELECT name FROM sqlite_schema WHERE name LIKE '%originals%'")
        #expect(names.isEmpty)
        await file.close()
    }
}
