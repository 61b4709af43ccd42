import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Where a text occurs in another one")
struct TextSearchTests {
    @Test(
        "Places are in Unicode scalars, without overlaps",
        arguments: [
            ("a", "banana", [1..<2, 3..<4, 5..<6]), ("ana", "banana", [1..<4]), ("UJI", "日 uji Ｕｊｉ", [2..<5, 6..<9]),
            ("が", "ガ か\u{3099}", [2..<4]), ("ガ", "ｶﾞｶﾞ", [0..<2, 2..<4]), ("ss", "Straße", [4..<5]),
            ("é", "café", [3..<4]),
            ("", "a", []), ("a", "", []), ("\n", "a\r\nb", [2..<3]),
        ] as [(String, String, [Range<Int>])])
    func places(wanted: String, text: String, expected: [Range<Int>]) {
        #expect(TextSearch(for: wanted, ignoring: [.case, .width]).places(in: text) == expected)
    }

    @Test("Without differences to ignore, every byte counts")
    func exact() {
        #expect(TextSearch(for: "Uji").places(in: "uji Uji Ｕji") == [4..<7])
    }

    @Test("What is found is what a replacement replaces")
    func replaced() {
        let texts = ["", "aA", "ＡaÄä", "ß SS ss", "ｶﾞガ", "e\u{301}é", "a\u{3099}a", "日本\u{309a}"]
        for text in texts {
            for wanted in texts + ["a", "s", "ä", "本"] {
                let replacement = TextReplacement(of: wanted, by: "-", ignoring: [.case, .width], in: [])
                let replaced = TextReplacer(replacement).replaced(in: text)
                let places = TextSearch(for: wanted, ignoring: [.case, .width]).places(in: text)
                #expect(places.count == replaced.count, "\(wanted) in \(text)")
                var scalars = Array(text.unicodeScalars)
                for place in places.reversed() { scalars.replaceSubrange(place, with: ["-"]) }
                var result = String.UnicodeScalarView()
                result.append(contentsOf: scalars)
                #expect(String(result) == replaced.text)
            }
        }
    }
}
