/// Puts a text in the place of each match of a regular expression, from the beginning on and without overlaps.
struct PatternReplacer {
    private enum Part {
        case text(String)
        /// What the whole expression (0) or one of its groups has matched.
        case group(Int)
    }

    private let matcher: PatternTest.Matcher
    private let parts: [Part]
    private let folding: TextFolding

    /// - Throws: ``QueryError/invalidPattern(_:reason:)``.
    init(_ replacement: TextReplacement) throws(QueryError) {
        let test = try PatternTest(replacement.wanted, ignoring: replacement.ignored)
        guard let matcher = test.makeMatcher() else {
            throw .invalidPattern(replacement.wanted, reason: "")
        }
        self.matcher = matcher
        // Whether letters are large or small is left to the expression.
        folding = TextFolding(replacement.ignored.intersection(.width))
        parts = Self.parts(of: replacement.replacement)
    }

    /// The text with the replacements in it, and how many these are.
    func replaced(in text: String) -> (text: String, count: Int) {
        let original = Array(text.utf8)
        let pieces = folding.isNone ? FoldedPieces(of: original) : FoldedPieces(of: text, folding)
        let folded = folding.isNone ? text : String(decoding: pieces.bytes, as: UTF8.self)
        var result: [UInt8] = []
        var count = 0
        var copied = 0
        for match in folded.matches(of: matcher.regex) {
            guard let range = Self.place(of: match.range, folded, pieces), range.lowerBound >= copied else { continue }
            result += original[copied..<range.lowerBound]
            for part in parts {
                switch part {
                case .text(let text): result += text.utf8
                case .group(let number):
                    guard number < match.output.count, let group = match.output[number].range,
                        let place = Self.place(of: group, folded, pieces)
                    else { continue }
                    result += original[place]
                }
            }
            copied = range.upperBound
            count += 1
        }
        if count == 0 { return (text, 0) }
        result += original[copied...]
        return (String(decoding: result, as: UTF8.self), count)
    }

    /// The bytes of the original that a range of the folded text comes from; `nil` if it ends within a character.
    private static func place(of range: Range<String.Index>, _ folded: String, _ pieces: FoldedPieces) -> Range<Int>? {
        let utf8 = folded.utf8
        guard
            let lower = pieces.origin(of: utf8.distance(from: utf8.startIndex, to: range.lowerBound)),
            let upper = pieces.origin(of: utf8.distance(from: utf8.startIndex, to: range.upperBound))
        else { return nil }
        return lower..<upper
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
