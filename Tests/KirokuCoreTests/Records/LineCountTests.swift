import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("The lines of a text")
struct LineCountTests {
    @Test(
        "One more than the line breaks, of whatever kind",
        arguments: [
            ("", 1), ("a", 1), ("a\nb", 2), ("a\r\nb", 2), ("a\rb", 2), ("a\u{2029}b", 2), ("a\n", 2), ("\n\r\n\r", 4),
            ("東\n京\n", 3),
        ])
    func counting(text: String, lines: Int) {
        let count = LineCount(of: text)
        #expect(count.count == lines)
        #expect(count.isExact)
        #expect(count.text == String(lines))
    }

    @Test(
        "The first lines end before the break",
        arguments: [
            ("a\nb\nc", 1, "a"), ("a\nb\nc", 2, "a\nb"), ("a\nb", 2, "a\nb"), ("a\r\nb\r\nc", 2, "a\r\nb"), ("", 1, ""),
            ("a\n", 1, "a"), ("a", 0, "a"),
        ])
    func firstLines(text: String, lines: Int, first: String) {
        #expect(LineCount.first(lines, of: text) == first)
    }

    @Test("Only the beginning of a long text is counted, which is said")
    func long() throws {
        var table = try RecordTable(fieldNames: ["A", "N"], fieldTypes: [.string, .int])
        try table.addRecord([.string(String(repeating: "a\n", count: 100_000)), .unfit("1\n2")])
        let count = table.lineCount(0, 0)
        #expect(!count.isExact)
        #expect((30_000...100_000).contains(count.count))
        #expect(count.text.hasSuffix("+"))
        #expect(table.lineCount(0, 1).count == 2)
    }
}
