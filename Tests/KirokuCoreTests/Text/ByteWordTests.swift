import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Eight bytes at a time")
struct ByteWordTests {
    @Test("Words near the end are filled up with blanks", arguments: 0...12)
    func loading(count: Int) {
        let text = (0..<count).map { UInt8($0 + 200) }
        text.withUnsafeBufferPointer { text in
            for position in 0...count {
                let bytes = text[position...].prefix(8) + Array(repeating: 0x20, count: 8)
                let expected = bytes.prefix(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
                #expect(ByteWord.load(text, at: position) == expected)
            }
        }
    }

    @Test("Every byte is marked where it is, and only there", arguments: 0...255 as ClosedRange<UInt8>)
    func marks(byte: UInt8) {
        for place in 0..<8 {
            for other in [0, 9, 13, 14, 0x20, 0x7f, 0x80, 0xff] as [UInt8] where other != byte {
                var bytes = [UInt8](repeating: other, count: 8)
                bytes[place] = byte
                let word = bytes.withUnsafeBufferPointer { ByteWord.load($0, at: 0) }
                #expect(ByteWord.marks(of: byte, in: word) == 0x80 << (place * 8))
                if other > 13 {
                    #expect(ByteWord.marksUpToReturn(in: word) == (byte <= 13 ? 0x80 << (place * 8) : 0))
                }
            }
        }
    }
}
