import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

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
        "Texts are compared in the order in which they are sorted",
        arguments: [
            ("b", "c", [], -1), ("B", "a", [], -1), ("a", "a", [], 0), ("ab", "a", [], 1), ("", "a", [], -1),
            ("", "", [], 0),
            ("Z", "a", .case, 1), ("A", "a", .case, 0), ("ア", "ｱ", .width, 0), ("日", "a", [], 1), ("é", "z", [], 1),
        ] as [(String, String, TextDifferences, Int)])
    func order(text: String, wanted: String, ignored: TextDifferences, order: Int) async throws {
        #expect(try await matches(text, .less, wanted, ignored) == (order < 0))
        #expect(try await matches(text, .lessOrEqual, wanted, ignored) == (order <= 0))
        #expect(try await matches(text, .greater, wanted, ignored) == (order > 0))
        #expect(try await matches(text, .greaterOrEqual, wanted, ignored) == (order >= 0))
    }

    @Test("What is empty is neither before a text nor after it, nor does it have a range as a rule")
    func emptyInOrder() async throws {
        var table = try RecordTable(fieldNames: ["S"], fieldTypes: [.string])
        for text in [nil, "a", "m", "z"] { try table.addRecord([text.map { .string($0) } ?? .empty]) }
        for (condition, found) in [
            ("S < m", [1]), ("S >= m", [2, 3]), ("S <= \"M\"i", [1, 2]), ("not S < m", [0, 2, 3]),
        ] {
            #expect(try await table.find(Condition(text: condition, for: table.schema)) == found)
        }
        #expect(!FieldRules.hasRange(.string) && !FieldRules.hasRange(.choice) && FieldRules.hasRange(.float))
    }

    @Test("Choices are compared in their own order, and other texts come behind them")
    func orderOfChoices() async throws {
        let options = ["small", "medium", "large"].enumerated().map { ChoiceOption(id: $0 + 1, text: $1) }
        var table = RecordTable(schema: try Schema(names: ["C"], types: [.choice]).with([options]))
        for text in ["large", "small", "", "medium", "huge", "other"] {
            try table.addRecord([Choice(text)?.cellValue ?? .empty])
        }
        let cases: [(String, [Int])] = [
            ("C < large", [1, 3]), ("C <= large", [0, 1, 3]), ("C > medium", [0, 4, 5]),
            ("C >= \"MEDIUM\"i", [0, 3, 4, 5]),
            ("C > huge", [5]), ("C < huge", [0, 1, 3]), ("C < small", []),
        ]
        for (condition, found) in cases {
            #expect(try await table.find(Condition(text: condition, for: table.schema)) == found, "\(condition)")
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
