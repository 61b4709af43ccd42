/// Two connections that read at the same time.
extension SQLiteConnection {
    /// How often it is tried; who writes that busily is left alone.
    private static let attempts = 3

    /// Begins to read, and has a second reader begin, too, so that both see one state of the file.
    ///
    /// The second one looks which state that is before this connection begins, and when it begins itself. If these are
    /// the same, nobody has committed anything in between, so this connection sees that state, too. In a file with a
    /// rollback journal nobody could have; in one with a write-ahead log, which another program may have given it,
    /// anybody can.
    ///
    /// - Parameters:
    ///   - second: begins only if that is so.
    ///   - pause: is run in between, for tests.
    /// - Returns: whether both have begun; this connection has in any case.
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

    /// Begins to read: all that is read from now on is of one moment, whatever other programs write meanwhile.
    func begin() throws(StorageError) {
        try execute("BEGIN")
        // It begins when something is read.
        _ = try version()
    }
}
