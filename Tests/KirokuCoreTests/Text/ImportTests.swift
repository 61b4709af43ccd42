import CoreTestSupport
import FoundationEssentials
import Glibc
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Reading text for fields that are there")
struct ImportTests {
    private static func schema() throws -> Schema {
        var schema = Schema()
        try schema.add("Number", Int.self, initialValue: 7)
        try schema.add("Rate", Double.self)
        try schema.add("Member", Bool.self)
        try schema.add("Name", String.self, initialValue: "nobody")
        return schema
    }

    private func read(
        _ text: String, matching: SeparatedText.Matching = .automatic,
        header: SeparatedText.ReadingOptions.Header = .detected, style: SeparatedText.Style = .init()
    ) async throws -> ImportedRecords {
        try await SeparatedText.read(
            Array(text.utf8), into: Self.schema(), matching: matching, options: .init(separator: .tab, header: header),
            style: style)
    }

    @Test("Columns go to the fields of their names, whatever their order; other fields have their initial value")
    func byName() async throws {
        let read = try await read("Name\tMember\tShoe\n007\tyes\t42\n\tz\t43\n")
        #expect(read.fields == [3, 2, nil])
        #expect(read.header == ["Name", "Member", "Shoe"])
        #expect(
            read.table.rows == [
                [.int(7), .empty, .bool(true), .string("007")], [.int(7), .empty, .unfit("z"), .empty],
            ])
        #expect(read.table.schema == (try Self.schema()))
        #expect(read.notices.isEmpty && read.leftOut == [2])
        #expect(read.leftOutMessage == "1 field is not in this document and was skipped: Shoe")
    }

    @Test("Without a header, columns go to the fields in order")
    func byPosition() async throws {
        let read = try await read("1\t1.50\ttrue\ta\n 2 \t007\tFALSE\t\"\"\n１\tx\tno\tNumber\n")
        #expect(read.header == nil)
        #expect(read.fields == [0, 1, 2, 3])
        #expect(
            read.table.rows == [
                [.int(1), .float(1.5), .bool(true), .string("a")], [.int(2), .unfit("007"), .bool(false), .string("")],
                [.int(1), .unfit("x"), .bool(false), .string("Number")],
            ])
        #expect(read.table.unfitCount == 2)
        #expect(read.notices.isEmpty)
    }

    @Test(
        "A number that would lose digits is kept as text to fix",
        arguments: [
            ("9007199254740993", .int(9_007_199_254_740_993), .unfit("9007199254740993")),
            ("9007199254740992", .int(9_007_199_254_740_992), .float(9_007_199_254_740_992)),
            ("0.1234567890123456789", .unfit("0.1234567890123456789"), .unfit("0.1234567890123456789")),
            ("585.25726318359375", .unfit("585.25726318359375"), .float(585.257_263_183_593_75)),
            ("007", .unfit("007"), .unfit("007")), ("-05", .unfit("-05"), .unfit("-05")), ("0", .int(0), .float(0)),
            ("+5", .int(5), .float(5)), (" 1.50 ", .unfit(" 1.50 "), .float(1.5)), ("0.5", .unfit("0.5"), .float(0.5)),
            ("1e5", .unfit("1e5"), .float(100_000)), ("１２", .int(12), .float(12)),
        ] as [(String, CellValue, CellValue)])
    func digits(text: String, asInt: CellValue, asFloat: CellValue) async throws {
        let read = try await read("\(text)\t\(text)\n", header: .absent)
        #expect(Array(read.table.rows[0][..<2]) == [asInt, asFloat])
        let texts = try RecordTable(fieldNames: ["Number", "Rate"], fieldTypes: [.string, .string])
        var imported = texts
        try imported.addRecord([.string(text), .string(text)])
        let table = RecordTable(schema: try Self.schema())
        let matches = FieldMatch.byName(imported.schema, in: table.schema)
        let fitted = try FittedRecords(imported, for: table.schema, matches)
        let plan = try MergePlan(fitted, into: table, key: nil)
        #expect(Array(plan.newRecords.rows[0][..<2]) == [asInt, asFloat])
        #expect((EntryReader(type: .float, keepsDigits: true).reason(text) == .wouldLoseDigits) == asFloat.isUnfit)
    }

    @Test(
        "A header is seen by the names of fields, or by a text over values",
        arguments: [
            ("Number\tName\n1\ta\n", ["Number", "Name"], [0, 3]), ("Number\tRate\n", ["Number", "Rate"], [0, 1]),
            ("Nummer\tPreis\n1\t2.5\n", ["Nummer", "Preis"], [0, 1]), ("x\t1\n2\t3\n", nil, [0, 1]),
            ("x\ty\nz\tw\n", nil, [0, 1]), ("Number\tAiko\tKyoto\nx\ty\tz\n", nil, [0, 1, 2]),
            ("Number\tAiko\nx\ty\n", ["Number", "Aiko"], [0, nil]), ("Number\t1\nx\ty\n", nil, [0, 1]),
        ] as [(String, [String]?, [Int?])])
    func headers(text: String, header: [String]?, fields: [Int?]) async throws {
        let read = try await read(text)
        #expect(read.header == header)
        #expect(read.fields == fields)
    }

    @Test("A preview of records for a table sees the header as their import does")
    func previewedHeader() async throws {
        let text = Array("Name\tNick\nAiko\tNick\n".utf8)
        let alone = try await SeparatedText.preview(text, isWhole: true)
        #expect(!alone.hasHeader && alone.firstLine == .record)
        let found = try await SeparatedText.preview(text, isWhole: true, into: Self.schema())
        #expect(found.hasHeader && found.firstLine == .names && found.names == ["Name", "Nick"])
        #expect(try await read("Name\tNick\nAiko\tNick\n").header == ["Name", "Nick"])
    }

    @Test("What is said about header and columns counts")
    func explicit() async throws {
        let absent = try await read("Number\tName\n", header: .absent)
        #expect(absent.table.rows == [[.unfit("Number"), .unfit("Name"), .empty, .string("nobody")]])
        let present = try await read("a\tb\nc\td\n", matching: .chosen([0: nil, 1: 3, 2: 1]), header: .present)
        #expect(present.table.rows == [[.int(7), .empty, .empty, .string("d")]])
        let twice = try await read("a\tb\n", matching: .chosen([0: 3, 1: 3]), header: .absent)
        #expect(twice.fields == [3, nil])
        let unknown = try await read("a\tb\n", matching: .chosen([0: 9, 1: -1]), header: .absent)
        #expect(unknown.fields == [nil, nil])
        #expect(unknown.table.count == 1)
        #expect(present.leftOut.isEmpty && twice.leftOut == [1] && unknown.leftOut == [0, 1])
        let others = try await read("Number\tName\tShoe\n1\ta\tb\n", matching: .chosen([2: 3]))
        #expect(others.fields == [0, nil, 3] && others.leftOut == [1])
        #expect(others.table.rows == [[.int(1), .empty, .empty, .string("b")]])
        let unnamed = try await read("a\tb\n1\t2\n", matching: .byName)
        #expect(unnamed.fields == [nil, nil])
    }

    @Test("Records of other lengths, and texts without records")
    func shapes() async throws {
        let read = try await read("1\t2\n3\n4\t5\ttrue\tx\tmore\n", header: .absent)
        #expect(read.table.rows[1] == [.int(3), .empty, .empty, .empty])
        #expect(read.table.rows[2] == [.int(4), .float(5), .bool(true), .string("x")])
        #expect(read.notices.map(\.kind) == [.missingCells] && read.leftOut == [4])
        #expect(try await self.read("").table.count == 0)
        #expect(try await self.read("", header: .present).header == nil)
        #expect(try await self.read("Number\tName\n").table.count == 0)
    }

    @Test("Other words and a decimal comma, as they were written, read back")
    func style() async throws {
        let style = SeparatedText.Style(decimalSign: .comma, trueWord: "ja", falseWord: "true")
        var table = RecordTable(schema: try Self.schema())
        try table.addRecord([.int(1), .float(1.5), .bool(true), .string("1,5")])
        try table.addRecord([.int(2), .float(-1e-7), .bool(false), .string("ja")])
        for separator in SeparatedText.Separator.detected {
            let text = try await SeparatedText.write(
                TablePart(table), options: .init(separator: separator, style: style))
            let read = try await SeparatedText.read(
                text, into: Self.schema(), options: .init(separator: separator), style: style)
            #expect(read.table == table)
        }
        let mixed = try await read("Rate\n1.5\n1,5,5\n2\n", style: style)
        #expect(mixed.table.rows.map { $0[1] } == [.unfit("1.5"), .unfit("1,5,5"), .float(2)])
    }

    @Test("Whatever a table holds comes back into its own fields", arguments: 0..<40 as Range<UInt64>)
    func roundTrip(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let table = try random.table()
        let text = try await SeparatedText.write(table)
        let read = try await SeparatedText.read(
            text, into: table.schema, matching: .byPosition, options: .init(separator: .tab, header: .present))
        let columns = table.schema.fields.indices
        for (was, isNow) in zip(table.rows, read.table.rows) {
            for field in columns where was[field] != isNow[field] {
                // Unfit text that reads as a value after all, such as "TRUE", or as nothing.
                #expect(EntryReader(type: table.schema[field].type).read(was[field].plainText ?? "") == isNow[field])
            }
        }
        #expect(read.table.count == table.count)
    }

    @Test("Text without types stays as it is")
    func texts() async throws {
        let options = SeparatedText.ReadingOptions(separator: .tab, header: .absent, types: .text)
        let read = try await SeparatedText.read(Array("1\t1.50\n\t\"\"\n".utf8), options: options)
        #expect(read.table.rows == [[.string("1"), .string("1.50")], [.empty, .string("")]])
    }
}

@Suite("A look at the beginning of a text")
struct TextPreviewTests {
    @Test("Names, types and the first records, letter by letter")
    func plain() async throws {
        let text = Array("Number;Price\n1;1.50\n2;\n3;\"a;\nb\"\n".utf8)
        let preview = try await SeparatedText.preview(text, isWhole: true, count: 2)
        #expect(preview.names == ["Number", "Price"])
        #expect(preview.types == [.int, .string])
        #expect(preview.records == [["1", "1.50"], ["2", nil]])
        #expect(preview.hasHeader && !preview.isWhole)
        #expect(preview.format == .separatedText(.semicolon))
        #expect(try await SeparatedText.preview(text, isWhole: true).isWhole)
        let plain = try await SeparatedText.preview(text, isWhole: true, options: .init(header: .absent))
        #expect(plain.records.first == ["Number", "Price"])
        #expect(try await SeparatedText.preview([], isWhole: true).records.isEmpty)
    }

    @Test("A beginning that ends anywhere shows whole records only", arguments: TextEncoding.common)
    func cut(encoding: TextEncoding) async throws {
        let name = try #require(
            ["東京", "서울", "Müller", "Анна", "Αθήνα", "שלום", "سلام", "ไทย"].first {
                (try? encoding.encode(Array($0.utf8))) != nil
            })
        let text = try encoding.encode(
            Array("Name\tText\n\(name)\t1\n\(name)\t\"two\nlines \(name)\n\"\nthree\t4\n".utf8))
        let whole: [[String?]] = [[name, "1"], [name, "two\nlines \(name)\n"], ["three", "4"]]
        for end in text.indices.dropFirst(30) {
            let preview = try await SeparatedText.preview(
                Array(text[..<end]), isWhole: false, options: .init(header: .present, encoding: encoding))
            #expect(preview.records == Array(whole.prefix(preview.records.count)))
            #expect(!preview.isWhole)
        }
    }

    @Test("Of a large file only the beginning is read")
    func file() async throws {
        let folder = try TemporaryFolder()
        let text = (["Number,Name"] + (0..<300_000).map { "\($0),x" }).joined(separator: "\n")
        try write(Data(text.utf8), to: folder.path("cards.csv"))
        let preview = try await SeparatedTextFile.preview(path: folder.path("cards.csv"), count: 3)
        #expect(preview.records == [["0", "x"], ["1", "x"], ["2", "x"]])
        #expect(preview.types == [.int, .string])
        #expect(!preview.isWhole)
        await #expect(throws: StorageError.notAFile(path: folder.path)) {
            try await SeparatedTextFile.preview(path: folder.path)
        }
        let read = try await SeparatedTextFile.read(
            path: folder.path("cards.csv"), into: Schema(names: ["Name"], types: [.string]))
        #expect(read.fields == [nil, 0])
        #expect(read.table.count == 300_000)
    }
}

@Suite("Text from a pipe")
struct ByteSourceTests {
    @Test("What comes in pieces is read as one text")
    func pieces() async throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        let text = "Number\tName\n" + (0..<50_000).map { "\($0)\t東京 \($0)\n" }.joined()
        let writer = Task.detached {
            try DescriptorSink(writing, name: "pipe").write(Array(text.utf8))
            close(writing)
        }
        let read = try await SeparatedTextFile.read(from: DescriptorSource(reading, name: "pipe"), name: "pipe")
        try await writer.value
        close(reading)
        #expect(read.table.count == 50_000)
        #expect(read.table[49_999, 1] == .string("東京 49999"))
    }

    @Test("Waiting for a pipe that says nothing can be cancelled")
    func cancelled() async throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let reading = ends[0]
        let task = Task { try await SeparatedTextFile.bytes(of: DescriptorSource(reading, name: "pipe"), name: "pipe") }
        task.cancel()
        await #expect(throws: StorageError.cancelled) { try await task.value }
        close(ends[1])
        close(reading)
    }

    @Test("A descriptor that cannot be read is an error")
    func unreadable() async throws {
        await #expect(throws: StorageError.self) { try await DescriptorSource(-1, name: "pipe").read() }
    }
}
