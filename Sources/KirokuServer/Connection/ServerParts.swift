import CPostgreSQL
import KirokuCore

/// The parts of an address, for somebody who enters them one by one.
public struct ServerParts: Sendable, Hashable {
    /// The server's name, with its port where that is not the usual one, or the folder of its socket; nothing for what is
    /// usual on this machine.
    public var server = ""
    /// The database's name.
    public var database = ""
    /// The user's role there.
    public var user = ""
    /// A name in `pg_service.conf`, which says the rest.
    public var service = ""
    /// The table, with or without its schema.
    public var table = ""
    /// The names of the fields that tell its records apart, if the address has said so.
    public var key: [String] = []
    /// The password; nothing if it is in a file or is asked for later.
    public var password = ""
    /// The other parameters that an address has had, such as `sslrootcert`.
    public private(set) var others: [String: String] = [:]

    /// Nothing yet.
    public init() {}

    /// Takes an address apart.
    public init(_ address: ServerAddress) {
        var values = address.values
        let take = { (name: String) in values.removeValue(forKey: name) ?? "" }
        let (host, port) = (take("host"), take("port"))
        server = port.isEmpty ? host : (host.contains(":") && !host.hasPrefix("/") ? "[\(host)]" : host) + ":" + port
        (database, user, service, password) = (take("dbname"), take("user"), take("service"), take("password"))
        (table, key) = (address.table ?? "", address.key)
        others = values
    }

    /// The address that has these parts.
    ///
    /// - Throws: ``ServerError/notAnAddress`` and the like.
    public func address() throws(ServerError) -> ServerAddress {
        var parameters = others
        let (host, port) = hostAndPort
        let values = [
            ("host", host), ("port", port), ("dbname", database), ("user", user), ("service", service),
            ("password", password),
        ]
        for (name, value) in values {
            let value = name == "password" ? value : value.trimmingWhitespace
            if !value.isEmpty { parameters[name] = value }
        }
        let table = table.trimmingWhitespace
        return try ServerAddress(ServerAddress.text(parameters, table: table.isEmpty ? nil : table, key: key))
    }

    /// The two parts of ``server``: an address of IPv6 that has a port is in brackets.
    private var hostAndPort: (String, String) {
        let text = server.trimmingWhitespace
        guard let colon = text.lastIndex(of: ":") else { return (text, "") }
        let (host, port) = (text[..<colon], text[text.index(after: colon)...])
        let isInBrackets = host.hasPrefix("[") && host.hasSuffix("]")
        guard port.allSatisfy({ $0.isASCII && $0.isNumber }), isInBrackets || !host.contains(":") || host.hasPrefix("/")
        else { return (Self.withoutBrackets(text[...]), "") }
        return (Self.withoutBrackets(host), String(port))
    }

    private static func withoutBrackets(_ host: Substring) -> String {
        String(host.hasPrefix("[") && host.hasSuffix("]") ? host.dropFirst().dropLast() : host)
    }
}
