import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Changes, made again in a table that others have changed")
@MainActor
struct MergeTests {
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
        let first = Merge(edits.edits, over: theirs.table, mine: ours.table)
        let rebased = try #require(first.change)
        var mine = theirs.table
        _ = try mine.apply(rebased)
        #expect(mine.schema.index(of: price).map { mine[0, $0] } == .int(7))

        var back = theirs.table
        if case .edit(let edit)? = edits.first {
            _ = Merge.apply(edit.change, to: &back)
        }
        let second = Merge([rebased], over: back, mine: mine)
        #expect(second.open.isEmpty)
        var result = back
        if let change = second.change { _ = try result.apply(change) }
        #expect(Set(result.fieldNames) == ["Name", "Price", "Note"])
        #expect(result.schema.index(of: price).map { result[0, $0] } == .int(7))
    }

    @Test("What a record that is brought back had in a field that was to be removed then, and stays, is open")
    func fieldThatStays() throws {
        var gone = base
        _ = try gone.apply(try .deleteRecords(at: RecordIndexes(0), in: base))
        var lost = base.picked(at: RecordIndexes(0))
        try lost.set(.int(7), at: 0, field: 1)
        var mine = gone
        let back = Change.insertRecords(lost)
        _ = try mine.apply(back)
        let removal = try Change.changeFields(to: [mine.schema[0]], in: mine)
        _ = try mine.apply(removal)
        // Others have brought it back as it was, and called the field something else.
        let theirs = Document(title: "a", inMemory: DocumentContents(table: base))
        try theirs.renameField(base.schema[1].id, to: "Cost")
        let merge = Merge([back, removal], over: theirs.table, mine: mine)
        #expect(merge.table.schema.count == 2 && merge.table[0, 1] == .int(0))
        #expect(merge.open.contains { $0.reason == .cellChanged && $0.own == .int(7) })
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
        let first = Merge(ours.saver.unsaved.edits, over: theirs.table, mine: ours.table)
        #expect(first.open.isEmpty)
        let rebased = try #require(first.change)
        var mine = theirs.table
        _ = try mine.apply(rebased)
        #expect(mine[0, 1] == ours.table[0, 1])

        let place = try #require(theirs.table.schema.index(of: price))
        try theirs.setCells([CellEdit(record: 2, field: place, value: .int(9))])
        let second = Merge([rebased], over: theirs.table, mine: mine)
        #expect(second.change == nil)
        #expect(Set(second.open.map(\.reason)) == [.fieldChanged, .fieldGone])
        #expect(second.open.filter { $0.record == base.ids[0] }.map(\.own) == [ours.table[0, 1]])
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
        let rebased = Merge(ours.saver.unsaved.dropFirst(count).edits, over: theirs.table, mine: ours.table)
        #expect(rebased.change == nil)
        let conflict = try #require(rebased.open.first)
        #expect(rebased.open.count == 1)
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
        let rebased = Merge(ours.saver.unsaved.dropFirst(count).edits, over: theirs.table, mine: ours.table)
        var result = theirs.table
        if let change = rebased.change { _ = try result.apply(change) }
        #expect(result.fieldNames == ["Name", "Price"])
        #expect(result.schema[1].numberFormat == (isEdited ? NumberFormat(places: 2) : base.schema[1].numberFormat))
        let conflict = try #require(rebased.open.first)
        #expect(rebased.open.count == 1)
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
        let rebased = Merge(ours.saver.unsaved.edits, over: theirs.table, mine: ours.table)
        #expect(rebased.change != nil)
        #expect(new[0, 0] == .int(5))
        #expect(rebased.open.map(\.reason) == [.fieldGone])
        #expect(rebased.open.map(\.own) == [.int(7)])
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
        let rebased = Merge(ours.saver.unsaved.edits, over: theirs.table, mine: ours.table)
        var result = theirs.table
        _ = try result.apply(try #require(rebased.change))
        #expect(result.schema.index(of: field).map { result.schema[$0].name } == "Ours")
        #expect(rebased.open.map(\.reason) == [.recordGone])
        for change in try #require(rebased.open.first).changes(for: .mine, in: result) {
            _ = try result.apply(change)
        }
        #expect(result.schema.index(of: field).map { result[0, $0] } == .string("x"))
    }

    // MARK: One by one

    private func set(_ value: Int, from base: Int, _ record: Int = 0, in table: RecordTable) -> Change {
        .setCells([
            CellChange(record: table.ids[record], field: table.schema[1].id, base: .int(base), value: .int(value))
        ])
    }

    @Test("A value that one of the changes has had in between does not make it go over the same one of others")
    func sameInBetween() throws {
        let changes = [set(5, from: 0, in: base), set(0, from: 5, in: base), set(7, from: 0, in: base)]
        var (mine, theirs) = (base, base)
        for change in changes { _ = try mine.apply(change) }
        try theirs.set(.int(5), at: 0, field: 1)
        let merge = Merge(changes, over: theirs, mine: mine)
        #expect(merge.change == nil)
        #expect(merge.table[0, 1] == .int(5))
        #expect(merge.open.map(\.own) == [.int(7)])
        #expect(merge.open.map(\.base) == [.int(0)])
        #expect(merge.typedOver(in: changes).map(\.cell.value) == [.int(0)])
    }

    @Test("A name that one of the changes has had in between does not either")
    func nameInBetween() throws {
        let field = base.schema[0].id
        for name in ["Title", "Name", "Label"] { try ours.renameField(field, to: name) }
        let theirs = Document(title: "a", inMemory: DocumentContents(table: base))
        try theirs.renameField(field, to: "Title")
        let merge = Merge(ours.saver.unsaved.edits, over: theirs.table, mine: ours.table)
        #expect(merge.change == nil)
        #expect(merge.table.fieldNames == ["Title", "Price"])
        #expect(merge.open.map(\.own) == [.string("Label")])
    }

    @Test("Each change stays one of its own, and knows whether it is what it was")
    func oneByOne() throws {
        let two = Change.sequence([set(8, from: 1, 1, in: base), set(9, from: 2, 2, in: base)])
        let changes = [set(5, from: 0, in: base), two, set(6, from: 5, in: base), set(10, from: 8, 1, in: base)]
        var (mine, theirs) = (base, base)
        for change in changes { _ = try mine.apply(change) }
        try theirs.set(.int(3), at: 2, field: 1)
        let merge = Merge(changes, over: theirs, mine: mine)
        #expect(merge.made.map(\.isWhole) == [true, false, true, true])
        #expect(merge.made.allSatisfy { $0.applied != nil })
        #expect((0..<3).map { merge.table[$0, 1] } == [.int(6), .int(10), .int(3)])
        #expect(merge.open.map(\.own) == [.int(9)])
    }

    @Test("What is refused is open, with what has built on it")
    func refused() throws {
        let changes = [set(5, from: 0, in: base), set(6, from: 5, in: base), set(7, from: 1, 1, in: base)]
        var mine = base
        for change in changes { _ = try mine.apply(change) }
        let merge = Merge(changes, over: base, mine: mine, refusing: [0])
        #expect((0..<2).map { merge.table[$0, 1] } == [.int(0), .int(7)])
        #expect(merge.open.map(\.own) == [.int(6)])
        #expect(merge.made.map { $0.applied != nil } == [false, false, true])
    }

    @Test("A record that others have deleted does not come back by undo, and what was entered into it is told whole")
    func returning() throws {
        try ours.setCells([CellEdit(record: 0, field: 1, value: .int(4))])
        try ours.deleteRecords(at: RecordIndexes(0..<2))
        try ours.undo()
        let theirs = base.without([base.ids[0], base.ids[1]])
        let merge = Merge(ours.saver.unsaved.edits, over: theirs, mine: ours.table)
        #expect(merge.table.ids == [base.ids[2]])
        #expect(merge.open.map(\.record) == [base.ids[0]])
        #expect(merge.open.first?.lost.map { $0[0, 1] } == .int(4))
    }

    @Test("A record that a step has added and filled is taken back with it, unless it holds something else by now")
    func addedAndFilled() async throws {
        let new = base.newRecords(1, at: 0)
        let added = try Change.insertRecords(new, at: RecordIndexes(3), in: base)
        var filled = base
        guard case .insertRecords(let records) = try filled.apply(added).change else { return #expect(Bool(false)) }
        let cell = CellChange(record: records.ids[0], field: base.schema[1].id, base: .empty, value: .int(8))
        let step = Change.sequence([.insertRecords(records), .setCells([cell])])
        for isChanged in [false, true] {
            try ours.apply(step)
            if isChanged { try ours.setCells([CellEdit(record: 3, field: 1, value: .int(9))]) }
            let again = await ChangedAgain.since(step, in: ours.table)
            #expect(again.recordCount == (isChanged ? 1 : 0))
            #expect(again.hasOthers == !isChanged)
            _ = try ours.revert(step)
            #expect(ours.table.count == (isChanged ? 4 : 3))
        }
    }

    @Test("A new record that was taken back stays away, whatever fields others have added")
    func transient() throws {
        try ours.insertRecords(at: 1)
        try ours.undo()
        let theirs = Document(title: "a", inMemory: DocumentContents(table: base))
        try theirs.addField("Count", type: .int, initialValue: .int(5))
        let merge = Merge(ours.saver.unsaved.edits, over: theirs.table, mine: ours.table)
        #expect(merge.table.ids == base.ids)
        #expect(merge.open.isEmpty)
    }

    // MARK: Anything

    /// What is done to a table, at random: cells of few values, records, and the same taken back.
    private func edits(_ table: RecordTable, _ random: inout SeededGenerator) throws -> [Change] {
        var (table, made) = (table, [Change]())
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let change: Change
            switch Int.random(in: 0..<8, using: &random) {
            case 0 where table.count > 0:
                change = try .deleteRecords(
                    at: RecordIndexes(Int.random(in: 0..<table.count, using: &random)), in: table)
            case 1:
                var new = table.newRecords(1, at: 0)
                try new.set(.int(Int.random(in: 0..<3, using: &random)), at: 0, field: 1)
                change = try .insertRecords(new, at: RecordIndexes(0), in: table)
            case 2:
                guard let last = made.last else { continue }
                change = last.inverse
            default:
                guard table.count > 0 else { continue }
                let edit = CellEdit(
                    record: Int.random(in: 0..<table.count, using: &random), field: 1,
                    value: .int(Int.random(in: 0..<3, using: &random)))
                change = try .setCells([edit], in: table)
            }
            made.append(try table.apply(change).change)
        }
        return made
    }

    @Test("Every cell is theirs or ours by the rules, whatever both have done", arguments: UInt64(0)..<400)
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (changes, others) = (try edits(base, &random), try edits(base, &random))
        var (mine, theirs) = (base, base)
        for change in changes { _ = try mine.apply(change) }
        for change in others { _ = try theirs.apply(change) }
        let merge = Merge(changes, over: theirs, mine: mine)
        let result = merge.table
        func value(_ table: RecordTable, _ id: RecordID) -> CellValue? { table.index(of: id).map { table[$0, 1] } }
        for id in Set(base.ids).union(mine.ids).union(theirs.ids) {
            let (before, own, their, now) = (value(base, id), value(mine, id), value(theirs, id), value(result, id))
            let told = merge.open.filter { $0.record == id }
            switch (before, own, their) {
            case (nil, nil, _): #expect(now == their && told.isEmpty)
            case (nil, let own?, _): #expect(now == own && told.isEmpty)
            case (let before?, nil, let their?):
                #expect(now == (their == before ? nil : their))
                #expect(told.map(\.reason) == (their == before ? [] : [.recordChanged]))
            case (let before?, let own, nil):
                #expect(now == nil)
                #expect(told.map(\.own) == (own == nil || own == before ? [] : [own ?? .empty]))
            case (let before?, let own?, let their?):
                #expect(now == (their == before ? own : their))
                #expect(told.map(\.own) == (own == before || their == before || own == their ? [] : [own]))
            }
        }
        // Each is compared with what is there, and taking all of them back leaves what others have done.
        var table = theirs
        for change in merge.made.compactMap(\.applied?.change) {
            #expect(Merge.apply(change, to: &table).open.isEmpty)
        }
        #expect(ExactTable(table) == ExactTable(result))
        for change in merge.made.reversed().compactMap(\.applied?.change) {
            #expect(Merge.apply(change.inverse, to: &table).open.isEmpty)
        }
        #expect(ExactTable(table) == ExactTable(theirs))
    }

    @Test(
        "Whatever both have done to fields, the changes fit one after another, and can be taken back",
        arguments: UInt64(0)..<200)
    func randomFields(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let base = try generator.table(records: 2...8)
        func edited() throws -> (RecordTable, [Change]) {
            var (table, made) = (base, [Change]())
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let isBack = Int.random(in: 0..<6, using: &generator) == 0
                guard let change = isBack ? made.last?.inverse : try generator.change(for: table) else { continue }
                made.append(try table.apply(change).change)
            }
            return (table, made)
        }
        let ((mine, changes), (theirs, _)) = (try edited(), try edited())
        let merge = Merge(changes, over: theirs, mine: mine)
        var table = theirs
        for change in merge.made.compactMap(\.applied?.change) { _ = try table.apply(change) }
        #expect(ExactTable(table) == ExactTable(merge.table))
        for change in merge.made.reversed().compactMap(\.applied?.change) { _ = try table.apply(change.inverse) }
        #expect(table.schema.fields == theirs.schema.fields)
        #expect(table == theirs && table.ids == theirs.ids)
        #expect(Set(merge.table.ids).subtracting(theirs.ids).isSubset(of: mine.ids))
        // Where others have changed nothing, all comes out as it was made, but for what comes to nothing.
        let alone = Merge(changes, over: base, mine: mine)
        #expect(alone.open.isEmpty)
        let areWhole = alone.made.allSatisfy { $0.isWhole }
        #expect(areWhole || changes.hasReturns)
        #expect(ExactTable(alone.table) == ExactTable(mine))
    }
}

extension [Change] {
    /// Whether some of them bring back a record or a field that others have taken away, or take away what others have added.
    fileprivate var hasReturns: Bool {
        let net = NetChange(self)
        let gone = flatMap(\.flattened).flatMap { change -> [FieldID] in
            guard case .changeFields(let fields) = change else { return [] }
            return fields.base.fields.map(\.id).filter { fields.schema.index(of: $0) == nil }
        }
        return net.departed.contains { net.deleted[$0] == nil }
            || gone.contains { net.fields?.schema.index(of: $0) != nil || net.fields?.base.index(of: $0) == nil }
    }
}
