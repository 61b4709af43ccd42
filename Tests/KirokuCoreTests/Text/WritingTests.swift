import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Writing separated text")
struct WritingTests {
    private let types: [FieldType] = [.int, .float, .bool, .string]

    private func table(_ rows: [[CellValue]]) throws -> RecordTable {
        var table = RecordTable(schema: try Schema(names: ["Number", "Rate", "Member", "Name"], types: types))
        for row in rows { try table.addRecord(row) }
        return table
    }

    @Test("One line for the names, one for each record, no tab at the end, a line feed at every line's end")
    func lines() async throws {
        let table = try table([
            [.int(-999), .float(-999.9), .bool(false), .string("empty")],
            [.int(1), .float(2), .bool(true), .string("東京都")],
        ])
        #expect(
            try await writeText(table)
                == "Number\tRate\tMember\tName\n-999\t-999.9\tfalse\tempty\n1\t2\ttrue\t東京都\n")
    }

    @Test("The dates of a region, where they can be read in one way only, and its decimal sign come back")
    func region() async throws {
        let text = "When,At,Rate\n2026-04-05,09:30,-0.5\n2026-12-06,23:00:15,1234.25\n"
        let table = try await SeparatedText.read(Array(text.utf8)).table
        let style = SeparatedText.Style(decimalSign: .comma, dates: DateStyle(dateFormat: "%d.%m.%Y", halves: nil))
        let options = SeparatedText.WritingOptions(separator: .semicolon, style: style)
        let written = try await SeparatedText.write(TablePart(table), options: options)
        #expect(
            String(decoding: written, as: UTF8.self)
                == "When;At;Rate\n05.04.2026;09:30;-0,5\n06.12.2026;23:00:15;1234,25\n")
        #expect(try await SeparatedText.read(written).table.rows == table.rows)
    }

    @Test(
        "Dates for files are those of the region, or those of ISO 8601 where it has others",
        arguments: [
            ("%d.%m.%Y", true), ("%-d.%-m.%Y", true), ("%Y/%m/%d", true), ("%Y. %m. %d.", false), ("%d/%m/%Y", false),
            ("%m/%d/%Y", false), ("%d.%m.%Y.", false), ("%Y年%m月%d日", false), ("%d-%m-%Y", false), ("%F", true),
        ])
    func datesInFiles(format: String, isKept: Bool) {
        let style = DateStyle(dateFormat: format, halves: nil)
        #expect(style.inFiles == (isKept ? style : .iso))
        #expect(DateStyle(dateFormat: format, halves: ["AM", "PM"]).inFiles == style.inFiles)
    }

    @Test("A table without records is its header line")
    func noRecords() async throws {
        #expect(try await writeText(table([])) == "Number\tRate\tMember\tName\n")
        #expect(try await SeparatedText.write(table([]), header: false).isEmpty)
    }

    @Test("Nothing for an empty cell, two quotes for a text without characters, unfit text as it is")
    func emptyCells() async throws {
        let table = try table([
            [.empty, .empty, .empty, .empty],
            [.unfit("abc"), .unfit("a\tb"), .unfit(""), .string("")],
        ])
        #expect(try await writeText(table) == "Number\tRate\tMember\tName\n\t\t\t\nabc\t\"a\tb\"\t\"\"\t\"\"\n")
    }

    @Test(
        "What would be misread is quoted, and nothing else",
        arguments: [
            ("plain, text; here", "plain, text; here"), ("a\tb", "\"a\tb\""), ("a\nb", "\"a\nb\""),
            ("a\rb", "\"a\rb\""), ("a\r\nb", "\"a\r\nb\""), ("\"", "\"\"\"\""), ("a \"b\" c", "\"a \"\"b\"\" c\""),
            (" a ", " a "), ("\u{0}", "\u{0}"),
        ])
    func quoting(text: String, written: String) async throws {
        var table = RecordTable(schema: try Schema(names: [text], types: [.string]))
        try table.addRecord([.string(text)])
        #expect(try await writeText(table) == "\(written)\n\(written)\n")
    }

    @Test("The separator is quoted too")
    func otherSeparators() async throws {
        var table = RecordTable(schema: try Schema(names: ["a,b", "c;d"], types: [.string, .string]))
        try table.addRecord([.string("1,2"), .string("3;4")])
        #expect(try await writeText(table, separator: .comma) == "\"a,b\",c;d\n\"1,2\",3;4\n")
        #expect(try await writeText(table, separator: .semicolon) == "a,b;\"c;d\"\n1,2;\"3;4\"\n")
    }

    @Test(
        "Whole numbers up to the ends of 64 bits",
        arguments: [0, 1, -1, 9, 10, 99, 100, 12_345, -1_000_000, .max, .min, .max - 1, .min + 1])
    func ints(number: Int) {
        var text = TextBuffer()
        text.append(number)
        #expect(String(decoding: text.bytes, as: UTF8.self) == number.description)
    }

    @Test("Every number is written as its plain text", arguments: [1, 2, 3] as [UInt64])
    func floats(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var numbers: [Double] = [
            0, -0.0, 0.1, 1, -1, 1.5, 1e9, 999_999_999.9999, 0.001, 0.0009, 1e-5, 1e16, 1e22, .leastNonzeroMagnitude,
            123_456.789,
            .greatestFiniteMagnitude, .leastNormalMagnitude, 0.1 + 0.2, 2.675, 1.005, 9_007_199_254_740_992, 4.35,
        ]
        for _ in 0..<20_000 {
            numbers.append((Double.random(in: -2_000...2_000, using: &random) * 1_000).rounded() / 1_000)
            numbers.append((Double.random(in: -2_000_000...2_000_000, using: &random) * 10_000).rounded() / 10_000)
            numbers.append(Double.random(in: -1...1, using: &random))
            let anything = Double(bitPattern: random.next())
            if anything.isFinite { numbers.append(anything) }
        }
        var text = TextBuffer()
        for number in numbers {
            text.removeAll()
            text.append(number)
            let written = String(decoding: text.bytes, as: UTF8.self)
            if written != number.plainText { Issue.record("\(number.plainText) was written as \(written)") }
            text.removeAll()
            text.append(plain: number)
            let plain = String(decoding: text.bytes, as: UTF8.self)
            let read = text.bytes.withMemoryRebound(to: UInt8.self) { PlainNumber.float($0)?.value }
            let isSame = read == number && read?.sign == number.sign && !plain.hasSuffix(".0") || plain == "-0.0"
            if !isSame { Issue.record("\(number.plainText) was written as \(plain)") }
        }
    }

    @Test("A large table, which is written in parts, comes in order")
    func parts() async throws {
        var table = RecordTable(schema: try Schema(names: ["Number"], types: [.int]))
        for number in 0..<100_000 { try table.addRecord([.int(number)]) }
        let expected = "Number\n" + (0..<100_000).map { "\($0)\n" }.joined()
        #expect(try await writeText(table) == expected)
    }

    @Test("A cancelled task writes nothing")
    func cancelled() async throws {
        var table = RecordTable(schema: try Schema(names: ["Number"], types: [.int]))
        try table.addRecord([.int(1)])
        let filled = table
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await SeparatedText.write(filled)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
