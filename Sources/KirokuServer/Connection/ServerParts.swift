import CPostgreSQL
import KirokuCore

/// The parts of an address, for entering them one by one.
public struct ServerParts: Sendable, Hashable {
    /// The server's name, with its port if that is not the default, or the folder of its socket; empty for the default
    /// on this machine.
    public var server = ""
    /// The database's name.
    public var database = ""
    /// The user's role there.
    public var user = ""
    /// A name in `pg_service.conf`, which provides the rest.
    public var service = ""
    /// The table, with or without its schema.
    public var table = ""
    /// The names of the fields that identify its records, if the address has named them.
    public var key: [String] = []
    /// The password; empty if it is in a file or is asked for later.
    public var password = ""
    /// The other parameters of an address, such as `sslrootcert`.
    public private(set) var others: [String: String] = [:]

    /// No parts yet.
    public init() {}

    /// The parts of an address.
    public init(_ address: ServerAddress) {
        var values = address.values
        let take = { (name: String) in values.removeValue(forKey: name) ?? "" }
        let (host, port) = (take("host"), take("port"))
        server = port.isEmpty ? host : (host.contains(":") && !host.hasPrefix("/") ? "[\(host)]" : host) + ":" + port
        (database, user, service, password) = (take("dbname"), take("user"), take("service"), take("password"))
        (table, key) = (address.table ?? "", address.key)
        others = values
    }

    /// The address with these parts.
    ///
    /// - Throws: ``ServerError/notAnAddress`` and similar errors.
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

    /// The two parts of ``server``: an IPv6 address with a port is in brackets.
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
