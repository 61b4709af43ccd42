import Geometry
import KirokuCore
import Testing

@testable import KirokuPresentation

@Suite("What is said of selected cells, and how typing might go on")
struct SelectionSummaryTests {
    private static func table() throws -> RecordTable {
        var table = try RecordTable(fieldNames: ["N", "R", "T"], fieldTypes: [.int, .float, .string])
        let rows: [[CellValue]] = [
            [.int(1), .float(0.5), .string("Osaka")], [.int(2), .empty, .string("Oslo")],
            [.unfit("x"), .float(-1.5), .empty], [.int(9), .float(4), .string("Kyoto")],
        ]
        for row in rows { try table.addRecord(row) }
        return table
    }

    @Test("Numbers are counted and summed up, whatever else is there")
    func figures() async throws {
        let table = try Self.table()
        let view = RecordView(of: table)
        let all = try await view.summary(of: 0..<4, fields: 0..<3, in: table)
        #expect(all.cells == 12)
        #expect(all.filled == 10)
        #expect(all.text == "12 cells · 10 filled", "the numbers of two fields are not added up")
        let two = try await view.summary(of: 0..<4, fields: 1..<3, in: table)
        #expect(two.text == "8 cells · 6 filled · Sum 3 · Mean 1 · Min -1.5 · Max 4")
        let texts = try await view.summary(of: 0..<2, fields: 2..<3, in: table)
        #expect(texts.text == "2 cells")
        let one = try await view.summary(of: 3..<99, fields: 0..<1, in: table)
        #expect(one.text == "1 cell · Sum 9 · Mean 9 · Min 9 · Max 9")
    }

    @Test("Only the rows that are selected count, in the order that is shown")
    func rows() async throws {
        let table = try Self.table()
        let view = RecordView([3, 0, 1], found: table.ids, in: table)
        #expect(try await view.summary(of: 0..<2, fields: 0..<1, in: table).text.contains("Sum 10 "))
    }

    /// What is said of the numbers of a field, but for how many cells there are.
    private static func text(_ numbers: [CellValue], of type: FieldType) async throws -> String {
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [type])
        for number in numbers { try table.addRecord([number]) }
        let view = RecordView(of: table)
        let text = try await view.summary(of: 0..<table.count, fields: 0..<1, in: table).text
        return text.split(separator: " · ").drop { !$0.hasPrefix("Sum") }.joined(separator: " · ")
    }

    @Test(
        "All figures of whole numbers are exact, however large",
        arguments: [
            (
                [9_007_199_254_740_993, 9_007_199_254_740_992],
                "Sum 18014398509481985 · Mean 9007199254740992.5"
                    + " · Min 9007199254740992 · Max 9007199254740993"
            ),
            (
                [.max, .max],
                "Sum 18446744073709551614 · Mean 9223372036854775807"
                    + " · Min 9223372036854775807 · Max 9223372036854775807"
            ),
            (
                [.min, .max],
                "Sum -1 · Mean -0.5 · Min -9223372036854775808 · Max 9223372036854775807"
            ),
            ([1, 1, 2], "Sum 4 · Mean 1.33333 · Min 1 · Max 2"),
        ] as [([Int], String)])
    func exact(numbers: [Int], text: String) async throws {
        #expect(try await Self.text(numbers.map { .int($0) }, of: .int) == text)
    }

    @Test("A sum beyond a Float is said to be, and the other figures are told")
    func overflow() async throws {
        let greatest = Double.greatestFiniteMagnitude
        #expect(
            try await Self.text([7, greatest, greatest].map { .float($0) }, of: .float)
                == "Sum too large to show · Mean 1.19846e308 · Min 7 · Max 1.7976931348623157e308")
        let balanced = [greatest, greatest, -greatest, -greatest, 1]
        #expect(try await Self.text(balanced.map { .float($0) }, of: .float).hasPrefix("Sum 1 · "))
    }

    @Test("Summing up can be cancelled")
    func cancelling() async throws {
        let table = try Self.table()
        let view = RecordView(of: table)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await view.summary(of: 0..<4, fields: 0..<3, in: table)
        }
        task.cancel()
        await #expect(throws: QueryError.cancelled) { try await task.value }
    }

    @Test("What is typed goes on as the nearest earlier text does, or else a later one")
    func completion() throws {
        let table = try Self.table()
        let view = RecordView(of: table)
        func completion(_ text: String, _ row: Int, field: Int = 2) -> String? {
            view.completion(of: text, at: CellIndex(row: row, column: field), in: table)
        }
        #expect(completion("O", 3) == "slo")
        #expect(completion("Osa", 3) == "ka")
        #expect(completion("O", 1) == "saka")
        #expect(completion("O", 0) == "slo", "only below")
        #expect(completion("o", 3) == nil)
        #expect(completion("Oslo", 3) == nil)
        #expect(completion("", 3) == nil)
        #expect(completion("1", 3, field: 0) == nil)
        #expect(completion("O", 99) == nil)
    }

    @Test("Texts of several lines and very long ones are no completions; whole characters only")
    func unusualCompletions() throws {
        var table = try RecordTable(fieldNames: ["T"], fieldTypes: [.string])
        for text in ["a\nb", "a\0b", "a" + String(repeating: "b", count: 500), "大阪府", ""] {
            try table.addRecord([.string(text)])
        }
        let view = RecordView(of: table)
        #expect(view.completion(of: "a", at: CellIndex(row: 4, column: 0), in: table) == nil)
        #expect(view.completion(of: "大阪", at: CellIndex(row: 4, column: 0), in: table) == "府")
    }
}
