/// Names and texts quoted for statements.
enum SQLText {
    /// The longest name, in bytes.
    static let nameLimit = 63

    /// A name, quoted.
    static func name(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

    /// The name without its quotes.
    static func unquoted(_ quoted: String) -> String {
        String(quoted.dropFirst().dropLast()).replacing("\"\"", with: "\"")
    }

    /// A text, quoted; `nil` is NULL.
    static func literal(_ text: String?) -> String {
        guard let text else { return "NULL" }
        let quoted = "'" + text.replacing("'", with: "''") + "'"
        // In this form, the meaning does not depend on the server's setting for backslashes.
        return text.contains("\\") ? "E" + quoted.replacing("\\", with: "\\\\") : quoted
    }

    /// An array of texts, as the value of a parameter.
    static func array(_ texts: some Sequence<String?>) -> String {
        var bytes = Array("{".utf8)
        for text in texts {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            guard let text else {
                bytes += "NULL".utf8
                continue
            }
            bytes.append(UInt8(ascii: "\""))
            for byte in text.utf8 {
                if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"") { bytes.append(UInt8(ascii: "\\")) }
                bytes.append(byte)
            }
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: "}"))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A name shortened to the server's limit, and different from the taken ones.
    static func name(_ wanted: String, besides taken: Set<String>) -> String {
        let wanted = String(wanted.prefix { $0 != "\0" })
        var number = 1
        while true {
            let suffix = number == 1 ? "" : " \(number)"
            var name = ""
            for character in wanted
            where name.utf8.count + String(character).utf8.count + suffix.utf8.count <= nameLimit {
                name.append(character)
            }
            name += suffix
            if !name.isEmpty, !taken.contains(name) { return name }
            number += 1
        }
    }
}
