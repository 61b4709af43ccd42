import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Edits that are open, as the journal keeps them")
struct OpenEditTests {
    private let table: RecordTable

    init() throws {
        var table = try RecordTable(fieldNames: ["Name", "Born"], fieldTypes: [.string, .int])
        try table.addRecord([.string("Ann"), .int(1)])
        self.table = table
    }

    private func again(_ wanted: OpenEdit.Wanted) throws -> OpenEdit.Wanted {
        let edit = OpenEdit(wanted, sentence: "No.", desk: 7)
        let text = try edit.text()
        return try #require(OpenEdit(text, id: edit.id, sentence: edit.sentence, desk: edit.desk), "\(text)").wanted
    }

    @Test(
        "A cell, whatever it holds and its field is called",
        arguments: [CellValue.int(7), .empty, .unfit("about 7")], ["Born", ""])
    func cell(value: CellValue, name: String) throws {
        let cell = CellChange(record: table.ids[0], field: table.schema[1].id, base: .int(1), value: value)
        guard case .cell(let found, let field) = try again(.cell(cell, LogField(name: name, type: .int))) else {
            Issue.record("it is something else")
            return
        }
        #expect(found == cell && field.name == name && field.type == .int)
    }

    @Test("A record that comes, and one that goes, also if it is not known what was in it")
    func records() throws {
        guard case .record(let record) = try again(.record(table)),
            case .deletion(let gone) = try again(.deletion(table)),
            case .deletion(let bare) = try again(.deletion(RecordTable(identities: table.ids)))
        else {
            Issue.record("it is something else")
            return
        }
        #expect(record == table && gone == table && bare.ids == table.ids && bare.schema.count == 0)
    }

    @Test("A field that is changed, one that is removed, and the order of all")
    func fields() throws {
        let base = table.schema[0]
        var own = base
        own.name = "First name"
        let other = FieldID(rawValue: 9)
        guard case .field(base, own, now: base.id) = try again(.field(base, own, now: base.id)),
            case .field(base, nil, now: other) = try again(.field(base, nil, now: other)),
            case .order = try again(.order)
        else {
            Issue.record("it is something else")
            return
        }
    }

    @Test("A record that was changed after it was deleted here says which cell differs; one that is gone is nothing")
    func deletion() throws {
        var now = table
        _ = try now.apply(try .setCells([CellEdit(record: 0, field: 1, value: .int(2))], in: now))
        let edit = OpenEdit(.deletion(table), desk: nil)
        let found = try #require(edit.conflicts(in: now).first)
        #expect(found.reason == .recordChanged && found.fieldName == "Born" && found.theirs == .int(2))
        _ = try now.apply(try .deleteRecords(at: RecordIndexes(0), in: now))
        #expect(edit.conflicts(in: now).isEmpty)
    }
}
