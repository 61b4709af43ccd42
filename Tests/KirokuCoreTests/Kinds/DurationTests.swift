import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Fields of durations")
struct DurationTests {
    private static func plain(_ text: String) -> TimeSpan? {
        var text = text
        return text.withUTF8 { TimeSpan($0) }
    }

    private static func span(_ text: String) throws -> TimeSpan { try #require(Self.plain(text)) }

    private static func table(_ texts: [String]) throws -> RecordTable {
        var table = try RecordTable(fieldNames: ["F"], fieldTypes: [.duration])
        for text in texts { try table.addRecord([text.isEmpty ? .empty : .duration(try span(text))]) }
        return table
    }

    // MARK: Values

    @Test("Texts come back, and are in order")
    func texts() throws {
        let texts = [
            "-999999999:59:59", "-25:00:00", "-00:00:01", "00:00:00", "00:00:59", "01:30:00", "09:59:59", "10:00:00",
            "99:59:59", "100:00:00", "999999999:59:59",
        ]
        let spans = try texts.map { try Self.span($0) }
        #expect(spans.map(\.text) == texts)
        #expect(spans.shuffled().sorted() == spans)
        #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.packed < $1.packed })
        for span in spans {
            #expect(TimeSpan(bits: UInt64(span.packed)) == span)
            #expect(TimeSpan(seconds: span.seconds) == span)
        }
        #expect(spans.first?.seconds == TimeSpan.range.lowerBound && spans.last?.seconds == TimeSpan.range.upperBound)
        #expect(TimeSpan(seconds: TimeSpan.range.upperBound + 1) == nil && TimeSpan(bits: .max) == nil)
        #expect(MemoryLayout<TimeSpan>.stride == 8)
    }

    @Test(
        "Only one text is the plain form",
        arguments: [
            "1:30:00", "01:30", "001:30:00", "01:60:00", "01:30:60", "-00:00:00", "+01:30:00", "01:30:00 ", "", "-",
            "1000000000:00:00", "01-30:00", "ab:30:00", "01:30:1x",
        ])
    func notPlain(text: String) {
        #expect(Self.plain(text) == nil)
    }

    @Test(
        "Shown without seconds where there are none, and with all hours",
        arguments: [
            ("01:30:00", "1:30", "1 h 30 min"), ("37:45:00", "37:45", "37 h 45 min"),
            ("01:30:15", "1:30:15", "1 h 30 min 15 s"),
            ("00:00:45", "0:00:45", "0 min 45 s"), ("-00:10:00", "-0:10", "−0 h 10 min"),
            ("00:00:00", "0:00", "0 h 0 min"),
        ])
    func shown(text: String, shown: String, words: String) throws {
        let span = try Self.span(text)
        #expect(span.cellValue.shownText(in: .asTyped) == shown)
        #expect(span.cellValue.entryText == shown)
        #expect(span.words == words)
        #expect(EntryReader.typing(into: .duration).read(shown) == span.cellValue)
        #expect(EntryReader.typing(into: .duration).read(words) == span.cellValue)
    }

    // MARK: Typing

    @Test(
        "Typed durations",
        arguments: [
            ("1:30", "01:30:00"), ("1:30:15", "01:30:15"), ("0:05", "00:05:00"), ("37:45", "37:45:00"),
            ("-1:30", "-01:30:00"),
            ("90 min", "01:30:00"), ("90m", "01:30:00"), ("2 h 15", "02:15:00"), ("2h15m", "02:15:00"),
            ("2h15", "02:15:00"),
            ("1.5 h", "01:30:00"), ("0.1 min", "00:00:06"), ("45 s", "00:00:45"), ("1 min 30", "00:01:30"),
            ("- 45 s", "-00:00:45"), ("+1:30", "01:30:00"), ("1 Hour 2 Minutes 3 Seconds", "01:02:03"),
            (" 1:30 ", "01:30:00"),
            ("1時間30分", "01:30:00"), ("90分", "01:30:00"), ("15秒", "00:00:15"), ("２時間１５分", "02:15:00"),
            ("１：３０", "01:30:00"), ("0 min", "00:00:00"),
        ])
    func typed(text: String, plain: String) {
        #expect(EntryReader.typing(into: .duration).read(text).plainText == plain)
    }

    @Test(
        "What is no duration stays as it is",
        arguments: [
            "90", "1.5", "1:60", "1:30:60", "1:30:00:00", ":30", "1:", "h", "1 d", "1 x", "30 min 1 h", "1 h 1 h",
            "1 h 30 2",
            "45 s 3", "1,5 h", "1..5 h", "1:30 h", "-", "1 - h", "9999999999 h", "99999999999999 s", "1 h -30 min",
        ])
    func unfit(text: String) {
        let reader = EntryReader(type: .duration, decimalSign: .point)
        #expect(reader.read(text) == .unfit(text))
        #expect(reader.reason(text) == .notADuration)
    }

    @Test("Decimals have the user's sign or a point, and make whole seconds")
    func decimals() {
        let reader = EntryReader(type: .duration, decimalSign: .comma)
        #expect(reader.read("1,5 h").plainText == "01:30:00" && reader.read("1.5h").plainText == "01:30:00")
        #expect(reader.read("1,333 h").isUnfit && reader.reason("1,333 h") == .notWholeSeconds)
        #expect(reader.reason("0.5 s") == .notWholeSeconds && reader.read("1.000 s").plainText == "00:00:01")
    }

    @Test("Keys step by minutes and hours, also below nothing")
    func steps() throws {
        let reader = EntryReader.typing(into: .duration)
        #expect(reader.stepped("1:30:15", by: .small(1))?.plainText == "01:31:15")
        #expect(reader.stepped("0:30", by: .large(-1))?.plainText == "-00:30:00")
        #expect(reader.stepped("", by: .small(1))?.plainText == "00:00:00")
        #expect(reader.stepped(TimeSpan(seconds: TimeSpan.range.upperBound)?.cellValue ?? .empty, by: .small(1)) == nil)
    }

    // MARK: Other kinds

    @Test(
        "Converted from and to other kinds",
        arguments: [
            (.int(5_400), .duration, "01:30:00"), (.float(60), .duration, "00:01:00"),
            (.string("90 min"), .duration, "01:30:00"),
            (.string("1:30"), .duration, "01:30:00"), (.unfit("2h15m"), .duration, "02:15:00"),
        ] as [(CellValue, FieldType, String)])
    func converted(value: CellValue, type: FieldType, plain: String) {
        #expect(value.converted(to: type).plainText == plain && value.converted(to: type).type == type)
    }

    @Test("Seconds as numbers, and a part of the day as a time")
    func convertedBack() throws {
        let span = CellValue.duration(try Self.span("01:30:00"))
        #expect(span.converted(to: .int) == .int(5_400) && span.converted(to: .float) == .float(5_400))
        #expect(span.converted(to: .decimal).plainText == "5400" && span.converted(to: .string) == .string("01:30:00"))
        let time = try #require(TimeOfDay(hour: 1, minute: 30, second: 0))
        #expect(span.converted(to: .time) == .time(time) && CellValue.time(time).converted(to: .duration) == span)
        #expect(CellValue.duration(try Self.span("24:00:00")).converted(to: .time) == .unfit("24:00:00"))
        #expect(CellValue.float(0.5).converted(to: .duration) == .unfit("0.5"))
        #expect(CellValue.string("90").converted(to: .duration) == .unfit("90"))
    }

    // MARK: Files

    @Test(
        "Guessed only where nothing else is meant",
        arguments: [
            (["26:00:00", "01:30:00", ""], .duration), (["01:30:00", "26:00:00"], .duration),
            (["100:00:00"], .duration),
            (["1:30:15", "26:00:00"], .duration), (["90 min", "2 h 15 min", ""], .duration),
            (["1時間30分", "90分"], .duration),
            (["2h15m", "45m"], .duration), (["-25:00:00", "00:10:00"], .duration),
            (["12:30:15", "09:00:00"], .time), (["12:30", "09:00"], .time), (["1:30:15", "2:00:00"], .string),
            (["25:30", "26:10"], .string), (["5 m", "10 m"], .string), (["2 h", "4 h"], .string),
            (["90 min", "1:30"], .string),
            (["90 min", "long"], .string), (["26:00:00", "12:30"], .string), (["12:30:15.5", "26:00:00"], .string),
        ] as [([String], FieldType)])
    func guessed(values: [String], type: FieldType) async throws {
        let text = "Name\tx\n" + values.map { "\($0)\tx\n" }.joined()
        let read = try await SeparatedText.read(
            Array(text.utf8), options: SeparatedText.ReadingOptions(separator: .tab, header: .present))
        #expect(read.table.fieldTypes[0] == type)
        if type == .duration {
            let typed = values.map { EntryReader(type: .duration).read($0) }
            #expect(read.table.rows.map { $0[0] } == typed)
        }
    }

    @Test("Spreadsheets get the number of days, with a format that counts hours on")
    func spreadsheets() async throws {
        let table = try Self.table(["36:00:00"])
        for format in [TableExport.Format.html(header: true), .gnumericCells(header: true)] {
            let sheet = String(decoding: try await TableExport(TablePart(table), as: format).bytes(), as: UTF8.self)
            #expect(sheet.contains("[h]:mm:ss") && sheet.contains("1.5"))
        }
        let text = try await SeparatedText.write(table, separator: .tab)
        #expect(String(decoding: text, as: UTF8.self) == "F\n36:00:00\n")
    }

    // MARK: Ordering and summing up

    @Test("Sums go beyond a day, and the mean is to the second")
    func summary() async throws {
        let table = try Self.table(["37:45:00", "", "00:10:01", "01:00:00", "-00:00:01"])
        let summary = try await table.summary(of: table.schema[0].id)
        let lines = Dictionary(uniqueKeysWithValues: summary.lines().map { ($0.name, $0.value) })
        #expect(lines["Sum"] == "38:55" && lines["Mean"] == "9:43:45" && lines["Median"] == "0:35:01")
        #expect(lines["Minimum"] == "-0:00:01" && lines["Maximum"] == "37:45")
        #expect(summary.figures?.totals?.sum == "140100")
        let selected = try await table.selectionSummary(of: 0..<5, in: nil, fields: 0..<1)
        #expect(selected.text.contains("Sum 38:55 · Mean 9:43:45 · Min -0:00:01 · Max 37:45"))
        #expect(try await table.order(by: [SortRule(field: table.schema[0].id)]) == [4, 2, 3, 0, 1])
    }

    @Test(
        "The chart has bars of round lengths",
        arguments: [
            (["00:00:00", "00:10:00", "00:59:00"], 12, ["0:00 – 0:05", "0:55 – 1:00"]),
            (["-00:00:01", "00:00:01"], 4, ["-0:00:01 – 0:00", "0:00:01 – 0:00:02"]),
            (["01:00:00", "30:00:00"], 10, ["0:00 – 5:00", "30:00 – 35:00"]),
            (["00:00:00", "999999999:59:59"], 10, ["0:00 – 100000000:00", "900000000:00 – 1000000000:00"]),
            (["-00:00:01", "00:00:01"], 1, ["-0:00:01 – 0:00:01", "-0:00:01 – 0:00:01"]),
        ])
    func bars(texts: [String], limit: Int, ends: [String]) throws {
        let spans = try texts.map { try Self.span($0) }
        let bars = DurationKind.bars(ofSorted: spans, limit: limit)
        #expect(bars.count <= limit && [bars.first?.label, bars.last?.label] == ends)
        #expect(bars.reduce(0) { $0 + $1.count } == spans.count)
    }

    @Test(
        "Found by comparing and by what is shown",
        arguments: [
            ("F = '90 min'", [1]), ("F != 1:30", [0, 3]), ("F < 1:30", [0]), ("F <= 1:30:00", [0, 1]),
            ("F > 24:00", [3]),
            ("F between 2:00 and -1:00", [0, 1]), ("F is empty", [2]), ("any field contains '37:45'", [3]),
            ("any field contains '-0:10'", [0]), ("any field contains '30:00'", [1]),
        ])
    func found(text: String, records: [Int]) async throws {
        let table = try Self.table(["-00:10:00", "01:30:00", "", "37:45:10"])
        #expect(try await table.find(Condition(text: text, for: table.schema)) == records)
    }
}
