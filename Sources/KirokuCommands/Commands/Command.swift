import KirokuCore

/// A command with its arguments, ready to run.
protocol Command: Sendable {
    init(_ arguments: CommandArguments) throws(UsageError)

    /// Runs the command and writes its results to standard output.
    func run() async throws(CommandFailure) -> ExitStatus
}

/// The exit status for the shell.
enum ExitStatus: Int32, Sendable {
    case success = 0
    /// The command failed; for `find`, no record was found, for `compare`, something differs, for `merge`, something
    /// could not be merged, and for `sync`, there are conflicts.
    case failure = 1
    /// The arguments are wrong; for `find`, `compare`, `merge` and `sync`, any error.
    case usage = 2
}

/// Why a command ended early.
struct CommandFailure: Error, Hashable {
    /// The message for the user, in one line.
    let message: String
    var status = ExitStatus.failure

    init(_ message: String, status: ExitStatus = .failure) {
        self.message = message
        self.status = status
    }

    init(_ error: StorageError) { self.init(error.message) }

    init(_ error: QueryError) { self.init(error.message) }
}
