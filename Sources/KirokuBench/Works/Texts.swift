import KirokuCore

/// The whole table as text, and back.
struct Texts {
    let cards: Cards

    func measure(_ stopwatch: Stopwatch) async throws {
        try await stopwatch.measure("write text") { try await SeparatedText.write(cards.table) }
        try await stopwatch.measure("read text") { try await SeparatedTextFile.read(path: cards.path) }
    }
}
