/// A test of a text by a regular expression.
struct PatternTest: Sendable {
    let pattern: Pattern
    private let folding: TextFolding

    /// - Throws: ``QueryError/invalidPattern(_:_:)``.
    init(_ text: String, ignoring ignored: TextDifferences) throws(QueryError) {
        folding = TextFolding(ignored.intersection(.width))
        do {
            let pattern = try Pattern(text, ignoringCase: ignored.contains(.case))
            // What is wrong is told of the pattern as it was typed.
            self.pattern =
                folding.isNone
                ? pattern : try Pattern(Self.withUsualWidths(text), ignoringCase: ignored.contains(.case))
        } catch {
            throw .invalidPattern(text, error)
        }
    }

    /// What tests texts on one thread.
    func makeMatcher(_ stop: StopFlag? = nil) -> Matcher {
        Matcher(PatternMatcher(pattern, stop: stop), TextFolder(folding))
    }

    final class Matcher {
        private let matcher: PatternMatcher
        private var folder: TextFolder

        fileprivate init(_ matcher: PatternMatcher, _ folder: consuming TextFolder) {
            self.matcher = matcher
            self.folder = folder
        }

        /// Whether the expression matches a part of the text, or all of it.
        func answer(for text: UnsafeBufferPointer<UInt8>) -> PatternMatcher.Answer {
            matcher.answer(for: folder.fold(text))
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
