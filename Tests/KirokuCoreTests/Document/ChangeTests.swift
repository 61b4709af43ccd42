import Testing

@testable import KirokuCore

@Suite("Changes and their inverses")
struct ChangeTests {
    @Test("The inverse of any change restores the table bit by bit", arguments: UInt64(0)..<30)
    func inverse(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var table = try generator.table()
        for _ in 0..<15 {
            let before = Visible(table)
            let change = try generator.change(for: table)
            var copy = table
            let applied = try copy.apply(change)
            let after = Visible(copy)
            let undone = try copy.apply(applied.inverse)
            #expect(Visible(copy) == before)
            _ = try copy.apply(undone.inverse)
            #expect(Visible(copy) == after)
            table = copy
            #expect(RecordIDs.areAscending(table.ids))
            #expect(Set(table.schema.fields.map(\.id)).count == table.schema.count)
        }
    }

    @Test("Undoing a long history leads back to the start, redoing it to the end", arguments: UInt64(0)..<12)
    func history(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var table = try generator.table()
        let start = Visible(table)
        var inverses: [Change] = []
        for _ in 0..<25 {
            inverses.append(try table.apply(try generator.change(for: table)).inverse)
        }
        let end = Visible(table)
        var redos: [Change] = []
        for inverse in inverses.reversed() { redos.append(try table.apply(inverse).inverse) }
        #expect(Visible(table) == start)
        for redo in redos.reversed() { _ = try table.apply(redo) }
        #expect(Visible(table) == end)
    }

    @Test("A refused change changes nothing")
    func refused() throws {
        var table = try RecordTable(fieldNames: ["A", "B"], fieldTypes: [.int, .string])
        table.addRecord()
        let before = ExactTable(table)
        let good = CellEdit(record: 0, field: 0, value: .int(1))
        let refused: [Change] = [
            .setCells([good, CellEdit(record: 1, field: 0, value: .int(1))]),
            .setCells([good, CellEdit(record: 0, field: 2, value: .int(1))]),
            .setCells([good, CellEdit(record: 0, field: 0, value: .string("x"))]),
            .deleteRecords(at: RecordIndexes(0..<2)),
            .insertRecords(table, at: RecordIndexes(3)),
            .insertRecords(try RecordTable(fieldNames: ["A"], fieldTypes: [.int]), at: RecordIndexes()),
            .changeFields(.remove(at: 2)),
            .changeFields(.move(from: 0, to: 2)),
            .changeFields(.redefine(at: 0, table.schema[1])),
            .sequence([.setCells([good]), .deleteRecords(at: RecordIndexes(7))]),
        ]
        for change in refused {
            #expect(throws: TableError.self) { try table.apply(change) }
            #expect(ExactTable(table) == before)
        }
    }

    @Test("Records of another table with the same field types are stored under this table's fields")
    func insertFromAnotherTable() throws {
        var table = try RecordTable(fieldNames: ["A", "B"], fieldTypes: [.int, .string])
        _ = try table.apply(.changeFields(.move(from: 1, to: 0)))
        var other = try RecordTable(fieldNames: ["X", "Y"], fieldTypes: [.string, .int])
        try other.addRecord([.string("x"), .int(1)])
        let stored = try table.apply(.insertRecords(other, at: RecordIndexes(0))).stored
        guard case .insertRecords(let records) = try #require(stored.last) else {
            Issue.record("an insertion is stored as one")
            return
        }
        #expect(records.schema == table.schema)
    }
}

/// What somebody sees of a table: identifiers of records may change when a change is taken back, nothing else.
private struct Visible: Equatable {
    let fields: [FieldDefinition]
    let table: ExactTable

    init(_ table: RecordTable) {
        fields = table.schema.fields
        let ids = table.ids.indices.map { RecordID(rawValue: Int64($0)) }
        let cells = table.schema.fields.indices.map { field in
            var cells = FieldCells(type: table.schema[field].type)
            for record in 0..<table.count { cells.append(table[record, field], of: ids[record]) }
            return cells
        }
        // The next field identifier only ever grows.
        let schema = (try? Schema(fields: fields, nextFieldID: FieldID(rawValue: 1))) ?? Schema()
        self.table = ExactTable(RecordTable(schema: schema, ids: ids, cells: cells))
    }
}
