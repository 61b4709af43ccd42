import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Days relative to today")
struct RelativeDaysTests {
    /// A Thursday.
    private static let now = LocalTime(year: 2024, month: 2, day: 29, hour: 12)

    @Test(
        "Spans of days",
        arguments: [
            ("last 30 days", "2024-01-31", "2024-02-29"), ("Past 1 day", "2024-02-29", "2024-02-29"),
            ("next 7 days", "2024-02-29", "2024-03-06"), ("this week", "2024-02-26", "2024-03-03"),
            ("last week", "2024-02-19", "2024-02-25"), ("this month", "2024-02", "2024-02"),
            ("last month", "2024-01", "2024-01"), ("next year", "2025", "2025"), ("過去30日", "2024-01-31", "2024-02-29"),
            ("今月", "2024-02", "2024-02"), ("先週", "2024-02-19", "2024-02-25"), ("today", "2024-02-29", "2024-02-29"),
            ("+1", "2024-03-01", "2024-03-01"),
        ])
    func spans(text: String, first: String, last: String) throws {
        let now = try #require(Self.now)
        let days = try #require(DateKind.span(relative: text.lowercased(), from: now))
        #expect(days.0.text == first && days.1.text == last)
        #expect(DateAndTimeKind.span(relative: text.lowercased(), from: now)?.0.text == first)
    }

    @Test(
        "Texts with another meaning",
        arguments: ["", "last", "last days", "last 0 days", "30", "+", "+x", "last 9999999 days"])
    func others(text: String) {
        #expect(RelativeDays(text) == nil)
    }

    @Test("A find for a relative day keeps its text, so that it means another day tomorrow")
    func found() async throws {
        let today = LocalTime(AppClock.shared.now).calendarDate
        let texts = [-40, -29, 0, 1].compactMap { today.adding(days: $0) }
        var table = RecordTable(schema: try Schema(names: ["Day"], types: [.date]))
        for date in texts { try table.addRecord([.date(date)]) }
        try table.addRecord([.empty])
        for (text, expected) in [
            ("Day = today", [2]), ("Day != today", [0, 1, 3]), ("Day = \"last 30 days\"", [1, 2]),
            ("Day < \"last 30 days\"", [0]), ("Day >= today", [2, 3]), ("Day > today", [3]),
        ] as [(String, [Int])] {
            let condition = try Condition(text: text, for: table.schema)
            #expect(try await table.find(condition) == expected, "\(text)")
            #expect(try Condition(text: condition.text(for: table.schema), for: table.schema) == condition)
            let coded = try JSONDecoder().decode(Condition.self, from: JSONEncoder().encode(condition))
            #expect(coded == condition)
        }
        let kept = try Condition(text: "Day = today", for: table.schema)
        #expect(kept == .test(table.schema[0].id, .equal, .text("today")))
    }
}
