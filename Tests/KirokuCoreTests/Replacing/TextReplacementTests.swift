import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Replacing texts")
struct TextReplacementTests {
    private func table(_ rows: [[CellValue]]) throws -> RecordTable {
        var table = try RecordTable(fieldNames: ["A", "B", "N"], fieldTypes: [.string, .string, .int])
        for row in rows { try table.addRecord(row) }
        return table
    }

    private func replaced(
        _ text: String, _ wanted: String, _ new: String, ignoring ignored: TextDifferences = []
    ) -> String {
        TextReplacer(TextReplacement(of: wanted, by: new, ignoring: ignored, in: [])).replaced(in: text).text
    }

    @Test("The text is replaced wherever it stands, without overlaps")
    func everywhere() {
        #expect(replaced("banana", "an", "AN") == "bANANa")
        #expect(replaced("aaaa", "aaa", "b") == "ba")
        #expect(replaced("東京都", "京", "") == "東都")
        #expect(replaced("abc", "", "x") == "abc")
        #expect(replaced("a.b", ".", "\\0") == "a\\0b")
    }

    @Test("Differences that do not count are taken over with the rest of the text")
    func folded() {
        #expect(replaced("Straße STRASSE", "strasse", "x", ignoring: .case) == "x x")
        #expect(replaced("ｶﾞラス ガラス", "ガ", "か", ignoring: .width) == "かラス かラス")
        #expect(replaced("ＡＢｃ", "ab", "-", ignoring: [.case, .width]) == "-ｃ")
        #expect(replaced("ß", "s", "x", ignoring: .case) == "ß", "half a character is not replaced")
    }

    @Test(
        "A regular expression, and what its groups have matched",
        arguments: [
            ("2024-11-05", "(\\d+)-(\\d+)-(\\d+)", "\\3.\\2.\\1", "05.11.2024"),
            ("a1b22", "[0-9]+", "<\\0>", "a<1>b<22>"), ("abc", "x*", "-", "-a-b-c-"), ("aXa", "^a", "b", "bXa"),
            ("one two", "(one)|(two)", "[\\1\\2]", "[one] [two]"), ("a.b", "\\.", "\\n\\t\\\\", "a\n\t\\b"),
            ("a", "a", "\\7\\q\\", "\\q\\"), ("東京都", "(東)(京)", "\\2\\1", "京東都"),
        ])
    func patterns(text: String, wanted: String, new: String, expected: String) throws {
        let replacer = try PatternReplacer(TextReplacement(of: wanted, by: new, as: .pattern, in: []))
        #expect(replacer.replaced(in: text, replacer.makeMatcher())?.text == expected)
    }

    @Test("Where differences do not count, a regular expression takes over what it has matched as it stood")
    func foldedPatterns() throws {
        let replacement = TextReplacement(
            of: "([a-z]+)(\\d)", by: "\\2\\1", as: .pattern, ignoring: [.case, .width], in: [])
        let replacer = try PatternReplacer(replacement)
        let replaced = try #require(replacer.replaced(in: "ＡＢｃ７ xY1", replacer.makeMatcher()))
        #expect(replaced.text == "７ＡＢｃ 1xY")
        #expect(replaced.count == 2)
    }

    @Test("An invalid expression is refused; a valid one is one step")
    func rehearsedPatterns() async throws {
        let table = try table([[.string("a1"), .string("b"), .empty], [.string("c22"), .empty, .empty]])
        let fields = table.schema.fields.map(\.id)
        let plan = try await table.planReplacement(TextReplacement(of: "\\d+", by: "", as: .pattern, in: fields))
        #expect(plan.textCount == 2 && plan.recordCount == 2)
        #expect(plan.edits.map(\.value) == [.string("a"), .string("c")])
        await #expect {
            try await table.planReplacement(TextReplacement(of: "(", by: "", as: .pattern, in: fields))
        } throws: { error in
            if case .invalidPattern("(", _)? = error as? QueryError { true } else { false }
        }
    }

    @Test("A rehearsal counts texts and records, and is one step")
    func counting() async throws {
        var table = try table([
            [.string("an banana"), .string("an"), .int(1)], [.string("no"), .empty, .empty],
            [.string("an"), .string("x"), .unfit("an")],
        ])
        let fields = table.schema.fields.map(\.id)
        let replacement = TextReplacement(of: "an", by: "", in: fields)
        let plan = try await table.planReplacement(replacement)
        #expect(plan.textCount == 6)
        #expect(plan.recordCount == 2)
        #expect(plan.edits.count == 4 && plan.unfitCount == 0)
        _ = try table.apply(try #require(plan.change))
        #expect(table[0, 0] == .string(" ba"))
        #expect(table[0, 1] == .empty)
        #expect(table[2, 0] == .empty)
        #expect(table[2, 2] == .empty)
    }

    @Test("Numbers are replaced in as they are typed; what no longer fits is counted")
    func numbers() async throws {
        let table = try table([[.string("12"), .empty, .int(1_220)], [.empty, .empty, .unfit("12x")]])
        let number = table.schema[2].id
        let plan = try await table.planReplacement(TextReplacement(of: "2", by: "3", in: [number]))
        #expect(plan.textCount == 3 && plan.unfitCount == 0)
        #expect(plan.edits.map(\.value) == [.int(1_330), .unfit("13x")])
        let mended = try await table.planReplacement(TextReplacement(of: "[^0-9]", by: "", as: .pattern, in: [number]))
        #expect(mended.edits == [CellEdit(record: 1, field: 2, value: .int(12))])
        let spoilt = try await table.planReplacement(TextReplacement(of: "1", by: "l", in: [number]))
        #expect(spoilt.unfitCount == 1 && spoilt.edits.count == 2)
    }

    @Test("Only in some records and fields; what stays as it is does not count")
    func limits() async throws {
        let table = try table([
            [.string("a"), .string("a"), .empty], [.string("a"), .string("a"), .empty],
        ])
        let first = table.schema[0].id
        let plan = try await table.planReplacement(TextReplacement(of: "a", by: "b", in: [first]), in: [1])
        #expect(plan.edits == [CellEdit(record: 1, field: 0, value: .string("b"))])
        let same = try await table.planReplacement(TextReplacement(of: "a", by: "a", in: [first]))
        #expect(same.change == nil)
        #expect(same.textCount == 0)
        let none = try await table.planReplacement(TextReplacement(of: "", by: "x", in: [first]))
        #expect(none.change == nil)
    }
}
