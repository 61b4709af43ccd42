import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("What another copy of a table has changed, laid over this one")
struct TableMergeTests {
    private static func table() throws -> RecordTable {
        var table = try RecordTable(fieldNames: ["Name", "Age"], fieldTypes: [.string, .int])
        for (name, age) in [("Ann", 31), ("Bob", 45), ("Cy", 7)] { try table.addRecord([.string(name), .int(age)]) }
        return table
    }

    private static func merged(
        _ other: RecordTable, into table: RecordTable, from base: RecordTable?
    ) async throws -> (table: RecordTable, conflicts: [EditConflict]) {
        let merge = try await TableMerge.of(other, into: table, from: base)
        var result = table
        if let change = merge.change { _ = try result.make(change) }
        return (result, merge.conflicts)
    }

    @Test("Different cells, records and fields are all merged")
    func different() async throws {
        let base = try Self.table()
        var (mine, theirs) = (base, base)
        try mine.set(.string("Anna"), at: 0, field: 0)
        try theirs.set(.int(32), at: 0, field: 1)
        _ = try mine.remove(at: RecordIndexes(2))
        _ = try theirs.make(.deleteRecords(at: RecordIndexes(1), in: theirs))
        let (result, conflicts) = try await Self.merged(theirs, into: mine, from: base)
        #expect(conflicts.isEmpty)
        #expect(result.count == 1)
        #expect(result[0, 0] == .string("Anna") && result[0, 1] == .int(32))
    }

    @Test("What both have changed stays, and both values are told")
    func conflicts() async throws {
        let base = try Self.table()
        var (mine, theirs) = (base, base)
        try mine.set(.int(1), at: 0, field: 1)
        try theirs.set(.int(2), at: 0, field: 1)
        try mine.set(.int(3), at: 1, field: 1)
        try theirs.set(.int(3), at: 1, field: 1)
        try mine.set(.int(4), at: 2, field: 1)
        _ = try theirs.make(.deleteRecords(at: RecordIndexes(2), in: theirs))
        let (result, conflicts) = try await Self.merged(theirs, into: mine, from: base)
        #expect(result == mine)
        #expect(
            Set(conflicts.map { $0.mergeText(in: mine) }) == [
                "Record 1, “Age”: here “1”, there “2”", "Record 3 was deleted there; here “Age” is “4”",
            ])
    }

    @Test("Fields that the other copy has added, renamed and removed")
    func fields() async throws {
        let base = try Self.table()
        var (mine, theirs) = (base, base)
        try mine.set(.string("Anna"), at: 0, field: 0)
        var fields = theirs.schema.fields
        fields[0] = try FieldDefinition(id: fields[0].id, name: "First name", type: .string)
        let town = try FieldDefinition(id: theirs.schema.nextFieldID, name: "Town", type: .string)
        var texts = StringColumn()
        for text in ["Uji", nil, "Nara"] { texts.append(text) }
        let cells = FieldContents(
            town, records: theirs.ids, cells: FieldCells(column: .string(texts), unfitTexts: [:]))
        _ = try theirs.make(.changeFields(to: [fields[0], town], inserting: [cells], in: theirs))
        let (result, conflicts) = try await Self.merged(theirs, into: mine, from: base)
        #expect(conflicts.isEmpty)
        #expect(result.fieldNames == ["First name", "Town"])
        #expect(result[0, 0] == .string("Anna") && result[2, 1] == .string("Nara"))
        #expect(result.schema[1].id == town.id)
    }

    @Test("Without a base, nothing is removed or replaced")
    func union() async throws {
        let base = try Self.table()
        var (mine, theirs) = (base, base)
        try mine.set(.empty, at: 0, field: 1)
        try theirs.set(.int(46), at: 1, field: 1)
        try theirs.set(.empty, at: 2, field: 1)
        _ = try theirs.make(.deleteRecords(at: RecordIndexes(0), in: theirs))
        let gone = try await Self.merged(theirs, into: mine, from: nil)
        #expect(gone.table == mine)
        #expect(gone.conflicts.map { $0.mergeText(in: mine) } == ["Record 2, “Age”: here “45”, there “46”"])
        let back = try await Self.merged(mine, into: theirs, from: nil)
        #expect(back.table.count == 3)
        #expect(back.table.ids == mine.ids)
        #expect(back.table[2, 1] == .int(7))
    }

    /// Random edits on both sides of one table, and the oracle that looks at each cell.
    @Test("Any edits on both sides", arguments: UInt64(0)..<60)
    func random(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var base = try Self.table()
        for number in 0..<6 { try base.addRecord([.string("r\(number)"), .int(number)]) }
        func edited() throws -> RecordTable {
            var table = base
            for _ in 0..<Int.random(in: 0..<8, using: &random) where table.count > 0 {
                let record = Int.random(in: 0..<table.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: _ = try table.make(.deleteRecords(at: RecordIndexes(record), in: table))
                case 1: try table.set(.string("n\(Int.random(in: 0..<3, using: &random))"), at: record, field: 0)
                default: try table.set(.int(Int.random(in: 0..<3, using: &random)), at: record, field: 1)
                }
            }
            return table
        }
        let (mine, theirs) = (try edited(), try edited())
        let (result, conflicts) = try await Self.merged(theirs, into: mine, from: base)
        for id in base.ids {
            let told = conflicts.filter { $0.record == id }
            guard let before = base.index(of: id) else { continue }
            let (here, there, now) = (mine.index(of: id), theirs.index(of: id), result.index(of: id))
            for field in 0..<2 {
                let old = base[before, field]
                let own = here.map { mine[$0, field] }
                let other = there.map { theirs[$0, field] }
                if let own, let other {
                    let wanted = own == old ? other : own
                    #expect(now.map { result[$0, field] } == wanted)
                    #expect(
                        told.contains { $0.field == base.schema[field].id }
                            == (own != old && other != old && own != other))
                } else if own == nil, let other, other != old {
                    #expect(told.contains { $0.field == base.schema[field].id })
                } else if let own, own != old {
                    #expect(now.map { result[$0, field] } == own)
                    #expect(!told.isEmpty)
                }
            }
            if here == nil { #expect(now == nil) }
        }
    }
}
