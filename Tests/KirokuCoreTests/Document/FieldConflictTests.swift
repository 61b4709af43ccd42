import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Fields that two have changed")
@MainActor
struct FieldConflictTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
    }

    /// Has the first document make an edit that is not saved before the second has made its own.
    private func cross(
        _ mine: (Document) throws -> Void, _ theirs: (Document) throws -> Void
    ) async throws -> Document {
        let documents = try await openTogether(try threePeople(), at: path)
        await documents[0].saver.hold()
        try mine(documents[0])
        try theirs(documents[1])
        await documents[1].close()
        #expect(documents[1].saveState == .saved)
        documents[0].saver.release()
        await documents[0].finishSaving()
        #expect(documents[0].saveState == .saved)
        return documents[0]
    }

    private func rename(_ name: String, _ field: Int, _ document: Document) throws {
        try document.renameField(document.table.schema[field].id, to: name)
    }

    private func format(_ places: Int, _ document: Document) throws {
        try document.formatNumbers(of: document.table.schema[1].id, as: NumberFormat.asTyped.with(places: places))
    }

    @Test("The names that two have given are told, and either is taken, as a step to take back")
    func names() async throws {
        let document = try await cross {
            try rename("Title", 0, $0)
        } _: {
            try rename("Label", 0, $0)
        }
        #expect(document.table.fieldNames == ["Label", "Price"])
        let conflict = try #require(document.openConflicts.conflict(of: document.table.schema[0].id))
        let text = conflict.sides(isShort: true)
        #expect(text.hasPrefix("Field “Label” · Yours: Name → Title · Theirs ("))
        #expect(text.hasSuffix("): Name → Label"))
        #expect(document.toFix.count(inField: 0) == 1)
        #expect(document.toFix.next(after: CellPosition(record: 2, field: 1)) == CellPosition(record: 0, field: 0))
        try document.resolve([conflict], as: .mine)
        #expect(document.table.fieldNames == ["Title", "Price"])
        #expect(document.conflicts.isEmpty)
        try document.undo()
        #expect(document.table.fieldNames == ["Label", "Price"])
        #expect(document.conflicts == [conflict])
        try document.redo()
        try document.undo()
        try document.resolve(document.conflicts, as: .theirs)
        #expect(document.table.fieldNames == ["Label", "Price"])
        #expect(document.conflicts.isEmpty)
        await document.close()
    }

    @Test("It is there next time, and a decision can be taken back then")
    func nextTime() async throws {
        var document = try await cross {
            try rename("Title", 0, $0)
        } _: {
            try rename("Label", 0, $0)
        }
        let conflicts = document.conflicts
        document = try await reopen(document, at: path)
        #expect(document.conflicts == conflicts)
        try document.resolve(conflicts, as: .mine)
        document = try await reopen(document, at: path)
        #expect(document.table.fieldNames == ["Title", "Price"])
        #expect(document.conflicts.isEmpty)
        try document.undo()
        #expect(document.conflicts == conflicts)
        await document.close()
    }

    @Test("Two formats of numbers, too, are told, and nothing else of theirs is lost by keeping ours")
    func formats() async throws {
        let document = try await cross {
            try format(1, $0)
        } _: {
            try format(2, $0)
            try rename("Cost", 1, $0)
        }
        #expect(document.table.schema[1].numberFormat == .asTyped.with(places: 2))
        let conflict = try #require(document.conflicts.first)
        #expect(conflict.sides?.ownText == "another number format")
        #expect(conflict.sides?.theirText == "Price → Cost, another number format")
        try document.resolve([conflict], as: .mine)
        #expect(document.table.schema[1].numberFormat == .asTyped.with(places: 1))
        #expect(document.table.schema[1].name == "Cost")
        await document.close()
    }

    @Test("What two have changed in different ways of a field is merged without a word")
    func merged() async throws {
        let document = try await cross {
            try rename("Cost", 1, $0)
        } _: {
            try $0.retypeField($0.table.schema[1].id, to: .decimal)
        }
        #expect(document.conflicts.isEmpty)
        #expect(document.table.schema[1].name == "Cost")
        #expect(document.table.schema[1].type == .decimal)
        await document.close()
    }

    @Test("The same change of both is none to decide")
    func same() async throws {
        let document = try await cross {
            try rename("Cost", 1, $0)
        } _: {
            try rename("Cost", 1, $0)
        }
        #expect(document.conflicts.isEmpty)
        await document.close()
    }

    @Test("A type that both have changed becomes ours with their values", arguments: [false, true])
    func types(prepared: Bool) async throws {
        let document = try await cross {
            try $0.retypeField($0.table.schema[1].id, to: .string)
        } _: {
            try $0.setCells([CellEdit(record: 2, field: 1, value: .int(9))])
            try $0.retypeField($0.table.schema[1].id, to: .decimal)
        }
        #expect(document.table.schema[1].type == .decimal)
        let conflict = try #require(document.conflicts.first)
        #expect(conflict.sides?.ownText == "\(FieldType.int.name) → \(FieldType.string.name)")
        #expect(conflict.isConverting(by: .mine))
        document.setWidth(222, of: document.table.schema[1].id)
        let converted =
            prepared ? await EditConflict.conversions(for: [conflict], as: .mine, in: document.table) : []
        #expect(converted.count == (prepared ? 1 : 0))
        try document.resolve([conflict], as: .mine, with: converted)
        #expect(document.table.schema[1].type == .string)
        #expect((0..<3).map { document.table[$0, 1] } == ["0", "1", "9"].map { .string($0) })
        #expect(document.fieldWidths[document.table.schema[1].id] == 222)
        try document.undo()
        #expect(document.table[2, 1].plainText == "9")
        #expect(document.table.schema[1].type == .decimal)
        #expect(document.conflicts == [conflict])
        await document.close()
    }

    @Test("A field that was removed here and changed there goes after all, or stays")
    func removed() async throws {
        let document = try await cross {
            try $0.removeField($0.table.schema[1].id)
        } _: {
            try $0.setCells([CellEdit(record: 2, field: 1, value: .int(9))])
        }
        let conflict = try #require(document.conflicts.first)
        #expect(conflict.sides?.ownText == "removed")
        #expect(conflict.sides?.theirText == "other values")
        try document.resolve([conflict], as: .mine)
        #expect(document.table.fieldNames == ["Name"])
        try document.undo()
        #expect(document.table[2, 1] == .int(9))
        await document.close()
    }

    @Test("What was left out of a field is no step to take back", arguments: [false, true])
    func noStep(isRetyped: Bool) async throws {
        let document = try await cross {
            try rename("Title", 0, $0)
            let price = $0.table.schema[1].id
            if isRetyped { try $0.retypeField(price, to: .string) } else { try $0.removeField(price) }
        } _: {
            try $0.setCells([CellEdit(record: 2, field: 1, value: .int(9))])
        }
        #expect(document.conflicts.count == 1)
        #expect(document.undoTitle == .editField)
        try document.undo()
        #expect(document.table.fieldNames == ["Name", "Price"])
        #expect(document.table[2, 1] == .int(9))
        #expect(document.undoTitle == nil)
        await document.close()
    }

    @Test("What else a step has changed of the fields can be taken back", arguments: [false, true])
    func restOfStep(isRetyped: Bool) throws {
        let table = try threePeople()
        let price = table.schema[1]
        var fields = [try FieldDefinition(id: FieldID(rawValue: 9), name: "Title", type: .string)]
        var (inserted, replaced) = ([FieldContents(empty: fields[0], in: table)], [FieldReplacement]())
        if isRetyped {
            let retyped = try FieldDefinition(id: FieldID(rawValue: 8), name: "Price", type: .string)
            fields.append(retyped)
            inserted.append(FieldContents(empty: retyped, in: table))
            replaced.append(FieldReplacement(old: price.id, new: FieldID(rawValue: 8)))
        }
        var ours = table
        let made = try ours.apply(
            try .changeFields(to: fields, inserting: inserted, replacing: replaced, in: table)
        ).change
        var theirs = table
        try theirs.set(.int(9), at: 2, field: 1)
        let merge = Merge([made], over: theirs, mine: ours)
        #expect(merge.open.map(\.sides?.base) == [price])
        var there = merge.table
        #expect(there.fieldNames == ["Title", "Price"])
        let laid = Merge.apply(try #require(merge.change).inverse.trimmed, to: &there)
        #expect(laid.open.isEmpty)
        #expect(Set(there.schema.fields) == Set(table.schema.fields))
        #expect(there[2, try #require(there.schema.index(of: price.id))] == .int(9))
    }

    @Test("A field that was removed here and got another type there goes after all, or stays")
    func removedAndRetyped() async throws {
        let document = try await cross {
            try $0.removeField($0.table.schema[1].id)
        } _: {
            try $0.retypeField($0.table.schema[1].id, to: .string)
        }
        #expect(document.table.fieldNames == ["Name", "Price"])
        let conflict = try #require(document.openConflicts.conflict(of: document.table.schema[1].id))
        #expect(conflict.sides?.ownText == "removed")
        #expect(conflict.sides?.theirText == "\(FieldType.int.name) → \(FieldType.string.name)")
        try document.resolve([conflict], as: .mine)
        #expect(document.table.fieldNames == ["Name"])
        try document.undo()
        try document.resolve(document.conflicts, as: .theirs)
        #expect(document.table[2, 1] == .string("2"))
        await document.close()
    }

    @Test("What was wanted of a field that is gone can only be let go")
    func gone() async throws {
        let document = try await cross {
            try rename("Cost", 1, $0)
        } _: {
            try $0.removeField($0.table.schema[1].id)
        }
        let conflict = try #require(document.conflicts.first)
        #expect(conflict.sides?.theirText == "removed")
        #expect(!conflict.canBe(.mine))
        try document.resolve([conflict], as: .theirs)
        #expect(document.conflicts.isEmpty)
        await document.close()
    }

    @Test("Changing the field again decides it, and so do others who make it what was wanted")
    func overtaken() async throws {
        let document = try await cross {
            try rename("Title", 0, $0)
        } _: {
            try rename("Label", 0, $0)
        }
        try rename("Other", 0, document)
        #expect(document.conflicts.isEmpty)
        try document.undo()
        #expect(document.conflicts.count == 1)
        let other = try await openDocument(at: path)
        try rename("Title", 0, other)
        await other.close()
        try await until { await document.conflicts.isEmpty }
        await document.close()
    }
}
