import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Sorting")
struct SortTests {
    @Test("Any rules order as comparing record by record does", arguments: UInt64(0)..<60)
    func naive(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let table = try generator.table(records: 0...600)
        for _ in 0..<6 {
            let rules = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                SortRule(
                    field: generator.pick(table.schema.fields).id, isDescending: generator.chance(1, in: 2),
                    textOrder: .codePoints)
            }
            #expect(table.isOrdered(try await table.order(by: rules), by: rules))
        }
    }

    @Test("With a single rule, too, progress is told on the way, and grows up to 1")
    func progress() async throws {
        var table = try RecordTable(fieldNames: ["S", "I"], fieldTypes: [.string, .int])
        for record in 0..<2_000 { try table.addRecord([.string("text \(record % 700)"), .int(record % 7)]) }
        for field in table.schema.fields {
            let shares = SharedList<Double>()
            _ = try await table.order(by: [SortRule(field: field.id, textOrder: .codePoints)]) { shares.append($0) }
            #expect(shares.all.contains { $0 > 0 && $0 < 1 })
            #expect(shares.all.last == 1)
            #expect(shares.all.allSatisfy { (0...1).contains($0) })
        }
    }

    @Test("Many records are ordered as few are, over several threads", arguments: [false, true])
    func large(isDescending: Bool) async throws {
        var generator = SeededGenerator(seed: 7)
        var table = RecordTable(schema: try Schema(names: ["I", "S"], types: [.int, .string]))
        for record in 0..<100_001 {
            try table.addRecord([
                .int(Int(truncatingIfNeeded: generator.next()) >> Int.random(in: 0..<60, using: &generator)),
                .string(generator.chance(1, in: 2) ? "the same long beginning \(record / 3)" : generator.text()),
            ])
        }
        for field in table.schema.fields {
            let rules = [SortRule(field: field.id, isDescending: isDescending, textOrder: .codePoints)]
            #expect(table.isOrdered(try await table.order(by: rules), by: rules))
        }
    }

    @Test("Values come first, then what is to fix, then empty cells, in either direction")
    func emptyLast() async throws {
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        for value: CellValue in [.empty, .unfit("b"), .int(2), .unfit("a"), .empty, .int(1)] {
            try table.addRecord([value])
        }
        var rule = SortRule(field: table.schema[0].id, textOrder: .codePoints)
        #expect(try await table.order(by: [rule]) == [5, 2, 3, 1, 0, 4])
        rule.isDescending = true
        #expect(try await table.order(by: [rule]) == [2, 5, 1, 3, 0, 4])
    }

    @Test("Texts of any length and with NULs are ordered by all of their bytes")
    func texts() async throws {
        let long = String(repeating: "x", count: 20_000)
        let texts = [
            "", "\0", "\0\0", "a", "a\0", "abcdefg", "abcdefgh", "abcdefg\0", "abcdefghi", long, long + "a", long, "é",
            "日本", "日本語", "\u{ffff}", "😀",
        ]
        var generator = SeededGenerator(seed: 3)
        var table = try RecordTable(fieldNames: ["S"], fieldTypes: [.string])
        for _ in 0..<40 {
            for text in texts.shuffled(using: &generator) { try table.addRecord([.string(text)]) }
        }
        let rules = [SortRule(field: table.schema[0].id, textOrder: .codePoints)]
        #expect(table.isOrdered(try await table.order(by: rules), by: rules))
    }

    @Test("Both zeros are the same, and the ends of the ranges are the ends")
    func extremes() async throws {
        var table = try RecordTable(fieldNames: ["I", "F"], fieldTypes: [.int, .float])
        try table.addRecord([.int(.max), .float(0)])
        try table.addRecord([.int(-1), .float(-0.0)])
        try table.addRecord([.int(.min), .float(.greatestFiniteMagnitude)])
        try table.addRecord([.int(0), .float(-.leastNonzeroMagnitude)])
        #expect(try await table.order(by: [SortRule(field: table.schema[0].id)]) == [2, 1, 3, 0])
        #expect(try await table.order(by: [SortRule(field: table.schema[1].id)]) == [3, 0, 1, 2])
    }

    @Test("Sorting an unknown field is refused, and a cancelled sort says so")
    func refused() async throws {
        let table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        let unknown = FieldID(rawValue: 9)
        await #expect(throws: QueryError.unknownField(unknown)) {
            try await table.order(by: [SortRule(field: unknown)])
        }
        let rules = [SortRule(field: table.schema[0].id)]
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await table.order(by: rules)
        }
        await #expect(throws: QueryError.cancelled) { try await task.value }
    }
}

extension RecordTable {
    /// Whether `order` has every record once, and each belongs before the next, as comparing their cells says.
    fileprivate func isOrdered(_ order: [Int], by rules: [SortRule]) -> Bool {
        Set(order) == Set(0..<count) && order.count == count
            && zip(order, order.dropFirst()).allSatisfy { isBefore($0, $1, by: rules) }
    }

    private func isBefore(_ left: Int, _ right: Int, by rules: [SortRule]) -> Bool {
        for rule in rules {
            guard let field = schema.index(of: rule.field) else { continue }
            let (one, other) = (SortedCell(self[left, field]), SortedCell(self[right, field]))
            if one.kind != other.kind { return one.kind < other.kind }
            if one.isBefore(other) { return !rule.isDescending }
            if other.isBefore(one) { return rule.isDescending }
        }
        return left < right
    }
}

private struct SortedCell {
    let kind: Int
    private let value: CellValue

    init(_ value: CellValue) {
        self.value = value
        switch value {
        case .empty: kind = 2
        case .unfit: kind = 1
        default: kind = 0
        }
    }

    func isBefore(_ other: SortedCell) -> Bool {
        switch (value, other.value) {
        case (.int(let one), .int(let other)): one < other
        case (.float(let one), .float(let other)): one < other
        case (.date(let one), .date(let other)): one.text < other.text
        case (.time(let one), .time(let other)): one.text < other.text
        case (.dateAndTime(let one), .dateAndTime(let other)): one.text < other.text
        case (.decimal(let one), .decimal(let other)): SchoolDecimal(one) < SchoolDecimal(other)
        case (.bool(let one), .bool(let other)): !one && other
        case (.rating(let one), .rating(let other)): one < other
        case (.duration(let one), .duration(let other)): one.seconds < other.seconds
        case (.choice(let one), .choice(let other)): one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
        case (.choices(let one), .choices(let other)): one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
        case (.string(let one), .string(let other)), (.unfit(let one), .unfit(let other)):
            one.utf8.lexicographicallyPrecedes(other.utf8)
        default: false
        }
    }
}
