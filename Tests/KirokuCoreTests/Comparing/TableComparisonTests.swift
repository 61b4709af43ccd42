import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("What differs between two tables")
struct TableComparisonTests {
    private static func table(_ rows: [(String, Int?)], _ names: [String] = ["Name", "Age"]) throws -> RecordTable {
        var table = try RecordTable(fieldNames: names, fieldTypes: [.string, .int])
        for (name, age) in rows { try table.addRecord([.string(name), age.map { .int($0) } ?? .empty]) }
        return table
    }

    @Test("By identity, whatever the order and the names of the fields are")
    func identity() async throws {
        let one = try Self.table([("Ann", 31), ("Bob", 45), ("Cy", nil)])
        var two = one
        try two.set(.int(46), at: 1, field: 1)
        let same = try await TableComparison.of(one, and: one, by: .identity)
        #expect(same.isEmpty && same.sameCount == 3)
        let changed = try await TableComparison.of(one, and: two, by: .identity)
        #expect(changed.different == [TableComparison.Difference(record: 1, other: 1, fields: [1])])
        #expect(changed.value(ofOther: 1, at: 1) == .int(46))
        #expect(changed.sameCount == 2)
        let removed = try two.remove(at: RecordIndexes(0))
        #expect(removed.count == 1)
        let less = try await TableComparison.of(one, and: two, by: .identity)
        #expect(less.onlyHere == [0] && less.onlyThere.isEmpty)
        #expect(less.different == [TableComparison.Difference(record: 1, other: 0, fields: [1])])
        let more = try await TableComparison.of(two, and: one, by: .identity)
        #expect(more.onlyHere.isEmpty && more.onlyThere == [0])
    }

    @Test("By a field, also where its values occur twice")
    func key() async throws {
        let one = try Self.table([("Ann", 31), ("Bob", 45), ("Ann", 8), ("", 1)])
        let two = try Self.table([("Cy", 1), ("Ann", 31), ("Ann", 9), ("Ann", 2), ("", 1)])
        let found = try await TableComparison.of(one, and: two, by: .key(FieldMatch(source: 0, field: 0)))
        #expect(found.onlyHere == [1])
        #expect(found.onlyThere == [0, 3])
        #expect(found.different == [TableComparison.Difference(record: 2, other: 2, fields: [1])])
        #expect(found.sameCount == 2)
    }

    @Test("Fields go by their names; a text that is the same value is the same")
    func names() async throws {
        let one = try Self.table([("Ann", 31)])
        var two = try RecordTable(fieldNames: ["Town", "Age"], fieldTypes: [.string, .string])
        try two.addRecord([.string("Uji"), .string("31")])
        let found = try await TableComparison.of(one, and: two, by: .place)
        #expect(found.fieldsOnlyHere == [0] && found.fieldsOnlyThere == [0])
        #expect(found.different.isEmpty && found.sameCount == 1 && !found.isEmpty)
    }

    /// Each pair of tables of random cells, and the oracle that looks at each cell.
    @Test("Any two tables", arguments: UInt64(0)..<40)
    func random(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        func rows() -> [(String, Int?)] {
            (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                ("\(Int.random(in: 0..<8, using: &random))", [nil, 1, 2][Int.random(in: 0..<3, using: &random)])
            }
        }
        let (first, second) = (rows(), rows())
        let (one, two) = (try Self.table(first), try Self.table(second))
        let found = try await TableComparison.of(one, and: two, by: .key(FieldMatch(source: 0, field: 0)))
        var left = Array(second.enumerated())
        var (onlyHere, different): ([Int], [Int]) = ([], [])
        for (record, row) in first.enumerated() {
            guard let index = left.firstIndex(where: { $0.element.0 == row.0 }) else {
                onlyHere.append(record)
                continue
            }
            if left.remove(at: index).element.1 != row.1 { different.append(record) }
        }
        #expect(found.onlyHere == onlyHere)
        #expect(found.onlyThere == left.map(\.offset))
        #expect(found.different.map(\.record) == different)
    }
}
