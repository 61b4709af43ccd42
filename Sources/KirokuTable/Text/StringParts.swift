extension StringProtocol {
    /// The text without white space at either end, as it comes with what is typed or pasted.
    package var trimmingWhitespace: String {
        let text = drop(while: \.isWhitespace)
        return text.lastIndex { !$0.isWhitespace }.map { String(text[...$0]) } ?? ""
    }

    /// A number for the text: unlike Swift's own hashes, it is the same in every run.
    ///
    /// It is FNV-1a, in which nobody is prevented from finding two texts with one number.
    package var lastingHash: UInt64 {
        utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
