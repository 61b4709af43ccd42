import KirokuCore

/// Removing from the server what nobody asks for any more; see ``SharedPruning``.
extension SharedDesk {
    /// How often it is asked whether there is anything: the server has an answer once a day.
    private static let pause = Duration.seconds(3_600)
    /// How much is removed before others' edits are looked for again.
    private static let batches = 20

    /// Removes some of it, if it is time, as long as nothing waits to be sent.
    ///
    /// - Throws: only what has ended the connection.
    func prune() async throws(ServerError) {
        guard let connection, let layout, pruningTime.map({ $0 <= .now }) ?? true else { return }
        pruningTime = .now + Self.pause
        do throws(ServerError) {
            guard try await isPruned(layout, connection) else { return }
            for _ in 0..<Self.batches {
                let answer = try await connection.ask("SELECT \(layout.home).prune()")
                guard answer.first?.flag(0) ?? false else { return }
                guard try await waitingCount() == 0 else { break }
            }
            // There is more.
            pruningTime = nil
        } catch {
            guard await connection.session.isOpen else { throw error }
            // A right that is missing, for example.
        }
    }

    /// Whether anything is removed at all; what an earlier version has shared gets what is needed for it, if it is this user's.
    private func isPruned(_ layout: SharedLayout, _ connection: SharedConnection) async throws(ServerError) -> Bool {
        if layout.isPruned { return true }
        let home = layout.home
        guard try await connection.ask(SharedPruning.canBeAdded(home)).first?.flag(0) == true else { return false }
        try await connection.session.transaction(.writing) { (transaction) throws(ServerError) in
            try transaction.line.execute(SharedPruning.addition(home))
        }
        self.layout?.isPruned = true
        return true
    }
}
