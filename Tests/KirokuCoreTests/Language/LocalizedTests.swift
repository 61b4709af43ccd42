import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Texts and numbers in the user's language")
struct LocalizedTests {
    @Test(
        "Thousands are set apart",
        arguments: [
            (0, "0"), (1, "1"), (12, "12"), (999, "999"), (1_000, "1,000"), (12_345, "12,345"), (123_456, "123,456"),
            (1_234_567, "1,234,567"), (-1, "-1"), (-999, "-999"), (-1_000, "-1,000"), (-123_456, "-123,456"),
            (.max, "9,223,372,036,854,775,807"), (.min, "-9,223,372,036,854,775,808"),
        ])
    func numbers(number: Int, text: String) {
        #expect(localizedNumber(number) == text)
    }

    @Test("A text without a translation is its English original")
    func original() {
        #expect(localized("No such text, “日本”.") == "No such text, “日本”.")
        #expect(localized("{a} stays") == "{a} stays")
    }

    @Test(
        "Values take the places of their names",
        arguments: [
            ("{a} and {b}", "1 and 2"), ("{b}{a}{b}", "212"), ("no place", "no place"), ("{a}", "1"),
            ("{unknown} and {a}", "{unknown} and 1"), ("{} {a}", "{} 1"), ("a} {a}", "a} 1"), ("{a", "{a"),
            ("{a} {b", "1 {b"), ("日{a}本", "日1本"),
        ])
    func values(template: String, text: String) {
        #expect(localized(template, ["a": "1", "b": "2"]) == text)
    }

    @Test("Braces in a value are text, not places")
    func bracesInValues() {
        #expect(localized("{a}{b}", ["a": "{b}", "b": "{a}"]) == "{b}{a}")
        #expect(localized("{a}b}", ["a": "{", "{b": "x"]) == "{b}")
    }

    @Test(
        "Sentences stand one after the other",
        arguments: [([], ""), (["A."], "A."), (["A.", "B{", "}."], "A. B{ }.")])
    func sentences(sentences: [String], text: String) {
        #expect(localizedSentences(sentences) == text)
    }

    @Test(
        "One is told from many, and the number is written with the text",
        arguments: [
            (0, "0 records in x"), (1, "1 record in x"), (2, "2 records in x"), (1_234, "1,234 records in x"),
        ])
    func plurals(count: Int, text: String) {
        #expect(localized("{count} record in {file}", "{count} records in {file}", count: count, ["file": "x"]) == text)
    }
}
