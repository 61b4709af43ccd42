import CPostgreSQL
import Glibc
import KirokuCore

/// The address of a table in a PostgreSQL database: `postgresql://server/database?table=Name`.
///
/// If the database does not know what identifies the records, as for most views, `&key=id` or `&key=city,number` tells
/// it. Everything but the table and its key is left to libpq: other parameters, services (`pg_service.conf`), passwords
/// (`~/.pgpass`) and the environment (`PGHOST` and others).
public struct ServerAddress: Sendable, Hashable {
    /// The address without the table and its key, for libpq; never shown, because it may contain a password.
    let connection: String
    /// The table, with or without its schema; `nil` if none is named.
    public let table: String?
    /// The names of the fields that identify the records, if the address names them.
    public let key: [String]
    /// Whether the address contains a password.
    public let hasPassword: Bool
    /// Whether it contains a password, or that of a private key: on a command line, all users of the computer can see
    /// it.
    public let hasSecret: Bool
    /// The address without user and password, for the user.
    public let shownText: String

    /// The address without a password, for storing on this machine.
    let keptText: String
    /// The parts of the address to store in a document, which others may have written: those that ``init(inFile:)``
    /// accepts.
    let fileText: String
    /// The names of parameters that are ignored because the address comes from a document or another program.
    public let unusedParameters: [String]

    /// Whether a text is meant as such an address, not as the path of a file.
    public static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("postgresql:") || text.hasPrefix("postgres:")
    }

    /// Parses an address, without connecting.
    ///
    /// - Throws: ``ServerError/notAnAddress``, ``ServerError/unknownParameter(_:)``,
    ///   ``ServerError/noLibrary(reason:)``.
    public init(_ text: String) throws(ServerError) {
        try Libpq.load()
        guard let parts = AddressParts(text) else { throw .notAnAddress }
        for name in parts.parameterNames where !Self.isParameter(name) { throw .unknownParameter(name) }
        connection = parts.connection
        (table, key) = (parts.table, parts.key)
        // libpq's error message may repeat a password, so it is not used.
        guard let options = libpq.PQconninfoParse(parts.connection, nil) else { throw .notAnAddress }
        defer { libpq.PQconninfoFree(options) }
        let values = Self.values(of: options)
        hasPassword = !(values["password"] ?? "").isEmpty
        hasSecret = ["password", "sslpassword"].contains { !(values[$0] ?? "").isEmpty }
        let kept = values.filter { $0.key != "password" && $0.key != "sslpassword" }
        keptText = Self.text(kept, table: parts.table, key: parts.key)
        let portable = Self.portable(values)
        fileText = Self.text(portable, table: parts.table, key: parts.key)
        unusedParameters = values.keys.filter { portable[$0] == nil && $0 != "password" }.sorted()
        var shown = "postgresql://" + (values["host"] ?? values["hostaddr"] ?? "")
        if let port = values["port"] { shown += ":" + port }
        shown += "/" + (values["dbname"] ?? "")
        if let table { shown += "?table=" + table }
        if !key.isEmpty { shown += (table == nil ? "?key=" : "&key=") + key.joined(separator: ",") }
        shownText = Self.withoutControls(shown)
    }

    /// Parses an address that does not come from the user, but from a document or another program.
    ///
    /// Only server, port, database, user, table and key count, and that the server must prove its identity. Everything
    /// else could redirect the connection or weaken its security, and is left out.
    public init(inFile text: String) throws(ServerError) {
        try self.init(try ServerAddress(text).fileText)
    }

    /// Parses an address that another program may have sent: like ``init(inFile:)``, but keeps its password.
    public init(fromOutside text: String) throws(ServerError) {
        let password = try ServerAddress(text).values["password"] ?? ""
        let address = try ServerAddress(inFile: text)
        self = password.isEmpty ? address : try address.with(password: password)
    }

    /// The parameters that count regardless of their origin.
    private static func portable(_ values: [String: String]) -> [String: String] {
        var portable = values.filter { ["host", "port", "dbname", "user"].contains($0.key) && !$0.value.isEmpty }
        if portable["host"] == nil, let address = values["hostaddr"], !address.isEmpty { portable["host"] = address }
        if values["sslmode"] == "verify-full" { portable["sslmode"] = "verify-full" }
        return portable
    }

    /// The same address with another table.
    ///
    /// - Parameters:
    ///   - table: the name of the table.
    ///   - key: the fields that identify its records, if the database does not know them.
    package func named(_ table: String, key: [String] = []) throws(ServerError) -> ServerAddress {
        try ServerAddress(Self.text(values, table: table, key: key))
    }

    /// The same address with a password.
    package func with(password: String) throws(ServerError) -> ServerAddress {
        var values = values
        values["password"] = password
        return try ServerAddress(Self.text(values, table: table, key: key))
    }

    /// The libpq parameters in the address.
    var values: [String: String] {
        guard let options = libpq.PQconninfoParse(connection, nil) else { return [:] }
        defer { libpq.PQconninfoFree(options) }
        return Self.values(of: options)
    }

    /// An address with these libpq parameters.
    static func text(_ values: [String: String], table: String?, key: [String]) -> String {
        var text = "postgresql://"
        if let user = values["user"] { text += encoded(user) + "@" }
        text += "/" + (values["dbname"].map(encoded) ?? "")
        var parameters = values.filter { $0.key != "user" && $0.key != "dbname" }
        parameters["table"] = table
        var list = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\(encoded($0.value))" }
        if !key.isEmpty { list.append("key=" + key.map(encoded).joined(separator: ",")) }
        return text + (list.isEmpty ? "" : "?" + list.joined(separator: "&"))
    }

    /// A text encoded as a part of an address.
    private static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            if byte < 0x80,
                scalar.properties.isAlphabetic || (0x30...0x39).contains(byte) || "-._~".contains(Character(scalar))
            {
                encoded.unicodeScalars.append(scalar)
            } else {
                encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }

    /// The table that the address names.
    var choice: TableChoice { TableChoice(name: table, key: key) }

    /// The same database without a table.
    var name: String { table ?? shownText }

    /// The libpq options that have a value, by name.
    static func values(of options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return values
    }

    private static func isParameter(_ name: String) -> Bool {
        // JDBC's form, which libpq accepts, too.
        if name == "ssl" { return true }
        guard let options = libpq.PQconndefaults() else { return true }
        defer { libpq.PQconninfoFree(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            if strcmp(keyword, name) == 0 { return true }
            option += 1
        }
        return false
    }

    private static func withoutControls(_ text: String) -> String {
        text.withCString { ServerText.shown($0) }
    }
}

/// Keeps secrets out of the description and the mirror.
extension ServerAddress: CustomStringConvertible, CustomReflectable {
    /// The same as ``shownText``.
    public var description: String { shownText }

    /// Nothing but the description.
    public var customMirror: Mirror { Mirror(reflecting: shownText) }
}

/// The parts of an address that libpq does not parse.
private struct AddressParts {
    let connection: String
    var table: String?
    var key: [String] = []
    var parameterNames: [String] = []

    init?(_ text: String) {
        guard let scheme = text.firstRange(of: "://"), !text.utf8.contains(0) else { return nil }
        // As in libpq, the part before the first @ may contain any character but a slash.
        let authority = text[scheme.upperBound...]
        let stop = authority.firstIndex { $0 == "@" || $0 == "/" }
        let begin = stop.map { authority[$0] == "@" ? $0 : scheme.upperBound } ?? scheme.upperBound
        guard let question = text[begin...].firstIndex(of: "?") else {
            connection = text
            return
        }
        var kept: [Substring] = []
        for parameter in text[text.index(after: question)...].split(separator: "&") {
            let name = parameter.prefix { $0 != "=" }
            if name == "table" {
                guard let value = Self.decoded(parameter.dropFirst(name.count + 1)) else { return nil }
                table = value.isEmpty ? nil : value
            } else if name == "key" {
                for name in parameter.dropFirst(name.count + 1).split(separator: ",") {
                    guard let name = Self.decoded(name) else { return nil }
                    key.append(name)
                }
            } else {
                parameterNames.append(Self.decoded(name) ?? String(name))
                kept.append(parameter)
            }
        }
        connection = text[..<question] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    }

    /// A text with %XX replaced by bytes; `nil` if that is not UTF-8.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
                code > 0
            else { return nil }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
