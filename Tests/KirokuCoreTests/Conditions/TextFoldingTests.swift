import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Folding texts")
struct TextFoldingTests {
    private static let foldings = [
        TextFolding(.case), TextFolding(.width), TextFolding([.case, .width]), TextFolding.letters,
    ]

    private func fold(_ bytes: [UInt8], _ folding: TextFolding) -> [UInt8] {
        var folder = TextFolder(folding)
        // A text before it leaves nothing.
        _ = Array("Before 前".utf8).withUnsafeBufferPointer { Array(folder.fold($0)) }
        return bytes.withUnsafeBufferPointer { Array(folder.fold($0)) }
    }

    @Test("Bytes are folded as characters are, whatever stands beside what", arguments: UInt64(0)..<40)
    func bytes(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces: [[UInt8]] =
            [
                "a", "Z", " ", "\t", "é", "ß", "\u{212a}", "ハ", "は", "ウ", "\u{3099}", "\u{309c}", "゛", "ｶ", "ﾞ", "Ａ",
                "\u{3000}",
            ]
            .map { Array($0.utf8) }
            + ["、", "日", "\u{4000}", "\u{9fff}", "\u{2e80}", "\u{a000}", "한", "😀"].map { Array($0.utf8) }
            + [[0xe3], [0xe3, 0x82], [0x82, 0x99], [0xe9, 0xc0, 0x80], [0xff], [0xed, 0xa0, 0x80], [0]]
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 0...6, using: &generator)).flatMap { _ in generator.pick(pieces) }
            let text = String(decoding: bytes, as: UTF8.self)
            for folding in Self.foldings {
                #expect(fold(bytes, folding) == Array(folding.folded(text).utf8), "\(bytes)")
            }
        }
    }

    @Test("Every East Asian character that is taken as it is remains so in every folding")
    func remaining() {
        for value in UInt32(0x2fff)...0xa000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for folding in Self.foldings {
                let text = "か\(scalar)カ"
                #expect(fold(Array(text.utf8), folding) == Array(folding.folded(text).utf8), "\(value)")
            }
        }
    }
}
