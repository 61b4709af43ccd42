import KirokuCore
import Testing

@testable import KirokuPresentation

@Suite("What is asked for in a find bar")
struct FindRequestTests {
    static let schema = table.schema
    static let table: RecordTable = {
        var table = RecordTable(schema: Schema())
        if let made = try? RecordTable(
            fieldNames: ["Number", "Rate", "Done", "Name"], fieldTypes: [.int, .float, .bool, .string])
        {
            table = made
        }
        let rows: [[CellValue]] = [
            [.int(12), .float(3.5), .bool(true), .string("Tokyo")],
            [.int(-7), .float(12), .bool(false), .string("ｔｏｋｙｏ station")],
            [.unfit("about 12"), .empty, .empty, .string("ガ")],
            [.empty, .float(1e20), .bool(true), .empty],
        ]
        for row in rows { _ = try? table.addRecord(row) }
        return table
    }()

    private func found(_ request: FindRequest) async throws -> [Int]? {
        guard let condition = try request.condition(for: Self.schema) else { return nil }
        return try await Self.table.find(condition)
    }

    private func line(_ name: String, _ comparison: Comparison, _ text: String = "", _ other: String = "") -> FindLine {
        let index = Self.schema.index(named: name) ?? 0
        return FindLine(field: Self.schema[index].id, comparison: comparison, text: text, otherText: other)
    }

    @Test(
        "A text is found in any field, in the digits of numbers and in what does not fit",
        arguments: [
            ("tokyo", [0, 1]), ("12", [0, 1, 2]), ("3.5", [0]), ("-7", [1]), ("１２", [0, 1, 2]), ("about", [2]),
            ("true", [0, 3]), ("いいえ", [1]), ("ｶﾞ", [2]), ("e20", [3]), ("nothing", []),
        ])
    func anywhere(text: String, expected: [Int]) async throws {
        var request = FindRequest()
        request.text = text
        #expect(try await found(request) == expected)
    }

    @Test("Case and width count if they are asked to")
    func differences() async throws {
        var request = FindRequest()
        request.text = "Tokyo"
        request.ignored = []
        #expect(try await found(request) == [0])
        request.text = "ｔｏｋｙｏ"
        #expect(try await found(request) == [1])
        request.text = "TOKYO"
        request.ignored = .case
        #expect(try await found(request) == [0])
    }

    @Test("Lines are joined by all, any and none, together with the text")
    func joining() async throws {
        var request = FindRequest()
        request.lines = [line("Number", .greater, "0"), line("Rate", .between, "20", "10")]
        #expect(try await found(request) == [])
        request.joining = .any
        #expect(try await found(request) == [0, 1])
        request.joining = .none
        #expect(try await found(request) == [2, 3])
        request.text = "12"
        #expect(try await found(request) == [2])
    }

    @Test("What is not filled in yet does not count")
    func blanks() async throws {
        var request = FindRequest()
        #expect(request.isEmpty)
        request.lines = [line("Number", .equal), line("Rate", .between, "1"), line("Name", .contains)]
        #expect(request.isEmpty)
        #expect(try await found(request) == nil)
        request.lines.append(line("Number", .toFix))
        #expect(!request.isEmpty)
        #expect(try await found(request) == [2])
    }

    @Test("A wrong line is named with its reason")
    func problems() {
        var request = FindRequest()
        request.lines = [line("Number", .equal), line("Number", .less, "abc")]
        #expect(throws: FindProblem(line: 1, message: "“abc” is not a whole number.")) {
            _ = try request.condition(for: Self.schema)
        }
        request.lines = [line("Name", .matches, "(")]
        do {
            _ = try request.condition(for: Self.schema)
            Issue.record("a pattern that is none was taken")
        } catch {
            #expect(error.line == 0)
            #expect(error.message.hasPrefix("“(” is not a regular expression: "))
        }
        request.lines = [FindLine(field: FieldID(rawValue: 99), comparison: .empty)]
        #expect(throws: FindProblem.self) { _ = try request.condition(for: Self.schema) }
    }

    @Test("A request comes back from its condition")
    func roundTrip() throws {
        var request = FindRequest()
        request.ignored = .width
        request.text = "a"
        #expect(FindRequest(try #require(try request.condition(for: Self.schema)), for: Self.schema) == request)
        request.lines = [
            line("Number", .between, "1", "5"), line("Rate", .lessOrEqual, "2.5"), line("Done", .equal, "true"),
            line("Name", .startsWith, "x"), line("Rate", .toFix),
        ]
        for joining in FindRequest.Joining.allCases {
            request.joining = joining
            #expect(FindRequest(try #require(try request.condition(for: Self.schema)), for: Self.schema) == request)
        }
        request.text = ""
        #expect(FindRequest(try #require(try request.condition(for: Self.schema)), for: Self.schema) == request)
    }

    @Test("Lines may have differences of their own")
    func differencesOfLines() async throws {
        let schema = Self.schema
        let mixed = try Condition(text: "Name contains \"a\"i and Name contains \"b\"", for: schema)
        let request = FindRequest(mixed, for: schema)
        #expect(request.kept == nil)
        #expect(request.ignored == .case)
        #expect(request.lines.map(\.ignored) == [nil, []])
        #expect(try request.condition(for: schema) == mixed)
        var strict = FindRequest()
        strict.text = "tokyo"
        strict.lines = [FindLine(field: schema[0].id, comparison: .greater, text: "-1000")]
        let loose = try await found(strict)
        strict.lines = [
            FindLine(field: try schema.field("Name", of: String.self).id, comparison: .contains, text: "Tokyo")
        ]
        strict.lines[0].ignored = []
        #expect(try await found(strict) == [0])
        #expect((loose?.count ?? 0) > 1)
    }

    @Test("What the lines cannot say is kept as a whole")
    func kept() async throws {
        let schema = Self.schema
        let nested = try Condition(text: "Number > 0 and (Rate > 1 or not Done = true)", for: schema)
        let request = FindRequest(nested, for: schema)
        #expect(request.kept == nested)
        #expect(request.lines.isEmpty)
        #expect(try request.condition(for: schema) == nested)
        var more = request
        more.text = "tokyo"
        #expect(try await found(more) == [0])
    }

    @Test("A condition on any field is written and read as text")
    func text() throws {
        let condition = Condition.all([.anywhere("a \"b\"", ignoring: [.case, .width]), .anywhere("c")])
        let text = try condition.text(for: Self.schema)
        #expect(text == "any field contains \"a \"\"b\"\"\"iw and any field contains \"c\"")
        #expect(try Condition(text: text, for: Self.schema) == condition)
        #expect(try Condition(text: "ANY field contains c", for: Self.schema) == .anywhere("c"))
        #expect(throws: ConditionTextError.self) { _ = try Condition(text: "any field contains", for: Self.schema) }
    }

    @Test("A line moves to another field with what that can use")
    func moving() {
        let schema = Self.schema
        #expect(line("Number", .less, "5").moved(to: schema[1]) == line("Rate", .less, "5"))
        #expect(line("Number", .less, "5").moved(to: schema[3]) == line("Name", .less, "5"))
        #expect(line("Number", .notEqual, "5").moved(to: schema[3]) == line("Name", .contains, "5"))
        #expect(line("Name", .empty).moved(to: schema[2]) == line("Done", .empty))
    }

    @Test("It is told in which fields a record has what was asked for")
    func places() throws {
        var request = FindRequest()
        request.text = "12"
        func fields(_ record: Int) throws -> [Int] {
            let condition = try #require(try request.condition(for: Self.schema))
            return Self.table.fields(matching: condition, inRecord: record)
        }
        #expect(try fields(0) == [0])
        #expect(try fields(1) == [1])
        #expect(try fields(2) == [0])
        #expect(try fields(3) == [])
        request.lines = [line("Done", .equal, "true"), line("Name", .contains, "k")]
        #expect(try fields(0) == [0, 2, 3])
        request.joining = .none
        #expect(try fields(0) == [0], "what must not hold has no place")
    }
}
