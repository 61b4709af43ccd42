import KirokuCore

/// Finding records by the values of one field.
struct Finding {
    let cards: Cards

    func measure(_ stopwatch: Stopwatch) async throws {
        let (number, rate, name) = (cards.number.id, cards.rate.id, cards.name.id)
        try await measure("find int", .test(number, .less, .int(500)), stopwatch)
        try await measure("find float", .test(rate, .greater, .float(500)), stopwatch)
        try await measure("find prefix", .test(name, .startsWith, .text("C")), stopwatch)
        try await measure("find contains", .test(name, .contains, .text("g")), stopwatch)
        stopwatch.measure("find by closure") { cards.table.find(cards.number) { $0 < 500 } }
    }

    private func measure(_ work: String, _ condition: Condition, _ stopwatch: Stopwatch) async throws {
        try await stopwatch.measure(work) { try await cards.table.find(condition) }
    }
}
