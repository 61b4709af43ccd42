import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Fields of dates")
struct DateTests {
    private static func date(_ text: String) -> CalendarDate? {
        var text = text
        return text.withUTF8 { CalendarDate($0) }
    }

    private static func cell(_ text: String) -> CellValue { date(text).map(CellValue.date) ?? .unfit(text) }

    /// A table of one Date field, of what files would have in it.
    private func table(_ texts: [String?]) throws -> RecordTable {
        var table = RecordTable(schema: try Schema(names: ["Born"], types: [.date]))
        for text in texts { try table.addRecord([text.map(Self.cell) ?? .empty]) }
        return table
    }

    // MARK: Values

    @Test("Every day from the year 1 to 9999 is one value, in order, and comes back from its text and its bits")
    func allDays() throws {
        var last = CalendarDate.blank
        var count = 0
        for year in 1...9_999 {
            for month in 1...12 {
                for day in 1...CalendarDate.dayCount(ofMonth: month, year: year) {
                    let date = try #require(CalendarDate(year: year, month: month, day: day))
                    let isGood =
                        last < date && (date.year, date.month, date.day) == (year, month, day)
                        && CalendarDate(bits: UInt64(date.packed)) == date
                    if !isGood { Issue.record("\(year)-\(month)-\(day)") }
                    last = date
                    count += 1
                }
            }
        }
        #expect(count == 3_652_059)
        #expect(CalendarDate(year: 33, month: 4)?.text == "0033-04")
        #expect(MemoryLayout<CalendarDate>.stride == 4)
    }

    @Test(
        "What the calendar has not is no date",
        arguments: [
            "2026-02-30", "2026-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-01", "2026-01-00", "0000",
            "0000-01-01", "2026-1-1", "26-01-01", "2026-01-01 ", "2026/01/01", "2026-01-", "-2026", "10000-01-01", "",
        ])
    func impossible(text: String) {
        #expect(Self.date(text) == nil)
    }

    @Test("A year comes before its months, and a month before its days")
    func order() throws {
        let texts = ["1997-12-31", "1998", "1998-01", "1998-01-01", "1998-01-31", "1998-02", "1998-12-31", "1999"]
        #expect(texts.compactMap(Self.date).map(\.text) == texts)
        #expect(texts.reversed().compactMap(Self.date).sorted().map(\.text) == texts)
    }

    // MARK: Typing

    @Test(
        "Typed",
        arguments: [
            ("2026-12-24", nil, "2026-12-24"), ("2026/12/24", nil, "2026-12-24"), ("2026.1.4", nil, "2026-01-04"),
            ("20261224", nil, "2026-12-24"), ("2026年12月24日", nil, "2026-12-24"), ("2026年12月", nil, "2026-12"),
            ("1998", nil, "1998"), ("1998年", nil, "1998"), ("1998-05", nil, "1998-05"),
            ("24/12/2026", nil, "2026-12-24"), ("12/24/2026", nil, "2026-12-24"),
            ("24.12.2026", .dayMonthYear, "2026-12-24"), ("4/5/2026", .dayMonthYear, "2026-05-04"),
            ("4/5/2026", .monthDayYear, "2026-04-05"), ("5/5/2026", nil, "2026-05-05"), ("24/12", nil, "2024-12-24"),
            ("1/2", .dayMonthYear, "2024-02-01"), ("1/2", .monthDayYear, "2024-01-02"),
            ("1/2", .yearMonthDay, "2024-01-02"), ("24", nil, "2024-02-24"), ("05/1998", nil, "1998-05"),
            ("24.12.26", .dayMonthYear, "2026-12-24"), ("12/24/99", .monthDayYear, "1999-12-24"),
            ("26/12/24", .yearMonthDay, "2026-12-24"), ("24. 12. 2026.", nil, "2026-12-24"),
            ("24 Dec 2026", nil, "2026-12-24"), ("Dec 24, 2026", nil, "2026-12-24"), ("december 2026", nil, "2026-12"),
            ("24 dec", nil, "2024-12-24"), ("24-Dec-26", nil, "2026-12-24"),
            ("令和8年12月24日", nil, "2026-12-24"), ("R8.12.24", nil, "2026-12-24"), ("令和元年", nil, "2019"),
            ("h31/4/30", nil, "2019-04-30"), ("昭和64年1月7日", nil, "1989-01-07"), ("S1", nil, "1926"),
            ("明治6年", nil, "1873"),
            ("today", nil, "2024-02-29"), ("Today", nil, "2024-02-29"), ("今日", nil, "2024-02-29"),
            ("yesterday", nil, "2024-02-28"), ("明日", nil, "2024-03-01"), ("+3", nil, "2024-03-03"),
            ("-1w", nil, "2024-02-22"), ("+1m", nil, "2024-03-29"), ("+12m", nil, "2025-02-28"),
            ("-1y", nil, "2023-02-28"), ("thu", nil, "2024-02-29"), ("Fri", nil, "2024-03-01"),
            ("wednesday", nil, "2024-03-06"), ("月曜日", nil, "2024-03-04"), ("日", nil, "2024-03-03"),
        ] as [(String, DateOrder?, String)])
    func typed(text: String, order: DateOrder?, expected: String) throws {
        let now = LocalTime(year: 2024, month: 2, day: 29, hour: 12)
        #expect(try DateEntry(text, in: EntryContext(dateOrder: order, now: now)).date().text == expected)
    }

    @Test(
        "What depends on the day on which it is typed is no date in a file",
        arguments: ["24", "24/12", "24 Dec", "today", "今日", "+3", "-1w", "mon", "月"])
    func read(text: String) {
        #expect(throws: UnfitReason.notADate) { try DateEntry(text, in: EntryContext()).date() }
        #expect(EntryReader(type: .date).read(text) == .unfit(text))
    }

    @Test(
        "Typed, and no date",
        arguments: [
            ("2026-02-30", .noSuchDay(in: .blank)), ("20260230", .noSuchDay(in: .blank)),
            ("31/4/2026", .noSuchDay(in: .blank)), ("30 Feb 2026", .noSuchDay(in: .blank)),
            ("13/13/2026", .noSuchMonth), ("2026-13-01", .noSuchMonth), ("0000-01-01", .noSuchYear),
            ("+999999m", .noSuchYear), ("4/5/2026", .unclearDate), ("1/2", .unclearDate), ("MAR1", .notADate),
            ("1MAR", .notADate), ("R0.1.1", .notADate), ("令和元年1月1日", .notADate), ("M5.1.1", .notADate),
            ("124", .notADate), ("--", .notADate), ("24/12/", .notADate), ("Dec Dec 2026", .notADate),
            ("2026-", .notADate), ("1-2-3-4", .notADate), ("２０２６-1-1x", .notADate), ("99999999999", .notADate),
            ("1/2/26", .unclearDate), ("10000-01-01", .notADate),
        ] as [(String, UnfitReason)])
    func typedInVain(text: String, reason: UnfitReason) {
        #expect(throws: reason) {
            try DateEntry(text, in: EntryContext(now: LocalTime(year: 2024, month: 2, day: 1))).date()
        }
        #expect(reason.message(for: text).contains(text))
    }

    @Test("Full-width characters and blanks around are understood, and what is none stays with its reason")
    func entries() throws {
        let reader = EntryReader(type: .date)
        #expect(reader.read("　２０２６－１２－２４ ") == Self.cell("2026-12-24"))
        #expect(reader.read(" ") == .empty)
        #expect(reader.read("2026-02-30") == .unfit("2026-02-30"))
        #expect(reader.reason("2026-02-30") == .noSuchDay(in: .blank))
        #expect(
            reader.reason("2026-02-30")?.message(for: "2026-02-30")
                == "“2026-02-30” is not a date: February 2026 has 28 days.")
        #expect(reader.reason("2026-12-24") == nil)
        #expect(FittingReader(type: .date, style: .init()).read("today") == .unfit("today"))
        #expect(!EntryReader.typing(into: .date).read("today").isUnfit)
        let typing = EntryReader(type: .date, now: LocalTime(year: 2026, month: 12, day: 3))
        #expect(typing.meaning("24") == "Thu 24 Dec 2026")
        #expect(typing.meaning("1998-05") == "May 1998" && typing.meaning("1998") == nil && typing.meaning("x") == nil)
    }

    // MARK: Files

    @Test("A field of a text is one of dates only if all values are, and one of them is a day")
    func guessed() async throws {
        let text = """
            A,B,C,D,E,F
            2026-12-24,1998-05,1998,2026-12-24,1998-05-20,0120-05
            1998,1998-05-20,2001-01-01,2026-02-30,,0120-06

            """
        let table = try await SeparatedText.read(Array(text.utf8)).table
        #expect(table.fieldTypes == [.date, .date, .date, .string, .date, .string])
        #expect(table[0, 2] == Self.cell("1998") && table[1, 4] == .empty && table[0, 5] == .string("0120-05"))
        let years = try await SeparatedText.read(Array("Y\n1998\n2001\n".utf8)).table
        #expect(years.fieldTypes == [.int])
        let others = try await SeparatedText.read(Array("Y\n12\n2001-01-01\n".utf8)).table
        #expect(others.fieldTypes == [.string] && others[0, 0] == .string("12"))
    }

    @Test("Text of several parts, each of its own type, makes one field of dates")
    func largeText() async throws {
        let lines = (0..<200_000).map { $0 < 150_000 ? "\(1_000 + $0 % 9_000)" : "2026-12-\(10 + $0 % 20)" }
        let table = try await SeparatedText.read(Array(("Born\n" + lines.joined(separator: "\n")).utf8)).table
        #expect(table.fieldTypes == [.date] && table.count == lines.count)
        for record in stride(from: 0, to: lines.count, by: 997) {
            #expect(table[record, 0] == Self.cell(lines[record]))
        }
    }

    @Test("Exported in every form, and read again")
    func exported() async throws {
        let folder = try TemporaryFolder()
        let table = try table(["2026-12-24", nil, "1998", "1998-05", "0033-04-03"])
        let formats: [TableExport.Format] = [.tsv(), .csv(), .json, .propertyList]
        for format in formats {
            try await TableExport(TablePart(table), as: format).write(toFile: folder.path("export"))
            let read = try await TableFile.read(path: folder.path("export")).table
            #expect(read.fieldTypes == [.date])
            #expect(read.rows == table.rows)
        }
        let html = try await TableExport(TablePart(table), as: .html(header: false)).bytes()
        let cells = String(decoding: html, as: UTF8.self)
        #expect(cells.contains("<td sdval=\"46380\" sdnum=\"1033;1033;yyyy-mm-dd\">2026-12-24</td>"))
        #expect(cells.contains("<td sdnum=\"1033;0;@\">1998-05</td>"))
        #expect(cells.contains("<td sdnum=\"1033;0;@\">0033-04-03</td>"))
        var again = RecordTable(schema: table.schema)
        let list = MemoryLink<[PropertyValue]>()
        try table.save(to: list)
        try again.load(from: list)
        #expect(again == table)
    }

    @Test("The file has them as the text that SQLite's functions for dates understand")
    func stored() async throws {
        let folder = try TemporaryFolder()
        let table = try table(["2026-12-24", nil, "1998", "1998-05", "2026-02-30"])
        let file = try await CardFile.create(at: folder.path("a.kiroku"), table: table)
        await file.close()
        let tool = try SQLiteTool(folder.path("a.kiroku"))
        let stored = try tool.run("SELECT coalesce(f1, '-') || ' ' || typeof(f1) FROM records")
        #expect(stored == ["2026-12-24 text", "- null", "1998 text", "1998-05 text", "2026-02-30 text"])
        #expect(try tool.run("SELECT f1 FROM records WHERE date(f1, '+1 day') = '2026-12-25'") == ["2026-12-24"])
        try tool.run("UPDATE records SET f1 = 2001 WHERE f1 IS NULL")
        let opened = try await CardFile.open(at: folder.path("a.kiroku"))
        let cells = ["2026-12-24", "2001", "1998", "1998-05", "2026-02-30"].map(Self.cell)
        #expect(opened.contents.table.rows.map { $0[0] } == cells)
        await opened.store.close()
    }

    // MARK: Finding, ordering, summing up

    @Test(
        "A year or a month stands for all that lies within it",
        arguments: [
            ("Born = 1998", [1, 2, 3]), ("Born != 1998", [0, 4, 5]), ("Born < 1998", [0]),
            ("Born <= 1998", [0, 1, 2, 3]), ("Born > 1998", [4, 5]), ("Born >= 1998", [1, 2, 3, 4, 5]),
            ("Born = 1998-05", [2, 3]),
            ("Born = 1998-05-20", [3]), ("Born between 1998-05 and 1999", [2, 3, 4]),
            ("Born between 1999 and 1998-05-20", [3, 4]), ("Born is empty", [6]), ("Born is to fix", [7]),
            ("any field contains \"8-05\"", [2, 3]), ("any field contains 1999", [4]),
        ] as [(String, [Int])])
    func found(text: String, expected: [Int]) async throws {
        let table = try table(["1997-12-31", "1998", "1998-05", "1998-05-20", "1999-01-01", "2000", nil, "soon"])
        let condition = try Condition(text: text, for: table.schema)
        #expect(try await table.find(condition) == expected)
        #expect(try Condition(text: condition.text(for: table.schema), for: table.schema) == condition)
        let coded = try JSONEncoder().encode(condition)
        #expect(try JSONDecoder().decode(Condition.self, from: coded) == condition)
    }

    @Test("What is no date cannot be asked for, and says why")
    func askedInVain() throws {
        let table = try table([])
        #expect(throws: ConditionTextError(column: 8, problem: .unfitting("2026-02-30", .noSuchDay(in: .blank)))) {
            try Condition(text: "Born = 2026-02-30", for: table.schema)
        }
        let line = FindEntry.meaning(of: "1998-05..2001", for: .date)
        #expect(line?.comparison == .between)
        #expect(line.map { [$0.text, $0.otherText] } == ["1998-05", "2001"])
    }

    @Test("Ordered and summed up like an array of them", arguments: UInt64(0)..<10)
    func ordered(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let texts = (0..<300).map { _ in random.value(for: .date, unfit: false).plainText }
        let table = try table(texts)
        for isDescending in [false, true] {
            let rule = SortRule(field: table.schema[0].id, isDescending: isDescending)
            let order = try await table.order(by: [rule]).map { texts[$0] }
            let dates = texts.compactMap { $0 }.sorted { isDescending ? $0 > $1 : $0 < $1 }
            #expect(order == dates.map(Optional.some) + texts.filter { $0 == nil })
        }
        let summary = try await table.summary(of: table.schema[0].id)
        let figures = try #require(summary.figures as? CalendarFigures)
        let dates = texts.compactMap { $0.flatMap(Self.date) }
        #expect(figures.earliest == dates.min().map { .date($0) } && figures.latest == dates.max().map { .date($0) })
        #expect(summary.distinct == Set(dates).count && summary.filled == dates.count)
        #expect(figures.bars.reduce(0) { $0 + $1.count } == dates.count)
    }

    // MARK: Other types

    @Test("Converted without loss, or kept as text")
    func converted() {
        for (value, type, expected) in [
            (.string("2026-12-24"), .date, Self.cell("2026-12-24")), (.int(1998), .date, Self.cell("1998")),
            (.string("24/12/2026"), .date, .unfit("24/12/2026")), (.float(1998.5), .date, .unfit("1998.5")),
            (Self.cell("2026-12-24"), .string, .string("2026-12-24")), (Self.cell("1998"), .int, .int(1998)),
            (Self.cell("1998-05"), .int, .unfit("1998-05")), (.bool(true), .date, .unfit("true")),
        ] as [(CellValue, FieldType, CellValue)] {
            #expect(value.converted(to: type) == expected)
        }
    }
}
