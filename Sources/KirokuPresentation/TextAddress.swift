import KirokuCore

/// A web or mail address in a text.
public struct TextAddress: Sendable, Hashable {
    /// What is opened: `https://…`, `http://…` or `mailto:…`, and never anything else.
    public let uri: String

    /// The largest number of addresses in one text that are offered.
    public static let limit = 20

    /// The addresses in a text in their order, each once, at most ``limit``.
    ///
    /// They begin with `http://`, `https://`, `mailto:` or `www.`, or are mail addresses; they end at a blank or a
    /// quotation mark, and do not include the punctuation of the sentence around them.
    ///
    /// Only the first 50,000 characters of a text are searched.
    public static func found(in text: String) -> [TextAddress] {
        var found: [TextAddress] = []
        var part = text.prefix(50_000)
        // An address that is cut off would be another one.
        if part.endIndex < text.endIndex { part = part[..<(part.lastIndex(where: \.isWhitespace) ?? part.startIndex)] }
        for word in part.split(whereSeparator: { $0.isWhitespace || "<>\"“”「」、。（）".contains($0) }) {
            guard found.count < limit else { break }
            if let address = TextAddress(word: word), !found.contains(address) { found.append(address) }
        }
        return found
    }

    private init?(word: Substring) {
        let word = Self.trimmed(word)
        let lower = word.prefix(8).lowercased()
        if lower.hasPrefix("https://") || lower.hasPrefix("http://") {
            guard let host = word.split(separator: "/", maxSplits: 2).dropFirst().first,
                host.contains(where: \.isLetter)
            else { return nil }
            uri = String(word)
        } else if lower.hasPrefix("mailto:") {
            guard Self.isMail(word.dropFirst(7).prefix { $0 != "?" }) else { return nil }
            uri = String(word)
        } else if lower.hasPrefix("www."), word.dropFirst(4).contains(".") {
            uri = "https://" + word
        } else if Self.isMail(word) {
            uri = "mailto:" + word
        } else {
            return nil
        }
        // A control character could show another address than the one that is opened.
        let invisible: Set<Unicode.GeneralCategory> = [.control, .format, .privateUse, .unassigned]
        if uri.unicodeScalars.contains(where: { invisible.contains($0.properties.generalCategory) }) { return nil }
    }

    /// The word without the punctuation around it; a closing bracket stays if the address has an opening one.
    private static func trimmed(_ word: Substring) -> Substring {
        var word = word.drop { "([{'*_".contains($0) }
        while let last = word.last, ".,;:!?'*_)]}".contains(last) {
            if last == ")", word.count(where: { $0 == "(" }) >= word.count(where: { $0 == ")" }) { break }
            word = word.dropLast()
        }
        return word
    }

    private static func isMail(_ text: Substring) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let name = parts.first, let host = parts.last else { return false }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "._%+-".contains($0) }
            && labels.count > 1 && labels.allSatisfy { !$0.isEmpty && $0.first != "-" }
            && host.allSatisfy { $0.isLetter || $0.isNumber || ".-".contains($0) }
    }
}
