/// A comparison typed into a field of an empty card, with the signs that people know from other programs.
///
/// For example `>=5` or `abc*`. The signs may be full-width.
package enum FindEntry {
    /// The meaning of an entry; `otherText` is empty except for a range.
    package typealias Meaning = (comparison: Comparison, text: String, otherText: String)

    /// An entry, without the blanks around it.
    struct Text {
        let typed: String
        /// With plain instead of full-width characters.
        let plain: String
    }

    /// The meaning of an entry in a field of this type; `nil` for an empty entry.
    package static func meaning(of entry: String, for type: FieldType) -> Meaning? {
        let trimmed = trim(entry)
        if trimmed.isEmpty { return nil }
        let plain = TextFolding(.width).folded(trimmed)
        return switch plain {
        case "=": (.empty, "", "")
        case "<>", "!=", "≠": (.notEmpty, "", "")
        case "?": (.toFix, "", "")
        default: type.kind.line(Text(typed: trimmed, plain: plain))
        }
    }

    /// The entry with this meaning (see ``meaning(of:for:)``).
    package static func text(for meaning: Meaning) -> String {
        let text = meaning.text
        return switch meaning.comparison {
        case .equal: "=" + plainOrQuoted(text)
        case .notEqual: "<>" + text
        case .less: "<" + plainOrQuoted(text)
        case .lessOrEqual: "<=" + plainOrQuoted(text)
        case .greater: ">" + plainOrQuoted(text)
        case .greaterOrEqual: ">=" + plainOrQuoted(text)
        case .between: text + ".." + meaning.otherText
        case .contains: plainOrQuoted(text)
        case .startsWith: plainOrQuoted(text) + "*"
        case .endsWith: "*" + plainOrQuoted(text)
        case .matches: "/" + text + "/"
        case .hasAny: Choices.parts(of: text).map(plainOrQuoted).joined(separator: "; ")
        case .hasAll: Choices.parts(of: text).map(plainOrQuoted).joined(separator: " & ")
        case .hasNone: "<>" + Choices.parts(of: text).map(plainOrQuoted).joined(separator: "; ")
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

    /// The meaning of an entry in a field of values with an order; a range may be open at one end.
    static func orderedLine(_ entry: Text) -> Meaning {
        let entry = entry.plain
        for (sign, comparison) in signs where entry.hasPrefix(sign) {
            return (comparison, trim(entry.dropFirst(sign.count)), "")
        }
        for sign in ["..", "…"] {
            if let range = firstRange(of: sign, in: entry) {
                let (first, last) = (trim(entry[..<range.lowerBound]), trim(entry[range.upperBound...]))
                if last.isEmpty { return (.greaterOrEqual, first, "") }
                return first.isEmpty ? (.lessOrEqual, last, "") : (.between, first, last)
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

    // MARK: Choices

    /// The meaning of an entry in a field with choices: "red; blue" for any, "red & blue" for both, "<>red" for
    /// neither.
    static func choiceLine(_ entry: String) -> Meaning {
        func choices(_ text: some StringProtocol, _ separator: Character) -> String {
            text.split(separator: separator).map { unquoted(trim($0)[...]) }.joined(separator: "; ")
        }
        for sign in ["<>", "!=", "≠", "＜＞", "！＝"] where entry.hasPrefix(sign) {
            return (.hasNone, choices(entry.dropFirst(sign.count), Choices.separator), "")
        }
        let meaning = textLine(entry)
        guard meaning.comparison == .contains, !entry.hasPrefix("*") else { return meaning }
        let parts = entry.split(separator: "&")
        return parts.count > 1
            ? (.hasAll, choices(entry, "&"), "") : (.hasAny, choices(entry, Choices.separator), "")
    }

    // MARK: Texts

    private static let orderSigns: [(String, Comparison)] = [
        ("<=", .lessOrEqual), ("＜＝", .lessOrEqual), ("≤", .lessOrEqual), ("≦", .lessOrEqual), (">=", .greaterOrEqual),
        ("＞＝", .greaterOrEqual), ("≥", .greaterOrEqual), ("≧", .greaterOrEqual), ("<", .less), ("＜", .less),
        (">", .greater), ("＞", .greater),
    ]

    /// The meaning of an entry in a field of texts that begins with a sign for their order; `nil` for any other.
    static func orderOfTextsLine(_ entry: String) -> Meaning? {
        if entry.hasPrefix("<>") || entry.hasPrefix("＜＞") { return nil }
        for (sign, comparison) in orderSigns where entry.hasPrefix(sign) {
            let text = trim(entry.dropFirst(sign.count))
            return text.isEmpty ? nil : (comparison, unquoted(text[...]), "")
        }
        return nil
    }

    private static let equals: Set<Character> = ["=", "＝"]
    private static let stars: Set<Character> = ["*", "＊"]
    private static let slashes: Set<Character> = ["/", "／"]
    private static let first = equals.union(stars).union(slashes).union(["<", ">", "!", "≠", "＜", "＞", "！", "\""])

    /// The meaning of an entry in a field of texts.
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

    /// Whether a text means itself and contains no signs.
    private static func isPlain(_ text: String) -> Bool {
        guard text != "?", text != "？", let begin = text.first, let end = text.last else { return false }
        return !first.contains(begin) && !stars.contains(end) && !begin.isWhitespace && !end.isWhitespace
    }

    private static func plainOrQuoted(_ text: String) -> String {
        isPlain(text) ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
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
