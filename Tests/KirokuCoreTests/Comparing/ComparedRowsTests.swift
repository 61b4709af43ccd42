import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("What differs, as rows to look at")
struct ComparedRowsTests {
    private static func table(_ rows: [(String, Int?)]) throws -> RecordTable {
        var table = try RecordTable(fieldNames: ["Name", "Age"], fieldTypes: [.string, .int])
        for (name, age) in rows { try table.addRecord([.string(name), age.map { .int($0) } ?? .empty]) }
        return table
    }

    /// Ann is only here, Bob differs in his age, Cy is the same, Dee is only there.
    private static func comparison() async throws -> TableComparison {
        let here = try table([("Ann", 31), ("Bob", 45), ("Cy", nil)])
        let there = try table([("Cy", nil), ("Bob", 46), ("Dee", 8)])
        return try await TableComparison.of(here, and: there, by: .key(FieldMatch(source: 0, field: 0)))
    }

    private static func texts(_ rows: ComparedRows) -> [String] {
        (0..<rows.count).map { row in
            rows.table.schema.fields.indices.map { rows.table[row, $0].plainText ?? "" }.joined(separator: " ")
        }
    }

    @Test("A record here stands above its counterpart there")
    func rows() async throws {
        let rows = try await ComparedRows.of(try await Self.comparison())
        #expect(Self.texts(rows) == ["Ann 31", "Bob 45", "Bob 46", "Dee 8"])
        #expect((0..<4).map { rows[$0].sort } == [.onlyHere, .different, .different, .onlyThere])
        #expect((0..<4).map { rows[$0].side } == [.here, .here, .there, .there])
        #expect((0..<4).map { rows[$0].record } == [0, 1, 1, 2])
        #expect((0..<4).map { rows.beginsRecord($0) } == [true, true, false, true])
        #expect(rows.rowsOfRecord(at: 2) == 1..<3 && rows.rowsOfRecord(at: 3) == 3..<4)
        #expect(rows.differs(1, 1) && rows.differs(2, 1) && !rows.differs(1, 0) && !rows.differs(0, 1))
        #expect(rows.row(of: 1, .there) == 2 && rows.row(of: 0, .there) == nil)
    }

    @Test(
        "Only those of one sort",
        arguments: [
            (ComparedRows.Sort.onlyHere, ["Ann 31"]), (.onlyThere, ["Dee 8"]), (.different, ["Bob 45", "Bob 46"]),
            (.same, ["Cy "]),
        ])
    func sorts(sort: ComparedRows.Sort, expected: [String]) async throws {
        let rows = try await ComparedRows.of(try await Self.comparison(), .sort(sort))
        #expect(Self.texts(rows) == expected)
    }

    @Test("From one cell that differs to the next, and back")
    func steps() async throws {
        let rows = try await ComparedRows.of(try await Self.comparison())
        var places: [[Int]] = []
        var place: (row: Int, field: Int)? = (0, 0)
        while let now = place {
            places.append([now.row, now.field])
            place = rows.nextDifference(from: now.row, now.field, forward: true)
        }
        #expect(places == [[0, 0], [1, 1], [3, 0]])
        place = (3, 0)
        places = []
        while let now = place {
            places.append([now.row, now.field])
            place = rows.nextDifference(from: now.row, now.field, forward: false)
        }
        #expect(places == [[3, 0], [1, 1], [0, 0]])
    }

    @Test("Fields that only the other table has come last, and say so")
    func fields() async throws {
        let here = try Self.table([("Ann", 31)])
        var there = try RecordTable(fieldNames: ["Name", "Town"], fieldTypes: [.string, .string])
        try there.addRecord([.string("Ann"), .string("Uji")])
        try there.addRecord([.string("Bob"), .string("Nara")])
        let rows = try await ComparedRows.of(
            try await TableComparison.of(here, and: there, by: .key(FieldMatch(source: 0, field: 0))))
        #expect(rows.table.fieldNames == ["Name", "Age", "Town (only there)"])
        #expect(Self.texts(rows) == ["Bob  Nara"])
    }

    @Test("With an older copy, who has changed what")
    func origins() async throws {
        let base = try Self.table([("Ann", 1), ("Bob", 2), ("Cy", 3), ("Dee", 4), ("Eve", 5)])
        var (here, there) = (base, base)
        try here.set(.int(10), at: 0, field: 1)
        try there.set(.int(20), at: 1, field: 1)
        try here.set(.int(30), at: 2, field: 1)
        try there.set(.int(31), at: 2, field: 1)
        _ = try here.make(.deleteRecords(at: RecordIndexes(3), in: here))
        _ = try there.make(.deleteRecords(at: RecordIndexes(4), in: there))
        let comparison = try await TableComparison.of(here, and: there, by: .identity)
        let origins = try await ChangeOrigins.of(comparison, from: base)
        #expect(origins.counts == [.here: 2, .there: 2, .both: 1])
        let rows = try await ComparedRows.of(comparison, origins: origins)
        #expect(
            Self.texts(rows).map { String($0.prefix(3)) } == ["Ann", "Ann", "Bob", "Bob", "Cy ", "Cy ", "Eve", "Dee"])
        #expect((0..<8).map { rows.origin($0, 1) } == [.here, .here, .there, .there, .both, .both, .there, .here])
        let both = try await ComparedRows.of(comparison, origins: origins, .origin(.both))
        #expect(Self.texts(both) == ["Cy 30", "Cy 31"])
        try here.set(.string("Eva"), at: 3, field: 0)
        let changed = try await TableComparison.of(here, and: there, by: .identity)
        #expect(try await ChangeOrigins.of(changed, from: base).counts == [.here: 2, .there: 1, .both: 2])
    }

    @Test("Copies of one document are known by their fields")
    func copies() throws {
        let one = try Self.table([("Ann", 1)])
        let other = try RecordTable(fieldNames: ["Title", "Year"], fieldTypes: [.string, .int])
        #expect(one.seemsToBeCopy(of: one) && !one.seemsToBeCopy(of: other))
        #expect(!RecordTable(schema: Schema()).seemsToBeCopy(of: one))
    }
}
