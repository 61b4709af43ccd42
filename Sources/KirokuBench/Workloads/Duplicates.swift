import KirokuCore

/// Finding records that are alike.
struct Duplicates {
    private let table: RecordTable
    private let name: Int
    /// A hundred thousand texts, of which every tenth is an earlier one with one letter changed.
    private let texts: RecordTable

    private static let textCount = 100_000

    init(cards: Cards) throws {
        let table = cards.table
        let name = table.schema.index(of: cards.name.id) ?? 0
        var column = StringColumn()
        for record in 0..<min(Self.textCount, table.count) {
            let other = record % 10 == 9 ? record / 2 : record
            let names = [other, (other * 7_919 + 1) % table.count].map { table[$0, name].plainText ?? "" }
            var text = Array(names.joined(separator: " ").utf8)
            if other != record, !text.isEmpty { text[record % text.count] = UInt8(ascii: "q") }
            column.append(String(decoding: text, as: UTF8.self))
        }
        self.table = table
        self.name = name
        texts = try RecordTable(schema: Schema(names: ["Text"], types: [.string]), columns: [.string(column)])
    }

    func measure(_ stopwatch: Stopwatch) async throws {
        try await stopwatch.measure("find duplicates") { try await DuplicateGroups.of(table, in: [name], .exact) }
        try await stopwatch.measure("find folded duplicates") {
            try await DuplicateGroups.of(table, in: [name], .folded)
        }
        try await stopwatch.measure("find similar texts") { try await DuplicateGroups.of(texts, in: [0], .similar) }
    }
}
