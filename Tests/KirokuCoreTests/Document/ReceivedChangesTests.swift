import CoreTestSupport
import Testing

@testable import KirokuCore

@Suite("Changes from elsewhere")
@MainActor
struct ReceivedChangesTests {
    /// A copy of a document, and the changes that were made in it.
    @MainActor
    private final class Copy {
        let document: Document
        let link = StoreScript()

        init(_ table: RecordTable) {
            document = Document(title: "a", inMemory: DocumentContents(table: table), link)
        }

        /// What was edited here, in its order.
        func changes() async -> [Change] {
            await document.finishSaving()
            return await link.batches.joined().compactMap { if case .table(_, let change) = $0 { change } else { nil } }
        }
    }

    private func people() throws -> RecordTable {
        var table = try RecordTable(fieldNames: ["Name", "Price"], fieldTypes: [.string, .int])
        for (number, name) in ["Ann", "Bob", "Cy"].enumerated() { try table.addRecord([.string(name), .int(number)]) }
        return table
    }

    private func receive(_ changes: [Change], _ document: Document) throws {
        for change in changes { try document.receive(change, isSaved: true) }
    }

    // MARK: Two copies

    @Test("Copies that were edited apart have the same records in the same order in the end", arguments: UInt64(0)..<60)
    func twoCopies(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let base = try generator.table(records: 0...12)
        let copies = [Copy(base), Copy(base)]
        for copy in copies {
            for _ in 0..<Int.random(in: 1...25, using: &generator) { try edit(copy.document, &generator) }
        }
        let changes = [await copies[0].changes(), await copies[1].changes()]
        try receive(changes[1], copies[0].document)
        try receive(changes[0], copies[1].document)
        expectSame(copies[0].document.table, copies[1].document.table)
    }

    @Test("They may hear of each other's changes while they are edited", arguments: UInt64(0)..<60)
    func talking(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let base = try generator.table(records: 0...12)
        let copies = [Copy(base), Copy(base)]
        var heard = [0, 0]
        for _ in 0..<40 {
            let (here, there) = generator.chance(1, in: 2) ? (0, 1) : (1, 0)
            let theirs = await copies[there].changes()
            if generator.chance(1, in: 3), heard[here] < theirs.count {
                let end = Int.random(in: heard[here]...theirs.count, using: &generator)
                try receive(Array(theirs[heard[here]..<end]), copies[here].document)
                heard[here] = end
            } else {
                try edit(copies[here].document, &generator)
            }
        }
        for (here, there) in [(0, 1), (1, 0)] {
            try receive(Array(await copies[there].changes()[heard[here]...]), copies[here].document)
        }
        expectSame(copies[0].document.table, copies[1].document.table)
    }

    /// Records come, go and move, and steps are taken back and done again.
    private func edit(_ document: Document, _ generator: inout SeededGenerator) throws {
        let table = document.table
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...1: try document.undo()
        case 2: try document.redo()
        case 3...4 where table.count > 0:
            let first = Int.random(in: 0..<table.count, using: &generator)
            try document.deleteRecords(at: RecordIndexes(first..<min(first + 2, table.count)))
        case 5...6 where table.count > 1:
            let record = Int.random(in: 0..<table.count, using: &generator)
            try document.moveRecords(
                at: RecordIndexes(record), to: Int.random(in: 0..<table.count, using: &generator))
        default: try document.apply(try generator.insertion(for: table))
        }
    }

    private func expectSame(_ one: RecordTable, _ other: RecordTable) {
        #expect(one.ids == other.ids)
        #expect(isInOrder(one))
        #expect(one == other)
    }

    // MARK: Cells and fields

    @Test("A cell is taken in where nothing else stands than the other side found, and is no step of the history")
    func cells() async throws {
        let copies = [Copy(try people()), Copy(try people())]
        try copies[0].document.setCells([
            CellEdit(record: 0, field: 1, value: .int(7)), CellEdit(record: 1, field: 1, value: .int(8)),
        ])
        try copies[1].document.setCells([CellEdit(record: 0, field: 1, value: .int(9))])
        let change = try #require(await copies[0].changes().first)
        let left = try copies[1].document.receive(change, isSaved: true)
        #expect(left.map(\.reason) == [.cellChanged])
        #expect(left.first?.own == .int(7))
        #expect(left.first?.theirs == .int(9))
        let table = copies[1].document.table
        #expect([table[0, 1], table[1, 1]] == [.int(9), .int(8)])
        #expect(copies[1].document.undoTitle == .editCells(1))
    }

    @Test("Fields of both sides come together")
    func fields() async throws {
        let copies = [Copy(try people()), Copy(try people())]
        try copies[0].document.renameField(copies[0].document.table.schema[0].id, to: "Who")
        try copies[1].document.moveField(copies[1].document.table.schema[1].id, to: 0)
        let changes = [await copies[0].changes(), await copies[1].changes()]
        try receive(changes[1], copies[0].document)
        try receive(changes[0], copies[1].document)
        for copy in copies { #expect(copy.document.table.fieldNames == ["Price", "Who"]) }
        expectSame(copies[0].document.table, copies[1].document.table)
    }

    @Test("Fields that both sides have added come together in one order", arguments: UInt64(0)..<60)
    func addedFields(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let copies = [Copy(try people()), Copy(try people())]
        for (side, copy) in copies.enumerated() {
            for number in 0..<Int.random(in: 1...4, using: &generator) {
                let field = try copy.document.addField(
                    number == 0 ? "New" : "\(side) \(number)", type: generator.type(),
                    at: Int.random(in: 0...copy.document.table.schema.count, using: &generator))
                let index = try #require(copy.document.table.schema.index(of: field))
                let value = generator.value(for: copy.document.table.schema[index].type)
                try copy.document.setCells([CellEdit(record: 0, field: index, value: value)])
            }
        }
        let changes = [await copies[0].changes(), await copies[1].changes()]
        try receive(changes[1], copies[0].document)
        try receive(changes[0], copies[1].document)
        #expect(copies[0].document.table.schema.fields == copies[1].document.table.schema.fields)
        expectSame(copies[0].document.table, copies[1].document.table)
    }

    @Test("What is received is saved, unless it is where the document is kept already")
    func saving() async throws {
        let (one, other) = (Copy(try people()), Copy(try people()))
        try one.document.setCells([CellEdit(record: 0, field: 1, value: .int(7))])
        let change = try #require(await one.changes().first)
        try other.document.receive(change, isSaved: true)
        #expect(await other.changes().isEmpty)
        let third = Copy(try people())
        try third.document.receive(change)
        #expect(await third.changes().count == 1)
    }

    // MARK: The history

    @Test("What was changed elsewhere since is not taken back, all else is, and it says so")
    func undo() async throws {
        let (here, there) = (Copy(try people()), Copy(try people()))
        try here.document.setCells([
            CellEdit(record: 0, field: 0, value: .string("Anna")), CellEdit(record: 0, field: 1, value: .int(7)),
        ])
        for change in await here.changes() { try there.document.receive(change, isSaved: true) }
        try there.document.setCells([CellEdit(record: 0, field: 1, value: .int(99))])
        for change in await there.changes() { try here.document.receive(change, isSaved: true) }
        var messages: [String] = []
        let observation = here.document.observe { event in
            if case .leftAsItWas(let left) = event {
                messages.append(EditConflict.changedElsewhere(left, in: here.document.table))
            }
        }
        #expect(try here.document.undo() == .editCells(2))
        #expect(messages == ["Price has been changed elsewhere since; it was left as it is."])
        #expect([here.document.table[0, 0], here.document.table[0, 1]] == [.string("Ann"), .int(99)])
        try here.document.redo()
        #expect([here.document.table[0, 0], here.document.table[0, 1]] == [.string("Anna"), .int(99)])
        #expect(messages.count == 1)
        _ = observation
    }

    @Test("A record that was added here and filled in elsewhere stays when the step is taken back")
    func undoOfAnInsertion() async throws {
        let (here, there) = (Copy(try people()), Copy(try people()))
        try here.document.addRecord()
        for change in await here.changes() { try there.document.receive(change, isSaved: true) }
        try there.document.setCells([CellEdit(record: 3, field: 0, value: .string("Di"))])
        for change in await there.changes() { try here.document.receive(change, isSaved: true) }
        var messages: [String] = []
        let observation = here.document.observe { event in
            if case .leftAsItWas(let left) = event {
                messages.append(EditConflict.changedElsewhere(left, in: here.document.table))
            }
        }
        try here.document.undo()
        #expect(messages == ["Record 4 has been changed elsewhere since; it was left as it is."])
        _ = observation
        #expect(here.document.table.count == 4)
        #expect(here.document.table[3, 0] == .string("Di"))
    }

    @Test("The message names each field once, five of them at most")
    func message() throws {
        let conflicts = ["Name", "Price", "Name", "Place", "Date", "Size", "Note"].map { name in
            EditConflict(
                reason: .cellChanged, record: RecordID(rawValue: 1), field: nil, fieldName: name, own: .empty,
                theirs: .empty)
        }
        let table = try people()
        #expect(
            EditConflict.changedElsewhere(Array(conflicts[..<3]), in: table)
                == "Name, Price have been changed elsewhere since; they were left as they are.")
        #expect(
            EditConflict.changedElsewhere(conflicts, in: table)
                == "Name, Price, Place, Date, Size, … have been changed elsewhere since; they were left as they are.")
    }

    @Test("An identity is not used again after the record that had it is gone")
    func neverAgain() async throws {
        let document = Copy(try people()).document
        var known = Set(document.table.ids)
        for _ in 0..<20 {
            try document.insertRecords(2, at: 1)
            let new = document.table.ids.filter { !known.contains($0) }
            #expect(new.count == 2)
            known.formUnion(new)
            try document.undo()
        }
    }
}
