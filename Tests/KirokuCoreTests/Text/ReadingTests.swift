import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Reading separated text")
struct ReadingTests {
    @Test("Names, types and cells of a plain table")
    func plain() async throws {
        let text = try await readText("Number\tRate\tMember\tName\n1\t1.5\ttrue\tAiko\n2\t\tfalse\t東京\n")
        #expect(text.table.fieldNames == ["Number", "Rate", "Member", "Name"])
        #expect(text.table.fieldTypes == [.int, .float, .bool, .string])
        #expect(
            text.table.rows == [
                [.int(1), .float(1.5), .bool(true), .string("Aiko")], [.int(2), .empty, .bool(false), .string("東京")],
            ])
        #expect(text.format == .separatedText(.tab))
        #expect(text.hadHeader)
        #expect(text.notices.isEmpty)
    }

    @Test(
        "Lines end with LF, CR LF or CR, and the last may lack its end",
        arguments: [
            "a,b\n1,x\n2,y\n", "a,b\r\n1,x\r\n2,y\r\n", "a,b\r1,x\r2,y\r", "a,b\n1,x\n2,y", "a,b\r\n1,x\r\n2,y",
            "a,b\r1,x\n2,y\r\n", "\u{feff}a,b\n1,x\n2,y\n", "\"a\",\"b\"\r\n\"1\",\"x\"\r\n\"2\",\"y\"\r\n",
        ])
    func lineEnds(text: String) async throws {
        let read = try await readText(text)
        #expect(read.table.fieldNames == ["a", "b"])
        #expect(read.table.rows == [[.int(1), .string("x")], [.int(2), .string("y")]])
        #expect(read.notices.isEmpty)
    }

    @Test(
        "Quotes",
        arguments: [
            ("\"a\tb\"", "a\tb"), ("\"a\nb\"", "a\nb"), ("\"a\r\nb\"", "a\r\nb"), ("\"say \"\"hi\"\"\"", "say \"hi\""),
            ("\"\"\"\"", "\""), ("a\"b", "a\"b"), ("a\"", "a\""), (" \"a\"", " \"a\""),
        ])
    func quotes(written: String, content: String) async throws {
        let read = try await readText("Name\tOther\n\(written)\t1\nx\t2\n")
        #expect(read.table.rows == [[.string(content), .int(1)], [.string("x"), .int(2)]])
        #expect(read.notices.isEmpty)
    }

    @Test(
        "A quote that is not closed at the cell's end spoils nothing",
        arguments: ["\"abc", "\"", "\"so called\" things", "\"a\"\"", "\"\"\"", "\" \"\" "])
    func strayQuotes(written: String) async throws {
        for line in ["\(written)\t1\nx\t2", "x\t1\n\(written)\t2\n", "x\t1\nx\t2\n\(written)\t3\n\"y\"\t4\n"] {
            let read = try await readText("Name\tOther\n\(line)")
            #expect(read.table.rows.contains { $0[0] == .string(written) })
            #expect(read.table.fieldTypes == [.string, .int])
            #expect(read.notices.map(\.kind) == [.strayQuote])
        }
        let read = try await readText("Name\tOther\nx\t1\nlong\t\(written)")
        #expect(read.notices == [TextNotice(kind: .strayQuote, count: 1, first: TextPosition(line: 3, column: 6))])
    }

    @Test("Records of other lengths lose nothing")
    func raggedRecords() async throws {
        let read = try await readText("a\tb\n1\tx\n2\n3\ty\tz\t\n4\tw\t\t\t\n")
        #expect(read.table.fieldNames == ["a", "b", "Field 3"])
        #expect(
            read.table.rows == [
                [.int(1), .string("x"), .empty], [.int(2), .empty, .empty], [.int(3), .string("y"), .string("z")],
                [.int(4), .string("w"), .empty],
            ])
        #expect(
            read.notices == [
                TextNotice(kind: .missingCells, count: 1, first: TextPosition(line: 3, column: 2)),
                TextNotice(kind: .extraCells, count: 1, first: TextPosition(line: 4, column: 5)),
                TextNotice(kind: .mendedName, count: 1, first: TextPosition(line: 2, column: 1)),
            ])
    }

    @Test("Empty lines are left out, but are cells where there is one field")
    func emptyLines() async throws {
        let several = try await readText("\na\tb\n\n1\tx\n\n\n2\ty\n\n")
        #expect(several.table.fieldNames == ["a", "b"])
        #expect(several.table.rows == [[.int(1), .string("x")], [.int(2), .string("y")]])
        #expect(
            several.notices == [TextNotice(kind: .emptyLine, count: 5, first: TextPosition(line: 1, column: 1))])
        let one = try await readText("a\n\n1\n\n")
        #expect(one.table.rows == [[.empty], [.int(1)], [.empty]])
        #expect(one.notices.isEmpty)
    }

    @Test("Texts without records")
    func noRecords() async throws {
        for text in ["", "\u{feff}"] {
            let read = try await readText(text)
            #expect(read.table.fieldNames == ["Field 1"])
            #expect(read.table.fieldTypes == [.string])
            #expect(read.table.count == 0 && !read.hadHeader)
        }
        let header = try await readText("a,b,c\n")
        #expect(header.table.fieldNames == ["a", "b", "c"])
        #expect(header.table.count == 0 && header.hadHeader)
        let lines = try await readText("\n\n")
        #expect(lines.table.rows == [[.empty], [.empty]])
    }

    @Test("NUL characters are kept and told")
    func nulCharacters() async throws {
        let read = try await readText("a\tb\nx\u{0}y\t1\n\"\u{0}\n\"\t2\n")
        #expect(read.table.rows == [[.string("x\u{0}y"), .int(1)], [.string("\u{0}\n"), .int(2)]])
        #expect(
            read.notices == [TextNotice(kind: .nulCharacter, count: 2, first: TextPosition(line: 2, column: 2))])
    }

    @Test("A cell of 4 MB")
    func hugeCell() async throws {
        let long = String(repeating: "東京 \"x\"\t\n", count: 340_000)
        var table = RecordTable(schema: try Schema(names: ["Text", "Number"], types: [.string, .int]))
        try table.addRecord([.string(long), .int(1)])
        let read = try await SeparatedText.read(SeparatedText.write(table))
        #expect(read.table == table)
    }

    @Test("What is not text is refused with its place")
    func noText() async throws {
        await #expect(throws: TextError.notText(in: .utf8, from: TextPosition(line: 2, column: 4))) {
            try await SeparatedText.read(Array("a\tb\nä\t日".utf8) + [0xff, 0x0a])
        }
        let late = Array(String(repeating: "1\tabcdefghijk\n", count: 300_000).utf8)
        await #expect(throws: TextError.notText(in: .utf8, from: TextPosition(line: 300_001, column: 2))) {
            try await SeparatedText.read(late + [0x61, 0xe3, 0x81], options: .init(encoding: .utf8))
        }
        await #expect(throws: TextError.notText(in: .utf8, from: TextPosition(line: 1, column: 1))) {
            try await SeparatedText.read([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
        }
    }

    @Test("More fields than a table can have are refused")
    func tooManyFields() async throws {
        let wide = Schema.fieldLimit + 1
        await #expect(throws: TextError.tooManyFields(found: wide, limit: Schema.fieldLimit)) {
            try await readText(String(repeating: "a\t", count: wide - 1) + "a\n")
        }
    }

    @Test("A line of millions of cells is refused, wherever it stands")
    func millionsOfCells() async throws {
        let line = String(repeating: "x,", count: 3_000_000)
        for text in [line, "a,b\n1," + line, "a,b\n1,2\n" + line] {
            await #expect(throws: TextError.self) { try await readText(text + "\n") }
        }
    }

    @Test("Parts of a large text that begin within quotes are read right")
    func guessedPartsThatAreWrong() async throws {
        let inside = String(repeating: "line, \"\"quoted\"\"\tof a cell\n", count: 100_000)
        for before in [0, 25_000, 75_000] {
            let plain = String(repeating: "1\tabc\n", count: before)
            let read = try await readText("Number\tText\n\(plain)2\t\"\(inside)\"\n3\tend\n")
            #expect(read.table.count == before + 2)
            #expect(read.table[before, 0] == .int(2))
            #expect(read.table[before, 1] == .string(inside.replacing("\"\"", with: "\"")))
            #expect(read.table[before + 1, 1] == .string("end"))
            #expect(read.notices.isEmpty)
        }
    }

    @Test("Progress grows up to 1")
    func progress() async throws {
        let shares = SharedList<Double>()
        _ = try await SeparatedText.read(Array("a\tb\n1\t2\n".utf8)) { shares.append($0) }
        #expect(shares.all.max() == 1)
        #expect(shares.all.allSatisfy { (0...1).contains($0) })
    }

    @Test("A cancelled task reads nothing")
    func cancelled() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await SeparatedText.read(Array("a\tb\n1\t2\n".utf8))
        }
        await #expect(throws: TextError.cancelled) { try await task.value }
    }
}
