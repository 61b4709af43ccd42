/// The words of an SQL text in PostgreSQL's output form: an expression, or the definition of a view.
struct SQLWords {
    enum Word: Equatable {
        /// A word without quotes; it may also be a keyword or a type.
        case word(String)
        case name(String)
        case text(String)
        case number(String)
        case sign(String)
    }

    let list: [Word]

    /// Longer texts are not simple, and a server may send anything.
    private static let longest = 100_000

    /// - Returns: `nil` if it is too long, or a quotation does not end.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        var words: [Word] = []
        var rest = text.unicodeScalars[...]
        while let first = rest.first {
            switch first {
            case _ where first.properties.isWhitespace: rest.removeFirst()
            case "'", "\"":
                guard let quoted = Self.quoted(&rest, first) else { return nil }
                // After E, backslashes are escapes.
                if first == "'", words.last == .word("E") {
                    guard !quoted.contains("\\") else { return nil }
                    words.removeLast()
                }
                words.append(first == "'" ? .text(quoted) : .name(quoted))
            case "0"..."9", ".": words.append(Self.number(&rest))
            case _ where Self.isLetter(first):
                words.append(.word(Self.taken(&rest) { Self.isLetter($0) || Self.isDigit($0) }))
            default: words.append(.sign(Self.sign(&rest)))
            }
        }
        list = words
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar == "_" || scalar.properties.isAlphabetic }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func taken(
        _ rest: inout Substring.UnicodeScalarView, while isWanted: (Unicode.Scalar) -> Bool
    ) -> String {
        let taken = rest.prefix(while: isWanted)
        rest = rest[taken.endIndex...]
        return String(taken)
    }

    /// A single point separates names.
    private static func number(_ rest: inout Substring.UnicodeScalarView) -> Word {
        let number = taken(&rest) { isDigit($0) || $0 == "." }
        return number == "." ? .sign(number) : .number(number)
    }

    private static func sign(_ rest: inout Substring.UnicodeScalarView) -> String {
        let sign = ["::", "<=", ">=", "<>"].first { rest.starts(with: $0.unicodeScalars) }
        let length = sign?.unicodeScalars.count ?? 1
        defer { rest = rest.dropFirst(length) }
        return String(rest.prefix(length))
    }

    private static func quoted(_ rest: inout Substring.UnicodeScalarView, _ quote: Unicode.Scalar) -> String? {
        rest.removeFirst()
        var text = String.UnicodeScalarView()
        while let next = rest.popFirst() {
            if next == quote {
                guard rest.first == quote else { return String(text) }
                rest.removeFirst()
            }
            text.append(next)
        }
        return nil
    }
}
