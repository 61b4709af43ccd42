import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("A document that several have open")
@MainActor
struct SharedDocumentTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
    }

    /// A document file that is open so many times, as in as many windows.
    private func share(_ table: RecordTable, _ count: Int = 2) async throws -> [Document] {
        try await openTogether(table, count, at: path)
    }

    /// Saves and closes all, after each has seen what the others wrote, and expects the same records everywhere.
    private func expectSame(_ documents: [Document]) async throws {
        for document in documents { await document.finishSaving() }
        // What one takes over may have it save once more, such as a field that it brings back.
        var file = try await contents()
        while !documents.allSatisfy({ $0.saveState == .saved && ExactTable($0.table) == ExactTable(file) }) {
            try await Task.sleep(for: .milliseconds(1))
            for document in documents { await document.finishSaving() }
            file = try await contents()
        }
        for document in documents { await document.close() }
        #expect(ExactTable(try await contents()) == ExactTable(file))
        #expect(try SQLiteTool(path).run("PRAGMA integrity_check") == ["ok"])
    }

    private func contents() async throws -> RecordTable {
        let opened = try await CardFile.open(at: path)
        await opened.store.close()
        return opened.contents.table
    }

    // MARK: Live

    @Test("All see what each does, and nobody's edit of another record is lost", arguments: [2, 5])
    func together(count: Int) async throws {
        var table = try RecordTable(fieldNames: ["Name", "Price"], fieldTypes: [.string, .int])
        for number in 0..<40 { try table.addRecord([.string("R\(number)"), .int(0)]) }
        let documents = try await share(table, count)
        for round in 0..<12 {
            for (number, document) in documents.enumerated() {
                try document.setCells([CellEdit(record: number * 3 + round % 3, field: 1, value: .int(round))])
                if round % 4 == number % 4 { try document.addRecord() }
            }
            if round % 3 == 0 { await documents[round % count].finishSaving() }
        }
        for document in documents { await document.finishSaving() }
        try await expectSame(documents)
        for document in documents { #expect(document.conflicts.isEmpty) }
        let result = documents[0].table
        #expect(result.count == 40 + count * 3)
        for number in 0..<count {
            #expect((0..<3).map { result[number * 3 + $0, 1] } == [.int(9), .int(10), .int(11)])
        }
    }

    @Test("Whatever is done in two windows at once, both show what is in the file", arguments: UInt64(0)..<40)
    func anything(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let documents = try await share(try generator.table(records: 2...12))
        for _ in 0..<30 {
            let document = documents[Int.random(in: 0..<2, using: &generator)]
            switch Int.random(in: 0..<9, using: &generator) {
            case 0: try document.undo()
            case 1: try document.redo()
            case 2: await document.finishSaving()
            case 3 where document.table.count > 1:
                try document.moveRecords(
                    at: RecordIndexes(0), to: Int.random(in: 0..<document.table.count, using: &generator))
            default: try document.apply(try generator.change(for: document.table))
            }
            if generator.chance(1, in: 4) { await Task.yield() }
        }
        try await expectSame(documents)
    }

    @Test("The same cell: who saves last is told, with both values, and the file has the first")
    func sameCell() async throws {
        let documents = try await share(try threePeople())
        await documents[1].saver.hold()
        try documents[0].setCells([CellEdit(record: 0, field: 0, value: .string("Anna"))])
        try documents[1].setCells([CellEdit(record: 0, field: 0, value: .string("Anne"))])
        await documents[0].finishSaving()
        documents[1].saver.release()
        await documents[1].finishSaving()
        #expect(documents[0].conflicts.isEmpty)
        #expect(documents[1].conflicts.map(\.own) == [.string("Anne")])
        #expect(documents[1].conflicts.map(\.theirs) == [.string("Anna")])
        try await expectSame(documents)
    }

    /// Makes edits in one document while the other has saved edits that it has not seen; then both show the same.
    private func unseen(
        _ documents: [Document], first: (Document) throws -> Void, then: (Document) throws -> Void
    ) async throws {
        await documents[1].saver.hold()
        try first(documents[0])
        try then(documents[1])
        await documents[0].finishSaving()
        documents[1].saver.release()
        await documents[1].finishSaving()
        try await expectSame(documents)
    }

    @Test("What was entered into a new field of a record that others have deleted is told")
    func newFieldOfDeletedRecord() async throws {
        let documents = try await share(try threePeople())
        try await unseen(documents) {
            try $0.deleteRecords(at: RecordIndexes(0))
        } then: {
            try $0.addField("Note", type: .string)
            try $0.setCells([CellEdit(record: 0, field: 2, value: .string("kept"))])
        }
        #expect(documents[1].conflicts.map(\.reason) == [.recordGone])
        #expect(documents[0].table.count == 2)
    }

    @Test("A new name of a field that others have removed is told")
    func nameOfRemovedField() async throws {
        let documents = try await share(try threePeople())
        try await unseen(documents) {
            try $0.removeField($0.table.schema[1].id)
        } then: {
            try $0.renameField($0.table.schema[1].id, to: "Cost")
        }
        #expect(documents[1].conflicts.map(\.own) == [.string("Cost")])
    }

    @Test(
        "A value of others is not lost where its record was deleted here and its field removed",
        arguments: [true, false])
    func deletedWithItsField(isFieldFirst: Bool) async throws {
        let documents = try await share(try threePeople())
        try await unseen(documents) {
            try $0.setCells([CellEdit(record: 0, field: 1, value: .int(99))])
        } then: {
            if isFieldFirst { try $0.removeField($0.table.schema[1].id) }
            try $0.deleteRecords(at: RecordIndexes(0..<2))
            if !isFieldFirst { try $0.removeField($0.table.schema[1].id) }
        }
        #expect(documents[0].table.count == 2)
        #expect(documents[0].table[0, 1] == .int(99))
        #expect(Set(documents[1].conflicts.map(\.reason)) == [.fieldChanged, .recordChanged])
    }

    @Test("A field is brought back for the records that are left, and that is saved without anything else happening")
    func broughtBackAfterDeletion() async throws {
        let documents = try await share(try threePeople())
        try documents[0].removeField(documents[0].table.schema[1].id)
        await documents[0].finishSaving()
        try await until { await documents[1].table.schema.count == 1 }
        try documents[1].deleteRecords(at: RecordIndexes(0))
        await documents[1].finishSaving()
        try await until { await documents[0].table.count == 2 }
        try documents[0].undo()
        #expect((0..<2).map { documents[0].table[$0, 1] } == [.int(1), .int(2)])
        try await expectSame(documents)
    }

    /// A document that is open so many times after an edit that each can take back.
    private func share(
        _ table: RecordTable, _ count: Int, after edit: (Document) throws -> Void
    ) async throws -> [Document] {
        let first = try await share(table, 1)[0]
        try edit(first)
        await first.close()
        var documents: [Document] = []
        for _ in 0..<count { documents.append(try await openDocument(at: path)) }
        return documents
    }

    @Test("A field that two bring back comes back once", arguments: [false, true], [false, true])
    func broughtBackTwice(isRetyped: Bool, isRebased: Bool) async throws {
        let documents = try await share(try threePeople(), 3) { first in
            let price = first.table.schema[1].id
            if isRetyped { try first.retypeField(price, to: .string) } else { try first.removeField(price) }
        }
        for document in documents[..<2] { await document.saver.hold() }
        try documents[0].undo()
        try documents[0].setCells([CellEdit(record: 0, field: 1, value: .int(7))])
        try documents[1].undo()
        try documents[1].renameField(documents[1].table.schema[1].id, to: "Cost")
        try documents[1].setCells([
            CellEdit(record: 0, field: 1, value: .int(8)), CellEdit(record: 1, field: 1, value: .int(9)),
        ])
        if isRebased {
            try documents[2].addField("Note", type: .string)
            await documents[2].finishSaving()
        }
        for document in documents[..<2] {
            document.saver.release()
            await document.finishSaving()
        }
        try await expectSame(documents)
        let table = documents[1].table
        #expect(table.fieldNames.filter { $0 != "Note" } == ["Name", "Cost"])
        let price = try #require(table.schema.fields.firstIndex { $0.name == "Cost" })
        #expect((0..<3).map { table[$0, price] } == [.int(7), .int(9), .int(2)])
        #expect(documents[1].conflicts.map(\.own) == [.int(8)])
    }

    @Test("What was entered into a record that two bring back is told if the field is gone")
    func recordBroughtBackTwice() async throws {
        let documents = try await share(try threePeople(), 2) { try $0.deleteRecords(at: RecordIndexes(0)) }
        try await unseen(documents) {
            try $0.undo()
            try $0.removeField($0.table.schema[1].id)
        } then: {
            try $0.undo()
            try $0.setCells([CellEdit(record: 0, field: 1, value: .int(77))])
        }
        #expect(documents[1].table.count == 3)
        #expect(documents[1].conflicts.map(\.reason) == [.fieldGone])
        #expect(documents[1].conflicts.map(\.own) == [.int(77)])
    }

    @Test("If a look takes long, what another one writes all the time is seen to the last, and edits are saved")
    func longLooks() async throws {
        let contents = DocumentContents(table: try threePeople())
        let store = MemoryStore(contents) { call in
            if case .load = call { try? await Task.sleep(for: .milliseconds(30)) }
        }
        let document = Document(title: "a", contents: contents, store: store)
        var table = contents.table
        for number in 1...20 {
            let change = try Change.setCells([CellEdit(record: 0, field: 1, value: .int(number))], in: table)
            try await store.writeElsewhere([.edit(Edit(change))])
            _ = try table.apply(change)
            try await Task.sleep(for: .milliseconds(5))
            if number == 10 { try document.setCells([CellEdit(record: 1, field: 0, value: .string("Ours"))]) }
        }
        try await until { await document.table[0, 1] == .int(20) }
        await document.finishSaving()
        #expect(document.saveState == .saved)
        #expect(try await store.load().table[1, 0] == .string("Ours"))
        await document.close()
    }

    @Test("After a look that took long it is waited as long, but not for as long as the machine has slept")
    func pauseAfterLook() {
        #expect(NewsPace.pause(after: .milliseconds(5)) == nil)
        #expect(NewsPace.pause(after: .seconds(2)) == .seconds(2))
        #expect(NewsPace.pause(after: .seconds(3_600)) == .seconds(10))
    }

    @Test(
        "What is written after a document was read and before its file is watched is looked for",
        .timeLimit(.minutes(10)))
    func looksFirst() async throws {
        await (try await newDocument(try threePeople(), at: path)).close()
        let store = DocumentStores.at(path)
        _ = try await store.load()
        var looks = store.changesFromElsewhere.makeAsyncIterator()
        #expect(await looks.next() != nil)
        await store.close()
    }

    @Test("It is told who has changed what")
    func authors() async throws {
        let documents = try await share(try threePeople())
        var told: [OthersChanges] = []
        let observation = documents[1].observe { event in
            if case .changedByOthers(_, let changes) = event { told.append(changes) }
        }
        try documents[0].setCells([CellEdit(record: 2, field: 1, value: .int(7))])
        try await until { await documents[1].table[2, 1] == .int(7) }
        #expect(told.map(\.author) == [.current])
        #expect(told.first?.records == [documents[1].table.ids[2]])
        #expect(told.first?.cells.count == 1)
        _ = observation
        try await expectSame(documents)
    }

    @Test("A journal that does not say all is no reason to miss anything")
    func brokenJournal() async throws {
        let documents = try await share(try threePeople())
        try documents[0].setCells([CellEdit(record: 0, field: 1, value: .int(5))])
        try await until { await documents[1].table[0, 1] == .int(5) }
        let damage = [
            "DELETE FROM journal", "UPDATE journal SET change = x'0607'", "UPDATE journal SET change = '{'",
            "UPDATE journal SET counter = 'x', id = 7, at = ''", "UPDATE journal SET counter = counter + 1 << 40",
            "ALTER TABLE journal DROP COLUMN seal", "DROP TABLE journal",
        ]
        for (round, sql) in damage.enumerated() {
            try SQLiteTool(path).run(sql)
            for number in 10 * round..<10 * round + 3 {
                try documents[number % 2].setCells([CellEdit(record: 1, field: 1, value: .int(100 + number))])
                try await until { await documents[1 - number % 2].table[1, 1] == .int(100 + number) }
            }
        }
        try await expectSame(documents)
    }

    @Test(
        "The journal keeps at least the last thousand edits that change something, and few more",
        arguments: [("change", 1_000..<1_200), ("'[]'", 1_632..<1_640)])
    func size(change: String, counts: Range<Int>) async throws {
        let documents = try await share(try threePeople(), 1)
        try documents[0].addRecord()
        await documents[0].finishSaving()
        try SQLiteTool(path).run(
            """
            WITH RECURSIVE n(n) AS (SELECT 3 UNION ALL SELECT n + 1 FROM n LIMIT 1500) \
            INSERT INTO journal(number, id, counter, at, person, program, size, change) \
            SELECT n, id, 1, at, person, program, size, \(change) FROM n, journal WHERE number = 2
            """)
        for number in 0..<130 {
            try documents[0].setCells([CellEdit(record: 0, field: 1, value: .int(number))])
            await documents[0].finishSaving()
        }
        let count = try #require(Int(try SQLiteTool(path).run("SELECT count(*) FROM journal")[0]))
        #expect(counts.contains(count))
        try await expectSame(documents)
    }

    // MARK: The history

    @Test("What was changed elsewhere since is not taken back, all else is, and it says so")
    func undo() async throws {
        let documents = try await share(try threePeople())
        let (here, there) = (documents[0], documents[1])
        try here.setCells([
            CellEdit(record: 0, field: 0, value: .string("Anna")), CellEdit(record: 0, field: 1, value: .int(7)),
        ])
        try await until { await there.table[0, 1] == .int(7) }
        try there.setCells([CellEdit(record: 0, field: 1, value: .int(99))])
        try await until { await here.table[0, 1] == .int(99) }
        var messages: [String] = []
        let observation = here.observe { event in
            if case .leftAsItWas(let left) = event {
                messages.append(EditConflict.changedElsewhere(left, in: here.table))
            }
        }
        #expect(try here.undo() == .editCells(2))
        #expect(messages == ["Price was changed elsewhere in the meantime and was not replaced."])
        #expect([here.table[0, 0], here.table[0, 1]] == [.string("Ann"), .int(99)])
        try here.redo()
        #expect([here.table[0, 0], here.table[0, 1]] == [.string("Anna"), .int(99)])
        #expect(messages.count == 1)
        _ = observation
        try await expectSame(documents)
    }

    @Test("A record that was added here and filled in elsewhere stays when the step is taken back")
    func undoOfAnInsertion() async throws {
        let documents = try await share(try threePeople())
        let (here, there) = (documents[0], documents[1])
        try here.addRecord()
        try await until { await there.table.count == 4 }
        try there.setCells([CellEdit(record: 3, field: 0, value: .string("Di"))])
        try await until { await here.table[3, 0] == .string("Di") }
        var messages: [String] = []
        let observation = here.observe { event in
            if case .leftAsItWas(let left) = event {
                messages.append(EditConflict.changedElsewhere(left, in: here.table))
            }
        }
        try here.undo()
        #expect(messages == ["Record 4 was changed elsewhere in the meantime and was not replaced."])
        _ = observation
        #expect(here.table.count == 4)
        try await expectSame(documents)
    }

    @Test("The message names each field once, five of them at most")
    func message() throws {
        let conflicts = ["Name", "Price", "Name", "Place", "Date", "Size", "Note"].map { name in
            EditConflict(
                reason: .cellChanged, record: RecordID(rawValue: 1), field: nil, fieldName: name, own: .empty,
                theirs: .empty)
        }
        let table = try threePeople()
        #expect(
            EditConflict.changedElsewhere(Array(conflicts[..<3]), in: table)
                == "Name, Price were changed elsewhere in the meantime and were not replaced.")
        #expect(
            EditConflict.changedElsewhere(conflicts, in: table)
                == "Name, Price, Place, Date, Size, … were changed elsewhere in the meantime and were not replaced.")
    }

    @Test("An identity is not used again after the record that had it is gone")
    func neverAgain() async throws {
        let document = Document(title: "a", inMemory: DocumentContents(table: try threePeople()))
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
