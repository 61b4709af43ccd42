import KirokuCore

/// Writing tables as text, and reading tables from text.
struct Texts {
    let cards: Cards

    func measure(_ stopwatch: Stopwatch) async throws {
        try await stopwatch.measure("write text") { try await SeparatedText.write(cards.table) }
        try await stopwatch.measure("read text") { try await SeparatedTextFile.read(path: cards.path) }
        let copied = try clipboardPart()
        try await stopwatch.measure("write HTML") { try await TableExport(copied, as: .html(header: true)).bytes() }
    }

    /// As many cells as a user may copy to a spreadsheet: 50,000 records with 40 fields.
    private func clipboardPart() throws -> TablePart {
        let fieldCount = cards.table.schema.count
        return try TablePart(
            cards.table, records: RecordIndexes(0..<min(50_000, cards.table.count)),
            fields: (0..<40).map { $0 % fieldCount })
    }
}
