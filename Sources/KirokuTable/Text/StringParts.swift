extension StringProtocol {
    /// The text without white space at either end, which often comes with typed or pasted text.
    package var trimmingWhitespace: String {
        let text = drop(while: \.isWhitespace)
        return text.lastIndex { !$0.isWhitespace }.map { String(text[...$0]) } ?? ""
    }

    /// A hash of the text that, unlike Swift's own hashes, is the same in every run.
    ///
    /// It is FNV-1a, which is not secure against deliberate collisions.
    package var lastingHash: UInt64 {
        utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
