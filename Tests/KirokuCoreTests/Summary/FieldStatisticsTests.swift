import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Figures of fields for programs")
struct FieldStatisticsTests {
    private func statistics(_ type: FieldType, _ texts: [String?]) async throws -> FieldStatistics {
        var table = try RecordTable(fieldNames: ["F"], fieldTypes: [type])
        let reader = EntryReader(type: type, decimalSign: .point)
        for text in texts { try table.addRecord([text.map(reader.read) ?? .empty]) }
        return try await table.statistics(of: table.schema[0].id)
    }

    @Test(
        "The ends of the order, the most frequent value, sum and mean",
        arguments: [
            (.int, ["5", "3", "5", nil], "3", "5", "5", 2, "13", "4.333333333333333"),
            (.float, ["0.5", "-1", "0.5"], "-1.0", "0.5", "0.5", 2, "0", "0"),
            (.decimal, ["12.50", "12.5", "0.1"], "0.1", "12.5", "12.50", 2, "25.10", "8.36666667"),
            (.string, ["b", "a", "b", "B"], "B", "b", "b", 2, nil, nil),
            (.date, ["2026-05-04", "1998", "1998"], "1998", "2026-05-04", "1998", 2, nil, nil),
            (.bool, ["yes", "no", "yes"], "false", "true", "true", 2, nil, nil),
            (.string, ["a", "a", "b", "b"], "a", "b", "a", 2, nil, nil),
            (.int, ["7"], "7", "7", "7", 1, "7", "7"),
        ] as [(FieldType, [String?], String, String, String, Int, String?, String?)])
    func figures(
        type: FieldType, texts: [String?], least: String, greatest: String, frequent: String, count: Int, sum: String?,
        mean: String?
    ) async throws {
        let found = try await statistics(type, texts)
        #expect(found.least.plainText == least && found.greatest.plainText == greatest)
        #expect(found.mostFrequent?.value.plainText == frequent && found.mostFrequent?.count == count)
        #expect(found.summary.figures?.totals?.sum == sum && found.summary.figures?.totals?.mean == mean)
    }

    @Test("Nothing is most frequent where all values differ, and nothing is there in an empty field")
    func none() async throws {
        #expect(try await statistics(.int, ["1", "2", nil]).mostFrequent == nil)
        let empty = try await statistics(.float, [nil, "x"])
        #expect(empty.least == .empty && empty.greatest == .empty && empty.mostFrequent == nil)
        #expect(empty.summary.empty == 1 && empty.summary.toFix == 1 && empty.summary.figures == nil)
    }
}
