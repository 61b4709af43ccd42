import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Number formats in a document")
@MainActor
struct StoredNumberFormatTests {
    private let folder: TemporaryFolder
    private let path: String
    private let table: RecordTable
    private let price: FieldID
    private let euros = NumberFormat(places: 2, groupsThousands: true, unit: "  €  ", unitPlace: .before)

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
        var table = try RecordTable(fieldNames: ["Name", "Price"], fieldTypes: [.string, .float])
        try table.addRecord([.string("a"), .float(1.239)])
        self.table = table
        price = table.schema[1].id
    }

    private func format(_ document: Document) -> NumberFormat? {
        document.table.schema.fields.first { $0.name == "Price" }?.numberFormat
    }

    @Test("A format is a step of the history, there again when the document is opened, and changes no value")
    func kept() async throws {
        var document = try await newDocument(table, at: path)
        try await document.change(price) { $0.numberFormat = euros }
        try document.renameField(table.schema[0].id, to: "Who")
        document = try await reopen(document, at: path)
        #expect(format(document) == euros)
        #expect(document.table[0, 1] == .float(1.239))
        #expect(try SQLiteTool(path).run("SELECT Price FROM cards") == ["1.239"])
        try document.undo()
        try document.undo()
        #expect(format(document) == .asTyped)
        document = try await reopen(document, at: path)
        #expect(format(document) == .asTyped)
        try document.redo()
        #expect(format(document) == euros)
        await document.close()
    }

    @Test("It survives moving and retyping the field, and goes with it")
    func retyped() async throws {
        let document = try await newDocument(table, at: path)
        try await document.change(price) { $0.numberFormat = euros }
        let text = try document.retypeField(price, to: .string)
        #expect(document.table.displayText(0, 1) == "1.239")
        _ = try document.retypeField(text, to: .float)
        #expect(format(document) == euros)
        try document.removeField(document.table.schema[1].id)
        await document.close()
        #expect(try SQLiteTool(path).run("SELECT count(*) FROM properties WHERE name = 'number formats'") == ["0"])
    }

    @Test(
        "A damaged format is left out, and the others hold",
        arguments: [
            "2 16 grouped", "2 -1 -", "2", "x", "2 2 grouped after ", "2 2 grouped inside €", "2 2 sometimes", "2 02 -",
            "2 2 grouped after 12345678901234567",
        ])
    func damaged(line: String) async throws {
        await (try await newDocument(table, at: path)).close()
        try SQLiteTool(path).run("INSERT INTO properties VALUES('number formats', '1 0 -' || char(10) || '\(line)')")
        let schema = try await CardFile.open(at: path).contents.table.schema
        #expect(schema[0].numberFormat == NumberFormat(places: 0))
        #expect(schema[1].numberFormat == .asTyped)
    }

    @Test("Every format is read as it was written", arguments: UInt64(0)..<40)
    func coding(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let format = generator.numberFormat()
        #expect(NumberFormat(stored: format.stored) == format)
    }

    @Test("What others have set stays when the document is loaded again, beside what was set here")
    func merged() throws {
        var theirs = table.schema[1]
        theirs.name = "Cost"
        let own = table.schema[1].with(euros)
        let merged = theirs.changed(from: table.schema[1], to: own, besides: [])
        #expect(merged.name == "Cost")
        #expect(merged.numberFormat == euros)
    }
}
