import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Records that are alike")
struct DuplicateGroupsTests {
    /// The groups, as the indexes of their records.
    private static func groups(
        _ table: RecordTable, _ fields: [Int], _ likeness: Likeness
    ) async throws -> [[Int]] {
        let found = try await DuplicateGroups.of(table, in: fields, likeness)
        return (0..<found.count).map { group in found[group].compactMap { table.index(of: $0) } }
    }

    private static func table(_ texts: [String?]) throws -> RecordTable {
        var table = try RecordTable(fieldNames: ["Name"], fieldTypes: [.string])
        for text in texts { try table.addRecord([text.map { .string($0) } ?? .empty]) }
        return table
    }

    private static func groups(_ texts: [String?], _ likeness: Likeness) async throws -> [[Int]] {
        try await groups(table(texts), [0], likeness)
    }

    // MARK: Exactly

    @Test("The same values are found in fields of every kind", arguments: UInt64(0)..<20)
    func everyKind(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let table = try random.table(records: 0...60)
        let fields = Array(table.schema.fields.indices.shuffled(using: &random).prefix(2))
        var keys: [[[UInt8]]: [Int]] = [:]
        for record in 0..<table.count {
            let cells = fields.map { table[record, $0] }
            if cells.allSatisfy({ $0 == .empty }) { continue }
            keys[cells.map(Self.key), default: []].append(record)
        }
        let expected = keys.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
        #expect(try await Self.groups(table, fields, .exact) == expected)
    }

    private static func key(_ cell: CellValue) -> [UInt8] {
        if cell == .float(0) { return [1, 0] }
        if cell.type?.kind.hasOptions == true {
            // Choices are compared as Swift does, to which both forms of é are one.
            return [1] + Array(String((cell.keyText ?? "").map { $0 == "é" ? "é" : $0 }).utf8)
        }
        return [cell.isUnfit ? 2 : cell == .empty ? 0 : 1] + Array((cell.keyText ?? "").utf8)
    }

    @Test("Numbers are compared by their values, and unfit texts as texts")
    func values() async throws {
        var table = try RecordTable(fieldNames: ["Price"], fieldTypes: [.decimal])
        for text in ["12.5", "12.50", "12.51"] { try table.addRecord([.decimal(try #require(DecimalNumber(text)))]) }
        for text in ["dear", "dear", "Dear"] { try table.addRecord([.unfit(text)]) }
        #expect(try await Self.groups(table, [0], .exact) == [[0, 1], [3, 4]])
        #expect(try await Self.groups(table, [0], .folded) == [[0, 1], [3, 4, 5]])
    }

    @Test("Several fields are compared together, and empty cells only with others that are filled")
    func severalFields() async throws {
        var table = try RecordTable(fieldNames: ["First", "Last", "Age"], fieldTypes: [.string, .string, .int])
        for (first, last) in [("Ann", "Lee"), ("Ann", nil), ("Ann", "Lee"), ("Ann", nil), (nil, nil), (nil, nil)] {
            let cells: [CellValue] = [first, last].map { $0.map { .string($0) } ?? .empty }
            try table.addRecord(cells + [.int(7)])
        }
        #expect(try await Self.groups(table, [0, 1], .exact) == [[0, 2], [1, 3]])
        #expect(try await Self.groups(table, [0, 1], .similar) == [[0, 2], [1, 3]])
        #expect(try await Self.groups(table, [0], .exact) == [[0, 1, 2, 3]])
        #expect(try await Self.groups(table, [], .exact) == [])
    }

    @Test("Tables with little in them", arguments: Likeness.allCases)
    func small(likeness: Likeness) async throws {
        #expect(try await Self.groups([], likeness) == [])
        #expect(try await Self.groups(["a"], likeness) == [])
        #expect(try await Self.groups([nil, nil, nil], likeness) == [])
        let count = 1_900
        var wide = try RecordTable(
            fieldNames: (0..<count).map { "F\($0)" }, fieldTypes: Array(repeating: .string, count: count))
        for _ in 0..<3 { try wide.addRecord((0..<count).map { .string("value \($0)") }) }
        #expect(try await Self.groups(wide, Array(0..<count), likeness) == [[0, 1, 2]])
    }

    @Test("The fullest record of a group is known, and of equally full ones the oldest")
    func fullest() async throws {
        var table = try RecordTable(fieldNames: ["Name", "Age"], fieldTypes: [.string, .int])
        try table.addRecord([.string("a"), .empty])
        try table.addRecord([.string("b"), .int(1)])
        try table.addRecord([.string("a"), .int(2)])
        try table.addRecord([.string("b"), .int(3)])
        let found = try await DuplicateGroups.of(table, in: [0], .exact)
        #expect((0..<2).map { table.index(of: found.fullest(of: $0)) } == [2, 1])
    }

    @Test(
        "Large tables are searched on all processors, and of records that are alike the fullest is known",
        arguments: Likeness.allCases)
    func large(likeness: Likeness) async throws {
        var random = SeededGenerator(seed: 3)
        let texts = (0..<20_000).map { _ in
            random.chance(1, in: 9) ? nil : "t\(Int.random(in: 0..<9_000, using: &random))"
        }
        var table = try RecordTable(fieldNames: ["Name", "Age", "Note"], fieldTypes: [.string, .int, .date])
        for text in texts {
            try table.addRecord([
                text.map { .string($0) } ?? .empty, random.chance(1, in: 2) ? .int(1) : .empty,
                random.chance(1, in: 2) ? .unfit("soon") : .empty,
            ])
        }
        let filled = texts.indices.filter { texts[$0] != nil }
        let expected = Dictionary(grouping: filled) { texts[$0] ?? "" }.values.filter { $0.count > 1 }.sorted {
            $0[0] < $1[0]
        }
        let found = try await DuplicateGroups.of(table, in: [0], likeness)
        #expect((0..<found.count).map { group in found[group].compactMap { table.index(of: $0) } } == expected)
        func filledCount(_ record: Int) -> Int { (0..<3).count { table[record, $0] != .empty } }
        let fullest = expected.map { group in
            group.max { filledCount($0) < filledCount($1) || filledCount($0) == filledCount($1) && $0 > $1 }
        }
        #expect((0..<found.count).map { table.index(of: found.fullest(of: $0)) } == fullest)
    }

    @Test("A search that is cancelled finds nothing", arguments: Likeness.allCases)
    func cancelled(likeness: Likeness) async throws {
        let table = try Self.table((0..<500).map { "A text with number \($0 % 7)" })
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await DuplicateGroups.of(table, in: [0], likeness)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    // MARK: Without case, width, blanks and marks

    @Test(
        "Texts that differ in no letter",
        arguments: [
            ("Café Zoé", "cafe  zoe"), ("Łódź", "lodz"), ("Straße", "STRASSE"), ("Ελλάς", "ελλας"), ("e\u{301}a", "éa"),
            ("ｶﾞﾗｽ", "ガラス"), ("ＡＢＣ　１２", "abc12"), ("パン", "ハ\u{309a}ン"), ("a\u{ad}b\u{200b}", "ab"),
            ("Tiếng Việt", "tieng viet"), ("Ørsted", "orsted"),
        ])
    func folded(one: String, other: String) async throws {
        #expect(try await Self.groups([one, other, "x"], .folded) == [[0, 1]])
        #expect(try await Self.groups([one, other, "x"], .exact) == [])
        #expect(try await Self.groups([one, other, "x"], .similar) == [[0, 1]])
    }

    @Test("Letters that are others stay others", arguments: [("かな", "カナ"), ("й", "и"), ("कि", "कु"), ("a-b", "ab")])
    func others(one: String, other: String) async throws {
        #expect(try await Self.groups([one, other], .folded) == [])
    }

    @Test("Nothing but blanks is as good as empty")
    func blanks() async throws {
        #expect(try await Self.groups([" ", "　", "\n", nil], .folded) == [])
        #expect(try await Self.groups(["a", " ", " "], .exact) == [[1, 2]])
    }

    @Test("The order of several choices does not count where case does not")
    func choices() async throws {
        var table = try RecordTable(fieldNames: ["Tags"], fieldTypes: [.choices])
        for text in ["red; blue", "Blue; red", "red"] { try table.addRecord([.choices(try #require(Choices(text)))]) }
        #expect(try await Self.groups(table, [0], .folded) == [[0, 1]])
        #expect(try await Self.groups(table, [0], .exact) == [])
    }
}
