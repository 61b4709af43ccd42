import Testing

@testable import KirokuPresentation

@Suite("The lines of a text, estimated")
struct LetterWidthsTests {
    private let letters = LetterWidths(ascii: 10, wide: 20, other: 12)

    private func lines(_ text: String, limit: Int = 100) -> Int {
        letters.lineCount(of: text, width: 105, limit: limit)
    }

    @Test(
        "Lines are broken at blanks, beside wide characters, and in long words",
        arguments: [
            ("", 1), ("word", 1), ("ten letter", 1), ("ten letters", 2), ("one two three four", 2),
            ("a\nb\n", 3), ("\r\n", 2), (String(repeating: "x", count: 25), 3), ("記録記録記", 1), ("記録記録記録", 2),
            ("five 記録記", 2), ("éééééééé", 1), ("ééééééééé", 2), (String(repeating: " ", count: 50), 1),
        ])
    func breaks(text: String, count: Int) {
        #expect(lines(text) == count)
    }

    @Test("No more lines are counted than are wanted")
    func limit() {
        #expect(lines(String(repeating: "word ", count: 10_000), limit: 7) == 7)
        #expect(letters.lineCount(of: "abc", width: 0, limit: 9) == 4)
    }
}
