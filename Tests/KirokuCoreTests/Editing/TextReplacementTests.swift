import Testing

@testable import KirokuCore

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

    @Test("A rehearsal counts texts and records, and is one step")
    func counting() async throws {
        var table = try table([
            [.string("an banana"), .string("an"), .int(1)], [.string("no"), .empty, .empty],
            [.string("an"), .string("x"), .unfit("an")],
        ])
        let fields = table.schema.fields.map(\.id)
        let replacement = TextReplacement(of: "an", by: "", in: fields)
        let plan = try await table.rehearse(replacement)
        #expect(plan.textCount == 5)
        #expect(plan.recordCount == 2)
        #expect(plan.edits.count == 3)
        _ = try table.apply(try #require(plan.change))
        #expect(table[0, 0] == .string(" ba"))
        #expect(table[0, 1] == .empty)
        #expect(table[2, 0] == .empty)
        #expect(table[2, 2] == .unfit("an"), "only texts of String fields are replaced")
    }

    @Test("Only in some records and fields; what stays as it is does not count")
    func limits() async throws {
        let table = try table([
            [.string("a"), .string("a"), .empty], [.string("a"), .string("a"), .empty],
        ])
        let first = table.schema[0].id
        let plan = try await table.rehearse(TextReplacement(of: "a", by: "b", in: [first]), in: [1])
        #expect(plan.edits == [CellEdit(record: 1, field: 0, value: .string("b"))])
        let same = try await table.rehearse(TextReplacement(of: "a", by: "a", in: [first]))
        #expect(same.change == nil)
        #expect(same.textCount == 0)
        let none = try await table.rehearse(TextReplacement(of: "", by: "x", in: [first]))
        #expect(none.change == nil)
    }
}
