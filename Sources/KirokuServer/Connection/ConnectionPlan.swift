import CPostgreSQL
import Glibc

/// The parameters of a connection: the address, and Kiroku's defaults where the user has not set anything else.
struct ConnectionPlan {
    private var parameters: [(name: String, value: String)] = []
    /// The address for libpq, with an empty password.
    private let withoutPassword: String
    /// Whether the server's certificate must match its name, so that a password cannot reach another server.
    private(set) var isProven = true
    /// The effective values that libpq derives from the address, services and the environment.
    private let effective: [String: String]

    /// - Throws: ``ServerError/unencrypted(mode:)``, ``ServerError/unusableAddress(reason:)``.
    init(_ address: ServerAddress) throws(ServerError) {
        effective = try Self.effectiveValues(of: address)
        parameters = [("dbname", address.connection)]
        var values = address.values
        values["password"] = ""
        withoutPassword = ServerAddress.text(values, table: nil, key: [])
        add("client_encoding", "UTF8")
        add("fallback_application_name", "kiroku")
        addUnlessSet("keepalives_idle", "30")
        addUnlessSet("keepalives_interval", "5")
        addUnlessSet("keepalives_count", "3")
        addUnlessSet("tcp_user_timeout", "15000")
        guard !isLocal else { return }
        // Kerberos would encrypt as well, but does not verify a certificate.
        addUnlessSet("gssencmode", "disable", usual: "prefer")
        switch effective["sslmode"] {
        case "prefer" where !isSet(address, "sslmode", by: "PGSSLMODE"), nil: add("sslmode", "verify-full")
        case "verify-full": break
        case "require", "verify-ca": isProven = false
        case let mode?: throw .unencrypted(mode: mode)
        }
        addRootCertificate()
    }

    /// Which passwords from the address, files and the environment libpq may use.
    enum Passwords {
        /// All of them, with any method of authentication.
        case all
        /// None; this only shows whether the server asks for one.
        case none
        /// All of them, but the server cannot read them (SCRAM), and must prove on this very connection that it knows
        /// them, too (channel binding).
        case bound
    }

    /// The parameters for libpq.
    func parameters(_ passwords: Passwords) -> [(name: String, value: String)] {
        switch passwords {
        case .all: return parameters
        case .bound: return parameters + [("channel_binding", "require")]
        case .none:
            // The empty password overrides files and the environment; this password file can never exist.
            return [("dbname", withoutPassword)] + parameters.dropFirst() + [("passfile", "/dev/null/none")]
        }
    }

    /// Whether the user has specified whose program may be at the other end of a local socket.
    var namesPeer: Bool { !(effective["requirepeer"] ?? "").isEmpty }

    /// Whether only this machine is involved.
    var isLocal: Bool {
        guard (effective["hostaddr"] ?? "").isEmpty else { return false }
        return (effective["host"] ?? "").split(separator: ",").allSatisfy { $0.hasPrefix("/") || $0.hasPrefix("@") }
    }

    /// The name of the server, or of the folder of its socket, for the user.
    var server: String {
        let host = effective["host"] ?? effective["hostaddr"] ?? ""
        return host.isEmpty ? "/var/run/postgresql" : host.withCString { ServerText.shown($0) }
    }

    var database: String { effective["dbname"] ?? effective["user"] ?? "" }

    /// The account that a password belongs to.
    var account: ServerAccount {
        ServerAccount(
            server: server, port: effective["port"].flatMap { $0.isEmpty ? nil : $0 } ?? "5432", database: database,
            user: effective["user"] ?? "")
    }

    /// What must never be shown.
    var secrets: [String] { [effective["password"], effective["sslpassword"]].compactMap(\.self) }

    /// In seconds; `nil` if not set.
    var timeout: Double? { effective["connect_timeout"].flatMap(Double.init).flatMap { $0 > 0 ? max($0, 2) : nil } }

    private mutating func add(_ name: String, _ value: String) {
        parameters.append((name, value))
    }

    private mutating func addUnlessSet(_ name: String, _ value: String, usual: String? = nil) {
        guard let current = effective[name], !current.isEmpty, current != usual else { return add(name, value) }
    }

    /// Whether the address or the environment sets the parameter; a setting of a service is detected by its value
    /// differing from the default.
    private func isSet(_ address: ServerAddress, _ name: String, by variable: String) -> Bool {
        if getenv(variable) != nil { return true }
        guard let options = libpq.PQconninfoParse(address.connection, nil) else { return false }
        defer { libpq.PQconninfoFree(options) }
        return ServerAddress.values(of: options)[name] != nil
    }

    /// If the user has no root certificates of their own, uses those that the system trusts.
    private mutating func addRootCertificate() {
        guard (effective["sslrootcert"] ?? "").isEmpty else { return }
        let home = getpwuid(geteuid()).flatMap { $0.pointee.pw_dir }.map { String(cString: $0) } ?? ""
        guard access(home + "/.postgresql/root.crt", R_OK) != 0 else { return }
        let system = "/etc/ssl/certs/ca-certificates.crt"
        if access(system, R_OK) == 0 { add("sslrootcert", system) }
    }

    /// Makes libpq combine all parameters without connecting, by a value that it rejects.
    private static func effectiveValues(of address: ServerAddress) throws(ServerError) -> [String: String] {
        let parameters = [("dbname", address.connection), ("channel_binding", "no value of this name")]
        guard let connection = start(parameters) else { throw .unusableAddress(reason: "") }
        defer { libpq.PQfinish(connection) }
        guard libpq.PQhost(connection) != nil, let options = libpq.PQconninfo(connection) else { throw .notAnAddress }
        defer { libpq.PQconninfoFree(options) }
        let values = ServerAddress.values(of: options)
        guard values["channel_binding"] == "no value of this name" else {
            let secrets = [values["password"]].compactMap(\.self)
            throw .unusableAddress(reason: ServerText.shown(libpq.PQerrorMessage(connection), without: secrets))
        }
        return values
    }

    /// Starts connecting.
    static func start(_ parameters: [(name: String, value: String)]) -> OpaquePointer? {
        withTexts(parameters.map(\.name) + [nil]) { names in
            withTexts(parameters.map(\.value) + [nil]) { values in libpq.PQconnectStartParams(names, values, 1) }
        }
    }
}

/// Sets libpq's messages to English on this thread so that they can be parsed.
func inEnglish<Value>(_ body: () -> Value) -> Value {
    let english = newlocale(1 << LC_MESSAGES, "C", nil)
    let before = uselocale(english)
    defer {
        uselocale(before)
        if let english { freelocale(english) }
    }
    return body()
}
