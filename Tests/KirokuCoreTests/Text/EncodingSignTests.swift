import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// Encodings that show only by single signs, by escapes or by NULs.
///
/// uchardet 0.0.7 (Debian 12) takes 13 of these 94 signs for other characters, and 5 of the 28 tables of
/// `EncodingLayoutTests` for another encoding or none.
@Suite("The encoding of a text, by its signs")
struct EncodingSignTests {
    private static let signs =
        """
        £40|40 £|£5.00|Price (£)|25 °C|25°C|90°|°F|5µm|µV|10 µg|µ|m²|km²|m³|10 m³|cm³|¼|½ cup|¾|1½|3¼|1ª|2º|nº 5|N° 5|\
        © 2019|®|Kiroku®|™|Foo™|§ 5|§5|¶|•|• item|·|±5|5 ± 1|× 3|3×4|6÷2|«a»|“a”|‘a’|it’s|a – b|a—b|…|wait…|¿Que?|¡Hola!|\
        ¢|5¢|¥|¥500|500 ¥|€|€5|5 €|‰|5‰|†|‡|¹|²|³|x²|¬|¦|é|è|ü|ñ|ç|ß|ø|å|É|Ü|naïve|café|Zoë|Ångström|Ø 5|Ø5|Œuvre|cœur|\
        Šmid|Žižek|ÿ|it´s|l’été|ª
        """.split(separator: "|").map { String($0) }

    @Test("A single sign of Windows-1252 in ASCII is what it is", arguments: signs)
    func sign(sign: String) async throws {
        let text = "id,note\n1,plain\n2,\(sign)\n3,other\n"
        let read = try await SeparatedText.read(try TextEncoding.windows1252.encode(Array(text.utf8)))
        #expect(read.table[1, 1] == .string(sign), "\(read.encoding.name)")
    }

    @Test(
        "Text of Excel for Mac",
        arguments: [
            "name,year\rBeyoncé,1981\rPenélope,1974\r", "name\rMüller\rBär\rKönig\r", "note\rit’s\rso\r",
            "a\r“quoted” text\r– so\r", "temp\r20 °C\r25 °C\r", "name\nJosé\nZoë\n", "nom\nl’été\nça va\n",
            "item\r• one\r• two\r", "name\rnaïve\r", "ciudad\rLogroño\rMálaga\r",
        ])
    func macRoman(text: String) async throws {
        let read = try await SeparatedText.read(try TextEncoding.macRoman.encode(Array(text.utf8)))
        #expect(read.encoding == .macRoman)
        #expect(read.table == (try await SeparatedText.read(Array(text.utf8))).table)
    }

    @Test("Escapes show ISO-2022-JP, from a file and from a pipe")
    func escapes() async throws {
        let text = "名前,値段\nすし,1200\n抹茶アイス,450\n"
        let bytes = try TextEncoding.iso2022JP.encode(Array(text.utf8))
        #expect(bytes.allSatisfy { $0 < 0x80 })
        let read = try await SeparatedText.read(bytes)
        #expect(read.encoding == .iso2022JP)
        #expect(read.notices.map(\.kind) == [.guessedEncoding(.iso2022JP)])
        #expect(read.table.rows.first == [.string("すし"), .int(1200)])
        for size in [1, 3, 1_000] {
            var decoder = PipeDecoder(isKnown: false)
            var decoded: [UInt8] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                decoded += decoder.take(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            #expect(decoded + decoder.finish() == Array(text.utf8))
        }
    }

    @Test("Escapes of a terminal are no Japanese", arguments: [1, 4, 1_000])
    func colours(size: Int) async throws {
        let bytes = Array("name,note\n\u{1b}[31mred\u{1b}[0m,Zoë\n\u{1b}$,1\n\u{1b}".utf8)
        #expect(try await SeparatedText.read(bytes).encoding == .utf8)
        var decoder = PipeDecoder(isKnown: false)
        var decoded: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            decoded += decoder.take(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        #expect(decoded + decoder.finish() == bytes)
    }

    @Test("UTF-8 with NULs is UTF-8", arguments: ["hel\0lo\n", "a,b\nx\0\0,1\n", "\0name\0\nZoë\0,\0\n"])
    func nuls(text: String) async throws {
        #expect(WideText(Array(text.utf8)) == nil)
        #expect(try await SeparatedText.read(Array(text.utf8)).encoding == .utf8)
    }

    @Test(
        "UTF-16 is known whatever characters it has",
        arguments: [
            "名前,メモ\n山田　太郎,東京　一丁目\n鈴木　一郎,大阪\n", "имя,город\nАнна,Москва\n", "naam\nZoë\n", "一,一\n一,一\n",
        ])
    func wide(text: String) async throws {
        let little = Array(try TextEncoding.utf16.encode(Array(text.utf8))[2...])
        let big = stride(from: 0, to: little.count, by: 2).flatMap { [little[$0 + 1], little[$0]] }
        for bytes in [little, big] {
            let read = try await SeparatedText.read(bytes)
            #expect(read.encoding == .utf16)
            #expect(read.table == (try await SeparatedText.read(Array(text.utf8))).table)
        }
    }

    @Test("Every encoding of the C library can be asked for", arguments: ["cp850", "MACCYRILLIC", "utf-7", "ibm037"])
    func named(name: String) async throws {
        let encoding = try #require(TextEncoding(named: name))
        let text = "Name,N\nabc,1\n"
        #expect(try encoding.decode(try encoding.encode(Array(text.utf8))) == Array(text.utf8))
    }

    @Test(
        "What is no encoding is none",
        arguments: ["", "utf-9", "utf-8//IGNORE", "a\0b", String(repeating: "x", count: 99)])
    func unknown(name: String) {
        #expect(TextEncoding(named: name) == nil)
    }
}
