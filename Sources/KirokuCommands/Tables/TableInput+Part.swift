import KirokuCore

/// An input that can be read several times, each time more of it.
struct TableReading: Sendable {
    fileprivate let input: TableInput
    /// The text, if it arrives in pieces.
    fileprivate let pieces: KeptSource?

    /// Reads the input; of a text, at least this many records if it has them, or all of them.
    ///
    /// - Parameter enough: `nil` for all records.
    func read(enough: Int?) async throws(CommandFailure) -> TableInput.Contents {
        var options = input.options
        options.enoughRecords = enough
        guard let pieces else { return try await input.read(options) }
        await pieces.rewind(isLast: enough == nil)
        return try await input.read(pieces, options)
    }
}

extension TableInput {
    /// Opens the input for work that reads it once or more.
    func opened<Value: Sendable>(
        _ work: (TableReading) async throws(CommandFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        guard isReadInPieces else { return try await work(TableReading(input: self, pieces: nil)) }
        return try await withStream { (pieces) async throws(CommandFailure) in
            try await work(TableReading(input: self, pieces: KeptSource(pieces)))
        }
    }
}
