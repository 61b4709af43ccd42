import KirokuCore

/// A command with its arguments, ready to run.
protocol Command: Sendable {
    init(_ arguments: CommandArguments) throws(UsageError)

    /// Does it; what it finds out is written to standard output.
    func run() async throws(CommandFailure) -> ExitStatus
}

/// What the shell is told.
enum ExitStatus: Int32, Sendable {
    case success = 0
    /// It could not be done; for `find`, that there is no such record.
    case failure = 1
    /// The arguments make no sense; for `find`, any trouble.
    case usage = 2
}

/// Why a command ended early.
struct CommandFailure: Error, Hashable {
    /// What happened, for the user; in one line.
    let message: String
    var status = ExitStatus.failure

    init(_ message: String, status: ExitStatus = .failure) {
        self.message = message
        self.status = status
    }

    init(_ error: StorageError) { self.init(error.message) }

    init(_ error: QueryError) { self.init(error.message) }
}
