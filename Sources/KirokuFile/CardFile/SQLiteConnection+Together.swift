/// Two connections that read at the same time.
extension SQLiteConnection {
    /// The number of attempts before giving up, if another program keeps writing.
    private static let attempts = 3

    /// Begins reading together with a second reader, so that both see the same state of the file.
    ///
    /// The second reader notes the state of the file before this connection begins and again when it begins itself. If
    /// both are the same, no one has committed in between, so this connection sees that state as well. With a rollback
    /// journal, no one can commit in between; with a write-ahead log, which another program may have turned on, any
    /// program can.
    ///
    /// - Parameters:
    ///   - second: begins only if both see the same state.
    ///   - pause: called in between, for tests.
    /// - Returns: whether both have begun; this connection always has.
    func begin(
        with second: SecondReader, pause: @Sendable () -> Void, isolation: isolated (any Actor)? = #isolation
    ) async throws(StorageError) -> Bool {
        for _ in 0..<Self.attempts {
            guard let before = await second.version() else { break }
            try begin()
            pause()
            if await second.begin() == before { return true }
            await second.end()
            try execute("ROLLBACK")
        }
        try begin()
        return false
    }

    /// Begins a read transaction: everything read in it is from the same moment, whatever other programs write
    /// meanwhile.
    func begin() throws(StorageError) {
        try execute("BEGIN")
        // The transaction only begins with the first read.
        _ = try version()
    }
}
