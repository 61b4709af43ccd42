import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Conditions as text")
struct ConditionTextTests {
    private let schema: Schema
    private let rate: FieldID
    private let name: FieldID
    private let note: FieldID
    private let open: FieldID
    private let visits: FieldID

    init() throws {
        var schema = Schema()
        rate = try schema.add("Rate", type: .float)
        name = try schema.add("Name", type: .string)
        note = try schema.add("Last note", type: .string)
        open = try schema.add("Open", type: .bool)
        visits = try schema.add("番号", type: .int)
        self.schema = schema
    }

    private func read(_ text: String) throws -> Condition {
        try Condition(text: text, for: schema)
    }

    @Test("Tests of one cell")
    func tests() throws {
        let samples: [(String, Condition)] = [
            ("Rate>=3.5", .test(rate, .greaterOrEqual, .float(3.5))),
            ("  rate ≥ ３．５ ", .test(rate, .greaterOrEqual, .float(3.5))),
            ("Rate<-1e3", .test(rate, .less, .float(-1_000))),
            ("Rate is between 1 and 5", .test(rate, .between, .floats(1, 5))),
            ("Rate is to fix", .test(rate, .toFix)),
            ("番号 <> 3", .test(visits, .notEqual, .int(3))),
            ("番号 IS NOT 3", .test(visits, .notEqual, .int(3))),
            ("番号 between -2 and 2", .test(visits, .between, .ints(-2, 2))),
            ("Open is yes", .test(open, .equal, .bool(true))),
            ("Open=いいえ", .test(open, .equal, .bool(false))),
            ("Name = Tokyo", .test(name, .equal, .text("Tokyo"))),
            ("Name is \"empty\"", .test(name, .equal, .text("empty"))),
            ("Name is empty", .test(name, .empty)),
            ("\"Last note\" is not empty", .test(note, .notEmpty)),
            ("'Last note'contains'a \"b\" it''s'", .test(note, .contains, .text("a \"b\" it's"))),
            ("Name contains \"ab\"i", .test(name, .contains, .text("ab", ignoring: .case))),
            ("Name starts with 'ｱ'wi", .test(name, .startsWith, .text("ｱ", ignoring: [.case, .width]))),
            ("Name ends with or", .test(name, .endsWith, .text("or"))),
            ("Name = a=b", .test(name, .equal, .text("a=b"))),
            ("Name=~/^a\\/b(c|d)$/i", .test(name, .matches, .text("^a\\/b(c|d)$", ignoring: .case))),
            ("Name matches \"a/b\"", .test(name, .matches, .text("a/b"))),
        ]
        for (text, condition) in samples { #expect(try read(text) == condition, "\(text)") }
    }

    @Test("Lists of values, what texts differ from, and numbers as people write them")
    func lists() throws {
        let samples: [(String, Condition)] = [
            ("番号 in (1, 2)", .any([.test(visits, .equal, .int(1)), .test(visits, .equal, .int(2))])),
            ("番号 in (1,000)", .any([.test(visits, .equal, .int(1)), .test(visits, .equal, .int(0))])),
            ("Name IN('a b', c)", .any([.test(name, .equal, .text("a b")), .test(name, .equal, .text("c"))])),
            ("番号 not in (3)", .all([.test(visits, .notEmpty), .none([.test(visits, .equal, .int(3))])])),
            ("Name != a", .all([.test(name, .notEmpty), .none([.test(name, .equal, .text("a"))])])),
            ("Open is not yes", .all([.test(open, .notEmpty), .none([.test(open, .equal, .bool(true))])])),
            ("番号 < 1e6", .test(visits, .less, .int(1_000_000))),
            ("番号 < 1,000", .test(visits, .less, .int(1_000))),
            ("Rate between 1,000 and 2,000,000.5", .test(rate, .between, .floats(1_000, 2_000_000.5))),
            ("all(番号=1,000,Rate=2)", .all([.test(visits, .equal, .int(1_000)), .test(rate, .equal, .float(2))])),
        ]
        for (text, condition) in samples { #expect(try read(text) == condition, "\(text)") }
        for text in ["番号 in", "番号 in (", "番号 in ()", "番号 in (1", "番号 not 3", "番号 < 1,00", "番号 < 1.5e0"] {
            #expect(throws: ConditionTextError.self, "\(text)") { try read(text) }
        }
    }

    @Test("Groups bind as in sentences: not, and, or")
    func groups() throws {
        let (a, b, c) = try (read("Rate=1"), read("Rate=2"), read("Rate=3"))
        let samples: [(String, Condition)] = [
            ("Rate=1 and Rate=2 and Rate=3", .all([a, b, c])),
            ("Rate=1 or Rate=2 AND Rate=3", .any([a, .all([b, c])])),
            ("(Rate=1 or Rate=2)and Rate=3", .all([.any([a, b]), c])),
            ("not Rate=1 or Rate=2", .any([.none([a]), b])),
            ("not (Rate=1 or Rate=2)", .none([.any([a, b])])),
            ("((Rate=1))", a),
            ("all()", .all([])), ("any( )", .any([])), ("none()", .none([])),
            ("all(Rate=1)", .all([a])), ("none(Rate=1, Rate=2 or Rate=3)", .none([a, .any([b, c])])),
        ]
        for (text, condition) in samples { #expect(try read(text) == condition, "\(text)") }
    }

    @Test(
        "What is wrong, and where",
        arguments: [
            ("", 1, .noCondition), ("  ", 3, .noCondition), ("= 3", 1, .noField), ("Rate = 1 and ", 14, .noField),
            ("Rate = 1 and or", 14, .noField), ("Raet >= 3", 1, .unknownField("Raet")),
            ("Last note is empty", 1, .unknownField("Last")), ("Rate", 5, .noComparison(field: "Rate")),
            ("Rate has 3", 6, .noComparison(field: "Rate")), ("Rate >=", 8, .noOperand(field: "Rate")),
            ("Rate = (3)", 8, .noOperand(field: "Rate")), ("Rate = ''", 8, .noOperand(field: "Rate")),
            ("Rate = abc", 8, .unfitting("abc", .notANumber)), ("番号=1.5", 4, .unfitting("1.5", .notAWholeNumber)),
            ("Rate between 1", 15, .noSecondOperand), ("Rate between 1 or 2", 16, .noSecondOperand),
            ("Name = \"abc", 8, .unclosedQuote), ("Name =~ /abc\\/", 9, .unclosedQuote),
            ("(Rate = 1", 10, .unclosedGroup), ("all(Rate = 1", 13, .unclosedGroup),
            ("(Rate = 1]", 9, .unfitting("1]", .notANumber)), ("Name = \"a\"x", 11, .unknownFlag("x")),
            ("Rate = 1 Rate = 2", 10, .unexpected("Rate")), ("Rate = 1)", 9, .unexpected(")")),
            ("Open > true", 6, .unusable(.wrongComparison(.greater, field: "Open", type: .bool))),
        ] as [(String, Int, ConditionTextError.Problem)])
    func errors(text: String, column: Int, problem: ConditionTextError.Problem) {
        #expect(throws: ConditionTextError(column: column, problem: problem)) { try read(text) }
    }

    @Test("A regular expression that is none is told at its place")
    func badPattern() {
        #expect {
            try read("Name =~ /(/")
        } throws: { error in
            guard let error = error as? ConditionTextError, error.column == 9,
                case .unusable(.invalidPattern("(", _)) = error.problem
            else { return false }
            return true
        }
    }

    @Test("Too many groups within groups are refused, and no deeper ones are looked at")
    func depth() throws {
        let limit = Condition.depthLimit
        func nested(_ count: Int, _ open: String, _ close: String) -> String {
            String(repeating: open, count: count) + "Rate=1" + String(repeating: close, count: count)
        }
        #expect(throws: Never.self) { try read(nested(limit, "not ", "")) }
        for text in [nested(limit + 1, "not ", ""), nested(100_000, "(", ")"), nested(100_000, "all(", ")")] {
            #expect {
                try read(text)
            } throws: { error in
                (error as? ConditionTextError)?.problem == .unusable(.tooDeep(limit: limit))
            }
        }
    }

    @Test("Every problem has a sentence that names the place")
    func messages() {
        let error = ConditionTextError(column: 1_234, problem: .unfitting("abc", .notANumber))
        #expect(error.message == "Character 1,234: “abc” is not a number.")
    }

    @Test("What is written reads back to the same condition", arguments: UInt64(0)..<60)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let table = try generator.table(records: 0...0)
        for _ in 0..<20 {
            let condition = generator.withDifferences(generator.condition(for: table, depth: 4), in: table)
            let text = try condition.text(for: table.schema)
            #expect(try Condition(text: text, for: table.schema) == condition, "\(text)")
        }
    }

    @Test("What people usually mean is written as they would")
    func written() throws {
        let text = "Rate >= 3.5 and not (Name contains \"ab\"i or \"Last note\" is empty) and Name matches /^a/w"
        #expect(try read(text).text(for: schema) == text)
    }

    @Test("A condition that is not for the table is not written")
    func unusable() {
        let other = FieldID(rawValue: 99)
        #expect(throws: QueryError.unknownField(other)) { try Condition.test(other, .empty).text(for: schema) }
    }
}

extension SeededGenerator {
    /// The condition with differences that do not count, and with regular expressions, in some places.
    fileprivate mutating func withDifferences(_ condition: Condition, in table: RecordTable) -> Condition {
        switch condition {
        case .all(let members): return .all(members.map { withDifferences($0, in: table) })
        case .any(let members): return .any(members.map { withDifferences($0, in: table) })
        case .none(let members): return .none(members.map { withDifferences($0, in: table) })
        case .anywhere(let text, _):
            return .anywhere(text, ignoring: TextDifferences(rawValue: Int.random(in: 0...3, using: &self)))
        case .cell(var cell):
            guard case .text(let text, _) = cell.operand else { return condition }
            let ignored = TextDifferences(rawValue: Int.random(in: 0...3, using: &self))
            cell.operand = .text(text, ignoring: ignored)
            if chance(1, in: 3) {
                cell.comparison = .matches
                let pattern = pick(["", "a/b", "a\\/b", "\\\\/", "^é\"", "\\d+", "a b, (c)", "/"])
                cell.operand = .text(pattern, ignoring: ignored)
            }
            return .cell(cell)
        }
    }
}
