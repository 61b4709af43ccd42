import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Files that hold a table in any form")
struct TableFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func read(
        _ text: String, name: String = "table", options: SeparatedText.ReadingOptions = .init()
    ) async throws -> ImportedText {
        try TextFileLink(path: folder.path(name)).save(text)
        return try await TableFile.read(path: folder.path(name), options: options)
    }

    private func fault(of text: String, name: String = "table") async throws -> String? {
        try TextFileLink(path: folder.path(name)).save(text)
        do {
            _ = try await TableFile.read(path: folder.path(name))
            return nil
        } catch {
            return error.message
        }
    }

    // MARK: What is exported

    /// A table whose fields tell their types: each has a value, and records are there.
    private func randomTable(seed: UInt64) throws -> RecordTable {
        var random = SeededGenerator(seed: seed)
        var table = RecordTable(schema: Schema())
        repeat {
            table = RecordTable(schema: try random.schema())
        } while table.schema.fields.contains {
            $0.initialValue == .empty || CalendarDate($0.initialValue).map { $0.day == nil } == true
                || DateAndTime($0.initialValue).map { $0.time == nil } == true
        }
        table.addRecord()
        for _ in 0..<Int.random(in: 0...40, using: &random) {
            try table.addRecord(
                table.schema.fields.map { field in
                    let value = random.value(for: field.type)
                    // Dates and times are texts there, and so is a field of which not all are dates or times. A type that
                    // is chosen reads unfit texts generously.
                    let isText = [.date, .time, .dateAndTime, .decimal, .rating, .duration].contains(field.type)
                    let isLost = value == .unfit("") || value.isUnfit && isText
                    return isLost ? .empty : value
                })
        }
        for (index, field) in table.schema.fields.enumerated() where field.type != .string {
            if case .unfit = table[0, index] { try table.set(.empty, at: 0, field: index) }
        }
        return table
    }

    @Test("Kiroku reads what it exports, bit by bit", arguments: 0..<100 as Range<UInt64>)
    func roundTrip(seed: UInt64) async throws {
        let table = try randomTable(seed: seed)
        for format in [TableExport.Format.json, .propertyList] {
            let path = folder.path("export")
            let export = TableExport(TablePart(table), as: format)
            if format == .propertyList, export.part.firstControlCharacter != nil {
                await #expect(throws: StorageError.self) { try await export.write(toFile: path) }
                continue
            }
            try await export.write(toFile: path)
            let options = try await options(for: path, as: table)
            let read = try await TableFile.read(path: path, options: options)
            #expect(read.table.fieldTypes == table.fieldTypes)
            if format == .json { #expect(read.table.fieldNames == table.fieldNames) }
            #expect(read.notices.isEmpty)
            #expect(read.table.rows.map { $0.map(\.exactText) } == table.rows.map { $0.map(\.exactText) })
            let piped = try await TableFile.read(
                from: PiecesSource(try bytes(of: path)), name: "pipe", options: options)
            #expect(piped.table == read.table)
        }
    }

    /// Decimal numbers are Floats or texts there, unless the type is chosen.
    private func options(for path: String, as table: RecordTable) async throws -> SeparatedText.ReadingOptions {
        var options = SeparatedText.ReadingOptions()
        for (name, field) in zip(try await TableFile.read(path: path).table.fieldNames, table.schema.fields)
        where [.decimal, .choice, .choices, .rating, .duration].contains(field.type) {
            options.fieldTypes[name] = field.type
        }
        return options
    }

    @Test("What is easily lost: great and small numbers, quotes, line ends, emoji, dates as text")
    func awkwardValues() async throws {
        var table = RecordTable(
            schema: try Schema(names: ["I", "F", "B", "S"], types: [.int, .float, .bool, .string]))
        try table.addRecord([.int(.max), .float(-0.0), .bool(true), .string("2026-11-22T10:00:00Z")])
        try table.addRecord([.int(.min), .float(1e308), .bool(false), .string("a\r\n\"<b>&amp;]]>\\u0041\u{1}\u{0}")])
        try table.addRecord([.unfit("12 kg"), .unfit("n/a"), .unfit("perhaps"), .string("👩‍👩‍👧 [1] {2}")])
        try table.addRecord([.unfit("5"), .float(5), .empty, .string("")])
        try table.addRecord([.empty, .empty, .unfit("TRUE"), .string("007")])
        for format in [TableExport.Format.json, .propertyList] {
            // XML has no place for control characters.
            if format == .propertyList { try table.set(.string("a\r\n\"<b>&amp;]]>\\u0041"), at: 1, field: 3) }
            try await TableExport(TablePart(table), as: format).write(toFile: folder.path("export"))
            let read = try await TableFile.read(path: folder.path("export")).table
            #expect(read.fieldTypes == table.fieldTypes)
            #expect(read.rows.map { $0.map(\.exactText) } == table.rows.map { $0.map(\.exactText) })
        }
    }

    @Test("A binary property list holds the same as one in XML", arguments: 0..<20 as Range<UInt64>)
    func binary(seed: UInt64) async throws {
        let table = try randomTable(seed: seed)
        try DataFileLink(path: folder.path("list")).save(try binaryList(of: table))
        let path = folder.path("list")
        let read = try await TableFile.read(path: path, options: try await options(for: path, as: table))
        #expect(read.format == .propertyList && read.table.fieldTypes == table.fieldTypes)
        // The encoder keeps equal values once: of "é" in two forms, and of 0.0 and -0.0, the first.
        #expect(read.table.rows == table.rows)
    }

    private func binaryList(of table: RecordTable) throws -> [UInt8] {
        let values = MemoryLink<[PropertyValue]>()
        try table.save(to: values)
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return Array(try encoder.encode(try values.load()))
    }

    // MARK: Other people's JSON

    @Test("Objects: fields by their names, in the order in which they come first")
    func objects() async throws {
        let read = try await read(#" [{"b": 1, "a": "x"}, {"a": null, "c": [1, {"d": "]"}]}, {}] "#)
        #expect(read.format == .json && read.hadHeader)
        #expect(read.table.fieldNames == ["b", "a", "c"])
        #expect(read.table.fieldTypes == [.int, .string, .string])
        #expect(
            read.table.rows == [
                [.int(1), .string("x"), .empty], [.empty, .empty, .string(#"[1, {"d": "]"}]"#)],
                [.empty, .empty, .empty],
            ])
    }

    @Test("Arrays: the first may hold the names")
    func arrays() async throws {
        let named = try await read(#"[["Name", "Age"], ["Ann", 31], ["Bob"]]"#)
        #expect(named.table.fieldNames == ["Name", "Age"] && named.table.fieldTypes == [.string, .int])
        #expect(named.table.rows == [[.string("Ann"), .int(31)], [.string("Bob"), .empty]])
        #expect(named.notices == [TextNotice(kind: .unevenRecords, count: 1, first: TextPosition(line: 2, column: 1))])
        let plain = try await read(#"[["Ann", 31], ["Bob", 45, true]]"#)
        #expect(plain.table.fieldNames == ["Field 1", "Field 2", "Field 3"])
        #expect(plain.table.rows == [[.string("Ann"), .int(31), .empty], [.string("Bob"), .int(45), .bool(true)]])
        let asked = try await read(#"[["a", "b"], ["c", "c"]]"#, options: .init(header: .absent))
        #expect(asked.table.rows == [[.string("a"), .string("b")], [.string("c"), .string("c")]])
        let texts = try await read(#"[["x y", "x y"], ["c", "d"]]"#)
        #expect(texts.table.rows == [[.string("x y"), .string("x y")], [.string("c"), .string("d")]])
        let header = try await read(#"[[1, "b"], [2, "d"]]"#, options: .init(header: .present))
        #expect(header.table.fieldNames == ["1", "b"] && header.table.rows == [[.int(2), .string("d")]])
    }

    @Test("Kinds that meet in a field")
    func mixedKinds() async throws {
        let read = try await read(
            #"""
            [{"number": "x", "real": 1, "text": true, "big": 1, "huge": 1, "long": 9007199254740993},
             {"number": 5, "real": 1.5, "text": 1, "big": 18446744073709551616, "huge": 1e999, "long": 0.5}]
            """#)
        #expect(read.table.fieldTypes == [.int, .float, .string, .int, .int, .string])
        #expect(
            read.table.rows == [
                [.unfit("x"), .float(1), .string("true"), .int(1), .int(1), .string("9007199254740993")],
                [
                    .int(5), .float(1.5), .string("1"), .unfit("18446744073709551616"), .unfit("1e999"),
                    .string("0.5"),
                ],
            ])
        let asText = try await self.read("[{\"a\": 1}, {\"a\": 2.5}]", options: .init(types: .text))
        #expect(asText.table.rows == [[.string("1")], [.string("2.5")]])
        var typed = SeparatedText.ReadingOptions(types: .text)
        typed.typesOfLists = .detected
        #expect(try await self.read("[{\"a\": 1}, {\"a\": 2.5}]", options: typed).table.fieldTypes == [.float])
    }

    @Test("Escapes, and a byte order mark")
    func escapes() async throws {
        let read = try await read("\u{feff}[[\"\\u00e9\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\\\\\\\"\", 1]]\n")
        #expect(read.table.rows == [[.string("é😀/\u{8}\u{c}\n\r\t\\\""), .int(1)]])
        var utf16 = TextEncoding.Mark.utf16LittleEndian
        for unit in #"[{"é": "山"}]"#.utf16 { utf16 += [UInt8(unit & 0xff), UInt8(unit >> 8)] }
        try DataFileLink(path: folder.path("utf16")).save(utf16)
        let wide = try await TableFile.read(path: folder.path("utf16"))
        #expect(wide.table.fieldNames == ["é"] && wide.table.rows == [[.string("山")]])
    }

    @Test("A property list of dictionaries; dates and data as their texts")
    func dictionaries() async throws {
        let read = try await read(
            """
            <?xml version="1.0"?><!-- a > b --><!DOCTYPE plist [<!ENTITY x "y">]>
            <plist version='1.0'><array>
            <dict><key>a&amp;</key><integer> 7 </integer><key>d</key><date>2026-11-22T10:00:00Z</date></dict>
            <dict><key>d</key><string><![CDATA[<x>]]]>&#233;</string><key>e</key><data> AQI= </data></dict><dict/>
            </array></plist> <!-- end -->
            """)
        #expect(read.table.fieldNames == ["a&", "d", "e"])
        #expect(
            read.table.rows == [
                [.int(7), .string("2026-11-22T10:00:00Z"), .empty], [.empty, .string("<x>]é"), .string("AQI=")],
                [.empty, .empty, .empty],
            ])
    }

    @Test("Objects on lines of their own are a table, one alone only if the name says so")
    func jsonLines() async throws {
        let table = try await read("{\"a\": 1, \"b\": \"x\"}\n{\"b\": \"y\", \"c\": [1]}\n").table
        #expect(table.fieldNames == ["a", "b", "c"])
        #expect(table.rows == [[.int(1), .string("x"), .empty], [.empty, .string("y"), .string("[1]")]])
        #expect(try await fault(of: "{\"a\": 1}\n") != nil)
        #expect(try await fault(of: "{\"a\": 1}\n", name: "a.jsonl") == nil)
        let written = try await TableExport(TablePart(table), as: .jsonLines).bytes()
        #expect(String(decoding: written, as: UTF8.self).split(separator: "\n").count == 2)
        #expect(try await read(String(decoding: written, as: UTF8.self)).table.rows == table.rows)
    }

    // MARK: What is no table

    @Test(
        "What is no table is named",
        arguments: [
            ("{\"a\": [1, 2]}", "JSON"), ("{}", "JSON"), ("[1, 2]", "JSON"), ("[[1], {\"a\": 1}]", "JSON"),
            ("[[1], 2]", "JSON"),
            ("<?xml version=\"1.0\"?><svg xmlns=\"x\"></svg>", "XML"), ("<note><to>x</to></note>\n", "XML"),
            ("<!DOCTYPE html><html><body></body></html>", "HTML"), ("<html lang=\"en\">", "HTML"),
            ("<plist><dict><key>a</key><string/></dict></plist>", "property list"),
            ("<plist><array><string>x</string></array></plist>", "property list"),
            ("<plist><array><array><array><true/></array></array></array></plist>", "property list"),
        ])
    func noTable(text: String, word: String) async throws {
        let message = try #require(try await fault(of: text))
        #expect(message.contains(word) && message.hasSuffix(", but not a table that Kiroku can read."))
    }

    @Test(
        "What is damaged says where",
        arguments: [
            ("[{\"a\": 1},\n {\"a\" 2}]", "This JSON file is damaged at line 2, column 7"),
            ("[{\"a\": 1},\n {\"a\": 2}", "This JSON file is damaged at line 2, column 10"),
            ("{\"a\": 1}\n{\"a\" 2}\n", "This JSON file is damaged at line 2, column 6"),
            ("[{\"a\": 1},", "This JSON file is damaged"),
            ("[{\"a\": 01}]", "JSON"), ("[{\"a\": 1}] x", "JSON"), ("[{\"a\": \"\\ud800\"}]", "JSON"),
            ("[[\"a\nb\"]]", "JSON"), ("[{\"a\": 1,}]", "JSON"),
            ("<plist><array><array><integer>1</array></array></plist>", "This XML file is damaged"),
            ("<plist><array><array>", "This XML file is damaged"), ("<plist><array></array></plist>x", "XML"),
            ("<plist><array><array><string>&x;</string></array></array></plist>", "XML"),
        ])
    func damaged(text: String, words: String) async throws {
        let message = try #require(try await fault(of: text, name: text.hasPrefix("<") ? "a.plist" : "a.json"))
        #expect(message.contains(words), "\(message)")
    }

    @Test("Two values of one name are refused")
    func repeatedName() async throws {
        #expect(
            try await fault(of: "[{\"a\": 1}, {\"b\": 1, \"a\": 2, \"a\": 3}]")
                == "“table” cannot be read. Record 2 has two values named “a”.")
    }

    @Test(
        "Text that only begins like another form is text",
        arguments: [
            "<name>\t<age>\nAnn\t31\n", "<b>x</b>\ty\n1\t2\n", "[id]\tname\n1\tx\n", "[1] a footnote\n[2] another\n",
            "{a}\tb\n1\t2\n", "[2026-11-22] begun\n", "<\t>\n1\t2\n", "[section]\nkey=1\n", "{\n}\tx\n", "[", "<", "{",
            "bplus\t1\n", "[[Link]] here\n",
        ])
    func text(text: String) async throws {
        let read = try await read(text)
        #expect(read.format.separator != nil)
        #expect(try await SeparatedText.read(Array(text.utf8)).table == read.table)
        let piped = try await TableFile.read(from: PiecesSource(Data(text.utf8)), name: "pipe")
        #expect(piped.table == read.table)
    }

    @Test("Who names a separator gets lines of text")
    func separator() async throws {
        let read = try await read("[1,2]\n[3,4]\n", options: .init(separator: .comma, header: .absent))
        #expect(read.table.rows == [[.string("[1"), .string("2]")], [.string("[3"), .string("4]")]])
    }

    @Test("Nothing is too deep, too wide or too broken")
    func bounds() async throws {
        let texts = [
            String(repeating: "[", count: 200_000), String(repeating: "[{\"a\":", count: 100_000),
            "[[" + String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_002),
            "<plist><array>" + String(repeating: "<array>", count: 200_000),
            "[[" + String(repeating: "1,", count: 5_000) + "1]]",
            "[" + (0..<3_000).map { "{\"n\($0)\": 1}" }.joined(separator: ",") + "]",
        ]
        for text in texts { _ = try await fault(of: text, name: text.hasPrefix("<") ? "a.plist" : "a.json") }
    }

    @Test("Random bytes behind the beginning of each form are read or refused", arguments: 0..<100 as Range<UInt64>)
    func anyBytes(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let table = try randomTable(seed: seed)
        let forms = [
            try await TableExport(TablePart(table), as: .json).bytes(),
            try await TableExport(TablePart(table), as: .propertyList).bytes(),
            try binaryList(of: table),
        ]
        for var bytes in forms {
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                if random.chance(1, in: 3) {
                    bytes.remove(at: place)
                } else {
                    bytes[place] = .random(in: 0...255, using: &random)
                }
            }
            try DataFileLink(path: folder.path("broken")).save(bytes)
            _ = try? await TableFile.read(path: folder.path("broken"))
            _ = try? await TableFile.preview(path: folder.path("broken"))
        }
    }

    @Test("An object of a binary list that refers to itself, or to what is not there, does no harm")
    func binaryCircle() async throws {
        // One array of two references, both to itself.
        func list(_ references: [UInt8]) -> [UInt8] {
            Array("bplist00".utf8) + [0xa2] + references + [8]
                + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 0]
                + [0, 0, 0, 0, 0, 0, 0, 11]
        }
        for references in [[0, 0], [0, 9], [255, 255]] as [[UInt8]] {
            try DataFileLink(path: folder.path("circle")).save(list(references))
            await #expect(throws: StorageError.self) { try await TableFile.read(path: folder.path("circle")) }
        }
    }

    // MARK: Into fields, and previews

    @Test("Records for fields that are there: by name, or by place where there are no names")
    func fitted() async throws {
        var schema = Schema()
        try schema.add("Age", Int.self)
        try schema.add("Name", String.self, initialValue: "nobody")
        try TextFileLink(path: folder.path("a")).save(#"[{"Name": "Ann", "Age": "31", "x": 1}, {"Age": true}]"#)
        let named = try await TableFile.read(path: folder.path("a"), into: schema)
        #expect(named.fields == [1, 0, nil] && named.header == ["Name", "Age", "x"])
        #expect(named.table.rows == [[.int(31), .string("Ann")], [.unfit("true"), .empty]])
        let list = "<plist><array><array><integer>7</integer></array></array></plist>"
        try TextFileLink(path: folder.path("b")).save(list)
        let placed = try await TableFile.read(path: folder.path("b"), into: schema)
        #expect(placed.fields == [0] && placed.header == nil)
        #expect(placed.table.rows == [[.int(7), .string("nobody")]])
        let chosen = try await TableFile.read(path: folder.path("b"), into: schema, matching: .chosen([0: 1]))
        #expect(chosen.table.rows == [[.empty, .string("7")]])
    }

    @Test("A preview reads no more than it needs")
    func preview() async throws {
        var table = try RecordTable(fieldNames: ["N", "S"], fieldTypes: [.int, .string])
        for number in 0..<60_000 { try table.addRecord([.int(number), .string("text of \(number)")]) }
        for format in [TableExport.Format.json, .propertyList] {
            let path = folder.path("long")
            try await TableExport(TablePart(table), as: format).write(toFile: path)
            // The end is not looked at.
            try DataFileLink(path: path).save(Array(try bytes(of: path).dropLast(10)))
            let preview = try await TableFile.preview(path: path, count: 2)
            #expect(preview.records == [["0", "text of 0"], ["1", "text of 1"]])
            #expect(preview.types == [.int, .string] && !preview.isWhole)
            #expect(preview.hasHeader == (format == .json))
            await #expect(throws: StorageError.self) { try await TableFile.read(path: path) }
        }
    }

    @Test("Progress grows to 1, and a cancelled reading ends")
    func progress() async throws {
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        for number in 0..<100_000 { try table.addRecord([.int(number)]) }
        let path = folder.path("long")
        try await TableExport(TablePart(table), as: .json).write(toFile: path)
        let shares = SharedList<Double>()
        _ = try await TableFile.read(path: path) { shares.append($0) }
        #expect(shares.all.count > 2 && shares.all == shares.all.sorted() && shares.all.last == 1)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await TableFile.read(path: path)
        }
        await #expect(throws: StorageError.cancelled) { try await task.value }
    }
}

/// Gives bytes a few at a time.
private actor PiecesSource: ByteSource {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: Data) {
        rest = Array(bytes)[...]
    }

    func read() -> [UInt8] {
        defer { rest = rest.dropFirst(7) }
        return Array(rest.prefix(7))
    }
}

extension CellValue {
    /// Tells -0.0 from 0, and texts by their bytes.
    fileprivate var exactText: [UInt8] {
        switch self {
        case .empty: []
        case .int(let number): Array("i\(number)".utf8)
        case .float(let number): Array("f\(number.bitPattern)".utf8)
        case .bool(let flag): Array("b\(flag)".utf8)
        case .string(let text): Array("s".utf8) + text.utf8
        case .date(let date): Array("d\(date.text)".utf8)
        case .time(let time): Array("t\(time.text)".utf8)
        case .dateAndTime(let moment): Array("m\(moment.text)".utf8)
        case .decimal(let number): Array("n\(number.text)".utf8)
        case .choice(let choice): Array("c".utf8) + choice.text.utf8
        case .choices(let choices): Array("C".utf8) + choices.text.utf8
        case .rating(let rating): Array("r\(rating.stars)".utf8)
        case .duration(let span): Array("D\(span.text)".utf8)
        case .unfit(let text): Array("u".utf8) + text.utf8
        }
    }
}
