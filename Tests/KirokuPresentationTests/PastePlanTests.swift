import KirokuCore
import Testing

@testable import KirokuPresentation

@Suite("Pasting")
struct PastePlanTests {
    private let table: RecordTable

    init() throws {
        var table = try RecordTable(fieldNames: ["Name", "Number", "Rate"], fieldTypes: [.string, .int, .float])
        for (name, number) in [("a", 1), ("b", 2), ("c", 3)] {
            try table.addRecord([.string(name), .int(number), .empty])
        }
        self.table = table
    }

    @Test("Goes over cells, and on into new records")
    func overAndBeyond() throws {
        let plan = try plan([["x", "7"], ["y", "8"]], records: [2], fields: [0, 1, 2])
        #expect(plan.edits.count == 2)
        #expect(plan.newRecordCount == 1)
        #expect(plan.misfits.isEmpty)
        let pasted = try applied(plan)
        #expect(try pasted.values(ofRecord: 2) == [.string("x"), .int(7), .empty])
        #expect(try pasted.values(ofRecord: 3) == [.string("y"), .int(8), .empty])
    }

    @Test("Follows the order in which records and fields are shown")
    func shownOrder() throws {
        let plan = try plan([["10", "x"], ["20", "y"]], records: [2, 0], fields: [1, 0])
        let pasted = try applied(plan)
        #expect(try pasted.values(ofRecord: 2) == [.string("x"), .int(10), .empty])
        #expect(try pasted.values(ofRecord: 0) == [.string("y"), .int(20), .empty])
        #expect(plan.newRecordCount == 0)
    }

    @Test("Lists what does not fit, and keeps it")
    func misfits() throws {
        let plan = try plan([["x", "abc"], ["y", "def"]], records: [2], fields: [0, 1])
        #expect(plan.misfits.map(\.text) == ["abc", "def"])
        #expect(plan.misfits.map(\.record) == [2, 3])
        #expect(plan.misfits.map(\.field) == [1, 1])
        let pasted = try applied(plan)
        #expect(pasted[2, 1] == .unfit("abc"))
        #expect(pasted[3, 1] == .unfit("def"))
    }

    @Test("What does not fit can be corrected, in cells and in new records")
    func corrected() throws {
        var plan = try plan([["x", "abc"], ["y", "def"]], records: [2], fields: [0, 1])
        plan.correct(1, to: "5")
        #expect(plan.misfits.map(\.text) == ["abc"])
        plan.correct(0, to: "still not")
        #expect(plan.misfits.map(\.text) == ["still not"])
        plan.correct(0, to: "4")
        #expect(plan.misfits.isEmpty)
        let pasted = try applied(plan)
        #expect(pasted[2, 1] == .int(4))
        #expect(pasted[3, 1] == .int(5))
    }

    @Test("A first record of field names is a header, and says which fields are meant")
    func header() throws {
        let plan = try plan([["Number", "Name"], ["9", "x"]], records: [0], fields: [2])
        #expect(plan.hasHeader)
        let pasted = try applied(plan)
        #expect(try pasted.values(ofRecord: 0) == [.string("x"), .int(9), .empty])
        #expect(pasted.count == 3)
    }

    @Test("A word that is a field's name is no header by itself")
    func singleName() throws {
        let plan = try plan([["Name"]], records: [0], fields: [0])
        #expect(!plan.hasHeader)
        #expect(try applied(plan)[0, 0] == .string("Name"))
    }

    @Test("Fields beyond the last one are left out, and counted")
    func leftOut() throws {
        let plan = try plan([["1.5", "x", "y"]], records: [0], fields: [2])
        #expect(plan.leftOutFieldCount == 2)
        #expect(try applied(plan)[0, 2] == .float(1.5))
    }

    @Test("An empty cell empties, an empty text in quotes is a text")
    func emptyCells() throws {
        let plan = try plan([[nil, nil], ["", ""]], records: [0, 1], fields: [0, 1])
        let pasted = try applied(plan)
        #expect(try pasted.values(ofRecord: 0) == [.empty, .empty, .empty])
        #expect(try pasted.values(ofRecord: 1) == [.string(""), .empty, .empty])
    }

    @Test("What is there already is no edit, and nothing at all is no change")
    func same() throws {
        let plan = try plan([["a", "1"]], records: [0], fields: [0, 1])
        #expect(plan.edits.isEmpty)
        #expect(plan.change == nil)
    }

    @Test("New records start with initial values where nothing is pasted")
    func initialValues() throws {
        var schema = Schema()
        try schema.add("Name", type: .string)
        try schema.add("Number", type: .int, initialValue: .int(-999))
        let empty = RecordTable(schema: schema)
        let target = try PasteTarget(table: empty, records: [], fields: [0])
        let plan = try PastePlan(block([["x"]]), into: target)
        #expect(try applied(plan, to: empty).values(ofRecord: 0) == [.string("x"), .int(-999)])
    }

    @Test("A block fills a selection that is a multiple of it")
    func filling() throws {
        let one = block([["7"]]).filling(records: 3, fields: 1)
        #expect(one.recordCount == 3)
        let pasted = try applied(
            PastePlan(one, into: try PasteTarget(table: table, records: [0, 1, 2], fields: [1])))
        #expect((0..<3).allSatisfy { pasted[$0, 1] == .int(7) })
        let uneven = block([["7"], ["8"]]).filling(records: 3, fields: 1)
        #expect(uneven.recordCount == 2)
    }

    @Test("A place that is not in the table is refused")
    func outOfRange() {
        #expect(throws: TableError.recordOutOfRange(index: 3, count: 3)) {
            try PasteTarget(table: table, records: [3], fields: [0])
        }
        #expect(throws: TableError.fieldOutOfRange(index: -1, count: 3)) {
            try PasteTarget(table: table, records: [0], fields: [-1])
        }
    }

    @Test("A clipboard's text is taken apart letter by letter")
    func text() async throws {
        let block = try await PastedCells(text: Array("007\t\"a\nb\"\t1e5\n\t\"\"\tc\n".utf8))
        #expect(block.recordCount == 2)
        #expect(block.fieldCount == 3)
        #expect((0..<3).map { block.text(record: 0, field: $0) } == ["007", "a\nb", "1e5"])
        #expect((0..<3).map { block.text(record: 1, field: $0) } == [nil, "", "c"])
        #expect(try await PastedCells(text: []).recordCount == 0)
    }

    // MARK: Help

    private func block(_ rows: [[String?]]) -> PastedCells {
        var texts = RecordTable(schema: .texts(count: rows.first?.count ?? 0))
        for row in rows { texts.appendUnchecked(row.map { $0.map(CellValue.string) ?? .empty }) }
        return PastedCells(texts: texts)
    }

    private func plan(_ rows: [[String?]], records: [Int], fields: [Int]) throws -> PastePlan {
        try PastePlan(block(rows), into: try PasteTarget(table: table, records: records, fields: fields))
    }

    private func applied(_ plan: PastePlan, to table: RecordTable? = nil) throws -> RecordTable {
        var table = table ?? self.table
        if let change = plan.change { _ = try table.apply(change) }
        return table
    }
}

extension Schema {
    fileprivate static func texts(count: Int) -> Schema {
        var schema = Schema()
        for number in 1...max(count, 1) { _ = try? schema.add("\(number)", type: .string) }
        return schema
    }
}
