import Synchronization

/// Passwords for servers that are not in a file: those that the user has entered in this run of the program, and those
/// in the desktop's keyring.
public final class ServerPasswords: Sendable {
    /// The passwords of this program.
    public static let shared = ServerPasswords()

    /// Whether the user may be asked to unlock the keyring; only while they are waiting for it.
    @TaskLocal public static var mayUnlock = false

    private struct State {
        var source: (any PasswordSource)?
        /// Entered by the user, or from the source, and accepted.
        var known: [ServerAccount: String] = [:]
        /// From the source, and not accepted.
        var refused: [ServerAccount: String] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Also looks up passwords in a source.
    public func use(_ source: any PasswordSource) {
        state.withLock { $0.source = source }
    }

    /// Keeps a password that the server has accepted until the program ends.
    public func keep(_ password: String, for account: ServerAccount) {
        state.withLock { $0.known[account] = password }
    }

    /// Saves the password that was accepted last in the keyring.
    ///
    /// - Throws: ``PasswordSourceError`` if it cannot be saved.
    public func remember(_ account: ServerAccount) async throws(PasswordSourceError) {
        let (source, password) = state.withLock { ($0.source, $0.known[account]) }
        guard let source, let password else { throw PasswordSourceError(reason: "") }
        try await source.keep(password, for: account)
        state.withLock { $0.refused[account] = nil }
    }

    /// The password for an account that the server has accepted before.
    func password(for account: ServerAccount) -> String? { state.withLock { $0.known[account] } }

    /// Forgets a password that the server no longer accepts.
    func forget(_ account: ServerAccount) {
        state.withLock { $0.known[account] = nil }
    }

    /// The password in the keyring for an account.
    func saved(for account: ServerAccount) async -> String? {
        let source = state.withLock { $0.source }
        return await source?.password(for: account, mayUnlock: Self.mayUnlock)
    }

    /// Whether the server has already refused this password: an account may be locked after several attempts.
    func isRefused(_ password: String, for account: ServerAccount) -> Bool {
        state.withLock { $0.refused[account] == password }
    }

    /// Records that the server has refused a password from the keyring.
    func refuse(_ password: String, for account: ServerAccount) {
        state.withLock { $0.refused[account] = password }
    }
}

/// A store for the user's passwords, such as a keyring.
public protocol PasswordSource: Sendable {
    /// The password for an account; `nil` if there is none, or it is not available soon.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - mayUnlock: whether the user may be asked to unlock it.
    func password(for account: ServerAccount, mayUnlock: Bool) async -> String?
    /// Saves a password, replacing an earlier one.
    func keep(_ password: String, for account: ServerAccount) async throws(PasswordSourceError)
}

/// Why a password could not be saved.
public struct PasswordSourceError: Error, Sendable, Hashable {
    /// The source's own words; empty if there are none.
    public let reason: String
    /// Whether the user has not unlocked it.
    public let isLocked: Bool

    /// - Parameters:
    ///   - reason: the source's own words; empty if there are none.
    ///   - isLocked: whether the user has not unlocked it.
    public init(reason: String, isLocked: Bool = false) {
        (self.reason, self.isLocked) = (reason, isLocked)
    }
}

/// What a password belongs to: a user of a database on a server.
public struct ServerAccount: Sendable, Hashable {
    /// The server's name or address, or the folder of its socket.
    public let server: String
    /// The server's port.
    public let port: String
    /// The database's name.
    public let database: String
    /// The user's role there.
    public let user: String

    /// An account; does not connect.
    public init(server: String, port: String, database: String, user: String) {
        (self.server, self.port, self.database, self.user) = (server, port, database, user)
    }
}

extension ServerAddress {
    /// The account that a password of this address belongs to, as libpq derives it from the address, services and the
    /// environment; reads files.
    ///
    /// - Throws: what is wrong with the address.
    func account() throws(ServerError) -> ServerAccount { try ConnectionPlan(self).account }
}
