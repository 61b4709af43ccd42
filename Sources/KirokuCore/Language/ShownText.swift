/// Texts of any length as they are shown within a sentence.
public enum ShownText {
    /// The most characters that are shown.
    private static let limit = 40

    /// The text with spaces for line breaks and other control characters; if it is long, with "…" for its middle.
    public static func short(_ text: String) -> String {
        guard text.count > limit else { return oneLine(text) }
        let kept = limit - 1
        return oneLine(text.prefix((kept + 1) / 2)) + "…" + oneLine(text.suffix(kept / 2))
    }

    private static func oneLine(_ text: some StringProtocol) -> String {
        String(text.map { $0.isNewline || $0.unicodeScalars.allSatisfy { $0.value < 0x20 } ? " " : $0 })
    }
}

/// Sentences one after the other, with what the user's language has between them: nothing in Japanese.
public func localizedSentences(_ sentences: [String]) -> String {
    guard let first = sentences.first else { return "" }
    return sentences.dropFirst().reduce(first) { localized("{sentence} {next}", ["sentence": $0, "next": $1]) }
}
