/// Replaces each match of a regular expression by a text, from the beginning and without overlaps.
struct PatternReplacer: Sendable {
    private enum Part {
        case text(String)
        /// What the whole expression (0) or one of its groups has matched.
        case group(Int)
    }

    private let pattern: Pattern
    private let parts: [Part]
    private let folding: TextFolding

    /// - Throws: ``QueryError/invalidPattern(_:_:)``.
    init(_ replacement: TextReplacement) throws(QueryError) {
        pattern = try PatternTest(replacement.wanted, ignoring: replacement.ignored).pattern
        // The expression itself handles upper and lower case.
        folding = TextFolding(replacement.ignored.intersection(.width))
        parts = Self.parts(of: replacement.replacement)
    }

    /// Makes a matcher for one thread.
    func makeMatcher(_ stop: StopFlag? = nil) -> PatternMatcher {
        PatternMatcher(pattern, stop: stop)
    }

    /// The text with its replacements, and their number; `nil` if the expression took too long.
    func replaced(in text: String, _ matcher: PatternMatcher) -> (text: String, count: Int)? {
        let original = Array(text.utf8)
        let pieces = folding.isNone ? FoldedPieces(of: original) : FoldedPieces(of: text, folding)
        var result: [UInt8] = []
        var count = 0
        var copied = 0
        let isDone = Self.forEachMatch(of: matcher, in: pieces) { match in
            guard let range = match(0), range.lowerBound >= copied else { return }
            result += original[copied..<range.lowerBound]
            for part in parts {
                switch part {
                case .text(let text): result += text.utf8
                case .group(let number):
                    if let place = match(number) { result += original[place] }
                }
            }
            copied = range.upperBound
            count += 1
        }
        guard isDone else { return nil }
        if count == 0 { return (text, 0) }
        result += original[copied...]
        return (String(decoding: result, as: UTF8.self), count)
    }

    /// Calls `body` for each match with a function that returns the ranges of its groups in the original.
    ///
    /// - Returns: `false` if the expression took too long.
    private static func forEachMatch(
        of matcher: PatternMatcher, in pieces: FoldedPieces, _ body: ((_ group: Int) -> Range<Int>?) -> Void
    ) -> Bool {
        pieces.bytes.withUnsafeBufferPointer { text in
            matcher.begin(text)
            var start = 0
            while start <= text.count {
                switch matcher.next(in: text, from: start) {
                case .notFound: return true
                case .gaveUp: return false
                case .found: break
                }
                body { pieces.origin(of: matcher.range(ofGroup: $0)) }
                let end = matcher.range(ofGroup: 0) ?? start..<start
                // After an empty match, the next one begins a character later.
                start = max(start, end.upperBound)
                if end.isEmpty {
                    repeat { start += 1 } while start < text.count && UTF8.isContinuation(text[start])
                }
            }
            return true
        }
    }

    private static func parts(of replacement: String) -> [Part] {
        var parts: [Part] = []
        var text = ""
        var rest = Substring(replacement)
        while let character = rest.popFirst() {
            guard character == "\\", let sign = rest.first else {
                text.append(character)
                continue
            }
            rest.removeFirst()
            switch sign {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "\\": text.append("\\")
            case "0"..."9":
                if !text.isEmpty { parts.append(.text(text)) }
                text = ""
                parts.append(.group(sign.wholeNumberValue ?? 0))
            default:
                text.append(character)
                text.append(sign)
            }
        }
        if !text.isEmpty { parts.append(.text(text)) }
        return parts
    }
}
