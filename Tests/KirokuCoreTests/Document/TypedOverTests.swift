import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("What was typed and typed over before it was decided or saved is in the history")
@MainActor
struct TypedOverTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
    }

    private func make() async throws -> [Document] { try await openTogether(try threePeople(), at: path) }

    private func set(_ text: String, at record: Int = 0, _ document: Document) throws {
        try document.setCells([CellEdit(record: record, field: 0, value: .string(text))])
    }

    /// Has the first document make edits that are not saved before another program has written to the file.
    private func cross(_ document: Document, _ sql: String, _ edits: () throws -> Void) async throws {
        await document.saver.hold()
        try edits()
        try SQLiteTool(path).run(sql)
        document.saver.release()
        await document.finishSaving()
        #expect(document.saveState == .saved)
    }

    private func past(_ what: String) throws -> [String] {
        try SQLiteTool(path).run("SELECT field, old, new FROM history WHERE what = '\(what)' ORDER BY step")
    }

    private func close(_ documents: [Document]) async {
        for document in documents { await document.close() }
    }

    @Test("An edit that was left out and is decided by typing over it")
    func openConflicts() async throws {
        let documents = try await make()
        try await cross(documents[0], "UPDATE records SET f1 = 'Anna' WHERE f2 = 0") {
            try set("Anne", documents[0])
        }
        #expect(documents[0].conflicts.map(\.own) == [.string("Anne")])
        try set("Annie", documents[0])
        await documents[0].finishSaving()
        #expect(documents[0].conflicts.isEmpty)
        #expect(try past("typed over") == ["Name|Anna|Anne"])
        let record = documents[0].table.ids[0]
        for scope in [HistoryScope.document, .record(record), .field(FieldID(rawValue: 1))] {
            let entries = try await documents[0].history(of: scope, before: nil).entries
            let entry = try #require(entries.first { $0.isTypedOver })
            #expect(entry.title == .typeOver(1))
            #expect(entry.cell?.new == .string("Anne"))
            #expect(!entry.isKept)
            #expect(entries.first { $0.cell?.new == .string("Annie") }?.isKept == true)
        }
        // Whoever has the document open hears of the edit as of any other.
        let other = documents[1]
        try await until { @MainActor in other.table[0, 0] == .string("Annie") }
        // Undo leaves the edit open again.
        try documents[0].undo()
        await documents[0].finishSaving()
        #expect(documents[0].conflicts.map(\.own) == [.string("Anne")])
        await close(documents)
    }

    @Test("The history goes back over it")
    func goingBack() async throws {
        let documents = try await make()
        try await cross(documents[0], "UPDATE records SET f1 = 'Anna' WHERE f2 = 0") { try set("Anne", documents[0]) }
        try set("Bo", at: 1, documents[0])
        await documents[0].finishSaving()
        let step = try #require(try await documents[0].history(of: .document, before: nil).entries.first)
        try set("Annie", documents[0])
        await documents[0].finishSaving()
        let past = try await documents[0].table(beforeStep: step.step)
        #expect((0..<3).map { past.table[$0, 0] } == ["Anna", "Bob", "Cy"].map { .string($0) })
        await close(documents)
    }

    @Test("The same value typed again leaves nothing to say, and a decision what was given up by it")
    func decided() async throws {
        let documents = try await make()
        for _ in 0..<2 {
            try await cross(documents[0], "UPDATE records SET f1 = f1 || 'a' WHERE f2 = 0") {
                try set("x", documents[0])
            }
        }
        #expect(documents[0].conflicts.count == 1)
        try set("x", documents[0])
        await documents[0].finishSaving()
        try await cross(documents[0], "UPDATE records SET f1 = 'Anna' WHERE f2 = 0") { try set("y", documents[0]) }
        #expect(try past("typed over") == [])
        try documents[0].resolve(documents[0].conflicts, as: .theirs)
        await documents[0].finishSaving()
        #expect(documents[0].conflicts.isEmpty)
        #expect(try past("typed over") == ["Name|Anna|y"])
        try await cross(documents[0], "UPDATE records SET f1 = 'Anni' WHERE f2 = 0") { try set("z", documents[0]) }
        try documents[0].resolve(documents[0].conflicts, as: .mine)
        await documents[0].finishSaving()
        #expect(documents[0].table[0, 0] == .string("z"))
        #expect(try past("typed over") == ["Name|Anna|y"])
        await close(documents)
    }

    @Test("What was typed into a record that is gone, if it is left")
    func lost() async throws {
        let documents = try await make()
        try await cross(documents[0], "DELETE FROM records WHERE f2 = 0") { try set("Anne", documents[0]) }
        #expect(documents[0].conflicts.map(\.reason) == [.recordGone])
        try documents[0].resolve(documents[0].conflicts, as: .theirs)
        await documents[0].finishSaving()
        #expect(documents[0].conflicts.isEmpty)
        #expect(try past("typed over").contains("Name||Anne"))
        try documents[0].undo()
        try documents[0].resolve(documents[0].conflicts, as: .mine)
        await documents[0].finishSaving()
        #expect(documents[0].table[0, 0] == .string("Anne"))
        await close(documents)
    }

    /// What another program writes while a field has got another type twice.
    private nonisolated static let between = [
        "UPDATE records SET f2 = 9 WHERE f2 = 1", "UPDATE records SET f1 = 'Anna' WHERE f2 = 0",
        "UPDATE records SET f1 = 'Bo' WHERE f2 = 1", "DELETE FROM records WHERE f2 = 0",
        "UPDATE fields SET name = 'Title' WHERE id = 1",
        "UPDATE records SET f1 = 'Bo' WHERE f2 = 1; DELETE FROM records WHERE f2 = 0",
    ]

    @Test(
        "What was typed before, between and after a field got other types is in a cell, listed or in the history",
        arguments: between)
    func retypedTwice(sql: String) async throws {
        let documents = try await make()
        let document = documents[0]
        await document.saver.hold()
        try set("first", document)
        try document.insertRecords(at: 3)
        try set("new", at: 3, document)
        try await retype(document, .int)
        #expect(document.table[0, 0] == .unfit("first"))
        try document.setCells([
            CellEdit(record: 0, field: 0, value: .int(4711)), CellEdit(record: 2, field: 0, value: .unfit("second")),
        ])
        try await retype(document, .string)
        #expect(document.table[2, 0] == .string("second"))
        try set("third", at: 1, document)
        try set("over second", at: 2, document)
        try set("over new", at: 3, document)
        try SQLiteTool(path).run(sql)
        document.saver.release()
        await document.finishSaving()
        #expect(document.saveState == .saved)
        let inCells = (0..<document.table.count).compactMap { document.table[$0, 0].plainText }
        let listed = document.conflicts.flatMap { conflict in
            [conflict.own.plainText]
                + (conflict.lost.map { lost in lost.schema.fields.indices.map { lost[0, $0].plainText } } ?? [])
        }
        let past = try SQLiteTool(path).run("SELECT new FROM history")
        let found = Set(inCells + listed.compactMap { $0 } + past)
        #expect(found.isSuperset(of: ["first", "4711", "second", "third", "over second", "new", "over new"]))
        await close(documents)
    }

    private func retype(_ document: Document, _ type: FieldType) async throws {
        var drafts = document.table.schema.fields.map(FieldDraft.init)
        drafts[0].type = type
        try document.apply(try await FieldsPlan(drafts, for: document.table.schema).step(for: document.table))
    }

    @Test(
        "Values that were typed over before any was saved, while others have changed the cell, also if they do so again"
    )
    func unsaved() async throws {
        let documents = try await make()
        let document = documents[0]
        try await cross(document, "UPDATE records SET f1 = 'Anna' WHERE f2 = 0") {
            for text in ["one", "two", "three"] { try set(text, document) }
        }
        #expect(document.conflicts.map(\.own) == [.string("three")])
        #expect(try past("typed over") == ["Name|Anna|one", "Name|Anna|two"])
        await document.saver.hold()
        for text in ["four", "five", "six"] { try set(text, document) }
        for (number, text) in ["Anni", "Ann"].enumerated() {
            try SQLiteTool(path).run("UPDATE records SET f1 = '\(text)' WHERE f2 = 0")
            _ = try await document.saver.receive()
            #expect(document.conflicts.map(\.own) == [.string(number == 0 ? "six" : "seven")])
            if number == 0 { try set("seven", document) }
        }
        document.saver.release()
        await document.finishSaving()
        let over = Set(try past("typed over").compactMap { $0.split(separator: "|").last })
        #expect(over == ["one", "two", "three", "four", "five", "six"])
        await close(documents)
    }

    @Test("Where others have changed something else, each value is an edit of the history, also of a new record")
    func elsewhere() async throws {
        let documents = try await make()
        let document = documents[0]
        await document.saver.hold()
        for text in ["one", "two"] { try set(text, at: 1, document) }
        try document.insertRecords(at: 3)
        for text in ["new", "newer", "newest"] { try set(text, at: 3, document) }
        for text in ["Anna", "Anni"] {
            try SQLiteTool(path).run("UPDATE records SET f1 = '\(text)' WHERE f2 = 0")
            _ = try await document.saver.receive()
        }
        document.saver.release()
        await document.finishSaving()
        #expect(document.conflicts.isEmpty)
        #expect(try past("typed over") == [])
        let own = [
            "Name|Bob|one", "Name|one|two", "Name||new", "Name|new|newer", "Name|newer|newest",
        ]
        #expect(try past("set").filter(own.contains) == own)
        let other = documents[1]
        try await until { @MainActor in other.table.count == 4 && other.table[3, 0] == .string("newest") }
        #expect(documents[1].table[1, 0] == .string("two"))
        await close(documents)
    }

    @Test(
        "What was typed into a field before it was removed or got another type stays if that is left out, whenever others write",
        arguments: [true, false], [true, false])
    func fields(isRetyped: Bool, isSecondLook: Bool) async throws {
        let documents = try await make()
        let document = documents[0]
        await document.saver.hold()
        try set("typed", document)
        var drafts = document.table.schema.fields.map(FieldDraft.init)
        if isRetyped { drafts[0].type = .choice } else { drafts.remove(at: 0) }
        try document.apply(try await FieldsPlan(drafts, for: document.table.schema).step(for: document.table))
        if isSecondLook {
            try SQLiteTool(path).run("UPDATE records SET f2 = 9 WHERE f2 = 1")
            _ = try await document.saver.receive()
        }
        try SQLiteTool(path).run("UPDATE records SET f1 = 'Cyd' WHERE f2 = 2")
        _ = try await document.saver.receive()
        #expect(document.conflicts.map(\.reason) == [.fieldChanged])
        #expect((0..<3).map { document.table[$0, 0] } == ["typed", "Bob", "Cyd"].map { .string($0) })
        document.saver.release()
        await document.finishSaving()
        #expect(document.saveState == .saved)
        #expect(try past("set").contains("Name|Ann|typed"))
        try document.resolve(document.conflicts, as: .mine)
        await document.finishSaving()
        #expect(document.table.schema.fields.map(\.type) == (isRetyped ? [.choice, .int] : [.int]))
        await close(documents)
    }

    @Test("What undo has taken back was not typed over")
    func undone() async throws {
        let documents = try await make()
        try await cross(documents[0], "UPDATE records SET f1 = 'Anna' WHERE f2 = 0") {
            try set("one", documents[0])
            try documents[0].undo()
            try set("two", documents[0])
        }
        #expect(documents[0].conflicts.map(\.own) == [.string("two")])
        #expect(try past("typed over") == [])
        await close(documents)
    }

    @Test("Many that are typed over at once are one step, and are counted if they are too much to be kept")
    func many() async throws {
        let document = try await newDocument(try threePeople(), at: path)
        let long = String(repeating: "x", count: LoggedPart.changeLimit / 2)
        for record in 0..<3 {
            document.leaveOpen(
                EditConflict(
                    reason: .cellChanged, record: document.table.ids[record], field: FieldID(rawValue: 1),
                    fieldName: "Name", own: .string(long), theirs: document.table[record, 0]))
        }
        try document.setCells((0..<3).map { CellEdit(record: $0, field: 0, value: .string("y")) })
        await document.finishSaving()
        let entry = try #require(
            try await document.history(of: .document, before: nil).entries.first { $0.isTypedOver })
        #expect(entry.title == .typeOver(3))
        #expect(try SQLiteTool(path).run("SELECT count FROM history WHERE what = 'typed over'") == ["3"])
        await document.close()
    }
}
