import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("What a cell shows")
struct DisplayTextTests {
    /// A table with one field and one record, which holds this value.
    private func table(_ type: FieldType, _ value: CellValue) throws -> RecordTable {
        var table = try RecordTable(fieldNames: ["A"], fieldTypes: [type])
        try table.addRecord([value])
        return table
    }

    @Test(
        "The plain text of the value",
        arguments: [
            (.int, .int(-1_234), "-1234"), (.float, .float(0.1), "0.1"), (.bool, .bool(true), "true"),
            (.string, .string("東京"), "東京"), (.string, .string(""), ""), (.int, .unfit("abc"), "abc"),
            (.int, .empty, ""), (.string, .empty, ""), (.bool, .empty, ""),
        ] as [(FieldType, CellValue, String)])
    func plain(type: FieldType, value: CellValue, shown: String) throws {
        #expect(try table(type, value).displayText(0, 0) == shown)
    }

    @Test("A sign stands for NUL, which would end the text for C")
    func nul() throws {
        #expect(try table(.string, .string("a\0b\0")).displayText(0, 0) == "a␀b␀")
        #expect(try table(.int, .unfit("\0")).displayText(0, 0) == "␀")
    }

    @Test(
        "A long text is cut between two characters, never within one",
        arguments: ["abcdef", "éàüéàü", "日本語日本語", "👍👎👍👎", "a日é👍b"])
    func cutting(text: String) throws {
        let table = try table(.string, .string(text))
        for limit in 0...text.utf8.count + 1 {
            let shown = table.displayText(0, 0, limit: limit)
            #expect(text.utf8.starts(with: shown.utf8))
            #expect(shown.utf8.count <= limit)
            #expect(shown.utf8.count > limit - 4 || shown == text)
        }
        #expect(table.displayText(0, 0, limit: text.utf8.count) == text)
    }

    @Test("Unfit text is cut as well, even if it is one character of many marks")
    func cuttingUnfitText() throws {
        let long = String(repeating: "日", count: 10_000)
        let shown = try table(.int, .unfit(long)).displayText(0, 0, limit: 300)
        #expect(long.hasPrefix(shown))
        #expect((297...300).contains(shown.utf8.count))
        let marks = "a" + String(repeating: "\u{301}", count: 100_000)
        #expect(try table(.int, .unfit(marks)).displayText(0, 0, limit: 300).utf8.count <= 300)
    }

    /// Copying the text each time would take far longer than the limit.
    @Test(
        "A huge text costs no more to show than a small one", .timeLimit(.minutes(10)),
        arguments: [FieldType.string, .int])
    func huge(type: FieldType) throws {
        let text = String(repeating: "東京 ", count: 3_000_000)
        let table = try table(type, type == .string ? .string(text) : .unfit(text))
        for _ in 0..<100_000 { _ = table.displayText(0, 0) }
    }
}
