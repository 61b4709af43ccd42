import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Encodings of text")
struct TextEncodingTests {
    private static let japanese = "名前\t値段\nすし\t1200\n抹茶アイス\t450\nﾄﾏﾄ①\t80\n"
    private static let western = "Name\tPrice\nMüller\t12\nÆgir Ólafsson\t7\n"

    @Test(
        "What is written in an encoding reads back",
        arguments: [
            (japanese, TextEncoding.utf8), (japanese, .utf16), (japanese, .shiftJIS), (japanese, .eucJP),
            (western, .utf8), (western, .utf16), (western, .latin1), ("", .utf16), ("", .shiftJIS),
        ])
    func roundTrip(text: String, encoding: TextEncoding) throws {
        let encoded = try encoding.encode(Array(text.utf8))
        #expect(try encoding.decode(encoded) == Array(text.utf8))
    }

    @Test(
        "An encoding that nobody named is found",
        arguments: [
            (japanese, TextEncoding.utf16), (japanese, .shiftJIS), (japanese, .eucJP), (western, .utf16),
            (western, .latin1),
        ])
    func found(text: String, encoding: TextEncoding) async throws {
        let plain = try await SeparatedText.read(Array(text.utf8))
        let read = try await SeparatedText.read(try encoding.encode(Array(text.utf8)))
        #expect(read.encoding == encoding)
        #expect(read.table == plain.table)
        #expect(read.notices.map(\.kind).contains(.guessedEncoding(encoding)) == (encoding != .utf16))
    }

    @Test("Big-endian UTF-16 is known by its mark")
    func bigEndian() async throws {
        let read = try await SeparatedText.read([0xfe, 0xff, 0, 0x41, 0, 0x0a, 0x8a, 0x18, 0, 0x0a])
        #expect(read.encoding == .utf16)
        #expect(read.table[0, 0] == .string("記"))
    }

    @Test("An encoding that is named is not guessed, and its faults have a place")
    func named() async throws {
        await #expect(throws: TextError.notText(in: .shiftJIS, from: TextPosition(line: 2, column: 3))) {
            try await SeparatedText.read(Array("a\nbc".utf8) + [0x82, 0x0a], options: .init(encoding: .shiftJIS))
        }
        await #expect(throws: TextError.notText(in: .utf16, from: TextPosition(line: 1, column: 2))) {
            try await SeparatedText.read([0x41, 0, 0, 0xd8, 0x41, 0], options: .init(encoding: .utf16))
        }
        let read = try await SeparatedText.read([0x41, 0x0a, 0xb1, 0x0a], options: .init(encoding: .shiftJIS))
        #expect(read.table[0, 0] == .string("ｱ"))
        #expect(read.notices.isEmpty)
    }

    @Test("A character that an encoding lacks is told with its place")
    func lacking() {
        #expect(throws: TextError.notWritable(in: .latin1, at: TextPosition(line: 2, column: 2))) {
            try TextEncoding.latin1.encode(Array("ä\nö記".utf8))
        }
        #expect(throws: TextError.notWritable(in: .shiftJIS, at: TextPosition(line: 1, column: 1))) {
            try TextEncoding.shiftJIS.encode(Array("🍣".utf8))
        }
    }

    @Test("Any bytes at all are read or refused", arguments: 0..<40 as Range<UInt64>)
    func anything(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let bytes = (0..<Int.random(in: 0...400, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        _ = try? await SeparatedText.read(bytes)
        for encoding in TextEncoding.common { _ = try? encoding.decode(bytes) }
    }
}
