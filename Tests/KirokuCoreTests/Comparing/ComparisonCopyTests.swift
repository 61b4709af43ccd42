import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("What is taken over from another table")
struct ComparisonCopyTests {
    /// A table here and one there, which have some records and fields in common.
    private struct Pair {
        var here: RecordTable
        var there: RecordTable

        /// - Parameter areCopies: whether both have come from one table.
        init(_ random: inout SeededGenerator, areCopies: Bool) throws {
            var base = try RecordTable(
                fieldNames: ["Name", "Age", "Note"], fieldTypes: [.string, .int, .string])
            for number in 0..<Int.random(in: 0..<10, using: &random) {
                try base.addRecord([.string("n\(number)"), .int(number), .empty])
            }
            (here, there) = (base, base)
            if !areCopies {
                there = try RecordTable(fieldNames: ["Age", "Name", "Town"], fieldTypes: [.string, .string, .string])
                for record in 0..<base.count {
                    try there.addRecord([
                        base[record, 1].plainText.map { .string($0) } ?? .empty, base[record, 0], .empty,
                    ])
                }
            }
            for _ in 0..<Int.random(in: 0..<8, using: &random) { try Self.edit(&here, &random, keepsFields: false) }
            for _ in 0..<Int.random(in: 0..<8, using: &random) { try Self.edit(&there, &random, keepsFields: false) }
        }

        private static func edit(
            _ table: inout RecordTable, _ random: inout SeededGenerator, keepsFields: Bool
        ) throws {
            func value(_ field: Int) -> CellValue {
                guard table.schema[field].type == .int else {
                    return [.empty, .string("a"), .string("n3"), .string("b")][Int.random(in: 0..<4, using: &random)]
                }
                return [.empty, .int(1), .int(2), .unfit("many")][Int.random(in: 0..<4, using: &random)]
            }
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                var new = RecordTable(schema: table.schema)
                try new.addRecord(table.schema.fields.indices.map(value))
                let index = Int.random(in: 0...table.count, using: &random)
                _ = try table.make(.insertRecords(new, at: RecordIndexes(index), in: table))
            case 1 where table.count > 0:
                let index = Int.random(in: 0..<table.count, using: &random)
                _ = try table.make(.deleteRecords(at: RecordIndexes(index), in: table))
            case 2:
                let new = try FieldDefinition(
                    id: table.schema.newFieldID(), name: "New".unused(among: Set(table.fieldNames)), type: .string)
                _ = try table.make(
                    .changeFields(
                        to: table.schema.fields + [new], inserting: [FieldContents(empty: new, in: table)], in: table))
            case 3 where table.schema.count > 2:
                _ = try table.make(.changeFields(to: Array(table.schema.fields.dropLast()), in: table))
            default:
                guard table.count > 0 else { return }
                let record = Int.random(in: 0..<table.count, using: &random)
                let field = Int.random(in: 0..<table.schema.count, using: &random)
                try table.set(value(field), at: record, field: field)
            }
        }
    }

    private static func pairing(_ pair: Pair, _ number: UInt64) -> TableComparison.Pairing {
        guard let here = pair.here.schema.index(named: "Name"), let there = pair.there.schema.index(named: "Name")
        else {
            return .place
        }
        return number % 3 == 1 ? .place : .key(FieldMatch(source: there, field: here))
    }

    @Test(
        "After everything is taken over, nothing differs; taken back, everything is as it was",
        arguments: UInt64(0)..<150)
    func all(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let areCopies = seed.isMultiple(of: 3)
        let pair = try Pair(&random, areCopies: areCopies)
        let pairing = areCopies ? .identity : Self.pairing(pair, seed)
        let comparison = try await TableComparison.of(pair.here, and: pair.there, by: pairing)
        let rows = try await ComparedRows.of(comparison)
        let over = try await ComparisonCopy.of(.all, in: rows)
        var result = pair.here
        if let change = over.change {
            _ = try result.make(change)
        } else {
            #expect(comparison.fieldsOnlyThere.isEmpty && rows.count == 0)
        }
        #expect(over.addedCount == comparison.onlyThere.count && over.deletedCount == comparison.onlyHere.count)
        #expect(over.cellCount == comparison.different.reduce(0) { $0 + $1.fields.count })
        let after = try await TableComparison.of(result, and: pair.there, by: pairing)
        #expect(after.onlyHere.isEmpty && after.onlyThere.isEmpty && after.different.isEmpty)
        #expect(after.fieldsOnlyThere.isEmpty && after.fieldsOnlyHere.count == comparison.fieldsOnlyHere.count)
        if let change = over.change { _ = try result.make(change.inverse) }
        #expect(result == pair.here && result.ids == pair.here.ids)
    }

    @Test("Row by row, in any order, comes to the same", arguments: UInt64(0)..<30)
    func rowByRow(seed: UInt64) async throws {
        var random = SeededGenerator(seed: 1_000 + seed)
        let areCopies = seed.isMultiple(of: 2)
        let pair = try Pair(&random, areCopies: areCopies)
        let pairing = areCopies ? .identity : Self.pairing(pair, 0)
        guard pairing != .place else { return }
        var result = pair.here
        for _ in 0..<1_000 {
            let comparison = try await TableComparison.of(result, and: pair.there, by: pairing)
            let rows = try await ComparedRows.of(comparison)
            guard rows.count > 0 else { break }
            let row = Int.random(in: 0..<rows.count, using: &random)
            let cells = ComparisonCopy.Selection.cells(rows: row..<row + 1, fields: 0..<rows.table.schema.count)
            let change = try #require(try await ComparisonCopy.of(cells, in: rows).change)
            _ = try result.make(change)
        }
        let after = try await TableComparison.of(result, and: pair.there, by: pairing)
        #expect(after.onlyHere.isEmpty && after.onlyThere.isEmpty && after.different.isEmpty)
    }

    @Test("Only the cells of the selection; a record that is only there comes whole")
    func selection() async throws {
        var here = try RecordTable(fieldNames: ["Name", "Age", "Town"], fieldTypes: [.string, .int, .string])
        try here.addRecord([.string("Ann"), .int(31), .string("Uji")])
        var there = here
        try there.set(.int(32), at: 0, field: 1)
        try there.set(.string("Nara"), at: 0, field: 2)
        try there.addRecord([.string("Bob"), .int(45), .string("Kobe")])
        let rows = try await ComparedRows.of(try await TableComparison.of(here, and: there, by: .identity))
        #expect(rows.count == 3)
        let cell = try await ComparisonCopy.of(.cells(rows: 1..<2, fields: 2..<3), in: rows)
        var result = here
        _ = try result.make(try #require(cell.change))
        #expect(cell.cellCount == 1 && result[0, 1] == .int(31) && result[0, 2] == .string("Nara"))
        let record = try await ComparisonCopy.of(.cells(rows: 2..<3, fields: 1..<2), in: rows)
        _ = try result.make(try #require(record.change))
        #expect(record.addedCount == 1 && result[1, 0] == .string("Bob") && result[1, 2] == .string("Kobe"))
        #expect(result.ids == there.ids)
        let same = try await ComparisonCopy.of(.cells(rows: 0..<1, fields: 0..<1), in: rows)
        #expect(same.change == nil)
    }

    @Test("Pictures are named, and may get other names here")
    func pictures() async throws {
        var here = RecordTable(schema: try Self.pictureSchema())
        try here.addRecord([.string("Ann"), .string("ann.png")])
        var there = here
        try there.set(.string("bob.png"), at: 0, field: 1)
        try there.addRecord([.string("Cy"), .string("cy.png")])
        let rows = try await ComparedRows.of(try await TableComparison.of(here, and: there, by: .identity))
        #expect(await ComparisonCopy.pictureNames(.all, in: rows) == ["bob.png", "cy.png"])
        let over = try await ComparisonCopy.of(.all, in: rows, renamingPictures: ["cy.png": "cy 2.png"])
        _ = try here.make(try #require(over.change))
        #expect(here[0, 1] == .string("bob.png") && here[1, 1] == .string("cy 2.png"))
    }

    private static func pictureSchema() throws -> Schema {
        try Schema(
            fields: [
                FieldDefinition(id: FieldID(rawValue: 1), name: "Name", type: .string),
                FieldDefinition(id: FieldID(rawValue: 2), name: "Photo", type: .string, isMarkedAsPicture: true),
            ], nextFieldID: FieldID(rawValue: 3))
    }
}
