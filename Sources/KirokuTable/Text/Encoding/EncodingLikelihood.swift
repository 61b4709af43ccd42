/// Guesses the encoding of a text that is not Unicode by how plausible its characters are in each encoding.
///
/// In East Asian encodings, the most frequent characters have adjacent codes: hiragana, or the first level of the
/// Chinese characters. They come in runs; single ones count only beside runs. In single-byte encodings, the letters
/// beyond ASCII belong to one language and occur where letters do, and signs occur in their places ("£40", "25 °C").
enum EncodingLikelihood {
    /// How many bytes to examine, in lines with bytes beyond ASCII; a long line counts only up to this distance from
    /// its first such byte.
    private static let sampleSize = 1 << 16

    /// The likely encodings, most likely first.
    static func encodings(of text: [UInt8]) -> [TextEncoding] {
        let sample = sample(of: text)
        let hasLowHighBytes = sample.contains { (0x80...0x9f).contains($0) }
        let western: TextEncoding = hasLowHighBytes ? .windows1252 : .latin1
        let scores =
            [western, .windows1250, .windows1251, .macRoman].map { ($0, LetterScore.of(sample, in: $0)) }
            + [.shiftJIS, .eucJP, .gb18030, .big5, .eucKR].map { ($0, RunScore.of(sample, in: $0)) }
        // Equal scores keep the order above.
        return scores.enumerated().filter { $0.element.1 > 0 }
            .sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }.map(\.element.0) + [western]
    }

    /// The first lines with bytes beyond ASCII.
    private static func sample(of text: [UInt8]) -> [UInt8] {
        var sample: [UInt8] = []
        var end = 0
        while sample.count < sampleSize, let high = text[end...].firstIndex(where: { $0 >= 0x80 }) {
            let begin = max(end, high - sampleSize)
            let start = text[begin..<high].lastIndex(of: ASCII.lineFeed) ?? begin
            let limit = min(high + sampleSize, text.count)
            // No encoding uses a byte below "0" as part of a character.
            end =
                text[high..<limit].firstIndex(of: ASCII.lineFeed)
                ?? text[limit...].firstIndex { $0 < UInt8(ascii: "0") } ?? text.count
            sample += text[start..<end]
        }
        return sample
    }
}
