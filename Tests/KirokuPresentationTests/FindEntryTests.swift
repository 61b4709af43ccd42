import KirokuCore
import Testing

@testable import KirokuPresentation

@Suite("Conditions written into an empty card")
struct FindEntryTests {
    private let number: FieldDefinition
    private let flag: FieldDefinition
    private let name: FieldDefinition

    init() throws {
        let schema = try Schema(names: ["Number", "Done", "Name"], types: [.int, .bool, .string])
        (number, flag, name) = (schema[0], schema[1], schema[2])
    }

    @Test(
        "For numbers",
        arguments: [
            ("5", Comparison.equal, "5", ""), ("=5", .equal, "5", ""), (">=3", .greaterOrEqual, "3", ""),
            ("≧3", .greaterOrEqual, "3", ""), ("≥ 3", .greaterOrEqual, "3", ""), ("＞＝３", .greaterOrEqual, "3", ""),
            ("<>-1", .notEqual, "-1", ""), ("1..5", .between, "1", "5"), ("-5 .. -1", .between, "-5", "-1"),
            ("5..", .greaterOrEqual, "5", ""), ("..5", .lessOrEqual, "5", ""),
            ("1…5", .between, "1", "5"), ("=", .empty, "", ""), ("<>", .notEmpty, "", ""), ("?", .toFix, "", ""),
        ])
    func numbers(entry: String, comparison: Comparison, text: String, other: String) {
        let expected = FindLine(field: number.id, comparison: comparison, text: text, otherText: other)
        #expect(FindLine(entry: entry, for: number) == expected)
    }

    @Test(
        "For texts",
        arguments: [
            ("abc", Comparison.contains, "abc"), ("a b ", .contains, "a b"), ("=abc", .equal, "abc"),
            ("abc*", .startsWith, "abc"), ("*abc", .endsWith, "abc"), ("*abc*", .contains, "abc"),
            ("/a.c/", .matches, "a.c"), ("\"=a\"", .contains, "=a"), ("＝東京", .equal, "東京"), ("\"?\"", .contains, "?"),
            ("=", .empty, ""), ("<>", .notEmpty, ""), (">5", .greater, "5"),
            ("\">5\"", .contains, ">5"), ("< m", .less, "m"), ("＜＝東京", .lessOrEqual, "東京"),
            (">=\"<\"", .greaterOrEqual, "<"), ("<", .contains, "<"), ("<>5", .contains, "<>5"),
        ])
    func texts(entry: String, comparison: Comparison, text: String) {
        #expect(FindLine(entry: entry, for: name) == FindLine(field: name.id, comparison: comparison, text: text))
    }

    @Test("For true and false, and nothing for nothing")
    func flags() {
        #expect(FindLine(entry: "yes", for: flag) == FindLine(field: flag.id, comparison: .equal, text: "yes"))
        #expect(FindLine(entry: " ", for: flag) == nil)
        #expect(FindLine(entry: "", for: name) == nil)
    }

    @Test("An entry comes back from its line", arguments: Comparison.allCases)
    func roundTrip(comparison: Comparison) {
        for field in [number, flag, name] where Comparison.all(for: field.type).contains(comparison) {
            let texts = field.type == .string ? ["a", "=a", "*", "a*", "\"", "\"\"", "<>", " a", "/"] : ["5"]
            for text in comparison.operandCount > 0 ? texts : [""] {
                let other = comparison.operandCount > 1 ? "9" : ""
                let line = FindLine(field: field.id, comparison: comparison, text: text, otherText: other)
                #expect(FindLine(entry: line.entry, for: field) == line)
            }
        }
    }
}
