import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// What cannot be applied is a conflict, or makes all of it be read again; nothing goes unsaid.
@Suite("Edits that do not apply")
struct EditsThatDoNotApplyTests {
    private let base: RecordTable

    init() throws {
        var table = try RecordTable(fieldNames: ["Name", "Born"], fieldTypes: [.string, .int])
        try table.addRecord([.string("Ann"), .int(1)])
        base = table
    }

    /// The table after others have removed “Born” and added so many fields that there is no room for one more.
    private func full(_ table: RecordTable) throws -> RecordTable {
        var full = table
        let new = try (1..<Schema.fieldLimit).map { number in
            try FieldDefinition(id: FieldID(rawValue: 100 + number), name: "Theirs \(number)", type: .bool)
        }
        let schema = try Schema(fields: [table.schema[0]] + new, nextFieldID: FieldID(rawValue: 5_000))
        _ = try full.apply(
            .changeFields(
                FieldChange(
                    base: table.schema, schema: schema, removed: [],
                    inserted: new.map { FieldContents(empty: $0, in: table) }, replaced: [])))
        return full
    }

    @Test("A new field for which others have left no room is told")
    func fieldWithoutRoom() async throws {
        var mine = base
        let new = try FieldDefinition(id: FieldID(rawValue: 9_000), name: "Mine", type: .string)
        let change = try Change.changeFields(
            to: base.schema.fields + [new], inserting: [FieldContents(empty: new, in: base)], in: base)
        let made = try mine.apply(change).change
        let rebased = Merge([made], over: try full(base), mine: mine)
        #expect(rebased.change == nil)
        #expect(rebased.open.map(\.reason) == [.fieldChanged])
        #expect(rebased.open.map(\.sides?.own?.name) == ["Mine"])
    }

    @Test("A field that was to be removed, and is the last one by now, is told")
    func lastField() async throws {
        let (name, born) = (base.schema[0], base.schema[1])
        var (mine, theirs) = (base, base)
        let made = try mine.apply(try .changeFields(to: [name], in: base)).change
        _ = try theirs.apply(try .changeFields(to: [born], in: base))
        let rebased = Merge([made], over: theirs, mine: mine)
        #expect(rebased.change == nil)
        #expect(rebased.open.map(\.fieldName) == ["Born"])
        #expect(rebased.open.allSatisfy { $0.sides?.own == nil })
    }

    @Test("A removed field that cannot come back, because others have left no room for it, is told")
    func undoWithoutRoom() throws {
        var mine = base
        let made = try mine.apply(try .changeFields(to: [base.schema[0]], in: base)).change
        var table = try full(mine)
        let before = table
        let result = Merge.apply(made.inverse, to: &table)
        #expect(result.applied == nil)
        #expect(result.open.map(\.fieldName) == ["Born"])
        #expect(table.schema.fields == before.schema.fields)
    }

    @Test("An added field that cannot go again, because others have removed all other fields, is told")
    func undoOfLastField() throws {
        var table = base
        let new = try FieldDefinition(id: FieldID(rawValue: 9_000), name: "Mine", type: .string)
        let made = try table.apply(
            try .changeFields(
                to: base.schema.fields + [new], inserting: [FieldContents(empty: new, in: base)], in: base)
        ).change
        _ = try table.apply(try .changeFields(to: [new], in: table))
        let result = Merge.apply(made.inverse, to: &table)
        #expect(result.applied == nil)
        #expect(result.open.map(\.fieldName) == ["Mine"])
        #expect(table.schema.fields == [new])
    }

    @Test("Records of a server that do not fit the document are not left out silently")
    func rowsThatDoNotFit() throws {
        var rows = SharedRows(schema: try RecordTable(fieldNames: ["Name", "Born"], fieldTypes: [.int, .int]).schema)
        rows.add(base.ids[0], place: nil, cells: [.int(7), .int(1)], author: nil, time: Date(timeIntervalSince1970: 0))
        #expect(base.taking(rows) == nil)
    }
}
