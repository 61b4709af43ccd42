/// Shortens texts of any length to be shown within a sentence.
public enum ShownText {
    /// The greatest number of characters shown.
    private static let limit = 40

    /// The text with spaces for line breaks and other control characters; the middle of a long text becomes "…".
    public static func short(_ text: String) -> String {
        guard text.count > limit else { return oneLine(text) }
        let kept = limit - 1
        return oneLine(text.prefix((kept + 1) / 2)) + "…" + oneLine(text.suffix(kept / 2))
    }

    /// The first characters of a text with its line breaks; "…" stands for the rest.
    public static func upTo(_ limit: Int, of text: String) -> String {
        text.utf8.count > limit ? text.prefix(limit) + "…" : text
    }

    /// The text with spaces for line breaks and other control characters, which file names may contain.
    static func oneLine(_ text: some StringProtocol) -> String {
        String(text.map { $0.isNewline || $0.unicodeScalars.allSatisfy { $0.value < 0x20 } ? " " : $0 })
    }
}

/// Joins sentences in the way of the user's language: with a space in English, with nothing in Japanese.
public func localizedSentences(_ sentences: [String]) -> String {
    guard let first = sentences.first else { return "" }
    return sentences.dropFirst().reduce(first) { localized("{sentence} {next}", ["sentence": $0, "next": $1]) }
}
