import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Card file: contents")
struct CardFileContentsTests {
    @Test("Any table comes back bit by bit, with its identifiers and widths", arguments: UInt64(0)..<20)
    func roundTrip(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let table = try generator.table()
        let widths = [table.schema[0].id: 123]
        let file = try await CardFile.create(at: folder.path("a.kiroku"), table: table, fieldWidths: widths)
        await file.close()
        let opened = try await CardFile.open(at: folder.path("a.kiroku"))
        #expect(ExactTable(opened.contents.table) == ExactTable(table))
        #expect(opened.contents.fieldWidths == widths)
        #expect(!opened.store.isReadOnly)
        await opened.store.close()
        #expect(try folder.names() == ["a.kiroku"])
    }

    @Test("After any edits the file holds what memory holds", arguments: UInt64(0)..<16)
    @MainActor
    func edits(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let table = try generator.table()
        let file = try await CardFile.create(at: folder.path("a.kiroku"), table: table)
        let document = Document(title: "a", contents: DocumentContents(table: table), store: file)
        for step in 0..<25 {
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: try document.undo()
            case 1: try document.redo()
            case 2: document.setWidth(step + 10, of: document.table.schema[0].id)
            default: try document.apply(try generator.change(for: document.table))
            }
            if generator.chance(1, in: 3) { await document.finishSaving() }
            if generator.chance(1, in: 8) {
                await document.finishSaving()
                try await expectSaved(document, in: folder.path("a.kiroku"))
            }
        }
        await document.close()
        #expect(document.saveState == .saved)
        try await expectSaved(document, in: folder.path("a.kiroku"))
    }

    @MainActor
    private func expectSaved(_ document: Document, in path: String) async throws {
        let opened = try await CardFile.open(at: path)
        #expect(ExactTable(opened.contents.table) == ExactTable(document.table))
        #expect(opened.contents.fieldWidths == document.fieldWidths)
        try SQLiteTool(path).run("SELECT * FROM cards")
        #expect(try SQLiteTool(path).run("PRAGMA integrity_check") == ["ok"])
        await opened.store.close()
    }

    @Test("The view shows the records in order under the field names")
    func view() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.kiroku")
        var table = try RecordTable(fieldNames: ["Number", "a \"b\"", "番号"], fieldTypes: [.int, .bool, .string])
        try table.addRecord([.int(2), .bool(true), .string("x")])
        try table.addRecord([.unfit("1.0"), .empty, .string("")])
        let file = try await CardFile.create(at: path, table: table)
        #expect(try SQLiteTool(path).columns("SELECT * FROM cards") == ["Number", "a \"b\"", "番号"])
        #expect(try SQLiteTool(path).run("SELECT * FROM cards") == ["2|1|x", "1.0||"])
        #expect(try SQLiteTool(path).run("SELECT typeof(Number) FROM cards") == ["integer", "text"])
        let one = try table.records(at: RecordIndexes(0))
        let change = try Change.insertRecords(one, at: RecordIndexes(1), in: table)
        try await file.commit(try table.apply(change).stored)
        let rename = try FieldDefinition(id: table.schema[0].id, name: "No.", type: .int)
        let fields = [rename] + table.schema.fields.dropFirst()
        try await file.commit(try table.apply(.changeFields(to: fields, in: table)).stored)
        #expect(try SQLiteTool(path).run("SELECT \"No.\" FROM cards") == ["2", "2", "1.0"])
        await file.close()
    }

    @Test("The view shows the records in order whatever their fields are called")
    func viewOfMisleadingNames() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.kiroku")
        var table = try RecordTable(fieldNames: ["id", "after", "step"], fieldTypes: [.int, .int, .int])
        for number in [3, 1, 2] { try table.addRecord([.int(number), .int(-number), .int(-number)]) }
        try await CardFile.create(at: path, table: table).close()
        #expect(try SQLiteTool(path).run("SELECT id FROM cards") == ["3", "1", "2"])
    }

    @Test("In the view, names that differ only in case are numbered, and the records in order")
    func viewOfNamesThatDifferInCase() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.kiroku")
        var table = try RecordTable(fieldNames: ["ID", "id", "Id"], fieldTypes: [.int, .int, .string])
        for number in [3, 1, 2] { try table.addRecord([.int(number), .int(-number), .string("x")]) }
        try await CardFile.create(at: path, table: table).close()
        #expect(try SQLiteTool(path).columns("SELECT * FROM cards") == ["ID", "id:1", "Id:2"])
        #expect(try SQLiteTool(path).run("SELECT id, \"id:1\" FROM cards") == ["3|-3", "1|-1", "2|-2"])
        #expect(try await CardFile.open(at: path).contents.table.fieldNames == ["ID", "id", "Id"])
    }

    @Test("Records may stand elsewhere, and at their identities again")
    func places() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.kiroku")
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        for number in 1...3 { try table.addRecord([.int(number)]) }
        let file = try await CardFile.create(at: path, table: table)
        let (first, last) = (table.ids[0], table.ids[2])
        let between = Place(after: table.ids[1].rawValue, step: 5)
        let before = Place(after: table.ids[0].rawValue - 1, step: 0)
        let moves = [
            PlaceChange(record: first, base: Place(first), place: between),
            PlaceChange(record: last, base: Place(last), place: before),
        ]
        try await file.commit([.edit(Edit(.setPlaces(moves)))])
        #expect(try SQLiteTool(path).run("SELECT N FROM cards") == ["3", "2", "1"])
        let found = try await CardFile.open(at: path).contents.table
        #expect(found.places == [first: between, last: before])
        #expect((0..<3).map { found[$0, 0] } == [.int(3), .int(2), .int(1)])
        let back = PlaceChange(record: first, base: between, place: Place(first))
        try await file.commit([.edit(Edit(.setPlaces([back])))])
        #expect(try SQLiteTool(path).run("SELECT N FROM cards") == ["3", "1", "2"])
        #expect(try SQLiteTool(path).run("SELECT count(after), count(step) FROM records") == ["1|1"])
        await file.close()
    }

    @Test("What other programs write is taken as well as it can be")
    func foreignValues() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.kiroku")
        let table = try RecordTable(fieldNames: ["I", "F", "B", "S"], fieldTypes: [.int, .float, .bool, .string])
        try await CardFile.create(at: path, table: table).close()
        try SQLiteTool(path).run(
            """
            INSERT INTO records(f1, f2, f3, f4) VALUES
            ('12', 3, 1, 5), (1.5, 9007199254740993, 2, 0.5), ('', 9e999, 1.0, CAST(X'41FF42' AS TEXT))
            """)
        let records = try await CardFile.open(at: path).contents.table
        #expect(try records.values(ofRecord: 0) == [.unfit("12"), .float(3), .bool(true), .string("5")])
        #expect(
            try records.values(ofRecord: 1)
                == [.unfit("1.5"), .unfit("9007199254740993"), .unfit("2"), .string("0.5")])
        #expect(try records.values(ofRecord: 2) == [.unfit(""), .unfit("inf"), .unfit("1.0"), .string("A\u{FFFD}B")])
    }
}
