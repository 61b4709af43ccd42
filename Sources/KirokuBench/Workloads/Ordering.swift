import KirokuCore

/// Ordering all records by one field.
struct Ordering {
    let cards: Cards

    func measure(_ stopwatch: Stopwatch) async throws {
        try await measure("order by int", SortRule(field: cards.number.id), stopwatch)
        try await measure(
            "order by string", SortRule(field: cards.name.id, textOrder: .codePoints), stopwatch)
        try await measure("order by locale", SortRule(field: cards.name.id), stopwatch)
    }

    private func measure(_ work: String, _ rule: SortRule, _ stopwatch: Stopwatch) async throws {
        try await stopwatch.measure(work) { try await cards.table.order(by: [rule]) }
    }
}
