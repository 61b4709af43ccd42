/// A condition written into a field of an empty card, in the signs that people know from other programs.
///
/// | in a field for | is written | means |
/// |---|---|---|
/// | numbers | `5` or `=5`, `<>5`, `<5`, `<=5`, `>5`, `>=5`, `1..5` | the comparisons |
/// | true and false | `true` or `yes`, `false` or `no` | is |
/// | text | `abc`, `=abc`, `abc*`, `*abc`, `/a.c/` | contains, is, starts with, ends with, matches |
/// | all | `=`, `<>`; but for text `?` | is empty, is not empty, is to fix |
///
/// A text that begins or ends with such a sign is put in double quotation marks, which are doubled inside. The signs may
/// be full-width ones.
public enum FindEntry {
    /// The line that an entry stands for; `nil` for an empty entry, which asks for nothing.
    public static func line(_ entry: String, for field: FieldDefinition) -> FindLine? {
        let trimmed = trim(entry)
        if trimmed.isEmpty { return nil }
        func line(_ comparison: Comparison, _ text: String = "", _ otherText: String = "") -> FindLine {
            FindLine(field: field.id, comparison: comparison, text: text, otherText: otherText)
        }
        let plain = TextFolding(.width).folded(trimmed)
        switch plain {
        case "=": return line(.empty)
        case "<>", "!=", "≠": return line(.notEmpty)
        case "?" where !field.type.holdsText: return line(.toFix)
        default: break
        }
        let meaning = field.type.kind.line(Text(typed: trimmed, plain: plain))
        return line(meaning.comparison, meaning.text, meaning.otherText)
    }

    /// An entry, without the blanks around it.
    struct Text {
        let typed: String
        /// With plain characters for full-width ones.
        let plain: String
    }

    /// What an entry asks for; `otherText` is empty but for a range.
    typealias Meaning = (comparison: Comparison, text: String, otherText: String)

    /// The entry for a line, from which ``line(_:for:)`` makes the same one again.
    public static func text(of line: FindLine) -> String {
        switch line.comparison {
        case .equal: "=" + (isPlain(line.text) ? line.text : quoted(line.text))
        case .notEqual: "<>" + line.text
        case .less: "<" + line.text
        case .lessOrEqual: "<=" + line.text
        case .greater: ">" + line.text
        case .greaterOrEqual: ">=" + line.text
        case .between: line.text + ".." + line.otherText
        case .contains: isPlain(line.text) ? line.text : quoted(line.text)
        case .startsWith: (isPlain(line.text) ? line.text : quoted(line.text)) + "*"
        case .endsWith: "*" + (isPlain(line.text) ? line.text : quoted(line.text))
        case .matches: "/" + line.text + "/"
        case .empty: "="
        case .notEmpty: "<>"
        case .toFix: "?"
        }
    }

    // MARK: Values with an order

    private static let signs: [(String, Comparison)] = [
        ("<>", .notEqual), ("!=", .notEqual), ("≠", .notEqual), ("<=", .lessOrEqual), ("≤", .lessOrEqual),
        ("≦", .lessOrEqual), (">=", .greaterOrEqual), ("≥", .greaterOrEqual), ("≧", .greaterOrEqual), ("==", .equal),
        ("=", .equal), ("<", .less), (">", .greater),
    ]

    /// What an entry in a field of numbers means.
    static func orderedLine(_ entry: Text) -> Meaning {
        let entry = entry.plain
        for (sign, comparison) in signs where entry.hasPrefix(sign) {
            return (comparison, trim(entry.dropFirst(sign.count)), "")
        }
        for sign in ["..", "…"] {
            if let range = firstRange(of: sign, in: entry) {
                return (.between, trim(entry[..<range.lowerBound]), trim(entry[range.upperBound...]))
            }
        }
        return (.equal, entry, "")
    }

    private static func firstRange(of sign: String, in text: String) -> Range<String.Index>? {
        var start = text.startIndex
        while start < text.endIndex {
            if text[start...].hasPrefix(sign) { return start..<text.index(start, offsetBy: sign.count) }
            start = text.index(after: start)
        }
        return nil
    }

    // MARK: Texts

    private static let equals: Set<Character> = ["=", "＝"]
    private static let stars: Set<Character> = ["*", "＊"]
    private static let slashes: Set<Character> = ["/", "／"]
    private static let first = equals.union(stars).union(slashes).union(["<", ">", "!", "≠", "＜", "＞", "！", "\""])

    /// What an entry in a field of texts means.
    static func textLine(_ entry: String) -> Meaning {
        var body = entry[...]
        if body.first.map(slashes.contains) == true, body.count > 2, body.last.map(slashes.contains) == true {
            return (.matches, String(body.dropFirst().dropLast()), "")
        }
        if body.first.map(equals.contains) == true { return (.equal, unquoted(body.dropFirst()), "") }
        let starsFirst = body.first.map(stars.contains) == true
        if starsFirst { body = body.dropFirst() }
        let starsLast = body.last.map(stars.contains) == true
        if starsLast { body = body.dropLast() }
        let text = unquoted(body)
        if starsFirst == starsLast { return (.contains, text, "") }
        return (starsLast ? .startsWith : .endsWith, text, "")
    }

    /// Whether a text means itself, and not a sign.
    private static func isPlain(_ text: String) -> Bool {
        guard let begin = text.first, let end = text.last else { return false }
        return !first.contains(begin) && !stars.contains(end) && !begin.isWhitespace && !end.isWhitespace
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    private static func unquoted(_ text: Substring) -> String {
        guard text.count > 1, text.first == "\"", text.last == "\"" else { return String(text) }
        return text.dropFirst().dropLast().replacing("\"\"", with: "\"").description
    }

    static func trim(_ text: some StringProtocol) -> String {
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}
