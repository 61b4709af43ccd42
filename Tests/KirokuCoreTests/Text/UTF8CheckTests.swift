import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("UTF-8 check")
struct UTF8CheckTests {
    @Test(
        "Bytes that are not UTF-8 are found where they are",
        arguments: [
            ("", nil), ("plain text, longer than a word", nil), ("Zürich 東京都 café 😀 end", nil), ("é", nil),
            ("東", nil), ("😀", nil), ("a😀", nil), ("\u{7ff}\u{800}\u{d7ff}\u{e000}\u{ffff}\u{10ffff}", nil),
        ] as [(String, Int?)])
    func valid(text: String, place: Int?) {
        #expect(Self.firstInvalidByte(Array(text.utf8)) == place)
    }

    @Test(
        "What is cut off, too long, half a pair, or too great is not UTF-8",
        arguments: [
            [0x80], [0xc3], [0xe6, 0x9d], [0xf0, 0x9f, 0x98], [0xc0, 0x80], [0xc1, 0xbf], [0xe0, 0x80, 0x80],
            [0xe0, 0x9f, 0xbf], [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf], [0xf0, 0x8f, 0xbf, 0xbf],
            [0xf4, 0x90, 0x80, 0x80], [0xf8, 0x88, 0x80, 0x80], [0xff], [0xc3, 0x28], [0xe6, 0x28, 0xac],
        ] as [[UInt8]])
    func invalid(bytes: [UInt8]) {
        let valid = Array("東é😀 ".utf8)
        for before in 0..<12 {
            for after in [0, 1, 9] {
                let start = valid + Array(repeating: 0x61, count: before)
                let text = start + bytes + Array(repeating: 0x61, count: after)
                #expect(Self.firstInvalidByte(text) == start.count)
            }
        }
    }

    @Test("It says what the standard library says", arguments: 0..<20 as Range<UInt64>)
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            var text = Array(String((0..<12).map { _ in "aé東😀".randomElement(using: &generator) ?? " " }).utf8)
            if Bool.random(using: &generator) {
                let place = Int.random(in: text.indices, using: &generator)
                text[place] = UInt8.random(in: .min ... .max, using: &generator)
            }
            #expect((Self.firstInvalidByte(text) == nil) == (String(validating: text, as: UTF8.self) != nil))
        }
    }

    private static func firstInvalidByte(_ text: [UInt8]) -> Int? {
        text.withUnsafeBufferPointer { UTF8Check.firstInvalidByte($0) }
    }
}
