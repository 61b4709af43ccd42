import KirokuCore

/// Finding records by the value of one field.
struct Finding {
    let cards: Cards

    func measure(_ stopwatch: Stopwatch) {
        let table = cards.table
        stopwatch.measure("find int") { table.find(cards.number) { $0 < 500 } }
        stopwatch.measure("find float") { table.find(cards.rate) { $0 > 500 } }
        stopwatch.measure("find prefix") { table.find(cards.name) { $0.hasPrefix("C") } }
        stopwatch.measure("find contains") { table.find(cards.name) { $0.contains("g") } }
        stopwatch.measure("find by closure") { table.find(cards.number) { $0 < 500 } }
    }
}
