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
        guard let connection, let layout, pruningTime.map({ $0 <= clock.reading }) ?? true else { return }
        pruningTime = clock.reading + Self.pause
        do throws(ServerError) {
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
}
