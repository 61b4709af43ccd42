import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Record table")
struct RecordTableTests {
    /// The four dummies of the source documents.
    private struct Cards {
        let number: Field<Int>
        let rate: Field<Double>
        let member: Field<Bool>
        let name: Field<String>
        var table: RecordTable

        init() throws {
            var schema = Schema()
            number = try schema.add("Number", Int.self, initialValue: -999)
            rate = try schema.add("Rate", Double.self, initialValue: -999.9)
            member = try schema.add("Member", Bool.self, initialValue: false)
            name = try schema.add("Name", String.self, initialValue: "empty")
            table = RecordTable(schema: schema)
        }
    }

    @Test("A new record holds the initial values, and adding returns its index")
    func addRecord() throws {
        var cards = try Cards()
        #expect(cards.table.addRecord() == 0)
        #expect(cards.table.addRecord() == 1)
        #expect(
            try cards.table.values(ofRecord: 1) == [.int(-999), .float(-999.9), .bool(false), .string("empty")])
        #expect(throws: TableError.wrongCellCount(record: 2, expected: 4, found: 1)) {
            try cards.table.addRecord([.empty])
        }
        #expect(throws: TableError.unfittingValue(field: "Rate", type: .float)) {
            try cards.table.addRecord([.empty, .float(.infinity), .empty, .empty])
        }
        #expect(cards.table.count == 2)
    }

    @Test("Typed cells are set and read, emptied, and checked for range")
    func typedCells() throws {
        var cards = try Cards()
        cards.table.addRecord()
        try cards.table.set(.max, at: 0, cards.number)
        try cards.table.set(-0.0, at: 0, cards.rate)
        try cards.table.set(true, at: 0, cards.member)
        try cards.table.set("日本", at: 0, cards.name)
        #expect(cards.table[0, cards.number] == .max)
        #expect(cards.table[0, cards.rate]?.sign == .minus)
        #expect(cards.table[0, cards.member] == true)
        #expect(cards.table[0, cards.name] == "日本")
        try cards.table.set(nil, at: 0, cards.name)
        #expect(cards.table[0, cards.name] == nil)
        #expect(cards.table[0, 3] == .empty)
        for record in [-1, 1] {
            let error = TableError.recordOutOfRange(index: record, count: 1)
            #expect(throws: error) { try cards.table.set(1, at: record, cards.number) }
            #expect(throws: error) { try cards.table.value(at: record, cards.number) }
            #expect(throws: error) { try cards.table.deleteRecord(at: record) }
            #expect(throws: error) { try cards.table.values(ofRecord: record) }
        }
        #expect(throws: TableError.unfittingValue(field: "Rate", type: .float)) {
            try cards.table.set(.nan, at: 0, cards.rate)
        }
        #expect(throws: TableError.fieldOutOfRange(index: 4, count: 4)) {
            try cards.table.set(.empty, at: 0, field: 4)
        }
    }

    @Test("Finding passes over empty and unfit cells")
    func find() throws {
        var cards = try Cards()
        let members: [CellValue] = [.bool(true), .empty, .bool(false), .unfit("yes"), .bool(true)]
        for (number, member) in members.enumerated() {
            try cards.table.addRecord([.int(number), .float(Double(number) / 2), member, .string("n\(number)")])
        }
        #expect(cards.table.find(cards.number) { $0 > 2 } == [3, 4])
        #expect(cards.table.find(cards.rate) { $0 < 0 } == [])
        #expect(cards.table.find(cards.name) { $0.hasSuffix("1") } == [1])
        try cards.table.set(nil, at: 4, cards.name)
        let names = cards.table.values(of: cards.name)
        let ofTwoBytes = names.indexesOfUTF8 { $0.count == 2 && $0.span[1] != UInt8(ascii: "2") }
        #expect(ofTwoBytes == [0, 1, 3])
        #expect(cards.table.find(cards.member, is: true) == [0, 4])
        #expect(cards.table.find(cards.member, is: false) == [2])
    }

    @Test("Unfit text is kept and counted, and typed readers see an empty cell")
    func unfitText() throws {
        var cards = try Cards()
        cards.table.addRecord()
        cards.table.addRecord()
        try cards.table.set(.unfit("1e5"), at: 0, field: 0)
        #expect(cards.table[0, cards.number] == nil)
        #expect(cards.table[0, 0] == .unfit("1e5"))
        #expect(cards.table.unfitCount == 1)
        #expect(cards.table.unfitTexts(inField: 0) == [0: "1e5"])
        #expect(throws: TableError.unfittingValue(field: "Name", type: .string)) {
            try cards.table.set(.unfit("x"), at: 0, field: 3)
        }
        // Deleting the record before moves nothing else; deleting its own takes it along.
        try cards.table.set(.unfit("x"), at: 1, field: 0)
        try cards.table.deleteRecord(at: 0)
        #expect(cards.table.unfitTexts(inField: 0) == [0: "x"])
        try cards.table.set(7, at: 0, cards.number)
        #expect(cards.table.unfitCount == 0)
        #expect(cards.table[0, cards.number] == 7)
    }

    @Test("Handles stay good when fields are added, renamed and moved")
    func handlesStay() throws {
        var cards = try Cards()
        try cards.table.addRecord([.int(1), .empty, .empty, .string("a")])
        let definition = try FieldDefinition(id: cards.table.schema.nextFieldID, name: "New", type: .int)
        var fields = cards.table.schema.fields
        fields.insert(fields.remove(at: 3), at: 0)
        fields.insert(definition, at: 1)
        let contents = FieldContents(empty: definition, in: cards.table)
        _ = try cards.table.apply(.changeFields(to: fields, inserting: [contents], in: cards.table))
        #expect(cards.table.fieldNames == ["Name", "New", "Number", "Rate", "Member"])
        #expect(cards.table[0, cards.number] == 1)
        #expect(cards.table[0, cards.name] == "a")
    }

    @Test("Records put in again and again at one place stay in order and keep their cells", arguments: UInt64(0)..<4)
    func exhaustedPlaces(seed: UInt64) throws {
        var madeRoom = 0
        var generator = SeededGenerator(seed: seed)
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        var expected: [CellValue] = []
        for number in 0..<300 {
            var one = RecordTable(schema: table.schema)
            let value: CellValue = number.isMultiple(of: 3) ? .unfit("#\(number)") : .int(number)
            try one.addRecord([value])
            let place = number < 250 ? min(1, expected.count) : Int.random(in: 0...expected.count, using: &generator)
            let change = try table.apply(.insertRecords(one, at: RecordIndexes(place), in: table)).change
            if case .sequence = change { madeRoom += 1 }
            expected.insert(value, at: place)
            #expect(isInOrder(table))
        }
        #expect((0..<table.count).map { table[$0, 0] } == expected)
        // Two hundred at one place are more than there is room for, and seldom is that all used up.
        #expect((1...20).contains(madeRoom))
    }
}
