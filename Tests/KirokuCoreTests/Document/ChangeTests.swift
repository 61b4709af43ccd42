import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

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
            let applied = try copy.apply(change).change
            let after = Visible(copy)
            let undone = try copy.apply(applied.inverse.trimmed).change
            #expect(Visible(copy) == before)
            _ = try copy.apply(undone.inverse.trimmed)
            #expect(Visible(copy) == after)
            table = copy
            #expect(isInOrder(table))
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
            inverses.append(try table.apply(try generator.change(for: table)).change.inverse.trimmed)
        }
        let end = Visible(table)
        var redos: [Change] = []
        for inverse in inverses.reversed() { redos.append(try table.apply(inverse).change.inverse.trimmed) }
        #expect(Visible(table) == start)
        for redo in redos.reversed() { _ = try table.apply(redo) }
        #expect(Visible(table) == end)
    }

    @Test("What cannot be done is refused, and changes nothing")
    func refused() throws {
        var table = try RecordTable(fieldNames: ["A", "B"], fieldTypes: [.int, .string])
        table.addRecord()
        let before = ExactTable(table)
        let good = CellEdit(record: 0, field: 0, value: .int(1))
        let one = table
        let indexed: [(RecordTable) throws -> Change] = [
            { try .setCells([good, CellEdit(record: 1, field: 0, value: .int(1))], in: $0) },
            { try .setCells([good, CellEdit(record: 0, field: 2, value: .int(1))], in: $0) },
            { try .deleteRecords(at: RecordIndexes(0..<2), in: $0) },
            { try .insertRecords(one, at: RecordIndexes(3), in: $0) },
            {
                let other = try RecordTable(fieldNames: ["A"], fieldTypes: [.int])
                return try .insertRecords(other, at: RecordIndexes(), in: $0)
            },
            { try .changeFields(to: [$0.schema[1], $0.schema[1]], in: $0) },
            { .setPlaces(try $0.moving(RecordIndexes(0), to: 1)) },
        ]
        for change in indexed { #expect(throws: TableError.self) { try change(table) } }
        let stranger = RecordID(rawValue: 99)
        let refused: [Change] = [
            try .setCells([good, CellEdit(record: 0, field: 0, value: .string("x"))], in: table),
            .setCells([CellChange(record: stranger, field: table.schema[0].id, base: .empty, value: .int(1))]),
            .setCells([
                CellChange(record: table.ids[0], field: FieldID(rawValue: 99), base: .empty, value: .int(1))
            ]),
            .insertRecords(table),
            .deleteRecords(RecordTable(identities: [stranger])),
            .setPlaces([PlaceChange(record: stranger, base: Place(stranger), place: Place(after: 1, step: 1))]),
            try .changeFields(to: [], in: table),
            .sequence([
                try .setCells([good], in: table), .deleteRecords(RecordTable(identities: [stranger])),
            ]),
        ]
        for change in refused {
            #expect(throws: TableError.self) { try table.apply(change) }
            #expect(ExactTable(table) == before)
        }
    }

    @Test("A sequence of which the last change is refused changes nothing", arguments: UInt64(0)..<30)
    func refusedSequence(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var table = try generator.table()
        _ = try table.apply(try generator.change(for: table))
        let before = Visible(table)
        var (changes, result): ([Change], RecordTable) = ([], table)
        for _ in 0..<6 {
            let change = try generator.change(for: result)
            _ = try result.apply(change)
            changes.append(change)
        }
        changes.append(.deleteRecords(RecordTable(identities: [RecordID(rawValue: .max)])))
        #expect(throws: TableError.unknownRecord) { try table.apply(.sequence(changes)) }
        #expect(Visible(table) == before)
    }

    @Test("Records of another table with the same field types come under this table's fields, as new ones")
    func insertFromAnotherTable() throws {
        var table = try RecordTable(fieldNames: ["A", "B"], fieldTypes: [.int, .string])
        _ = try table.apply(.changeFields(to: table.schema.fields.reversed(), in: table))
        var other = try RecordTable(fieldNames: ["X", "Y"], fieldTypes: [.string, .int])
        try other.addRecord([.string("x"), .int(1)])
        let change = try table.apply(.insertRecords(other, at: RecordIndexes(0), in: table)).change
        guard case .insertRecords(let records) = change else {
            Issue.record("an insertion is made as one")
            return
        }
        #expect(records.schema == table.schema)
        #expect(records.ids != other.ids)
    }
}

/// Whether records stand in the order of their places, none twice.
func isInOrder(_ table: RecordTable) -> Bool {
    zip(table.ids, table.ids.dropFirst()).allSatisfy { (table.place(of: $0), $0) < (table.place(of: $1), $1) }
}

/// What somebody sees of a table, and its identities: all but the next field identifier, which only ever grows.
private struct Visible: Equatable {
    let fields: [FieldDefinition]
    let table: ExactTable

    init(_ table: RecordTable) {
        fields = table.schema.fields
        // The next field identifier only ever grows.
        let schema = (try? Schema(fields: fields, nextFieldID: FieldID(rawValue: 1))) ?? Schema()
        self.table = ExactTable(
            RecordTable(schema: schema, ids: table.ids, places: table.places, cells: table.cells))
    }
}
