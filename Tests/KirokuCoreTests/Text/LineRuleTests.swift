import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Lines of a text that become records, and those that do not")
struct LineRuleTests {
    private func read(
        _ text: String, _ change: (inout SeparatedText.ReadingOptions) -> Void = { _ in }
    ) async throws -> ImportedText {
        var options = SeparatedText.ReadingOptions()
        change(&options)
        return try await SeparatedText.read(Array(text.utf8), options: options)
    }

    @Test(
        "Bars are seen, and any other sign is taken if it is named",
        arguments: ["|", ":", "^", "~", " ", "\u{1}", "\u{1f}"] as [Character])
    func signs(sign: Character) async throws {
        let text = ["a\(sign)b", "1\(sign)x", "\"2\(sign)3\"\(sign)y"].joined(separator: "\n")
        let separator = try #require(SeparatedText.Separator(sign))
        let read = try await read(text) { $0.separator = separator }
        #expect(read.table.fieldNames == ["a", "b"])
        #expect(read.table.rows == [[.string("1"), .string("x")], [.string("2\(sign)3"), .string("y")]])
        if sign == "|" { #expect(try await self.read(text).format.separator == .bar) }
    }

    @Test(
        "Signs that cells are written with separate none",
        arguments: ["\"", "\n", "\r", "\0", "a", "Z", "5", "-", ".", "+", "é"] as [Character])
    func refused(sign: Character) {
        #expect(SeparatedText.Separator(sign) == nil)
    }

    @Test("The line by which Excel knows the separator is none of the table", arguments: ["\n", "\r\n", "\r"])
    func namedSeparator(end: String) async throws {
        let read = try await read(["sep=^", "a^b", "1,5^2,5", "1,5^\"x"].joined(separator: end))
        #expect(read.table.fieldNames == ["a", "b"])
        #expect(read.format.separator == SeparatedText.Separator("^"))
        #expect(read.notices.map(\.first) == [TextPosition(line: 4, column: 5)])
        #expect(try await self.read("sep=,x\nb,1\n").table.count == 1)
    }

    @Test("Lines before the table, comments and empty lines are left out if that is said")
    func skipped() async throws {
        let text = "Sales of \"2024\nin euros\n\n# a,\"b\nName,Sum\n#x\nAnna,1\n# \"\n\n\"Be\n# rt\",2\n#"
        let read = try await read(text) { ($0.skippedLines, $0.comment) = (2, UInt8(ascii: "#")) }
        #expect(read.table.fieldNames == ["Name", "Sum"])
        #expect(read.table.rows == [[.string("Anna"), .int(1)], [.string("Be\n# rt"), .int(2)]])
        #expect(read.notices == [TextNotice(kind: .emptyLine, count: 2, first: TextPosition(line: 3, column: 1))])
        #expect(try await self.read("#a\n#b\n") { $0.comment = UInt8(ascii: "#") }.table.count == 0)
        #expect(try await self.read("a\nb\n") { $0.skippedLines = 5 }.table.count == 0)
    }

    /// DuckDB finds none of the padded titles; Python's `csv` and pandas take the first line for the header in all of these.
    @Test(
        "A title above the table is left out, with its lines counted",
        arguments: [
            ("Sales 2024,,\nRegion,Product,Sum\nNorth,Pen,12\nSouth,Ink,7\n", ["Region", "Product", "Sum"], 1),
            ("Sales 2024\nRegion,Product,Sum\nNorth,Pen,12\nSouth,Ink,7\n", ["Region", "Product", "Sum"], 1),
            ("Sales 2024\n\nRegion,Sum\nNorth,12\nSouth,7\n", ["Region", "Sum"], 2),
            ("Sales 2024,\nRegion,Sum\nNorth,12\nSouth,7\n", ["Region", "Sum"], 1),
            ("Report,,,\nby Ann,,,\n,,,\nA,B,C,D\n1,2,3,4\n5,6,7,8\n", ["A", "B", "C", "D"], 3),
            (
                "Account;DE12 3456;;;\nFrom;2024-01-01;;;\nBalance;12.50;;;\n\nDate;Payee;Text;Sum;Note\n"
                    + "2024-01-02;Ann;rent;-500;\n2024-01-03;Bob;gift;20;x\n",
                ["Date", "Payee", "Text", "Sum", "Note"], 4
            ),
        ])
    func titles(text: String, names: [String], lines: Int) async throws {
        let read = try await read(text)
        #expect(read.table.fieldNames == names)
        #expect(read.hadHeader)
        #expect(read.notices.filter { $0.kind == .titleLine }.map(\.count) == [lines])
        #expect(read.notices.first { $0.kind == .titleLine }?.first == TextPosition(line: 1, column: 1))
        #expect(read.table.fieldTypes.last != .string || names.count == 5)
        let all = try await self.read(text) { $0.skippedLines = 0 }
        #expect(all.table.count > read.table.count && all.notices.allSatisfy { $0.kind != .titleLine })
        #expect(try await SeparatedText.preview(Array(text.utf8), isWhole: true).names == names)
    }

    @Test(
        "What is no title stays",
        arguments: [
            "state,2018\nOhio,12\nUtah,7\n", "Name,\nAnn,1\nBob,2\n", "Name\nAnn,x\nBob,y\n", "x,,\nAnn,3,1\nBob,4,2\n",
            "Name,Price\nAnn,1\n", "a,b,c\n1,,\n2,3,4\n", "Total\n1\n2\n", "id,name\n\n1,Ann\n2,Bob\n",
        ])
    func noTitles(text: String) async throws {
        let read = try await read(text)
        #expect(!read.notices.map(\.kind).contains(.titleLine))
        let plain = try await self.read(text) { $0.skippedLines = 0 }
        #expect(read.table == plain.table)
    }

    @Test("Lines that begin with # are comments, above the table and within it")
    func comments() async throws {
        let read = try await read("# From the office, 2024\n# a, b, c\nName,Sum\nAnn,1\n#no\nBob,2\n# end\n")
        #expect(read.table.fieldNames == ["Name", "Sum"])
        #expect(read.table.rows == [[.string("Ann"), .int(1)], [.string("Bob"), .int(2)]])
        #expect(read.notices.map(\.kind) == [.comment])
        #expect(read.notices.map(\.count) == [4])
        let titled = try await self.read("# made by x\nSales 2024,,\nRegion,Product,Sum\nNorth,Pen,12\nSouth,Ink,7\n")
        #expect(titled.table.fieldNames == ["Region", "Product", "Sum"])
        #expect(titled.notices.map(\.first.line) == [2, 1])
    }

    @Test(
        "A # belongs to a header or to records",
        arguments: [
            ("#chrom\tstart\tend\n1\t2\t3\n2\t3\t4\n", ["#chrom", "start", "end"], 0),
            ("##fileformat=x\n##y, z\n#chrom\tstart\n1\t2\n2\t3\n", ["#chrom", "start"], 2),
            ("Rank,Name\n#1,Ann\n#2,Bob\n", ["Rank", "Name"], 0), ("#,Name\n#1,Ann\n#2,Bob\n", ["#", "Name"], 0),
        ])
    func numberSigns(text: String, names: [String], comments: Int) async throws {
        let read = try await read(text)
        #expect(read.table.fieldNames == names)
        #expect(read.table.count == 2)
        #expect(read.notices.filter { $0.kind == .comment }.map(\.count) == (comments > 0 ? [comments] : []))
    }

    @Test("Decimal commas of a list with one field separate nothing, whatever the file is called")
    func oneField() async throws {
        for lines in ["Preis\n1.299,00 €\n12,50 €\n", "Preis\n12,50\n3,25\n"] {
            let read = try await read(lines) { $0.fileExtension = "csv" }
            #expect(read.table.fieldNames == ["Preis"])
            #expect(read.table.fieldTypes == [.float])
        }
        #expect(try await read("a,b\n1,2\n") { $0.fileExtension = "csv" }.table.fieldNames == ["a", "b"])
    }

    @Test("A pipe is read no further than asked for, even if it never ends")
    func enough() async throws {
        struct Endless: ByteSource {
            func read() async throws(StorageError) -> [UInt8] {
                Array(String(repeating: "1,é\n", count: 20_000).utf8.dropLast())
            }
        }
        var options = SeparatedText.ReadingOptions(header: .absent)
        options.enoughRecords = 5
        let read = try await SeparatedTextFile.read(from: Endless(), name: "x", options: options)
        #expect(read.table.count >= 5)
        #expect(read.table.rows.prefix(5).allSatisfy { $0 == [.int(1), .string("é")] })
    }

    @Test("A last line that sums up is known, and left out if that is said")
    func totals() async throws {
        let text = "Date,Item,Sum\n2024-01-02,Pen,12.5\n2024-01-03,Ink,7\nTotal:,,19.5\n"
        let kept = try await read(text)
        #expect(kept.total == .record)
        #expect(kept.table.fieldTypes == [.string, .string, .float])
        let left = try await read(text) { $0.leavesOutTotal = true }
        #expect(left.total == .leftOut)
        #expect(left.table.count == 2)
        #expect(left.table.fieldTypes == [.date, .string, .float])
    }

    @Test(
        "A record that is called a total or happens to be a sum is a record",
        arguments: [
            "Name,Sum\nAnn,1\nBob,2\nTotal,4\n", "Name,Sum\nAnn,1\nBob,2\nEve,3\n", "Name,Sum\nAnn,1\nTotal,1\n",
            "Name,Sum\nTotal,3\nAnn,1\nBob,2\n", "Name,Sum\nAnn,0\nBob,0\nTotal,0\n",
        ])
    func noTotals(text: String) async throws {
        #expect(try await read(text).total == nil)
        #expect(try await read(text) { $0.leavesOutTotal = true }.table == (try await read(text)).table)
    }

    @Test("Empty lines are cells of one field, unless they are to be left out")
    func emptyLines() async throws {
        let text = "\n\nName\n\nAnna\n\n"
        #expect(try await read(text).table.count == 6)
        let read = try await read(text) { $0.leavesOutEmptyLines = true }
        #expect(read.table.fieldNames == ["Name"])
        #expect(read.table.rows == [[.string("Anna")]])
        #expect(read.notices == [TextNotice(kind: .emptyLine, count: 4, first: TextPosition(line: 1, column: 1))])
        let schema = try Schema(names: ["Name"], types: [.string])
        var options = SeparatedText.ReadingOptions()
        options.leavesOutEmptyLines = true
        #expect(try await SeparatedText.read(Array(text.utf8), into: schema, options: options).table.count == 1)
    }

    @Test("Comments anywhere in a long text are left out, read in parts and from a pipe", arguments: [1, 7, 1_000])
    func longText(step: Int) async throws {
        let lines = (0..<300_000).map { $0 % step == 0 ? "#\($0),\"" : "\($0),x\($0)" }
        let text = Array(("Number,Name\n" + lines.joined(separator: "\n")).utf8)
        var options = SeparatedText.ReadingOptions()
        options.comment = UInt8(ascii: "#")
        let read = try await SeparatedText.read(text, options: options)
        #expect(read.table.count == lines.count { !$0.hasPrefix("#") })
        #expect(read.notices.isEmpty)
        let starts = stride(from: 0, to: text.count, by: 4_099)
        let pieces = PieceSource(starts.map { Array(text[$0..<min($0 + 4_099, text.count)]) })
        let piped = try await SeparatedTextFile.read(from: pieces, name: "pipe", options: options)
        #expect(piped.table == read.table)
    }

    @Test("Quotes behind backslashes are told")
    func escapedQuotes() async throws {
        let read = try await read("a,b\n\"say \\\"hi\\\"\",1\n\"x\",2\n")
        #expect(read.notices.map(\.kind) == [.strayQuote, .escapedQuote])
        #expect(read.notices.last?.first == TextPosition(line: 2, column: 1))
        #expect(try await self.read("a,b\n\"say \"hi\"\",1\n").notices.map(\.kind) == [.strayQuote])
    }
}

@Suite("Types of fields, and missing values, as they are said")
struct ChosenTypeTests {
    private func read(
        _ text: String, _ types: [String: FieldType] = [:], missing: Set<String> = []
    ) async throws(TextError) -> ImportedText {
        var options = SeparatedText.ReadingOptions()
        (options.fieldTypes, options.missing) = (types, missing)
        return try await SeparatedText.read(Array(text.utf8), options: options)
    }

    @Test("A field is of the type that was said, letter by letter")
    func types() async throws {
        let text = "Zip,Price,Sold\n1050,1.50,1\n2,x,2024-05\n"
        let read = try await read(text, ["zip": .string, "Price": .float, "Sold": .date])
        #expect(read.table.fieldTypes == [.string, .float, .date])
        #expect(read.table.rows[0][..<2] == [.string("1050"), .float(1.5)])
        #expect(read.table.rows[1][..<2] == [.string("2"), .unfit("x")])
        #expect(read.table[0, 2] == .unfit("1"))
        let kept = try await self.read("A\n1.50\n2.0\n", ["A": .string])
        #expect(kept.table.rows == [[.string("1.50")], [.string("2.0")]])
    }

    @Test("A field that is not there is told")
    func unknown() async throws {
        await #expect(throws: TextError.unknownField("Zap")) { try await read("Zip,Price\n1,2\n", ["Zap": .string]) }
    }

    @Test("Texts that stand for nothing are empty cells, in quotes or not, whatever the type")
    func missing() async throws {
        let text = "Name,Age,Sum\nNA,1,-999\n\"NA\",NA,5\nNAN,3,-\n\"\",4,\"a,b\"\n"
        let read = try await read(text, missing: ["NA", "-999", "-", "a,b", ""])
        #expect(read.table.fieldTypes == [.string, .int, .int])
        #expect(
            read.table.rows == [
                [.empty, .int(1), .empty], [.empty, .empty, .int(5)], [.string("NAN"), .int(3), .empty],
                [.empty, .int(4), .empty],
            ])
        let schema = try Schema(names: ["Name", "Age", "Sum"], types: [.string, .int, .int])
        var options = SeparatedText.ReadingOptions()
        options.missing = ["NA", "-", "a,b"]
        let fitted = try await SeparatedText.read(Array(text.utf8), into: schema, options: options)
        #expect(fitted.table.unfitCount == 0)
        #expect(fitted.table[0, 2] == .int(-999))
    }
}

@Suite("Why a field is text, and the words for missing values that make it so")
struct TextReasonTests {
    @Test(
        "The first value that is of no type that those before it are of",
        arguments: [
            ("1\n2.5\nn/a\n3\n", "n/a", 2), ("true\nfalse\n1\n", "1", 2), ("1\n\n007\nx\n", "007", 2),
            ("Anna\n1\n", "Anna", 0), ("1.8\n1.9\n1.10\n", "1.10", 2), ("2024-05-01\n12\n", "12", 1),
        ] as [(String, String, Int)])
    func reasons(cells: String, text: String, record: Int) async throws {
        let table = try await readText("Name\n" + cells, header: .present).table
        #expect(table.textReason(ofField: 0) == TextReason(text: text, record: record))
    }

    @Test("Fields of other types, and without values, have none")
    func none() async throws {
        let table = try await readText("A\tB\n1\t\n2\t\n", header: .present).table
        #expect(table.schema.fields.indices.map { table.textReason(ofField: $0) } == [nil, nil])
    }

    @Test("Words are offered where they alone make a field text, and counted everywhere")
    func words() async throws {
        let text =
            "Age,Sum,Land,Note,Code,Void\n1,1.5,NA,-,007,NA\nNA,-,AU,x,NA,NA\n-,2.25,NZ,NA,008,NA\nNA,n/a,NA,y,009,NA\n"
        let words = try await readText(text, header: .present).table.missingWords()
        #expect(
            words == [
                MissingWord(text: "NA", count: 10, fieldNames: ["Age"]),
                MissingWord(text: "-", count: 3, fieldNames: ["Age", "Sum"]),
                MissingWord(text: "n/a", count: 1, fieldNames: ["Sum"]),
            ])
        var options = SeparatedText.ReadingOptions(header: .present)
        options.missing = Set(words.map(\.text))
        let read = try await SeparatedText.read(Array(text.utf8), options: options)
        #expect(read.table.fieldTypes == [.int, .float, .string, .string, .string, .string])
        #expect(read.table.missingWords().isEmpty)
    }

    @Test("The preview tells of comments that were found, not of those that were asked for")
    func previewOfComments() async throws {
        let text = Array("# by hand\nName,Age\nDan,1\n# the last\n".utf8)
        #expect(try await SeparatedText.preview(text, isWhole: true).hasComments)
        var options = SeparatedText.ReadingOptions()
        options.comment = UInt8(ascii: "#")
        #expect(try await !SeparatedText.preview(text, isWhole: true, options: options).hasComments)
        #expect(try await !SeparatedText.preview(Array("Name,Age\nDan,1\n".utf8), isWhole: true).hasComments)
    }
}
