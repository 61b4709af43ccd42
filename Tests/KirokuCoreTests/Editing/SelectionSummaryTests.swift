import Testing

@testable import KirokuCore

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
        #expect(all.numbers == 6)
        #expect(all.sum == 15)
        #expect(all.mean == 2.5)
        #expect(all.min == -1.5)
        #expect(all.max == 9)
        #expect(all.text == "12 cells · 10 filled · Sum 15 · Mean 2.5 · Least -1.5 · Greatest 9")
        let texts = try await view.summary(of: 0..<2, fields: 2..<3, in: table)
        #expect(texts.sum == nil)
        #expect(texts.text == "2 cells")
        let one = try await view.summary(of: 3..<99, fields: 0..<1, in: table)
        #expect(one.text == "1 cell · Sum 9 · Mean 9 · Least 9 · Greatest 9")
    }

    @Test("Only the rows that are selected count, in the order that is shown")
    func rows() async throws {
        let table = try Self.table()
        let view = RecordView([3, 0, 1], found: table.ids, in: table)
        #expect(try await view.summary(of: 0..<2, fields: 0..<1, in: table).sum == 10)
    }

    @Test("Great whole numbers are summed up exactly; a sum beyond a Float is not told")
    func extremes() async throws {
        var table = try RecordTable(fieldNames: ["N", "R"], fieldTypes: [.int, .float])
        for _ in 0..<2 { try table.addRecord([.int(.max), .float(.greatestFiniteMagnitude)]) }
        let view = RecordView(of: table)
        let whole = try await view.summary(of: 0..<2, fields: 0..<1, in: table)
        #expect(whole.text.contains("Sum 18,446,744,073,709,551,614 "))
        #expect(try await view.summary(of: 0..<2, fields: 1..<2, in: table).sum == nil)
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
            view.completion(of: text, at: GridPlace(row: row, field: field), in: table)
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
        #expect(view.completion(of: "a", at: GridPlace(row: 4, field: 0), in: table) == nil)
        #expect(view.completion(of: "大阪", at: GridPlace(row: 4, field: 0), in: table) == "府")
    }
}
