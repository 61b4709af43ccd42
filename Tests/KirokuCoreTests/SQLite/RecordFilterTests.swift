import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Card file: what SQLite can tell of a condition")
struct RecordFilterTests {
    private let schema: Schema

    init() throws {
        let types: [FieldType] = [.int, .float, .bool, .rating, .string, .date, .time, .decimal, .choice, .duration]
        var schema = Schema()
        for type in types { try schema.add(type.rawValue, type: type, initialValue: .empty) }
        self.schema = schema
    }

    private func filter(_ text: String) throws -> RecordFilter? {
        let condition = try CheckedCondition(try Condition(text: text, for: schema), for: schema)
        return RecordFilter(condition, columns: schema.fields.map { "f\($0.id.rawValue)" })
    }

    @Test(
        "Comparisons of stored numbers and texts are told exactly",
        arguments: [
            "int < 5", "int = 5", "int <> 5", "int between 1 and 5", "float >= 0.5", "bool = true", "rating > 3",
            "duration >= 1:30", "duration between 0:10 and 0:20",
            "string = 'a'", "string contains 'a'", "string contains 'a'i", "string starts with 'a'",
            "string ends with 'a'", "int is empty", "choice is not empty", "int < 5 and float > 1",
            "int < 5 or string = 'a'",
        ])
    func exact(text: String) throws {
        #expect(try filter(text)?.certainty != nil)
    }

    @Test(
        "What only reading tells is narrowed down",
        arguments: [
            "date < 2024-05", "date = 2024", "time > 14:56", "decimal <= 1.5", "int < 5 and string matches /a/",
            "int < 5 and choice = red", "not (int = 3) and float < 2",
        ])
    func narrowing(text: String) throws {
        let filter = try #require(try filter(text))
        #expect(filter.certainty == nil)
    }

    @Test(
        "Of others SQLite tells nothing",
        arguments: [
            "string matches /a/", "string = '\u{fffd}'", "choice = red", "int is to fix",
            "int < 5 or string matches /a/", "not (int < 5)", "date <> 2024", "decimal <> 1",
        ])
    func unknown(text: String) throws {
        #expect(try filter(text) == nil)
    }

    @Test("No value of a condition is in the text of the statement")
    func values() throws {
        let filter = try #require(try filter("string = '''); DROP TABLE records --' and int = 4711"))
        #expect(!filter.text.contains("DROP"))
        #expect(!filter.text.contains("4711"))
    }
}
