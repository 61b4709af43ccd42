import CoreTestSupport
import Geometry
import KirokuCore
import Testing

@testable import KirokuPresentation

@Suite("Records as a grid shows them")
@MainActor
struct RecordViewTests {
    /// A document whose records hold these numbers, and what a view of it goes through.
    @MainActor
    private final class Viewed {
        let document: Document
        var view: RecordView
        var changes: [RecordView.RowChange] = []
        private var observation: Observation?

        init(_ numbers: [Int], shown: [Int]?) throws {
            var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
            for number in numbers { try table.addRecord([.int(number)]) }
            document = Document(
                title: "a", inMemory: DocumentContents(table: table))
            view = shown.map { RecordView($0, found: table.ids, in: table) } ?? RecordView(of: table)
            observation = document.observe { [weak self] event in
                guard let self, case .tableChanged(let extent) = event else { return }
                changes.append(view.update(for: extent, in: document.table))
            }
        }

        /// The numbers, row by row.
        var numbers: [Int] {
            (0..<view.count).map { row in
                if let record = view[row], case .int(let number) = document.table[record, 0] { number } else { -1 }
            }
        }

        func insert(_ numbers: [Int], at places: [Int]) throws {
            var new = RecordTable(schema: document.table.schema)
            for number in numbers { try new.addRecord([.int(number)]) }
            try document.insertRecords(new, at: RecordIndexes(places))
        }
    }

    @Test("Without a list all records are shown as they stand")
    func wholeTable() throws {
        let viewed = try Viewed([5, 6, 7], shown: nil)
        #expect(viewed.view.isWholeTable)
        #expect(viewed.numbers == [5, 6, 7])
        try viewed.insert([9], at: [1])
        #expect(viewed.numbers == [5, 9, 6, 7])
        try viewed.document.deleteRecords(at: RecordIndexes(0))
        #expect(viewed.numbers == [9, 6, 7])
        #expect(viewed.changes == [.inserted(RecordIndexes(1)), .deleted(RecordIndexes(0))])
        #expect(viewed.view.row(of: 2) == 2)
        #expect(viewed.view.row(of: 3) == nil)
    }

    @Test("A list is kept on its records; what is edited stays in its row")
    func edited() throws {
        let viewed = try Viewed([30, 10, 20], shown: [1, 2, 0])
        #expect(viewed.numbers == [10, 20, 30])
        try viewed.document.setCells([CellEdit(record: 1, field: 0, value: .int(99))])
        #expect(viewed.numbers == [99, 20, 30])
        #expect(viewed.view.row(of: 0) == 2)
        #expect(viewed.view.records(in: 0..<2) == RecordIndexes(1..<3))
    }

    @Test("Records that come are at the end, wherever they stand in the table")
    func inserted() throws {
        let viewed = try Viewed([30, 10, 20, 40], shown: [1, 2, 0])
        try viewed.insert([7, 8], at: [0, 3])
        #expect(viewed.numbers == [10, 20, 30, 7, 8])
        #expect(viewed.changes == [.inserted(RecordIndexes(3..<5))])
        try viewed.document.undo()
        #expect(viewed.numbers == [10, 20, 30])
        #expect(viewed.changes.last == .deleted(RecordIndexes(3..<5)))
        #expect(viewed.document.table.count == 4)
    }

    @Test("Records whose deletion is taken back are where they were")
    func broughtBack() throws {
        let viewed = try Viewed([30, 10, 20, 40, 50], shown: [3, 1, 2, 0])
        try viewed.document.deleteRecords(at: RecordIndexes([1, 3]))
        #expect(viewed.numbers == [20, 30])
        #expect(viewed.changes == [.deleted(RecordIndexes(0..<2))])
        try viewed.document.undo()
        #expect(viewed.numbers == [40, 10, 20, 30])
        #expect(viewed.changes.last == .inserted(RecordIndexes(0..<2)))
        try viewed.document.redo()
        try viewed.document.undo()
        #expect(viewed.numbers == [40, 10, 20, 30])
    }

    @Test("What is not shown comes and goes without a word to the rows")
    func notShown() throws {
        let viewed = try Viewed([30, 10, 20], shown: [2])
        try viewed.document.deleteRecords(at: RecordIndexes(0))
        #expect(viewed.numbers == [20])
        #expect(viewed.changes == [.deleted(RecordIndexes())])
    }

    @Test("A table that changes as a whole keeps the list on its records")
    func moved() throws {
        let viewed = try Viewed([30, 10, 20, 40], shown: [1, 2, 0])
        try viewed.document.addField("M", type: .string)
        #expect(viewed.numbers == [10, 20, 30])
        var table = viewed.document.table
        let last = try table.records(at: RecordIndexes(0))
        let deletion = try table.apply(.deleteRecords(at: RecordIndexes(2), in: table)).change
        try viewed.document.apply(
            .sequence([deletion, try .insertRecords(last, at: RecordIndexes(3), in: table)]))
        #expect(viewed.numbers == [10, 30, 30])
        #expect(viewed.changes.last == .everything)
        try viewed.document.undo()
        #expect(Set(viewed.numbers) == [10, 20, 30])
    }

    @Test("Random edits keep every shown record shown once", arguments: 0..<30 as Range<UInt64>)
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let viewed = try Viewed(Array(0..<40), shown: (0..<40).shuffled(using: &random).filter { $0 % 3 != 0 })
        var shown = Set(viewed.numbers)
        var next = 40
        for _ in 0..<40 {
            let count = viewed.document.table.count
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let places = (0...count + 1).shuffled(using: &random).prefix(2).sorted()
                try viewed.insert([next, next + 1], at: places)
                shown.formUnion([next, next + 1])
                next += 2
            case 1 where count > 3:
                let places = RecordIndexes((0..<count).shuffled(using: &random).prefix(3))
                for index in places.all {
                    if case .int(let number) = viewed.document.table[index, 0] { shown.remove(number) }
                }
                try viewed.document.deleteRecords(at: places)
            case 2:
                let before = viewed.numbers
                guard try viewed.document.undo() != nil else { continue }
                guard try viewed.document.redo() != nil else { continue }
                #expect(viewed.numbers.sorted() == before.sorted())
                shown = Set(viewed.numbers)
            default:
                try viewed.document.setCells([CellEdit(record: 0, field: 0, value: viewed.document.table[0, 0])])
            }
            let numbers = viewed.numbers
            #expect(Set(numbers) == shown)
            #expect(numbers.count == shown.count)
        }
    }

    @Test("Cells to fix are walked row by row")
    func unfit() throws {
        let viewed = try Viewed([30, 10, 20, 40], shown: [3, 1, 2])
        try viewed.document.setCells([0, 1, 3].map { CellEdit(record: $0, field: 0, value: .unfit("x")) })
        let table = viewed.document.table
        let toFix = viewed.document.toFix
        let first = viewed.view.nextCell(of: toFix, after: CellIndex(row: 2, column: 0), in: table)
        #expect(first == CellIndex(row: 0, column: 0))
        let second = viewed.view.nextCell(of: toFix, after: CellIndex(row: 0, column: 0), in: table)
        #expect(second == CellIndex(row: 1, column: 0))
        let only = RecordView([2], found: table.ids, in: table)
        #expect(only.nextCell(of: toFix, after: CellIndex(row: 0, column: 0), in: table) == nil)
    }

    @Test("Filled cells are those that hold anything, unfit text included", arguments: [3, 64, 65, 200])
    func filled(count: Int) throws {
        var table = try RecordTable(
            fieldNames: ["I", "F", "B", "S"], fieldTypes: [.int, .float, .bool, .string])
        for number in 0..<count {
            let isEmpty = number % 3 == 0
            try table.addRecord([
                number % 5 == 0 ? .unfit("x") : isEmpty ? .empty : .int(number), isEmpty ? .empty : .float(1),
                isEmpty ? .empty : .bool(number % 2 == 0), isEmpty ? .empty : .string(""),
            ])
        }
        for field in 0..<4 {
            let cells = FilledCells(field, of: table)
            for record in 0..<count {
                #expect(cells[record] == (table[record, field] != .empty))
                #expect(table.isFilled(record, field) == cells[record])
            }
        }
    }

    @Test("Lists are made in the order of the rules, of all records or some")
    func made() async throws {
        let table = try Viewed([30, 10, 20, 40], shown: nil).document.table
        let rule = SortRule(field: table.schema[0].id, isDescending: true)
        #expect(try await table.list(of: nil, by: []) == nil)
        #expect(try await table.list(of: nil, by: [rule]) == [3, 0, 2, 1])
        #expect(try await table.list(of: [2, 0, 99], by: [rule]) == [0, 2])
        #expect(try await table.list(of: [2, 0], by: []) == [0, 2])
        #expect(try await table.list(of: nil, by: [SortRule(field: FieldID(rawValue: 99))]) == nil)
    }

    // MARK: Records that are gone

    @Test("A record that is gone has a row where it was, which leads to no record", arguments: [nil, [2, 1, 0]])
    func lost(shown: [Int]?) throws {
        let viewed = try Viewed([5, 6, 7], shown: shown)
        let gone = try viewed.document.table.records(at: RecordIndexes(1))
        try viewed.document.deleteRecords(at: RecordIndexes(1))
        let table = viewed.document.table
        let (first, last) = shown == nil ? (0, 1) : (1, 0)
        let moves = [viewed.view.show(lost: [gone], in: table), viewed.view.show(lost: [gone], in: table)]
        #expect(moves == [true, false])
        #expect(viewed.view.count == 3)
        #expect(!viewed.view.isWholeTable)
        #expect((0..<3).map { viewed.view[$0] } == [first, nil, last])
        #expect(viewed.view.lostRecord(inRow: 1) == gone.ids[0])
        #expect(viewed.view.row(ofLost: gone.ids[0]) == 1)
        #expect(viewed.view.row(of: first) == 0)
        #expect(viewed.view.row(of: last) == 2)
        #expect(viewed.view.records(in: 0..<3) == RecordIndexes(0..<2))
        #expect(viewed.view.records(in: 1..<2).isEmpty)
        // F8 goes there and on.
        let toFix = CellsToFix(table)
        let next = viewed.view.nextCell(of: toFix, after: CellIndex(row: 2, column: 0), in: table)
        #expect(next == CellIndex(row: 1, column: 0))
        // Whatever changes, the rows are put in order again.
        try viewed.insert([9], at: [2])
        #expect(viewed.changes.last == .everything)
        _ = viewed.view.show(lost: [gone], in: viewed.document.table)
        #expect(viewed.numbers == (shown == nil ? [5, -1, 7, 9] : [7, -1, 5, 9]))
        _ = viewed.view.show(lost: [], in: viewed.document.table)
        #expect(viewed.view.count == 3)
    }

    @Test("Of a table that holds some rows of a longer one, the others have no record yet")
    func someRows() throws {
        let table = try Viewed([7, 8, 9], shown: nil).document.table
        let view = RecordView(of: table, HeldRows(before: 100, count: 1_000))
        #expect(view.count == 1_000)
        #expect((99...103).map { view[$0] } == [nil, 0, 1, 2, nil])
        #expect(view.isAwaited(99) && !view.isAwaited(100) && view.isAwaited(103))
        #expect(view.row(of: 1) == 101)
        #expect(view.records(in: 0..<102) == RecordIndexes(0..<2))
        #expect(view.records(in: 500..<600).count == 0)
        #expect(!view.isWholeTable)
    }
}
