import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Exact records")
struct ExactRecordsTests {
    private func table(_ lines: [String], _ types: [FieldType]) throws -> RecordTable {
        var records = KirokuTable.ExactRecords(types: types)
        for line in lines {
            var line = line
            let isAdded = line.withUTF8 { records.add($0) }
            try #require(isAdded)
        }
        let schema = try Schema(names: types.indices.map { "F\($0)" }, types: types)
        return records.table(of: schema)
    }

    @Test("Only the plain form is a value")
    func exact() throws {
        let table = try table(["12\n", "1,2\n".replacing(",", with: ""), "\n"], [.int])
        #expect((0..<3).map { table[$0, 0] } == [.int(12), .int(12), .empty])
        let others = try self.table(["\"1,000\"", "+5", "5 ", "x"], [.int])
        #expect((0..<4).map { others[$0, 0] } == [.unfit("1,000"), .unfit("+5"), .unfit("5 "), .unfit("x")])
        let dates = try self.table(["2020-01-02", "1/2/2020", "infinity"], [.date])
        #expect((0..<3).map { dates[$0, 0].isUnfit } == [false, true, true])
    }

    @Test("Quotes keep separators, line ends, quotes, and empty texts")
    func quotes() throws {
        let table = try table(["\"a,b\",\"\"", "\"x\"\"y\n\r\",", ",\"\"\"\""], [.string, .choice])
        #expect((0..<3).map { table[$0, 0].plainText } == ["a,b", "x\"y\n\r", nil])
        #expect((0..<3).map { table[$0, 1].plainText } == [nil, nil, "\""])
        #expect(table[0, 0] == .string("a,b"))
        #expect(try self.table(["\"\""], [.string])[0, 0] == .string(""))
    }

    @Test("A line with other cells than there are fields is refused", arguments: ["a", "a,b,c", "\"a,b", ""])
    func wrongWidth(line: String) {
        var records = KirokuTable.ExactRecords(types: [.string, .string])
        var line = line
        #expect(!line.withUTF8 { records.add($0) })
        #expect(records.count == 0)
    }

    @Test("Bytes that are not UTF-8 are replaced, and counted")
    func repaired() throws {
        var records = KirokuTable.ExactRecords(types: [.string, .int])
        let bytes: [UInt8] = [0xff, 0x61, 0x2c, 0x37, 0x0a]
        #expect(bytes.withUnsafeBufferPointer { records.add($0) })
        #expect(records.repairedCount == 1)
        let table = records.table(of: try Schema(names: ["A", "B"], types: [.string, .int]), after: 10)
        #expect(table[0, 0] == .string("\u{fffd}a"))
        #expect(table[0, 1] == .int(7))
        #expect(table.ids == [RecordID(rawValue: 11)])
    }

    @Test("Many records go through many batches")
    func batches() throws {
        let lines = (0..<20_000).map { "\($0),text \($0),\($0 % 3 == 0 ? "" : "1.50")\n" }
        let table = try table(lines, [.int, .string, .decimal])
        #expect(table.count == 20_000)
        let isRight = (0..<20_000).allSatisfy { index in
            table[index, 0] == .int(index) && table[index, 1] == .string("text \(index)")
                && table[index, 2].plainText == (index % 3 == 0 ? nil : "1.50")
        }
        #expect(isRight)
    }
}
