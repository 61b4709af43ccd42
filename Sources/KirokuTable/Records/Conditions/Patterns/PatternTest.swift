/// A test of a text by a regular expression.
struct PatternTest: Sendable {
    let pattern: Pattern
    private let folding: TextFolding

    /// - Throws: ``QueryError/invalidPattern(_:_:)``.
    init(_ text: String, ignoring ignored: TextDifferences, whole isWhole: Bool = false) throws(QueryError) {
        folding = TextFolding(ignored.intersection(.width))
        do {
            let pattern = try Pattern(text, ignoringCase: ignored.contains(.case), whole: isWhole)
            // Errors are reported for the pattern as it was typed.
            self.pattern =
                folding.isNone
                ? pattern
                : try Pattern(Self.withUsualWidths(text), ignoringCase: ignored.contains(.case), whole: isWhole)
        } catch {
            throw .invalidPattern(text, error)
        }
    }

    /// Makes the matcher for the test in a column.
    var matching: CellTest.Matching { matching(finding: true) }

    /// Makes a matcher for the texts in a column that the expression matches, or for the others.
    func matching(finding isWanted: Bool) -> CellTest.Matching {
        { column, patience in
            guard let column = String.values(of: column) else { return nil }
            let matcher = makeMatcher(patience.stop)
            return { words, start in
                column.withTexts { texts in
                    for index in words.indices where words[index] != 0 {
                        var accepted: UInt64 = 0
                        MatchWords.forEachOne(in: words[index] & texts.filledWord(at: start + index)) { bit in
                            if patience.stop?.isSet == true { return }
                            texts.withUTF8(at: (start + index) &* 64 &+ bit) { text in
                                switch matcher.answer(for: text) {
                                case .found: if isWanted { accepted |= 1 << UInt64(bit) }
                                case .notFound: if !isWanted { accepted |= 1 << UInt64(bit) }
                                case .gaveUp: patience.givenUp[start + index, default: 0] |= 1 << UInt64(bit)
                                }
                            }
                        }
                        words[index] = accepted
                    }
                }
            }
        }
    }

    /// Makes a matcher for texts on one thread.
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

    /// The pattern with characters of the usual width, like the texts; a full-width sign remains an ordinary character.
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
