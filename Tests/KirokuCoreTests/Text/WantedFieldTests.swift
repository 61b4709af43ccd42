import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Reading some fields of a text")
struct WantedFieldTests {
    private static let width = 6_831

    /// Columns F1, F2, … whose cells hold the number of the column, and the record's after a point, with a 5.
    private static let wide: [UInt8] = {
        let header = (1...width).map { "F\($0)" }.joined(separator: ",")
        let records = (1...50).map { record in (1...width).map { "\($0).\(record)5" }.joined(separator: ",") }
        return Array(([header] + records).joined(separator: "\n").utf8)
    }()

    private func options(_ wanted: String...) -> SeparatedText.ReadingOptions {
        var options = SeparatedText.ReadingOptions()
        options.wantedFields = wanted
        return options
    }

    @Test("Of a text with too many columns those that are named are read, from a file as from a pipe")
    func wide() async throws {
        let wanted = options("f6831,F2", "F1900", "no such")
        let tables = [
            try await SeparatedText.read(Self.wide, options: wanted).table,
            try await SeparatedTextFile.read(from: PieceSource([Self.wide]), name: "pipe", options: wanted).table,
        ]
        for table in tables {
            #expect(table.fieldNames == ["F2", "F1900", "F6831"])
            #expect(table.count == 50)
            #expect(table.rows[48] == [.float(2.495), .float(1_900.495), .float(6_831.495)])
        }
        let preview = try await SeparatedText.preview(Self.wide, isWhole: true, options: wanted)
        #expect(preview.names == ["F2", "F1900", "F6831"])
    }

    @Test("More fields than a table can have are refused, and the way out is named")
    func refused() async throws {
        let error = TextError.tooManyFields(found: Self.width, limit: Schema.fieldLimit)
        await #expect(throws: error) { try await SeparatedText.read(Self.wide) }
        #expect(error.message.contains("--fields"))
    }

    @Test("For fields that are there already, the number of columns does not count")
    func fitted() async throws {
        let schema = try Schema(names: ["F6000", "F3", "Other"], types: [.float, .string, .int])
        let all = try await SeparatedText.read(Self.wide, into: schema)
        #expect(all.table.rows[0] == [.float(6_000.15), .string("3.15"), .empty])
        #expect(all.leftOut.count == Self.width - 2)
        let some = try await SeparatedText.read(Self.wide, into: schema, options: options("F3"))
        #expect(some.table.rows[0] == [.empty, .string("3.15"), .empty])
        #expect(some.leftOut.isEmpty)
    }

    @Test("Columns without names are named by their numbers, those of longer records, too")
    func numbered() async throws {
        let text = Array("1,2\n3,4,5\n6,7\n".utf8)
        let read = try await SeparatedText.read(text, options: options("Field 3", "Field 1"))
        #expect(read.table.fieldNames == ["Field 1", "Field 3"])
        #expect(read.table.rows == [[.int(1), .empty], [.int(3), .int(5)], [.int(6), .empty]])
    }

    @Test("Where a name leaves a choice, all that may be meant are read")
    func alike() async throws {
        let read = try await SeparatedText.read(Array("a,Name,NAME\n1,2,3\n".utf8), options: options("name"))
        #expect(read.table.fieldNames == ["Name", "NAME"])
    }

    @Test("Types may be said of fields that are not wanted otherwise")
    func types() async throws {
        var options = options("a")
        options.fieldTypes = ["b": .string]
        let read = try await SeparatedText.read(Array("a,b,c\n1,2,3\n".utf8), options: options)
        #expect(read.table.rows == [[.int(1), .string("2")]])
    }

    @Test(
        "What a condition may ask about",
        arguments: [
            ("Rate >= 3.5 and not (\"Last visit\" is empty)", ["Rate", "Last visit"]), ("a=b", ["a", "b"]),
            ("any field contains x", nil), ("Name = 'it''s'", ["Name", "it's"]), ("Name =~ /don't/", nil),
        ] as [(String, [String]?)])
    func conditions(text: String, names: [String]?) {
        let found = Condition.possibleFieldNames(in: text)
        #expect(found == nil ? names == nil : Set(names ?? []).isSubset(of: found ?? []))
    }
}
