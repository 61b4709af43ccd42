import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("The values of a field, counted")
struct FieldValuesTests {
    private func table(_ type: FieldType, _ texts: [String?], options: [String] = []) throws -> RecordTable {
        let schema = try Schema(names: ["F"], types: [type])
        var table = RecordTable(schema: schema.with([options.map { ChoiceOption(text: $0) }]))
        let reader = EntryReader(type: type, decimalSign: .point)
        for text in texts { try table.addRecord([text.map(reader.read) ?? .empty]) }
        return table
    }

    private func listed(
        _ table: RecordTable, containing text: String = "", by order: FieldValues.Order = .value, limit: Int = 100
    ) async throws -> FieldValues.List {
        try await table.countedValues(of: table.schema[0].id).list(containing: text, by: order, limit: limit)
    }

    @Test("Counts agree with counting record by record, and each value finds as many", arguments: UInt64(0)..<20)
    func counts(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let table = try generator.table(records: 0...100)
        for (index, field) in table.schema.fields.enumerated() where !field.type.holdsSeveral {
            let cells = (0..<table.count).map { table[$0, index] }
            let contents = cells.map { CellContent(of: $0) }
            let values = try await table.countedValues(of: field.id)
            #expect(values.emptyCount == contents.count { $0 == .empty })
            #expect(values.toFixCount == contents.count { $0 == .toFix })
            let list = try await values.list(containing: "", by: .value, limit: 1_000)
            #expect(list.moreCount == 0 && list.values.count + list.longCount == values.distinct)
            for listed in list.values {
                let condition = listed.content.condition(on: field)
                #expect(CellContent(condition, on: field) == listed.content)
                let found = try await table.find(condition)
                #expect(found.count >= listed.count)
                // A day is also in its month.
                if ![.date, .time, .dateAndTime].contains(field.type) {
                    #expect(found.count == listed.count)
                }
                #expect(listed.count == contents.count { $0 == listed.content })
            }
        }
    }

    @Test("Values are in the order of sorting, or the most frequent first")
    func orders() async throws {
        let numbers = try table(.int, ["10", "9", "10", nil, "x"])
        #expect(try await listed(numbers).values.map(\.caption) == ["9", "10"])
        #expect(try await listed(numbers, by: .count).values.map(\.count) == [2, 1])
        let choices = try table(.choice, ["small", "large", "other", "large"], options: ["large", "small"])
        #expect(try await listed(choices).values.map(\.caption) == ["large", "small", "other"])
    }

    @Test("Each of several choices counts separately, and finds the records that have it among others")
    func several() async throws {
        let table = try table(.choices, ["red; blue", "blue", nil, "green; red"], options: ["blue", "red"])
        let values = try await listed(table).values
        #expect(values.map(\.caption) == ["blue", "red", "green"])
        #expect(values.map(\.count) == [2, 2, 1])
        #expect(try await table.find(values[1].content.condition(on: table.schema[0])) == [0, 3])
    }

    @Test("Texts with other code points are different values, though Strings are equal")
    func codePoints() async throws {
        let table = try table(.string, ["é", "e\u{301}", "é", "E"])
        let values = try await listed(table).values
        #expect(values.count == 3 && values.map(\.count).sorted() == [1, 1, 2])
        #expect(Set(values.map(\.content)).count == 3)
    }

    @Test("A list is searched whatever the case and width, and says how many more there are")
    func search() async throws {
        let table = try table(.string, ["Kyoto", "TOKYO", "Nara", "ｋｙｏ", "Kyoto"])
        #expect(Set(try await listed(table, containing: "kyo").values.map(\.caption)) == ["Kyoto", "TOKYO", "ｋｙｏ"])
        let short = try await listed(table, by: .count, limit: 1)
        #expect(short.values.map(\.caption) == ["Kyoto"] && short.moreCount == 3)
        #expect(try await listed(table, containing: "zz").values.isEmpty)
    }

    @Test("Texts that are too long for a list are counted instead")
    func long() async throws {
        let table = try table(.string, ["a", String(repeating: "b", count: FieldValues.longest + 1)])
        let list = try await listed(table)
        #expect(list.values.map(\.caption) == ["a"] && list.longCount == 1 && list.moreCount == 0)
    }

    @Test("Only some records count, if only these are asked for")
    func among() async throws {
        let table = try table(.int, ["1", "2", nil, "1"])
        let values = try await table.countedValues(of: table.schema[0].id, among: [0, 2])
        #expect(values.distinct == 1 && values.emptyCount == 1)
    }

    @Test("A count that is no longer needed ends")
    func cancelling() async throws {
        let table = try table(.int, ["1"])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await table.countedValues(of: table.schema[0].id)
        }
        await #expect(throws: QueryError.cancelled) { _ = try await task.value }
    }
}
