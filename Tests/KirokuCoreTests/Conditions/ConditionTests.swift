import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Conditions")
struct ConditionTests {
    @Test("Any condition finds what testing record by record finds", arguments: UInt64(0)..<60)
    func naive(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let table = try generator.table(records: 0...300)
        for _ in 0..<20 {
            let condition = generator.condition(for: table, depth: 3)
            let found = try await table.find(condition)
            #expect(found == (0..<table.count).filter { condition.naiveMatches($0, in: table) }, "\(condition)")
        }
    }

    @Test("Many records are found as few are, over several threads")
    func large() async throws {
        var generator = SeededGenerator(seed: 1)
        var numbers = FixedColumn<Int>()
        for _ in 0..<150_001 { numbers.append(generator.chance(1, in: 9) ? nil : Int(generator.next() % 1_000)) }
        let schema = try Schema(names: ["N"], types: [.int])
        let table = try RecordTable(schema: schema, columns: [.int(numbers)])
        let found = try await table.find(.test(schema[0].id, .less, .int(500)))
        #expect(found == numbers.indices.filter { numbers[$0].map { $0 < 500 } ?? false })
        let field = try schema.field("N", of: Int.self)
        #expect(table.find(field) { $0 < 500 } == found)
        let empty = try await table.find(.test(schema[0].id, .empty))
        #expect(empty == numbers.indices.filter { numbers[$0] == nil })
    }

    @Test("Empty cells and unfit texts pass no comparison, not even that of being another one")
    func emptyAndUnfit() async throws {
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        for value: CellValue in [.int(1), .empty, .unfit("x"), .int(0)] { try table.addRecord([value]) }
        let id = table.schema[0].id
        #expect(try await table.find(.test(id, .notEqual, .int(1))) == [3])
        #expect(try await table.find(.test(id, .equal, .int(0))) == [3])
        #expect(try await table.find(.test(id, .empty)) == [1])
        #expect(try await table.find(.test(id, .notEmpty)) == [0, 2, 3])
        #expect(try await table.find(.test(id, .toFix)) == [2])
        #expect(try await table.find(.none([.test(id, .equal, .int(1))])) == [1, 2, 3])
        #expect(try await table.find(.all([])) == [0, 1, 2, 3])
        #expect(try await table.find(.any([])) == [])
        #expect(try await table.find(.none([])) == [0, 1, 2, 3])
    }

    @Test("The ends of the number range and both zeros are compared rightly")
    func extremes() async throws {
        var table = try RecordTable(fieldNames: ["I", "F"], fieldTypes: [.int, .float])
        try table.addRecord([.int(.min), .float(-.greatestFiniteMagnitude)])
        try table.addRecord([.int(0), .float(-0.0)])
        try table.addRecord([.int(.max), .float(.greatestFiniteMagnitude)])
        let (int, float) = (table.schema[0].id, table.schema[1].id)
        #expect(try await table.find(.test(int, .less, .int(.min))) == [])
        #expect(try await table.find(.test(int, .greater, .int(.max))) == [])
        #expect(try await table.find(.test(int, .greaterOrEqual, .int(.min))) == [0, 1, 2])
        #expect(try await table.find(.test(int, .between, .ints(.max, .min))) == [0, 1, 2])
        #expect(try await table.find(.test(float, .less, .float(0))) == [0])
        #expect(try await table.find(.test(float, .equal, .float(0))) == [1])
        #expect(try await table.find(.test(float, .greater, .float(.greatestFiniteMagnitude))) == [])
    }

    @Test("What does not suit the fields is told before anything is searched")
    func checks() throws {
        let schema = try Schema(names: ["I", "F", "B", "S"], types: [.int, .float, .bool, .string])
        let ids = schema.fields.map(\.id)
        let unknown = FieldID(rawValue: 99)
        #expect(throws: QueryError.unknownField(unknown)) { try Condition.test(unknown, .empty).check(for: schema) }
        let operands: [(name: String, operand: Operand)] = [
            ("nothing", .nothing), ("int", .int(1)), ("ints", .ints(1, 2)), ("float", .float(1)),
            ("floats", .floats(1, 2)), ("bool", .bool(true)), ("text", .text("a")), ("NaN", .float(.nan)),
            ("infinities", .floats(1, .infinity)),
        ]
        let accepted: Set<String> = [
            "int int", "int ints", "float float", "float floats", "bool bool", "string text",
        ]
        for (field, id) in zip(schema.fields, ids) {
            for comparison in Comparison.allCases {
                for (name, operand) in operands {
                    let check = { try Condition.any([.test(id, comparison, operand)]).check(for: schema) }
                    guard Comparison.all(for: field.type).contains(comparison) else {
                        let error = QueryError.wrongComparison(comparison, field: field.name, type: field.type)
                        #expect(throws: error) { try check() }
                        continue
                    }
                    let kind = "\(field.type) \(name)"
                    let needsNothing = [.empty, .notEmpty, .toFix].contains(comparison)
                    let isRange = kind.hasSuffix("s")
                    let isGood =
                        needsNothing
                        ? operand == .nothing
                        : accepted.contains(kind) && isRange == (comparison == .between)
                    if isGood {
                        try check()
                    } else {
                        let error = QueryError.wrongOperand(comparison, field: field.name, type: field.type)
                        #expect(throws: error) { try check() }
                    }
                }
            }
        }
    }

    @Test("Groups that are too deep are refused, and an invalid expression says what is wrong")
    func refused() throws {
        let schema = try Schema(names: ["S"], types: [.string])
        var condition = Condition.test(schema[0].id, .empty)
        for _ in 0..<Condition.depthLimit { condition = .all([condition]) }
        try condition.check(for: schema)
        #expect(throws: QueryError.tooDeep(limit: 64)) { try Condition.none([condition]).check(for: schema) }
        for pattern in ["(", "[a", "a{2,1}", "*"] {
            do {
                try Condition.test(schema[0].id, .matches, .text(pattern)).check(for: schema)
                Issue.record("“\(pattern)” is no regular expression")
            } catch {
                guard case .invalidPattern(pattern, _) = error else {
                    Issue.record("\(error)")
                    continue
                }
                #expect(error.message.contains(pattern))
            }
        }
    }

    @Test("A search that is cancelled says so; one that is not tells how far it is")
    func cancelling() async throws {
        var texts = StringColumn()
        for _ in 0..<20_000 { texts.append("some text") }
        let schema = try Schema(names: ["S"], types: [.string])
        let table = try RecordTable(schema: schema, columns: [.string(texts)])
        let condition = Condition.test(schema[0].id, .matches, .text("x$"))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await table.find(condition)
        }
        await #expect(throws: QueryError.cancelled) { try await task.value }
        let (shares, sink) = AsyncStream.makeStream(of: Double.self)
        #expect(try await table.find(condition, progress: { sink.yield($0) }) == [])
        sink.finish()
        var last = 0.0
        for await share in shares {
            #expect(share > 0 && share <= 1)
            last = max(last, share)
        }
        #expect(last == 1)
    }
}
