import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Dates of texts in other forms")
struct DateFormTests {
    private func read(_ lines: [String], dayFirst: Bool? = nil, types: [String: FieldType] = [:]) async throws
        -> RecordTable
    {
        var options = SeparatedText.ReadingOptions(separator: .tab, header: .present)
        options.datesAreDayFirst = dayFirst
        options.fieldTypes = types
        let text = (["When"] + lines).joined(separator: "\n") + "\n"
        return try await SeparatedText.read(Array(text.utf8), options: options).table
    }

    @Test(
        "A column becomes one of dates if all of its texts fit one form",
        arguments: [
            (["24/12/2026", "4/5/2026", "01/02/1998"], ["2026-12-24", "2026-05-04", "1998-02-01"]),
            (["12/24/2026", "4/5/2026"], ["2026-12-24", "2026-04-05"]),
            (["24.12.2026", "", "1.1.1998"], ["2026-12-24", "", "1998-01-01"]),
            (["2026/1/4", "2026/12/24"], ["2026-01-04", "2026-12-24"]),
            (["2026-1-4", "2026-12-24"], ["2026-01-04", "2026-12-24"]),
            (["24/12/2026 9:30", "4/5/2026 21:05"], ["2026-12-24 09:30", "2026-05-04 21:05"]),
            (["2026-12-24T09:30:15", "2026-12-25T10:00:00"], ["2026-12-24 09:30:15", "2026-12-25 10:00:00"]),
            (["5/5/2026", "24/12/2026"], ["2026-05-05", "2026-12-24"]),
        ])
    func dates(lines: [String], expected: [String]) async throws {
        let table = try await read(lines)
        #expect(table.fieldTypes == [expected[0].count > 10 ? .dateAndTime : .date])
        #expect(table.rows.map { $0[0].plainText ?? "" } == expected)
        #expect(table.unclearDates().isEmpty)
    }

    @Test(
        "Anything else stays text, letter by letter",
        arguments: [
            ["MAR1", "SEPT2"], ["24/12/2026", "soon"], ["24/12/2026", "24.12.2026"], ["24/12/2026", "12/24/2026"],
            ["24/12/26"], ["1.2.3"], ["30/2/2026"], ["24/12/2026", "24/12/2026 9:30"], ["24/12-2026"],
            ["2026-12-24T09:30:15Z"], ["24/12/2026 25:00"], ["4/5/2026", "6/7/2026"], ["1/13/2026", "13/1/2026"],
            ["10.1.2014a"], ["24/12/"],
        ])
    func texts(lines: [String]) async throws {
        let table = try await read(lines)
        #expect(table.fieldTypes == [.string])
        #expect(table.rows.map { $0[0] } == lines.map { .string($0) })
    }

    @Test("With points, the day is first where it could be either, unless the month is asked for")
    func points() async throws {
        let lines = ["4.5.2026", "01.02.1998 "].map { $0.trimmingWhitespace }
        let table = try await read(lines)
        #expect(table.rows.map { $0[0].plainText } == ["2026-05-04", "1998-02-01"] && table.unclearDates().isEmpty)
        #expect(try await read(lines, dayFirst: false)[0, 0].plainText == "2026-04-05")
        #expect(try await read(lines + ["12.25.2026"])[0, 0].plainText == "2026-04-05")
        let schema = try Schema(names: ["When"], types: [.date])
        let fitted = try await SeparatedText.read(Array("When\n4.5.2026\n".utf8), into: schema)
        #expect(fitted.table[0, 0].plainText == "2026-05-04")
    }

    @Test("Where day and month could be either way round in all of them, the order is asked for")
    func unclear() async throws {
        let lines = ["4/5/2026", "4/5/2026", "6/7/2026", "8/9/2026", "1/2/2026"]
        let table = try await read(lines)
        #expect(table.unclearDates() == [UnclearDates(field: "When", samples: ["4/5/2026", "6/7/2026", "8/9/2026"])])
        let dayFirst = try await read(lines, dayFirst: true)
        #expect(dayFirst[0, 0].plainText == "2026-05-04" && dayFirst.fieldTypes == [.date])
        let monthFirst = try await read(lines, dayFirst: false)
        #expect(monthFirst[0, 0].plainText == "2026-04-05" && monthFirst.unclearDates().isEmpty)
        let clear = try await read(["24/12/2026"], dayFirst: false)
        #expect(clear[0, 0].plainText == "2026-12-24")
        let chosen = try await read(lines, types: ["When": .string])
        #expect(chosen[0, 0] == .string("4/5/2026"))
        let unknown = try await read(lines, types: ["When": .date])
        #expect(unknown[0, 0] == .unfit("4/5/2026"))
        let asked = try await read(lines, dayFirst: true, types: ["When": .date])
        #expect(asked[0, 0].plainText == "2026-05-04")
    }

    @Test("A field of texts converts as a whole, and so do imported records")
    func converted() async throws {
        var table = RecordTable(schema: try Schema(names: ["When"], types: [.string]))
        for text in ["24/12/2026", "4/5/2026"] { try table.addRecord([.string(text)]) }
        let conversion = try TypeConversion(0, of: table, to: .date)
        #expect(conversion.convertedCount == 2 && conversion.unfit.isEmpty)
        let target = RecordTable(schema: try Schema(names: ["When"], types: [.date]))
        let match = FieldMatch(source: 0, field: 0)
        let fitted = try FittedRecords(table, for: target.schema, [match])
        #expect(fitted.table.rows.map { $0[0].plainText } == ["2026-12-24", "2026-05-04"])
        var unclear = RecordTable(schema: table.schema)
        try unclear.addRecord([.string("4/5/2026")])
        let asText = try FittedRecords(unclear, for: target.schema, [match])
        #expect(asText.table[0, 0] == .unfit("4/5/2026"))
        let asked = try FittedRecords(
            unclear, for: target.schema, [match], dateOrder: .monthDayYear, decimalSign: nil)
        #expect(asked.table[0, 0].plainText == "2026-04-05")
    }

    @Test(
        "An existing field learns the order from the dates of the file that have only one",
        arguments: [
            (["1/3/2024", "12/25/2024"], ["2024-01-03", "2024-12-25"]),
            (["1/3/2024", "25/12/2024"], ["2024-03-01", "2024-12-25"]),
            (["1/3/2024", "25/12/2024", "12/25/2024"], ["1/3/2024", "2024-12-25", "2024-12-25"]),
            (["1/3/2024", "soon", "25/12/2024"], ["2024-03-01", "soon", "2024-12-25"]),
            (["1/3/2024", "2024-05-06"], ["1/3/2024", "2024-05-06"]),
            (["1/3/2024", "2/4/2024"], ["1/3/2024", "2/4/2024"]),
        ])
    func existing(lines: [String], expected: [String]) async throws {
        let schema = try Schema(names: ["When"], types: [.date])
        let text = Array(("When\n" + lines.joined(separator: "\n") + "\n").utf8)
        let records = try await SeparatedText.read(text, into: schema)
        #expect(records.table.rows.map { $0[0].plainText ?? "" } == expected)
        var texts = RecordTable(schema: try Schema(names: ["When"], types: [.string]))
        for line in lines { try texts.addRecord([.string(line)]) }
        let target = RecordTable(schema: schema)
        let fitted = try FittedRecords(texts, for: target.schema, [FieldMatch(source: 0, field: 0)])
        #expect(fitted.table.rows.map { $0[0].plainText ?? "" } == expected)
    }

    @Test("The only clear date may be in another part of the file")
    func existingInParts() async throws {
        let schema = try Schema(names: ["When", "A"], types: [.date, .string])
        let text = "When,A\n" + String(repeating: "1/3/2024,some text\n", count: 200_000) + "12/25/2024,x\n"
        let records = try await SeparatedText.read(Array(text.utf8), into: schema)
        #expect(records.table.unfitCount == 0 && records.table[0, 0].plainText == "2024-01-03")
    }

    @Test(
        "A day that is written as its first moment is a day to a field of dates",
        arguments: [
            ("2024-03-01T00:00:00", "2024-03-01"), ("2024-03-01 00:00", "2024-03-01"),
            ("2024-03-01T00:00:00.000Z", "2024-03-01"), ("25/12/2024 00:00:00", "2024-12-25"),
            ("2024-03-01T00:00:01", nil), ("2024-03-01 10:00", nil), ("2024-03-01T", nil),
            ("2024-03-01T00:00:00.5", nil),
        ] as [(String, String?)])
    func midnight(text: String, date: String?) async throws {
        let value = date.map { CellValue(plain: $0, of: .date) } ?? .unfit(text)
        #expect(EntryReader(type: .date).read(text) == value)
        let schema = try Schema(names: ["When"], types: [.date])
        let records = try await SeparatedText.read(Array("When\n\(text)\n".utf8), into: schema)
        #expect(records.table[0, 0] == value)
        let table = try await read([text], types: ["When": .date])
        #expect(table[0, 0] == value)
    }
}
