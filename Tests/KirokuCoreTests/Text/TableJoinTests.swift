import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Joining the tables of several files")
struct TableJoinTests {
    private func texts(_ text: String) async throws -> RecordTable {
        try await SeparatedText.read(Array(text.utf8), options: .init(types: .text)).table
    }

    private func joined(
        _ files: [(name: String, text: String)], source: String? = nil,
        _ options: SeparatedText.ReadingOptions = SeparatedText.ReadingOptions()
    ) async throws -> (table: RecordTable, missing: [String]) {
        var join = TableJoin(sourceField: source)
        for file in files { try join.add(try await texts(file.text), from: file.name, isTyped: false) }
        return (try await join.read(options).table, join.missingFields.map(\.message))
    }

    @Test("Fields are found by their names, whatever their order; what is missing is empty, and told")
    func names() async throws {
        let (table, missing) = try await joined([
            ("a.csv", "Name,Price\nPen,2\nInk,\n"), ("b.csv", "Price;Name;Note\n7,5;Pad;x\n"),
            ("c.csv", "Name\nCap\nHat\n"),
        ])
        #expect(table.fieldNames == ["Name", "Price", "Note"])
        #expect(
            table.rows.map { $0.map { $0.plainText ?? "" } }
                == [["Pen", "2.0", ""], ["Ink", "", ""], ["Pad", "7.5", "x"], ["Cap", "", ""], ["Hat", "", ""]])
        #expect(
            missing == [
                "1 file has no field “Price”: c.csv", "2 files have no field “Note”, such as a.csv",
            ])
    }

    @Test(
        "A field has the type that the values of all files have in common, as in one file",
        arguments: [
            ([["1", "2"], ["3"]], FieldType.int), ([["1"], ["2.5"]], .float), ([["1.50"], ["x"]], .string),
            ([["4/5/2026"], ["12/25/2026"]], .date), ([["1"], ["true"]], .string), ([["2026-01-01"], [""]], .date),
            ([["1,234"], ["1.234,50"]], .float), ([["007"], ["8"]], .string),
        ])
    func types(parts: [[String]], type: FieldType) async throws {
        let files = parts.enumerated().map { place, lines in
            ("\(place).tsv", "A\tB\n" + lines.map { "x\t\($0)\n" }.joined())
        }
        let whole = try await SeparatedText.read(
            Array(("A\tB\n" + parts.joined().map { "x\t\($0)\n" }.joined()).utf8), options: .init(separator: .tab))
        let (table, _) = try await joined(files)
        #expect(table.fieldTypes == [.string, type] && table.rows == whole.table.rows)
    }

    @Test("The source field is text, and comes first; a field of that name is refused")
    func source() async throws {
        let files = [("1", "A\n5\n6\n"), ("2", "A\n7\n")]
        let (table, missing) = try await joined(files, source: "File")
        #expect(table.fieldNames == ["File", "A"] && table.fieldTypes == [.string, .int] && missing.isEmpty)
        #expect(table.rows.map { $0[0] } == [.string("1"), .string("1"), .string("2")])
        await #expect(throws: TableError.self) { _ = try await joined(files, source: "A") }
    }

    @Test("Values that have types keep them: a text of digits, a choice, what is to fix")
    func typed() async throws {
        var table = try RecordTable(fieldNames: ["Code", "Kind", "Rate"], fieldTypes: [.string, .choice, .int])
        try table.addRecord([.string("007"), try #require(Choice("red")?.cellValue), .unfit("soon")])
        try table.addRecord([.string("8"), .empty, .int(5)])
        var join = TableJoin()
        try join.add(table, from: "a.kiroku", isTyped: true)
        try join.add(try await texts("Code,Rate,Kind\n9,6,blue\n"), from: "b.csv", isTyped: false)
        let read = try await join.read(.init()).table
        #expect(read.fieldTypes == [.string, .choice, .int])
        #expect(read.rows.map { $0[0] } == ["007", "8", "9"].map { .string($0) })
        #expect(read.rows.map { $0[2] } == [.unfit("soon"), .int(5), .int(6)])
        #expect(read[2, 1].plainText == "blue")
    }

    @Test("Chosen types, wanted fields and existing fields count for all files")
    func options() async throws {
        var options = SeparatedText.ReadingOptions()
        options.fieldTypes = ["Zip": .string]
        let files = [("a", "Zip,N\n1,2\n"), ("b", "N,Zip\n3,4\n")]
        #expect(try await joined(files, options).table.fieldTypes == [.string, .int])
        options.fieldTypes = ["None": .int]
        await #expect(throws: TextError.self) { _ = try await joined(files, options) }
        var join = TableJoin()
        for file in files { try join.add(try await texts(file.1), from: file.0, isTyped: false, wanted: ["N", "Q"]) }
        #expect(try await join.read(.init()).table.rows == [[.int(2)], [.int(3)]])
        let schema = try Schema(names: ["N", "Other"], types: [.float, .string])
        #expect(try await join.read(into: schema, .init()).table.rows == [[.float(2), .empty], [.float(3), .empty]])
    }

    @Test("Empty cells, texts without characters, quotes and lines come through; no file is no table")
    func letters() async throws {
        let text = "A\tB\n\"\"\t\"a\tb\"\n\t\"x\ny\"\n# no\t\"\"\"q\"\"\"\n"
        let (table, _) = try await joined([("a", text), ("b", "A\tB\n1\t2\n")])
        #expect(
            table.rows.map { $0.map(\.plainText) } == [["", "a\tb"], [nil, "x\ny"], ["# no", "\"q\""], ["1", "2"]])
        #expect(try await TableJoin().read(.init()).table.count == 0)
    }

    @Test("Very many small files")
    func many() async throws {
        let table = try await texts("A,B\n1,x\n")
        var join = TableJoin(sourceField: "File")
        for number in 0..<20_000 { try join.add(table, from: "\(number)", isTyped: false) }
        let read = try await join.read(.init()).table
        #expect(read.count == 20_000 && read[19_999, 0] == .string("19999"))
    }
}
