import CoreTestSupport
import Glibc
import Synchronization
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Exporting a part of a table")
struct TableExportTests {
    private static func cards() throws -> RecordTable {
        var table = RecordTable(
            schema: try Schema(names: ["Number", "Rate", "Member", "Name"], types: [.int, .float, .bool, .string]))
        try table.addRecord([.int(1), .float(1.5), .bool(true), .string("007")])
        try table.addRecord([.empty, .empty, .empty, .empty])
        try table.addRecord([.unfit("1e5"), .float(-2), .bool(false), .string("a\t\"b\"\r\n<c> & \u{1}\\")])
        try table.addRecord([.int(4), .unfit("x"), .unfit(""), .string("")])
        return table
    }

    private func text(_ part: TablePart, _ format: TableExport.Format) async throws -> String {
        String(decoding: try await TableExport(part, as: format).bytes(), as: UTF8.self)
    }

    @Test("Text comes in other encodings, piece by piece, and begins with one mark", arguments: OutputEncoding.allCases)
    func encodings(encoding: OutputEncoding) async throws {
        var table = try RecordTable(fieldNames: ["N", "S"], fieldTypes: [.int, .string])
        let sign = ["山", "é", "я"].first { (try? encoding.encoding.encode(Array($0.utf8))) != nil } ?? ""
        for number in 0..<70_000 { try table.addRecord([.int(number), .string(sign + "\n")]) }
        let folder = try TemporaryFolder()
        let path = folder.path("out.tsv")
        let export = TableExport(TablePart(table), as: .tsv())
        try await export.write(toFile: path, encoding: encoding)
        let written = try DataFileLink(path: path).load()
        #expect(written.starts(with: encoding.mark))
        let text = try await export.bytes()
        #expect(try encoding.encoding.decode(written) == text)
    }

    @Test(
        "Lots of records that are written one after another make the text of all of them",
        arguments: [TableExport.Format.tsv(), .csv(header: false), .json, .html(header: true)])
    func lots(format: TableExport.Format) async throws {
        let table = try Self.cards()
        let sink = GatheringSink()
        for lot in [0..<3, 3..<4, 4..<4] {
            let part = try TablePart(table, records: RecordIndexes(lot))
            let place = TableExport.Place(recordsBefore: lot.lowerBound, isLast: lot.isEmpty)
            try await TableExport(part, as: format).write(to: sink, as: place)
        }
        #expect(String(decoding: sink.pieces.joined(), as: UTF8.self) == (try await text(TablePart(table), format)))
    }

    @Test("What an encoding lacks is told with its place, and the file stays as it was")
    func unwritableText() async throws {
        var table = try RecordTable(fieldNames: ["N", "S"], fieldTypes: [.int, .string])
        for number in 0..<70_000 { try table.addRecord([.int(number), .string(number == 69_999 ? "xé" : "x\ny")]) }
        let folder = try TemporaryFolder()
        let path = folder.path("out.tsv")
        try TextFileLink(path: path).save("old")
        let error = await #expect(throws: StorageError.self) {
            try await TableExport(TablePart(table), as: .tsv()).write(toFile: path, encoding: .shiftJIS)
        }
        let reason = TextError.notWritable(in: .shiftJIS, at: TextPosition(line: 140_000, column: 8)).message
        #expect(error == .unwritableText(path: path, reason: reason))
        #expect(try TextFileLink(path: path).load() == "old")
        #expect(try folder.names() == ["out.tsv"])
    }

    @Test("Records and fields in the order asked for, with and without a header")
    func parts() async throws {
        let table = try Self.cards()
        let sorted = try TablePart(table, records: [3, 0, 0], fields: [3, 0])
        #expect(try await text(sorted, .tsv()) == "Name\tNumber\n\"\"\t4\n007\t1\n007\t1\n")
        #expect(try await text(sorted, .csv(header: false)) == "\"\",4\n007,1\n007,1\n")
        let places = try TablePart(table, records: RecordIndexes([0, 3]), fields: [0])
        #expect(try await text(places, .tsv(header: false)) == "1\n4\n")
        let rest = try TablePart(table, records: RecordIndexes(3..<4), fields: [1])
        #expect(try await text(rest, .tsv()) == "Rate\nx\n")
        #expect(try await text(TablePart(table, records: [], fields: [0]), .tsv()) == "Number\n")
        #expect(try await text(TablePart(table, records: RecordIndexes(), fields: [0]), .tsv(header: false)) == "")
    }

    @Test("What is not in the table is refused")
    func refused() throws {
        let table = try Self.cards()
        #expect(throws: TableError.recordOutOfRange(index: 4, count: 4)) { try TablePart(table, records: [0, 4]) }
        #expect(throws: TableError.recordOutOfRange(index: 4, count: 4)) {
            try TablePart(table, records: RecordIndexes(2..<5))
        }
        #expect(throws: TableError.recordOutOfRange(index: -1, count: 4)) { try TablePart(table, records: [-1]) }
        #expect(throws: TableError.fieldOutOfRange(index: 4, count: 4)) {
            try TablePart(table, records: nil, fields: [4])
        }
        #expect(throws: TableError.noFields) { try TablePart(table, records: nil, fields: []) }
    }

    @Test("Other words and another decimal sign")
    func style() async throws {
        let table = try Self.cards()
        let style = SeparatedText.Style(decimalSign: .comma, trueWord: "yes; sir", falseWord: "no")
        let part = try TablePart(table, records: [0, 2, 3], fields: [1, 2])
        func text(_ separator: SeparatedText.Separator) async throws -> String {
            try await self.text(
                part, .separatedText(.init(separator: separator, header: false, style: style)))
        }
        #expect(try await text(.semicolon) == "1,5;\"yes; sir\"\n-2;no\nx;\"\"\n")
        #expect(try await text(.comma) == "\"1,5\",yes; sir\n\"-2\",no\nx,\"\"\n")
    }

    @Test("JSON: an object for each record")
    func json() async throws {
        let part = try TablePart(Self.cards(), records: [0, 1, 2, 3], fields: [0, 3, 2, 1])
        #expect(
            try await text(part, .json) == #"""
                [
                {"Number": 1, "Name": "007", "Member": true, "Rate": 1.5},
                {"Number": null, "Name": null, "Member": null, "Rate": null},
                {"Number": "1e5", "Name": "a\t\"b\"\r\n<c> & \u0001\\", "Member": false, "Rate": -2.0},
                {"Number": 4, "Name": "", "Member": "", "Rate": "x"}
                ]

                """#)
        let nothing = try TablePart(Self.cards(), records: [])
        #expect(try await text(nothing, .json).filter { !$0.isWhitespace } == "[]")
    }

    @Test("A property list is what the array link reads", arguments: 0..<20 as Range<UInt64>)
    func propertyList(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let table = try random.table(records: 1...40)
        let folder = try TemporaryFolder()
        let path = folder.path("cards.plist")
        let part = TablePart(table)
        guard part.firstControlCharacter == nil else { return }
        try await TableExport(part, as: .propertyList).write(toFile: path)
        var read = RecordTable(schema: table.schema)
        try read.load(from: ArrayFileLink(path: path))
        let kept = table.rows.map { $0.map { $0 == .unfit("") ? .empty : $0 } }
        #expect(read.rows == kept)
    }

    @Test("HTML: text is marked as text, numbers have their value, line breaks are breaks")
    func html() async throws {
        let part = try TablePart(Self.cards(), records: [0, 1, 2], fields: [3, 0, 1, 2])
        let text = try await text(part, .html(header: true))
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("<tr>") }.map(String.init)
        let mark = "sdnum=\"1033;0;@\""
        #expect(rows[0].hasPrefix("<tr><th \(mark)>Name</th><th \(mark)>Number</th>"))
        #expect(
            rows[1] == "<tr><td \(mark)>007</td><td sdval=\"1\" sdnum=\"1033;\">1</td>"
                + "<td sdval=\"1.5\" sdnum=\"1033;\">1.5</td><td sdval=\"1\" sdnum=\"1033;1033;BOOLEAN\">TRUE</td></tr>"
        )
        #expect(rows[2] == "<tr><td></td><td></td><td></td><td></td></tr>")
        #expect(rows[3].hasPrefix("<tr><td \(mark)>a\t\"b\"<br>&lt;c&gt; &amp; \u{1}\\</td><td \(mark)>1e5</td>"))
        #expect(text.hasSuffix("</table></body></html>\n"))
    }

    @Test(
        "HTML: blanks that readers would leave out are marked as Excel marks them",
        arguments: [
            ("a b c", "a b c"), (" a", "[_]a"), ("a  ", "a[__]"), ("a  b c", "a[__]b c"), ("   ", "[___]"),
            ("a \n b", "a[_]<br>[_]b"), ("a\r\n  b", "a<br>[__]b"), (" <", "[_]&lt;"),
        ])
    func blanks(text: String, marked: String) async throws {
        var table = try RecordTable(fieldNames: ["S"], fieldTypes: [.string])
        try table.addRecord([.string(text)])
        let html = try await self.text(TablePart(table), .html(header: false))
        let cell = marked.replacing("[", with: "<span style=\"mso-spacerun:yes\">")
            .replacing("]", with: "</span>").replacing("_", with: "&nbsp;")
        #expect(html.contains("\">\(cell)</td></tr>"))
    }

    @Test("Gnumeric: every cell has its place and its kind")
    func gnumeric() async throws {
        let part = try TablePart(Self.cards(), records: [0, 1, 2], fields: [3, 0, 2])
        let text = try await text(part, .gnumericCells(header: true))
        #expect(text.contains("Cols=\"3\" Rows=\"4\" BaseCol=\"0\" BaseRow=\"0\">"))
        #expect(text.contains("<gnm:Cell Row=\"0\" Col=\"1\" ValueType=\"60\">Number</gnm:Cell>"))
        #expect(text.contains("<gnm:Cell Row=\"1\" Col=\"0\" ValueType=\"60\">007</gnm:Cell>"))
        #expect(text.contains("<gnm:Cell Row=\"1\" Col=\"1\" ValueType=\"40\">1</gnm:Cell>"))
        #expect(text.contains("<gnm:Cell Row=\"1\" Col=\"2\" ValueType=\"20\">TRUE</gnm:Cell>"))
        #expect(text.contains("<gnm:Cell Row=\"2\" Col=\"0\" ValueType=\"10\"/>"))
        #expect(text.contains("ValueType=\"60\">a\t\"b\"&#13;\n&lt;c&gt; &amp; \u{fffd}\\</gnm:Cell>"))
    }

    @Test("To spreadsheets, other words for true and false are texts or numbers")
    func words() async throws {
        let part = try TablePart(Self.cards(), records: [0], fields: [2])
        let yes = SeparatedText.Style(trueWord: "はい", falseWord: "いいえ")
        let digit = SeparatedText.Style(trueWord: "1", falseWord: "0")
        #expect(try await text(part, .html(header: false, style: yes)).contains("<td sdnum=\"1033;0;@\">はい</td>"))
        #expect(try await text(part, .html(header: false, style: digit)).contains("<td sdval=\"1\" sdnum=\"1033;\">1<"))
        #expect(try await text(part, .gnumericCells(header: false, style: yes)).contains("ValueType=\"60\">はい<"))
        #expect(try await text(part, .gnumericCells(header: false, style: digit)).contains("ValueType=\"40\">1<"))
        let upper = SeparatedText.Style(trueWord: "TRUE", falseWord: "FALSE")
        #expect(try await text(part, .html(header: false, style: upper)).contains("BOOLEAN\">TRUE</td>"))
    }

    @Test("Every format gives the same in one piece, to a sink, and to a file", arguments: [false, true])
    func places(isLong: Bool) async throws {
        var table = try Self.cards()
        if isLong { for _ in 0..<40_000 { try table.addRecord([.int(1), .float(0.25), .empty, .string("text")]) } }
        let folder = try TemporaryFolder()
        for format in [
            TableExport.Format.tsv(), .csv(), .json, .propertyList, .html(header: true), .gnumericCells(header: false),
        ] {
            let export = TableExport(TablePart(table), as: format)
            let whole = try await export.bytes()
            let sink = GatheringSink()
            let shares = SharedList<Double>()
            try await export.write(to: sink) { shares.append($0) }
            #expect(sink.pieces.flatMap { $0 } == whole)
            #expect(sink.pieces.count == (isLong ? 3 : 1))
            #expect(shares.all == shares.all.sorted() && shares.all.last == 1)
            // One of the cards has a control character.
            if format == .propertyList { continue }
            try await export.write(toFile: folder.path("new/export"))
            #expect(try Array(bytes(of: folder.path("new/export"))) == whole)
        }
        #expect(try folder.names() == ["new"])
    }

    @Test("A sink that fails ends the export with its error")
    func failingSink() async throws {
        let export = TableExport(TablePart(try Self.cards()), as: .json)
        await #expect(throws: StorageError.diskFull(path: "sink")) { try await export.write(to: FullSink()) }
    }

    @Test("A cancelled export leaves the old file as it was, and nothing beside it")
    func cancelled() async throws {
        let folder = try TemporaryFolder()
        try CoreTestSupport.write(.init([1, 2]), to: folder.path("old"))
        let export = TableExport(TablePart(try Self.cards()), as: .tsv())
        let path = folder.path("old")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await export.write(toFile: path)
        }
        await #expect(throws: StorageError.cancelled) { try await task.value }
        #expect(try bytes(of: path) == .init([1, 2]))
        #expect(try folder.names() == ["old"])
    }

    @Test("A descriptor takes the text; one that is closed gives an error")
    func descriptor() async throws {
        let folder = try TemporaryFolder()
        let file = open(folder.path("out"), O_WRONLY | O_CREAT, 0o600)
        let export = TableExport(TablePart(try Self.cards()), as: .csv())
        try await export.write(to: DescriptorSink(file, name: "out"))
        close(file)
        #expect(try await Array(bytes(of: folder.path("out"))) == export.bytes())
        await #expect(throws: StorageError.self) { try await export.write(to: DescriptorSink(-1, name: "out")) }
    }
}

private final class GatheringSink: ByteSink {
    private let gathered = Mutex<[[UInt8]]>([])

    var pieces: [[UInt8]] { gathered.withLock { $0 } }

    func write(_ bytes: [UInt8]) { gathered.withLock { $0.append(bytes) } }
}

private struct FullSink: ByteSink {
    func write(_ bytes: [UInt8]) throws(StorageError) { throw .diskFull(path: "sink") }
}
