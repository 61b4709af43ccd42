import FoundationEssentials
import Testing

@testable import KirokuCore

@Suite("Conditions on texts")
struct TextConditionTests {
    private func matches(
        _ text: String, _ comparison: Comparison, _ wanted: String, _ ignored: TextDifferences = []
    ) async throws -> Bool {
        var table = try RecordTable(fieldNames: ["S"], fieldTypes: [.string])
        try table.addRecord([.string(text)])
        return try await table.find(.test(table.schema[0].id, comparison, .text(wanted, ignoring: ignored))) == [0]
    }

    @Test(
        "Numbers are found as cells show them, with the decimal sign of the locale, and with a point",
        arguments: [("1,5", [0], []), ("1.5", [0], [0]), (",", [0], []), ("15", [1], [1])] as [(String, [Int], [Int])])
    func decimalSigns(text: String, withComma: [Int], withPoint: [Int]) throws {
        var table = try RecordTable(fieldNames: ["Price"], fieldTypes: [.float])
        for price in [1.5, 15] { try table.addRecord([.float(price)]) }
        for (sign, expected) in [(SeparatedText.Style.DecimalSign.comma, withComma), (.point, withPoint)] {
            var words: [UInt64] = [3]
            AnywhereMatcher(AnywhereTest(text, ignoring: .case, decimalSign: sign), in: table).limit(&words, from: 0)
            #expect((0..<2).filter { words[0] & 1 << UInt64($0) != 0 } == expected)
        }
    }

    @Test(
        "Parts of texts are found as they are written",
        arguments: [
            ("abc", Comparison.equal, "abc", true), ("abc", .equal, "ab", false), ("abc", .equal, "abd", false),
            ("", .equal, "", true), ("a", .equal, "", false), ("a", .contains, "", true), ("", .contains, "a", false),
            ("abc", .startsWith, "ab", true), ("abc", .startsWith, "bc", false), ("ab", .startsWith, "abc", false),
            ("abc", .endsWith, "bc", true), ("abc", .endsWith, "ab", false), ("c", .endsWith, "bc", false),
            ("aabaabc", .contains, "aabc", true), ("aabaab", .contains, "aabc", false), ("abab", .contains, "b", true),
            ("Abc", .contains, "a", false), ("日本語", .contains, "本", true), ("a\0b", .contains, "\0b", true),
            ("ガ", .equal, "ｶﾞ", false), ("é", .equal, "e\u{301}", false),
        ])
    func exact(text: String, comparison: Comparison, wanted: String, expected: Bool) async throws {
        #expect(try await matches(text, comparison, wanted) == expected)
    }

    @Test(
        "Case and width do not count where they are not to",
        arguments: [
            ("ABC", "abc", TextDifferences.case, true), ("ABC", "abc", .width, false), ("Äß", "äSS", .case, true),
            ("ΟΔΟΣ", "οδος", .case, true), ("STRAẞE", "straße", .case, true),
            ("STRASSE", "straẞe", .case, true), ("İstanbul", "ISTANBUL", .case, true), ("ışık", "IŞIK", .case, true),
            ("ЖУК", "жук", .case, true), ("Ａｂ", "aB", .case, false),
            ("Ａｂ", "aB", [.case, .width], true), ("Ａ　１", "A 1", .width, true), ("ｱｲｳ", "アイウ", .width, true),
            ("ｶﾞｷﾞﾊﾟﾌﾞ", "ガギパブ", .width, true), ("ｳﾞ", "ヴ", .width, true), ("カ\u{3099}", "ｶﾞ", .width, true),
            ("ｱﾞ", "ア゛", .width, true), ("ﾜﾞｦﾞ", "ヷヺ", .width, true), ("か\u{3099}", "が", .width, true),
            ("｢ｰ｣､｡･", "「ー」、。・", .width, true), ("￥￡", "¥£", .width, true), ("ひらがな", "ヒラガナ", .width, false),
            ("ﾞ", "゛", .width, true), ("ｶﾟ", "カ゜", .width, true), ("ﾊﾟ", "バ", .width, false),
        ] as [(String, String, TextDifferences, Bool)])
    func folded(text: String, wanted: String, ignored: TextDifferences, expected: Bool) async throws {
        #expect(try await matches(text, .equal, wanted, ignored) == expected)
        #expect(try await matches(wanted, .equal, text, ignored) == expected)
        #expect(try await matches("x" + text + "x", .contains, wanted, ignored) == expected)
    }

    @Test(
        "Regular expressions are looked for anywhere in the text",
        arguments: [
            ("Kyoto 2020", "[0-9]{4}", TextDifferences(), true), ("Kyoto", "^yoto", [], false),
            ("Kyoto", "yoto$", [], true), ("KYOTO", "yoto", [], false), ("KYOTO", "yoto", .case, true),
            ("２０２０", "^[0-9]+$", .width, true), ("ｶﾞｷ", "ガ.", .width, true), ("ガ", "ｶﾞ", .width, true),
            ("abc", "a．c", .width, false), ("a.c", "a．c", .width, true), ("a.c", "a\\．c", .width, true),
            ("", "^$", [], true), ("日本", "^..$", [], true),
        ] as [(String, String, TextDifferences, Bool)])
    func patterns(text: String, pattern: String, ignored: TextDifferences, expected: Bool) async throws {
        #expect(try await matches(text, .matches, pattern, ignored) == expected)
    }

    @Test("A condition survives being written to a file and read again")
    func coding() throws {
        let id = FieldID(rawValue: 3)
        let condition = Condition.all([
            .any([.test(id, .between, .ints(1, 5)), .test(id, .toFix), .test(id, .equal, .bool(true))]),
            .none([.test(id, .startsWith, .text("ｶﾞ", ignoring: [.case, .width])), .test(id, .less, .float(0.1))]),
        ])
        let data = try JSONEncoder().encode(condition)
        #expect(try JSONDecoder().decode(Condition.self, from: data) == condition)
    }
}
