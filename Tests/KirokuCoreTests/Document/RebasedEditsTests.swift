import CoreTestSupport
import Testing

@testable import KirokuCore

@Suite("Unsaved edits, laid over what others have written")
@MainActor
struct RebasedEditsTests {
    private let base: RecordTable
    private let ours: Document

    init() throws {
        base = try threePeople()
        ours = Document(title: "a", inMemory: DocumentContents(table: base))
    }

    @Test("An entry in a field that was brought back is kept if others bring it back, too", arguments: [false, true])
    func fieldBackForBoth(isRetyped: Bool) async throws {
        let price = base.schema[1].id
        if isRetyped { try ours.retypeField(price, to: .string) } else { try ours.removeField(price) }
        let (shared, count) = (ours.table, ours.saver.unsaved.count)
        try ours.undo()
        try ours.setCells([CellEdit(record: 0, field: 1, value: .int(7))])
        let edits = Array(ours.saver.unsaved.dropFirst(count))
        let theirs = Document(title: "a", inMemory: DocumentContents(table: shared))
        try theirs.addField("Note", type: .string)
        let first = await RebasedEdits.made(from: UnsavedEdits(edits), mine: ours.table, theirs: theirs.table)
        let rebased = try #require(first.change)
        var mine = theirs.table
        _ = try mine.apply(rebased)
        #expect(mine.schema.index(of: price).map { mine[0, $0] } == .int(7))

        var back = theirs.table
        if case .table(_, let change)? = edits.first {
            _ = ChangeLayer.lay(change, over: &back, changedElsewhere: ChangedElsewhere())
        }
        let second = await RebasedEdits.made(
            from: UnsavedEdits([.table(.only, rebased)]), mine: mine, theirs: back)
        #expect(second.conflicts.isEmpty)
        var result = back
        if let change = second.change { _ = try result.apply(change) }
        #expect(Set(result.fieldNames) == ["Name", "Price", "Note"])
        #expect(result.schema.index(of: price).map { result[0, $0] } == .int(7))
    }

    @Test("What was entered between two new types of a field is told if a later look leaves them out")
    func retypedTwice() async throws {
        let price = base.schema[1].id
        let types: [FieldType] = [.string, .choice]
        for type in types {
            let field = ours.table.schema[1].id
            try ours.retypeField(field, to: type)
            if type == .string { try ours.setCells([CellEdit(record: 0, field: 1, value: .string("x"))]) }
        }
        let theirs = Document(title: "a", inMemory: DocumentContents(table: base))
        try theirs.addField("Note", type: .string)
        let first = await RebasedEdits.made(
            from: UnsavedEdits(ours.saver.unsaved), mine: ours.table, theirs: theirs.table)
        #expect(first.conflicts.isEmpty)
        let rebased = try #require(first.change)
        var mine = theirs.table
        _ = try mine.apply(rebased)
        #expect(mine[0, 1] == ours.table[0, 1])

        let place = try #require(theirs.table.schema.index(of: price))
        try theirs.setCells([CellEdit(record: 2, field: place, value: .int(9))])
        let second = await RebasedEdits.made(
            from: UnsavedEdits([.table(.only, rebased)]), mine: mine, theirs: theirs.table)
        #expect(second.change == nil)
        #expect(Set(second.conflicts.map(\.reason)) == [.fieldChanged, .fieldGone])
        #expect(second.conflicts.filter { $0.record == base.ids[0] }.map(\.own) == [ours.table[0, 1]])
    }

    @Test("A field that two bring back with other cells is told where they differ", arguments: [false, true])
    func otherCells(isEdited: Bool) async throws {
        let price = base.schema[1].id
        let theirs = Document(title: "a", inMemory: DocumentContents(table: base))
        try theirs.setCells([CellEdit(record: 0, field: 1, value: .int(9))])
        for document in [ours, theirs] { try document.removeField(price) }
        let count = ours.saver.unsaved.count
        for document in [ours, theirs] { try document.undo() }
        if isEdited { try ours.setCells([CellEdit(record: 0, field: 1, value: .int(7))]) }
        let rebased = await RebasedEdits.made(
            from: UnsavedEdits(Array(ours.saver.unsaved.dropFirst(count))), mine: ours.table, theirs: theirs.table)
        #expect(rebased.change == nil)
        let conflict = try #require(rebased.conflicts.first)
        #expect(rebased.conflicts.count == 1)
        #expect(conflict.reason == .cellChanged)
        #expect(conflict.record == base.ids[0])
        #expect(conflict.own == .int(isEdited ? 7 : 0))
        #expect(conflict.theirs == .int(9))
    }

    @Test("A field that two bring back under other names is told; either can be taken", arguments: [false, true])
    func otherName(isEdited: Bool) async throws {
        let price = base.schema[1].id
        try ours.renameField(price, to: "Cost")
        let theirs = Document(title: "a", inMemory: DocumentContents(table: base))
        for document in [ours, theirs] { try document.removeField(price) }
        let count = ours.saver.unsaved.count
        for document in [ours, theirs] { try document.undo() }
        if isEdited { try ours.formatNumbers(of: price, as: NumberFormat(places: 2)) }
        let rebased = await RebasedEdits.made(
            from: UnsavedEdits(Array(ours.saver.unsaved.dropFirst(count))), mine: ours.table, theirs: theirs.table)
        var result = theirs.table
        if let change = rebased.change { _ = try result.apply(change) }
        #expect(result.fieldNames == ["Name", "Price"])
        #expect(result.schema[1].numberFormat == (isEdited ? NumberFormat(places: 2) : base.schema[1].numberFormat))
        let conflict = try #require(rebased.conflicts.first)
        #expect(rebased.conflicts.count == 1)
        #expect(conflict.reason == .fieldChanged)
        #expect(conflict.own == .string("Cost"))
        #expect(conflict.sides?.ownText == "Price → Cost")
        #expect(conflict.sides?.theirText == "Price")
        for change in try conflict.changes(for: .mine, in: result) { _ = try result.apply(change) }
        #expect(result.fieldNames == ["Name", "Cost"])
    }

    @Test("What was entered into a new record is told when others have retyped the field; what it started with is not")
    func newRecords() async throws {
        let count = try FieldDefinition(id: FieldID(rawValue: 1), name: "Count", type: .int, initialValue: .int(5))
        let table = RecordTable(schema: try Schema(fields: [count], nextFieldID: FieldID(rawValue: 2)))
        let (ours, theirs) = (
            Document(title: "a", inMemory: DocumentContents(table: table)),
            Document(title: "a", inMemory: DocumentContents(table: table))
        )
        let new = table.newRecords(2, at: 0)
        try ours.insertRecords(new, at: RecordIndexes(0..<2))
        try ours.setCells([CellEdit(record: 1, field: 0, value: .int(7))])
        try theirs.retypeField(count.id, to: .string)
        let rebased = await RebasedEdits.made(
            from: UnsavedEdits(ours.saver.unsaved), mine: ours.table, theirs: theirs.table)
        #expect(rebased.change != nil)
        #expect(new[0, 0] == .int(5))
        #expect(rebased.conflicts.map(\.reason) == [.fieldGone])
        #expect(rebased.conflicts.map(\.own) == [.int(7)])
    }

    @Test("A field stays what it is known by, also in the record that others have deleted")
    func sameIdentity() async throws {
        try ours.addField("Ours", type: .string)
        let field = ours.table.schema[2].id
        try ours.setCells([CellEdit(record: 0, field: 2, value: .string("x"))])
        let theirs = Document(title: "a", inMemory: DocumentContents(table: base))
        try theirs.deleteRecords(at: RecordIndexes(0))
        while theirs.table.schema.nextFieldID <= field {
            try theirs.addField("Theirs \(theirs.table.schema.count)", type: .string)
        }
        let rebased = await RebasedEdits.made(
            from: UnsavedEdits(ours.saver.unsaved), mine: ours.table, theirs: theirs.table)
        var result = theirs.table
        _ = try result.apply(try #require(rebased.change))
        #expect(result.schema.index(of: field).map { result.schema[$0].name } == "Ours")
        #expect(rebased.conflicts.map(\.reason) == [.recordGone])
        for change in try #require(rebased.conflicts.first).changes(for: .mine, in: result) {
            _ = try result.apply(change)
        }
        #expect(result.schema.index(of: field).map { result[0, $0] } == .string("x"))
    }
}
