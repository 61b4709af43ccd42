import CPostgreSQL
import Glibc

/// Prepares texts from a server or libpq for showing.
enum ServerText {
    /// The longest error text that is kept, in bytes.
    static let limit = 2_048

    /// At most ``limit`` bytes of a text, in one line, without control characters, directional marks and the secrets.
    static func shown(_ text: UnsafePointer<CChar>?, without secrets: [String] = []) -> String {
        guard let text else { return "" }
        // A secret must not be cut in two, so more is searched than is kept.
        let bytes = UnsafeRawBufferPointer(start: text, count: strnlen(text, 4 * limit))
        var shown = String(decoding: bytes, as: UTF8.self)
        for secret in secrets where !secret.isEmpty { shown = shown.replacing(secret, with: "•••") }
        shown = line(shown)
        // The text becomes a part of a sentence.
        if shown.last == "." { shown.removeLast() }
        guard shown.utf8.count > limit else { return shown }
        var cut = String(decoding: shown.utf8.prefix(limit), as: UTF8.self)
        while cut.unicodeScalars.last == "\u{fffd}" { cut.unicodeScalars.removeLast() }
        return cut + "…"
    }

    /// A text in one line, without control characters and directional marks.
    static func line(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { isHarmless($0) ? $0 : " " }
        return String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f..<0xa0, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: false
        default: true
        }
    }

    /// The error code in a verbose message of libpq: "FATAL: 28P01: …".
    static func code(in message: String) -> String? {
        message.firstMatch(of: #/: (?!FATAL|PANIC|ERROR)([0-9A-Z]{5}):\ /#).map { String($0.1) }
    }

    /// The server's sentence in such a message, without the code and the position in its sources.
    static func sentence(in message: String) -> String {
        guard let match = message.firstMatch(of: #/: (?!FATAL|PANIC|ERROR)[0-9A-Z]{5}:\ /#) else { return message }
        let rest = message[match.range.upperBound...]
        let end = rest.firstRange(of: "LOCATION:")?.lowerBound ?? rest.endIndex
        var sentence = String(rest[..<end])
        while sentence.last == " " { sentence.removeLast() }
        return sentence
    }
}
