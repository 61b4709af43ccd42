import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Merging an import")
struct MergePlanTests {
    private let table: RecordTable

    init() throws {
        table = try Self.table(
            ["Key", "Name", "Number"], [.int, .string, .int],
            [
                [.int(1), .string("a"), .int(10)], [.int(2), .string("b"), .int(20)],
                [.int(3), .string("c"), .int(30)],
            ])
    }

    @Test("Without a key all records are added")
    func appended() throws {
        let imported = try Self.table(["Name", "Other"], [.string, .int], [[.string("x"), .int(1)]])
        let plan = try plan(imported, key: nil)
        #expect(plan.outcomes == [.added])
        #expect(try applied(plan).values(ofRecord: 3) == [.empty, .string("x"), .empty])
    }

    @Test("With a key the same cards are changed, and the others added")
    func matched() throws {
        let imported = try Self.table(
            ["Key", "Name"], [.int, .string],
            [
                [.int(2), .string("B")], [.int(1), .string("a")], [.int(9), .string("z")],
            ])
        let plan = try plan(imported, key: 0)
        #expect(plan.outcomes == [.changed(record: 1, fields: [1]), .same(record: 0), .added])
        #expect(plan.changedRecordCount == 1)
        #expect(plan.edits.count == 1)
        #expect(plan.newRecordCount == 1)
        let merged = try applied(plan)
        #expect(try merged.values(ofRecord: 1) == [.int(2), .string("B"), .int(20)])
        #expect(try merged.values(ofRecord: 3) == [.int(9), .string("z"), .empty])
    }

    @Test("Fields get the mark of pictures in the same step")
    func pictures() throws {
        let imported = try Self.table(["Name"], [.string], [[.string("x.png")]])
        var plan = try plan(imported, key: nil)
        plan.pictureFields = [1]
        var merged = table
        let applied = try merged.apply(try #require(plan.change))
        #expect(merged.schema.fields.map(\.isPicture) == [false, true, false])
        #expect(merged[3, 1] == .string("x.png"))
        _ = try merged.apply(applied.inverse)
        #expect(merged == table)
    }

    @Test("Keys are compared by their values, however they are written", arguments: ["2", "2.0", " 2.00", "2e0"])
    func keyForms(text: String) throws {
        let numbers = try Self.table(["Key", "Name"], [.float, .string], [[.float(2), .string("a")]])
        let imported = try Self.table(["Key", "Name"], [.string, .string], [[.string(text), .string("b")]])
        let matches = [FieldMatch(source: 0, field: 0), FieldMatch(source: 1, field: 1)]
        let plan = try MergePlan(FittedRecords(imported, for: numbers.schema, matches), into: numbers, key: 0)
        #expect(plan.outcomes == [.changed(record: 0, fields: [1])])
    }

    @Test("Keys of different types are compared as their texts")
    func keyTypes() throws {
        let imported = try Self.table(["Key", "Number"], [.string, .int], [[.string("3"), .int(33)]])
        let plan = try plan(imported, key: 0)
        #expect(try applied(plan)[2, 2] == .int(33))
    }

    @Test("What does not fit is taken as unfit text, and counted")
    func unfit() throws {
        let imported = try Self.table(
            ["Key", "Number"], [.int, .string],
            [
                [.int(3), .string("x")], [.int(4), .string("y")], [.int(5), .string("50")],
            ])
        let plan = try plan(imported, key: 0)
        #expect(plan.unfitCount == 2)
        let merged = try applied(plan)
        #expect(merged[2, 2] == .unfit("x"))
        #expect(merged[4, 2] == .int(50))
    }

    @Test("Empty cells leave what is there")
    func emptyCells() throws {
        let imported = try Self.table(["Key", "Name"], [.int, .string], [[.int(1), .empty]])
        let plan = try plan(imported, key: 0)
        #expect(plan.edits.isEmpty)
        #expect(try applied(plan)[0, 1] == .string("a"))
    }

    @Test("New records have initial values in the cells that are empty or not given", arguments: [nil, 0])
    func initialValues(key: Int?) throws {
        var schema = try Schema(names: ["Key", "Name", "Number"], types: [.int, .string, .int])
        let fields = [
            schema[0], schema[1].with(initialValue: .string("nobody")), schema[2].with(initialValue: .int(7)),
        ]
        schema = try Schema(fields: fields, nextFieldID: schema.newFieldID())
        var records = RecordTable(schema: schema)
        try records.addRecord([.int(4), .empty, .int(1)])
        try records.addRecord([.int(5), .string("z"), .empty])
        let fitted = FittedRecords(table: records, fields: [0, 1])
        let plan = try MergePlan(fitted, into: RecordTable(schema: schema), key: key)
        #expect(plan.newRecords.rows == [[.int(4), .string("nobody"), .int(7)], [.int(5), .string("z"), .int(7)]])
    }

    @Test("Records of another table are added as they are, but with the numbers of this one")
    func otherTable() throws {
        let imported = try Self.table(
            ["Number", "Name"], [.string, .string], [[.string("5"), .empty], [.empty, .string("x")]])
        let fitted = try FittedRecords(
            imported, for: table.schema, FieldMatch.byName(imported.schema, in: table.schema))
        #expect(fitted.fields == [1, 2])
        #expect(fitted.table.rows == [[.empty, .empty, .int(5)], [.empty, .string("x"), .empty]])
        var numbered = try Schema(names: ["Key", "Name", "Number"], types: [.int, .string, .int])
        let fields = [numbered[0].with(.nextNumber(first: "1")), numbered[1], numbered[2]]
        numbered = try Schema(fields: fields, nextFieldID: numbered.newFieldID())
        var target = RecordTable(schema: numbered)
        try target.addRecord([.int(9), .empty, .empty])
        let other = try FittedRecords(imported, for: numbered, FieldMatch.byName(imported.schema, in: numbered))
        #expect(try MergePlan(other, into: target, key: nil).newRecords.rows.map { $0[0] } == [.int(10), .int(11)])
    }

    @Test("A key without values in the records is refused")
    func missingKey() throws {
        let imported = try Self.table(["Name"], [.string], [[.string("a")]])
        #expect(throws: MergeError.keyIsMissing(field: "Key")) { try plan(imported, key: 0) }
    }

    @Test("Of records with one key the last one counts")
    func repeatedKeys() throws {
        let imported = try Self.table(
            ["Key", "Name"], [.int, .string],
            [
                [.int(1), .string("x")], [.int(1), .string("a")], [.int(7), .string("y")], [.int(7), .string("z")],
            ])
        let plan = try plan(imported, key: 0)
        #expect(plan.repeatedKeyCount == 2)
        #expect(!plan.repeatedKeys.isEmpty && plan.repeatedKeys.count <= 2)
        #expect(plan.newRecordCount == 1)
        #expect(plan.edits.isEmpty)
        #expect(try applied(plan)[3, 1] == .string("z"))
    }

    @Test("Records without a key are always new")
    func emptyKey() throws {
        let imported = try Self.table(
            ["Key", "Name"], [.int, .string], [[.empty, .string("x")], [.empty, .string("y")]])
        let plan = try plan(imported, key: 0)
        #expect(plan.outcomes == [.added, .added])
        #expect(plan.repeatedKeyCount == 0)
    }

    @Test("Nothing new is no change")
    func same() throws {
        #expect(try plan(table, key: 0).change == nil)
    }

    // MARK: Help

    private func plan(_ imported: RecordTable, key: Int?) throws -> MergePlan {
        let matches = FieldMatch.byName(imported.schema, in: table.schema)
        return try MergePlan(FittedRecords(imported, for: table.schema, matches), into: table, key: key)
    }

    private func applied(_ plan: MergePlan) throws -> RecordTable {
        var table = table
        if let change = plan.change { _ = try table.apply(change) }
        return table
    }

    private static func table(
        _ names: [String], _ types: [FieldType], _ records: [[CellValue]]
    ) throws -> RecordTable {
        var table = try RecordTable(fieldNames: names, fieldTypes: types)
        for record in records { try table.addRecord(record) }
        return table
    }
}
