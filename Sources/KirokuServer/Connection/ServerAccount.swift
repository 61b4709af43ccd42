/// For what a password is good: a user of a database on a server.
public struct ServerAccount: Sendable, Hashable {
    /// The server's name or address, or the folder of its socket.
    public let server: String
    /// The server's port.
    public let port: String
    /// The database's name.
    public let database: String
    /// The user's role there.
    public let user: String

    /// An account; nothing is connected to.
    public init(server: String, port: String, database: String, user: String) {
        (self.server, self.port, self.database, self.user) = (server, port, database, user)
    }
}

extension ServerAddress {
    /// For what a password of this address is good, as libpq puts it together from the address, services and the
    /// environment; reads files.
    ///
    /// - Throws: what is wrong with the address.
    func account() throws(ServerError) -> ServerAccount { try ConnectionPlan(self).account }
}
