/// A test of a text by a regular expression in Swift's syntax.
///
/// A Regex cannot be handed to another thread, so that each makes its own from the pattern.
struct PatternTest: Sendable {
    private let pattern: String
    private let folding: TextFolding

    /// - Throws: ``QueryError/invalidPattern(_:reason:)``.
    init(_ pattern: String, ignoring ignored: TextDifferences) throws(QueryError) {
        folding = TextFolding(ignored)
        self.pattern = folding.ignoresWidth ? Self.withUsualWidths(pattern) : pattern
        do {
            _ = try Regex<AnyRegexOutput>(self.pattern)
        } catch {
            throw .invalidPattern(pattern, reason: String(describing: error))
        }
    }

    /// What tests texts on one thread; `nil` only if the pattern is none, which was checked.
    func makeMatcher() -> Matcher? {
        guard let regex = try? Regex<AnyRegexOutput>(pattern) else { return nil }
        return Matcher(regex: regex.ignoresCase(folding.ignoresCase), ignoresWidth: folding.ignoresWidth)
    }

    struct Matcher {
        let regex: Regex<AnyRegexOutput>
        fileprivate let ignoresWidth: Bool

        /// Whether the expression matches a part of the text, or all of it.
        func accepts(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
            let text = String(decoding: utf8, as: UTF8.self)
            let plain = ignoresWidth ? TextFolding(.width).folded(text) : text
            return (try? regex.firstMatch(in: plain)) != nil
        }
    }

    /// Characters of the usual width, as the texts will be; a full-width sign stays an ordinary character.
    private static func withUsualWidths(_ pattern: String) -> String {
        var escaped = ""
        var isEscaped = false
        for character in pattern {
            if !isEscaped, isWideSign(character) { escaped.append("\\") }
            escaped.append(character)
            isEscaped = !isEscaped && character == "\\"
        }
        return TextFolding(.width).folded(escaped)
    }

    private static func isWideSign(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first, (0xff01...0xff5e).contains(scalar.value)
        else { return false }
        let plain = CharacterWidth.usual(scalar)
        return !plain.properties.isAlphabetic && plain.properties.numericType == nil
    }
}
