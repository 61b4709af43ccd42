import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Fields of times, and of dates and times")
struct TimeTests {
    private static func time(_ text: String) -> TimeOfDay? {
        var text = text
        return text.withUTF8 { TimeOfDay($0) }
    }

    private static func moment(_ text: String) -> DateAndTime? {
        var text = text
        return text.withUTF8 { DateAndTime($0) }
    }

    // MARK: Values

    @Test("Every second of the day is one value, in order, and comes back from its text and its bits")
    func allTimes() throws {
        var last: TimeOfDay?
        for number in 0..<86_400 {
            let (hour, minute, second) = (number / 3_600, number / 60 % 60, number % 60)
            if second == 0 {
                let time = try #require(TimeOfDay(hour: hour, minute: minute))
                if let last, last >= time { Issue.record("\(time.text)") }
                last = time
            }
            let time = try #require(TimeOfDay(hour: hour, minute: minute, second: second))
            let isGood =
                (last.map { $0 < time } ?? true) && Self.time(time.text) == time
                && TimeOfDay(bits: UInt64(time.packed)) == time
                && (time.hour, time.minute, time.second ?? -1) == (hour, minute, second)
            if !isGood { Issue.record("\(time.text)") }
            last = time
        }
        #expect(MemoryLayout<TimeOfDay>.stride == 8 && MemoryLayout<DateAndTime>.stride == 8)
    }

    @Test(
        "The text of a time",
        arguments: ["00:00", "09:30", "09:30:00", "23:59:59", "09:30:15.25", "09:30:15.000001", "23:59:59.999999"])
    func text(text: String) throws {
        let time = try #require(Self.time(text))
        #expect(time.text == text)
        #expect(TimeOfDay(bits: UInt64(time.packed)) == time)
        let moment = try #require(Self.moment("9999-12-31 " + text))
        #expect(moment.text == "9999-12-31 " + text && moment.time == time && moment.date.text == "9999-12-31")
        #expect(DateAndTime(bits: UInt64(moment.packed)) == moment)
        #expect(moment <= moment && moment.end >= moment.packed)
    }

    @Test(
        "What no clock shows is no time",
        arguments: ["24:00", "09:60", "09:30:60", "9:30", "0930", "09:30:15.", "09:30:15.250", "09:30:15.1234567", ""])
    func impossible(text: String) {
        #expect(Self.time(text) == nil)
        #expect(Self.moment("2026-12-24 " + text) == nil)
    }

    @Test("Less precise ones come first, and have their end after all within them")
    func order() throws {
        let texts = [
            "1998", "1998-05", "1998-05-20", "1998-05-20 00:00", "1998-05-20 00:00:00", "1998-05-20 00:00:00.5",
            "1998-05-20 00:01", "1998-05-21",
        ]
        let values = try texts.map { try #require(Self.moment($0)) }
        #expect(values.shuffled().sorted() == values)
        #expect(values[0].end > values[7].packed && values[2].end < values[7].packed)
        #expect(values[3].end > values[5].packed && values[3].end < values[6].packed)
        #expect(Self.moment("1998-05 09:30") == nil)
    }

    // MARK: Typing

    @Test(
        "Typed times",
        arguments: [
            ("9", "09:00"), ("930", "09:30"), ("0930", "09:30"), ("21", "21:00"), ("9:30", "09:30"),
            ("9:30 pm", "21:30"), ("9pm", "21:00"), ("12 am", "00:00"), ("12:15 PM", "12:15"), ("9:30:15", "09:30:15"),
            ("9:30:15.25", "09:30:15.25"), ("９：３０", "09:30"), ("9時", "09:00"), ("9時30分", "09:30"), ("午後9時30分", "21:30"),
            ("now", "12:34"), ("今", "12:34"),
        ])
    func typed(text: String, expected: String) throws {
        let reader = EntryReader(type: .time, now: LocalTime(year: 2026, month: 12, day: 24, hour: 12, minute: 34))
        #expect(reader.read(text) == Self.time(expected).map { .time($0) })
    }

    @Test(
        "Typed, and no time",
        arguments: [
            ("24", .noSuchTime), ("9:60", .noSuchTime), ("13 pm", .noSuchTime), ("960", .noSuchTime),
            ("abc", .notATime), ("9:", .notATime), (":30", .notATime), ("9:30:15:2", .notATime), ("12345", .notATime),
            ("9.5", .notATime), ("pm", .notATime),
        ] as [(String, UnfitReason)])
    func typedInVain(text: String, reason: UnfitReason) {
        let reader = EntryReader(type: .time, now: LocalTime(year: 2026, month: 12, day: 24))
        #expect(reader.read(text) == .unfit(text) && reader.reason(text) == reason)
    }

    @Test(
        "Typed dates and times",
        arguments: [
            ("2026-12-24 9:30", "2026-12-24 09:30"), ("2026-12-24T09:30:15", "2026-12-24 09:30:15"),
            ("24 9", "2026-12-24 09:00"), ("24 Dec 2026 9:30 pm", "2026-12-24 21:30"),
            ("today 930", "2026-12-03 09:30"),
            ("now", "2026-12-03 12:34"), ("2026-12-24", "2026-12-24"), ("1998", "1998"), ("+1 9", "2026-12-04 09:00"),
        ])
    func typedMoment(text: String, expected: String) {
        let reader = EntryReader(
            type: .dateAndTime, now: LocalTime(year: 2026, month: 12, day: 3, hour: 12, minute: 34))
        #expect(reader.read(text) == Self.moment(expected).map { .dateAndTime($0) })
        #expect(EntryReader(type: .dateAndTime).read("2026-12-24 soon") == .unfit("2026-12-24 soon"))
        #expect(EntryReader(type: .dateAndTime).read("today 9") == .unfit("today 9"))
    }

    // MARK: Steps

    @Test("Keys take dates and times on, and around the clock")
    func steps() {
        for (type, text, step, expected) in [
            (.date, "2024-02-28", .small(1), "2024-02-29"), (.date, "2024-03-01", .small(-1), "2024-02-29"),
            (.date, "2024-01-31", .large(1), "2024-02-29"), (.date, "1998-05", .small(1), "1998-06"),
            (.date, "1998-05", .large(1), "1999-05"), (.date, "1998", .small(-1), "1997"),
            (.date, "9999-12-31", .small(1), nil), (.date, "0001", .large(-1), nil),
            (.time, "23:59", .small(1), "00:00"), (.time, "00:30", .large(-1), "23:30"),
            (.dateAndTime, "2024-02-29 09:30", .large(12), "2025-02-28 09:30"), (.int, "5", .small(1), nil),
        ] as [(FieldType, String, EntryStep, String?)] {
            let reader = EntryReader(type: type)
            #expect(reader.stepped(text, by: step)?.plainText == expected, "\(text)")
        }
        let reader = EntryReader(type: .date, now: LocalTime(year: 2026, month: 12, day: 3))
        #expect(reader.stepped("", by: .small(1))?.plainText == "2026-12-03")
        #expect(reader.stepped("soon", by: .small(1)) == nil)
    }

    // MARK: Files, finding, summing up

    @Test("A field of a text is one of times only if all values are, in their plain form")
    func guessed() async throws {
        let text = """
            A,B,C,D,E,F
            09:30,09:30:15,9:30,2026-12-24 09:30,2026-12-24,25:00
            10:00,10:00,10:00,2026-12-24,1998,10:00
            ,,,2026-12-24 09:30:15.5,2026-12-24 10:00,

            """
        let table = try await SeparatedText.read(Array(text.utf8)).table
        #expect(table.fieldTypes == [.time, .time, .string, .dateAndTime, .dateAndTime, .string])
        #expect(table[1, 4] == Self.moment("1998").map { .dateAndTime($0) })
    }

    @Test("Exported in every form, read again, and stored as SQLite's functions understand", arguments: [true, false])
    func exported(isTime: Bool) async throws {
        let folder = try TemporaryFolder()
        let texts =
            isTime
            ? ["09:30", nil, "09:30:15", "23:59:59.999999"]
            : ["2026-12-24 09:30", nil, "2026-12-24", "1998", "2026-12-24 23:59:59.5"]
        let type: FieldType = isTime ? .time : .dateAndTime
        var table = RecordTable(schema: try Schema(names: ["When"], types: [type]))
        for text in texts { try table.addRecord([EntryReader(type: type).read(text ?? "")]) }
        #expect(table.rows.map { $0[0].plainText } == texts)
        let formats: [TableExport.Format] = [.tsv(), .csv(), .json, .propertyList]
        for format in formats {
            try await TableExport(TablePart(table), as: format).write(toFile: folder.path("export"))
            let read = try await TableFile.read(path: folder.path("export")).table
            #expect(read.fieldTypes == [type] && read.rows == table.rows)
        }
        let file = try await CardFile.create(at: folder.path("a.kiroku"), table: table)
        await file.close()
        let tool = try SQLiteTool(folder.path("a.kiroku"))
        let stored = try tool.run("SELECT strftime('%H', f1) FROM records WHERE f1 IS NOT NULL LIMIT 1")
        #expect(stored == ["09"])
        let opened = try await CardFile.open(at: folder.path("a.kiroku"))
        #expect(opened.contents.table.rows == table.rows)
        await opened.store.close()
    }

    @Test("Found by what lies within them, as they are shown, and summed up")
    func found() async throws {
        var table = RecordTable(schema: try Schema(names: ["When"], types: [.dateAndTime]))
        for text in ["2026-12-24 09:30", "2026-12-24 09:30:15", "2026-12-24", "2026-12-25 10:00", "2027", "2027-02"] {
            try table.addRecord([EntryReader(type: .dateAndTime).read(text)])
        }
        for (text, expected) in [
            ("When = 2026-12-24", [0, 1, 2]), ("When = \"2026-12-24 09:30\"", [0, 1]),
            ("When > 2026-12-24", [3, 4, 5]),
            ("When < \"2026-12-24 09:30\"", [2]), ("any field contains \"24 09:3\"", [0, 1]),
            ("When between 2026-12-25 and 2027", [3, 4, 5]),
        ] as [(String, [Int])] {
            let condition = try Condition(text: text, for: table.schema)
            #expect(try await table.find(condition) == expected, "\(text)")
        }
        let summary = try await table.summary(of: table.schema[0].id)
        let figures = try #require(summary.figures as? CalendarFigures)
        #expect(figures.lines(in: .asTyped).map(\.value) == ["2026-12-24", "2027-02"])
        #expect(figures.bars.map(\.count) == [4, 2])
    }

    @Test("Converted without loss, or kept as text")
    func converted() {
        let date = EntryReader(type: .date).read("2026-12-24")
        let moment = EntryReader(type: .dateAndTime).read("2026-12-24 09:30")
        #expect(date.converted(to: .dateAndTime).converted(to: .date) == date)
        #expect(moment.converted(to: .date) == .unfit("2026-12-24 09:30"))
        #expect(moment.converted(to: .string).converted(to: .dateAndTime) == moment)
        #expect(CellValue.string("09:30").converted(to: .time) == EntryReader(type: .time).read("09:30"))
        #expect(CellValue.int(9).converted(to: .time) == .unfit("9"))
    }

    @Test(
        "A minute begins with its first second",
        arguments: [
            (">=", [1, 2, 3]), (">", [3]), ("<", [0]), ("<=", [0, 1, 2]), ("=", [1, 2]), ("!=", [0, 3]),
        ] as [(String, [Int])])
    func minutes(sign: String, found: [Int]) async throws {
        let schema = try Schema(names: ["T", "C"], types: [.dateAndTime, .time])
        var table = RecordTable(schema: schema)
        for time in ["14:55:59", "14:56", "14:56:00", "14:56:01"] {
            let moment = CellValue(plain: "2025-01-06 " + time, of: .dateAndTime)
            try table.addRecord([moment, CellValue(plain: time, of: .time)])
        }
        for text in ["T \(sign) \"2025-01-06 14:56:00\"", "C \(sign) 14:56:00"] {
            #expect(try await table.find(Condition(text: text, for: schema)) == found)
        }
    }
}
