import Synchronization

/// The passwords that this run of the program knows and that are in no file: those that the user has entered.
///
/// They are kept in memory only.
public final class ServerPasswords: Sendable {
    /// Those of the program.
    public static let shared = ServerPasswords()

    private let known = Mutex<[ServerAccount: String]>([:])

    package init() {}

    /// Keeps a password that the server has accepted until the program ends.
    public func keep(_ password: String, for account: ServerAccount) {
        known.withLock { $0[account] = password }
    }

    /// The password for an account, if it is known.
    func password(for account: ServerAccount) -> String? { known.withLock { $0[account] } }

    /// Forgets a password that the server does not accept any more.
    func forget(_ account: ServerAccount) {
        known.withLock { $0[account] = nil }
    }
}
