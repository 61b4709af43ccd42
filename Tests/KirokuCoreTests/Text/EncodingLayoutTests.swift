import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// Tables as people write them in older encodings.
@Suite("The encoding of a text, by what it says")
struct EncodingLayoutTests {
    @Test("Letters of Mac OS within words of Latin letters are no half-width katakana")
    func withinWords() async throws {
        let text = Array("name\nPen".utf8) + [0xcc, 0xa9] + Array("lope Cruz\nBeyonc".utf8) + [0xcc, 0xa9, 0x0a]
        #expect(try await SeparatedText.read(text).encoding != .shiftJIS)
    }

    @Test(
        "Guessed",
        arguments: [
            // Windows-1252: one odd byte in English, and languages of western Europe.
            ("name,note\nAlzheimer’s,x\nParkinson,y\n", TextEncoding.windows1252), ("price\n5 €\n", .windows1252),
            ("text\n“quoted” – so\n", .windows1252), ("a,b\nNaïve café,1\n", .latin1),
            ("a,b\nŒuvre d’été,1\n", .windows1252),
            ("Stadt,Fläche\nMünchen,310\nKöln,405\nGießen,72\n", .latin1),
            ("by,folk\nÅlborg,1\nTromsø,2\nHedmark æ,3\n", .latin1),
            ("ciudad,país\nLogroño,España\nMérida,México\n", .latin1),
            ("cidade\nSão Paulo\nGuimarães\nÉvora\nFeijó\n", .latin1),
            ("città,è\nForlì,perché\n", .latin1), ("unit,value\n°C,12\nm²,7\nµm,3\n", .latin1),
            ("x\n½ cup\n© 2019\n", .latin1),
            ("city\nMálaga\nZürich\nBesançon\nMalmö\nReykjavík\nGdansk\nÉvora\n", .latin1),
            // Central Europe.
            ("miasto,kraj\nŁódź,Polska\nGdańsk,Polska\nKraków,Polska\nBiałystok,Polska\n", .windows1250),
            ("město,kraj\nPříbram,Středočeský\nČeské Budějovice,Jihočeský\nÚstí nad Labem,Ústecký\n", .windows1250),
            ("név,szám\nSzőke Ferenc,1\nKövér Ödön,2\nFűzfa Béla,3\n", .windows1250),
            // Cyrillic.
            ("имя,город\nАнна,Москва\nПётр,Казань\n", .windows1251),
            ("назва,місто\nЇжак,Київ\nЄва,Львів\n", .windows1251),
            // Japanese.
            ("名前,値段\nすし,1200\n抹茶アイス,450\n", .shiftJIS), ("氏名,ｶﾅ\n山田太郎,ﾔﾏﾀﾞ ﾀﾛｳ\n", .shiftJIS),
            ("県,市\n北海道,札幌\n青森県,青森\n", .shiftJIS), ("性別\n男\n女\n女\n", .shiftJIS), ("商品,色\nTシャツ,赤\nYシャツ,白\n", .shiftJIS),
            ("名前,値段\nすし,1200\n抹茶アイス,450\n", .eucJP), ("県,市\n北海道,札幌\n青森県,青森\n", .eucJP),
            // Chinese and Korean.
            ("姓名,城市\n张伟,北京\n王芳,上海\n李娜的朋友,深圳\n", .gb18030), ("姓名,城市\n陳大文,臺北\n林小明的朋友,高雄\n", .big5),
            ("이름,도시\n김철수,서울\n이영희,부산\n", .eucKR),
        ])
    func guessed(text: String, encoding: TextEncoding) async throws {
        let bytes = try encoding.encode(Array(text.utf8))
        let read = try await SeparatedText.read(bytes)
        #expect(read.encoding == encoding)
        #expect(read.table == (try await readText(text)).table)
        #expect(read.notices.map(\.kind).contains(.guessedEncoding(encoding)))
        #expect(try await SeparatedText.preview(bytes, isWhole: true).encoding == encoding)
    }

    @Test("The bytes of Windows stay what they are where ISO 8859-1 is asked for")
    func latin1() async throws {
        let read = try await SeparatedText.read(Array("a\n5 ".utf8) + [0x80, 0x0a], options: .init(encoding: .latin1))
        #expect(read.table.schema[0].numberFormat.unit == " €")
        #expect(read.encoding == .latin1)
    }

    @Test("Every encoding can be asked for by its name", arguments: TextEncoding.common)
    func named(encoding: TextEncoding) async throws {
        let read = try await SeparatedText.read(
            try encoding.encode(Array("Name,N\nabc,1\n".utf8)), options: .init(encoding: encoding))
        #expect(read.table.rows == [[.string("abc"), .int(1)]])
        #expect(read.encoding == encoding)
        #expect(read.notices.isEmpty)
    }

    @Test(
        "UTF-16 and UTF-32 are found without a mark, in both orders, from a file and from a pipe",
        arguments: ["Name,N\nabc,1\n", "Name\tN\nすし,抹茶\t1\nアイス\t2\n"], [TextEncoding.utf16, .utf32])
    func withoutMark(text: String, encoding: TextEncoding) async throws {
        let marked = try encoding.encode(Array(text.utf8))
        let size = encoding == .utf16 ? 2 : 4
        let little = Array(marked[size...])
        let big = stride(from: 0, to: little.count, by: size).flatMap { little[$0..<$0 + size].reversed() }
        let plain = try await readText(text)
        for bytes in [little, big, marked] {
            let read = try await SeparatedText.read(bytes)
            #expect(read.encoding == encoding)
            #expect(read.table == plain.table)
            #expect(read.notices.map(\.kind) == (bytes == marked ? [] : [.guessedEncoding(encoding)]))
            #expect(try await SeparatedText.preview(bytes, isWhole: true).encoding == encoding)
            var decoder = PipeDecoder(isKnown: false)
            #expect(bytes.flatMap { decoder.take([$0]) } + decoder.finish() == Array(text.utf8))
            #expect(decoder.decoding.encoding == encoding)
        }
    }

    @Test("A NUL in UTF-8 is no reason to take it for something else")
    func nul() async throws {
        let read = try await readText("a,b\nx\0y,1\n")
        #expect(read.encoding == .utf8)
        #expect(read.notices.map(\.kind) == [.nulCharacter])
    }
}
