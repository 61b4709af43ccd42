import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("History across restarts")
@MainActor
struct KeptHistoryTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
    }

    private func make(_ table: RecordTable) async throws -> Document {
        let file = try await CardFile.create(at: path, table: table)
        return Document(title: "a", contents: DocumentContents(table: table), store: file)
    }

    private func makeNumbers(_ count: Int = 3) async throws -> Document {
        var table = try RecordTable(fieldNames: ["N", "S"], fieldTypes: [.int, .string])
        for number in 0..<count { try table.addRecord([.int(number), .string("text \(number)")]) }
        return try await make(table)
    }

    private func open() async throws -> Document {
        let opened = try await CardFile.open(at: path)
        return Document(title: "a", contents: opened.contents, store: opened.store)
    }

    private func set(_ number: Int, _ document: Document) throws {
        try document.setCells([CellEdit(record: 0, field: 0, value: .int(number))])
    }

    @Test("Keeping and removing pictures leaves the history as it is")
    func pictures() async throws {
        let document = try await makeNumbers()
        try set(7, document)
        await document.finishSaving()
        let file = try #require(document.saver.store as? CardFile)
        let name = try await file.addPicture([1], hash: "h", name: "a.png")
        try await file.removePictures(named: [name])
        await document.close()
        let reopened = try await open()
        #expect(reopened.undoTitle == .editCells(1))
        try reopened.undo()
        #expect(reopened.table[0, 0] == .int(0))
        await reopened.close()
    }

    @Test("After any edits, closing and opening goes on with the same history", arguments: UInt64(0)..<16)
    func random(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var document = try await make(try generator.table())
        // The same edits in a document that is never closed.
        let twin = Document(
            title: "a", inMemory: DocumentContents(table: document.table))
        for _ in 0..<40 {
            switch Int.random(in: 0..<8, using: &generator) {
            case 0, 1: #expect(try document.undo() == (try twin.undo()))
            case 2: #expect(try document.redo() == (try twin.redo()))
            case 3:
                await document.close()
                document = try await open()
            default:
                let change = try generator.change(for: document.table)
                try document.apply(change)
                try twin.apply(change)
            }
            #expect(document.undoTitle == twin.undoTitle)
            #expect(document.redoTitle == twin.redoTitle)
            #expect(document.table == twin.table)
        }
        while try twin.undo() != nil {
            try document.undo()
            #expect(document.table == twin.table)
        }
        #expect(document.undoTitle == nil)
        await document.close()
    }

    @Test("A program that was killed leaves records and history of the same moment")
    func killed() async throws {
        let document = try await makeNumbers()
        for number in 1...3 {
            try set(number * 10, document)
            await document.finishSaving()
            // Between commits the file alone is what is left when the program is killed.
            try FileManager.default.copyItem(atPath: path, toPath: folder.path("killed \(number).kiroku"))
        }
        try document.undo()
        await document.finishSaving()
        for number in 1...3 {
            let opened = try await CardFile.open(at: folder.path("killed \(number).kiroku"))
            let left = Document(title: "a", contents: opened.contents, store: opened.store)
            #expect(left.table[0, 0] == .int(number * 10))
            for step in (0..<number).reversed() {
                try left.undo()
                #expect(left.table[0, 0] == .int(step * 10))
            }
            #expect(left.undoTitle == nil)
            await left.close()
        }
        await document.close()
    }

    @Test("A commit that is rolled back after a kill takes its step back, too")
    func killedInside() async throws {
        let document = try await makeNumbers(2_000)
        try set(10, document)
        await document.close()
        let before = try bytes(of: path)
        let tool = try SQLiteTool(path)
        // A transaction that spills into the file and never ends leaves a hot journal beside it.
        try tool.run("PRAGMA cache_size = 1")
        try tool.run("PRAGMA cache_spill = 1")
        try tool.run("BEGIN IMMEDIATE")
        try tool.run("UPDATE records SET f1 = 99")
        try tool.run("DELETE FROM journal")
        #expect(try bytes(of: path) != before)
        let copy = folder.path("b.kiroku")
        for suffix in ["", "-journal"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        let opened = try await CardFile.open(at: copy)
        let left = Document(title: "a", contents: opened.contents, store: opened.store)
        #expect(left.table[0, 0] == .int(10))
        try left.undo()
        #expect(left.table[0, 0] == .int(0))
        await left.close()
        try tool.run("ROLLBACK")
    }

    @Test("Looks that were changed last do not end the history")
    func settings() async throws {
        var document = try await makeNumbers()
        try set(7, document)
        document.setWidth(99, of: document.table.schema[0].id)
        document.keepNote("x", named: "y")
        await document.close()
        document = try await open()
        #expect(document.undoTitle == .editCells(1))
        document.setWidth(98, of: document.table.schema[0].id)
        await document.close()
        document = try await open()
        #expect(document.undoTitle == .editCells(1))
        await document.close()
    }

    @Test(
        "What another program has written is left alone by undo, and all else is taken back",
        arguments: [
            ("UPDATE records SET f2 = 'x'", CellValue.int(0), 3), ("DELETE FROM records WHERE f1 = 2", .int(0), 2),
            ("PRAGMA journal_mode = wal", .int(0), 3), ("VACUUM", .int(0), 3),
        ])
    func changedElsewhere(sql: String, first: CellValue, count: Int) async throws {
        var document = try await makeNumbers()
        try set(7, document)
        try document.deleteRecords(at: RecordIndexes(1))
        await document.close()
        try SQLiteTool(path).run(sql)
        document = try await open()
        #expect(document.undoTitle == .deleteRecords(1))
        try document.undo()
        #expect(document.table.count == count)
        try document.undo()
        #expect(document.table[0, 0] == first)
        #expect(document.undoTitle == nil)
        try document.redo()
        await document.close()
        document = try await open()
        #expect(document.undoTitle == .editCells(1) && document.redoTitle == .deleteRecords(1))
        await document.close()
    }

    @Test("Of a cell that another program has set since, undo says that it stays, and it cannot be redone")
    func cellChanged() async throws {
        var document = try await makeNumbers()
        try set(7, document)
        await document.close()
        try SQLiteTool(path).run("UPDATE records SET f1 = 99 WHERE f1 = 7")
        document = try await open()
        var left = 0
        let observation = document.observe { if case .leftAsItWas(let conflicts) = $0 { left = conflicts.count } }
        try document.undo()
        #expect(document.table[0, 0] == .int(99) && left == 1)
        #expect(document.undoTitle == nil && document.redoTitle == nil)
        _ = observation
        await document.close()
    }

    @Test("Of a record that was added, and has been changed by another program since, undo says that it stays")
    func addedAndChanged() async throws {
        var document = try await makeNumbers()
        try document.addRecord()
        await document.close()
        try SQLiteTool(path).run("UPDATE records SET f1 = 5 WHERE f1 IS NULL")
        document = try await open()
        var left = 0
        let observation = document.observe { if case .leftAsItWas(let conflicts) = $0 { left = conflicts.count } }
        try document.undo()
        #expect(document.table.count == 4 && left == 1)
        _ = observation
        await document.close()
    }

    @Test("If another program writes while the document is open, what was done before can be undone later")
    func changedMeanwhile() async throws {
        var document = try await makeNumbers()
        try set(7, document)
        await document.finishSaving()
        try SQLiteTool(path).run("UPDATE records SET f2 = 'x' WHERE f1 = 2")
        try set(8, document)
        await document.finishSaving()
        #expect(document.saveState == .saved)
        try document.undo()
        await document.close()
        document = try await open()
        #expect(document.undoTitle == .editCells(1) && document.redoTitle == .editCells(1))
        #expect(document.table[0, 0] == .int(7))
        try document.undo()
        #expect(document.table[0, 0] == .int(0) && document.table[2, 1] == .string("x"))
        await document.close()
    }

    @Test("Undo takes back what this user has done, between what others have, and after a restart")
    func othersBetween() async throws {
        let document = try await makeNumbers()
        try set(7, document)
        await document.finishSaving()
        let change = try Change.setCells(
            [CellEdit(record: 1, field: 0, value: .int(50))], in: document.table)
        let elsewhere = try await CardFile.openForSync(path)
        try await elsewhere.write(change, by: CommitAuthor(person: "Ann", program: "Kiroku"))
        await elsewhere.close()
        try await until { await document.table[1, 0] == .int(50) }
        try set(8, document)
        await document.close()
        let other = try await open()
        try other.undo()
        try other.undo()
        #expect(other.table.rows.map { $0[0] } == [.int(0), .int(50), .int(2)])
        #expect(other.undoTitle == nil)
        await other.close()
    }

    @Test(
        "A journal that makes no sense opens, and nothing of the records is lost",
        arguments: [
            "UPDATE journal SET undoes = id", "UPDATE journal SET id = 'x'", "UPDATE journal SET id = 7, undoes = 8",
            "UPDATE journal SET undoes = (SELECT id FROM journal ORDER BY number DESC LIMIT 1)",
            "UPDATE journal SET title = '[99,1,\"\"]'", "UPDATE journal SET title = x'00', resolved = '[{}]'",
            "UPDATE journal SET change = '[[\"set\",1,{\"names\":{}}]]'", "UPDATE journal SET size = 1 << 62",
            "UPDATE journal SET size = -1, counter = -1, desk = 1 << 40", "UPDATE journal SET number = -number",
            "INSERT INTO journal(number, id, counter, at, person, program, size, change) "
                + "VALUES(9223372036854775807, '', 0, '', '', '', 0, '[]')",
            "DELETE FROM journal", "DROP TABLE journal", "ALTER TABLE journal RENAME TO other",
            "ALTER TABLE journal ADD COLUMN mine", "ALTER TABLE journal RENAME COLUMN undoes TO redoes",
        ])
    func senseless(sql: String) async throws {
        var document = try await makeNumbers()
        try set(7, document)
        try set(8, document)
        try document.undo()
        await document.close()
        try SQLiteTool(path).run(sql)
        document = try await open()
        #expect(document.table[0, 0] == .int(7) && document.table.count == 3)
        while try document.undo() != nil {}
        while try document.redo() != nil {}
        try set(9, document)
        await document.close()
        document = try await open()
        #expect(document.table[0, 0] == .int(9) && document.table.count == 3)
        #expect(document.undoTitle == .editCells(1))
        await document.close()
    }

    @Test("What others have put in place of the history is no history", arguments: UInt64(0)..<60)
    func hostile(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let document = try await make(try generator.table(records: 3...10))
        for _ in 0..<6 { try document.apply(try generator.change(for: document.table)) }
        try document.undo()
        await document.close()
        // As if the file had been made so.
        let tool = try SQLiteTool(path)
        let changes = try tool.run("SELECT hex(change) FROM journal WHERE number = 3")[0]
        var bytes = stride(from: 0, to: changes.count, by: 2).compactMap { offset in
            UInt8(changes.dropFirst(offset).prefix(2), radix: 16)
        }
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
                in: .min ... .max, using: &generator)
        }
        if generator.chance(1, in: 4) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
        guard let change = ChangeTextReader.change(String(decoding: bytes, as: UTF8.self)) else { return }
        var table = document.table
        // Refused or not, never a trap.
        if let applied = try? table.apply(change) { _ = try? table.apply(applied.inverse) }
    }

    @Test("A deletion of a million records takes no room, and one of more records than there can be is refused")
    func runs() throws {
        let ids = (1...Int64(1_000_000)).map { RecordID(rawValue: 1 << 40 + $0) }
        let text = try ChangeText.text(of: .deleteRecords(RecordTable(identities: ids))) { _ in nil }
        guard case .deleteRecords(let records)? = ChangeTextReader.change(text), text.utf8.count < 100 else {
            Issue.record("not read: \(text)")
            return
        }
        #expect(records.ids == ids)
        for count in ["0", "-1", "4611686018427387904", "9223372036854775807"] {
            #expect(ChangeTextReader.change(text.replacing(",1000000]]}", with: ",\(count)]]}")) == nil)
        }
    }

    @Test("A copy of a document has all that can be undone and redone", arguments: UInt64(0)..<16)
    func copied(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let document = try await make(try generator.table())
        for _ in 0..<20 { try document.apply(try generator.change(for: document.table)) }
        for _ in 0..<Int.random(in: 0..<10, using: &generator) { try document.undo() }
        await document.finishSaving()
        let place = folder.path("copy.kiroku")
        try await document.saveCopy(to: place, title: "copy")
        await document.close()
        let opened = try await CardFile.open(at: place)
        let copy = Document(title: "copy", contents: opened.contents, store: opened.store)
        #expect(ExactTable(copy.table) == ExactTable(document.table))
        repeat {
            #expect(copy.redoTitle == document.redoTitle)
        } while try copy.redo() != nil && document.redo() != nil
        #expect(ExactTable(copy.table) == ExactTable(document.table))
        repeat {
            #expect(copy.undoTitle == document.undoTitle)
        } while try copy.undo() != nil && document.undo() != nil
        #expect(copy.table == document.table)
        await copy.close()
    }

    @Test("Not many more edits are kept than the limit, and those are the last ones")
    func editLimit() async throws {
        var document = try await makeNumbers()
        let count = Journal.editLimit + 500
        for number in 1...count { try set(number, document) }
        await document.close()
        let kept = try SQLiteTool(path).run("SELECT count(*) FROM journal")
        #expect((Journal.editLimit...Journal.editLimit + 150).contains(try #require(Int(kept[0]))))
        document = try await open()
        for number in (count - Journal.editLimit + 1..<count).reversed() {
            try document.undo()
            #expect(document.table[0, 0] == .int(number))
        }
        await document.close()
    }

    @Test("A step that is too large is not kept, nor is what lies behind it; newer ones are")
    func byteLimit() async throws {
        var document = try await makeNumbers(2)
        let large = String(repeating: "x", count: LoggedPart.changeLimit)
        try set(1, document)
        try document.setCells([CellEdit(record: 1, field: 1, value: .string(large))])
        try document.setCells([CellEdit(record: 1, field: 1, value: .empty)])
        await document.finishSaving()
        try set(2, document)
        await document.close()
        document = try await open()
        #expect(try document.undo() == .editCells(1))
        #expect(document.table[0, 0] == .int(1))
        #expect(document.undoTitle == nil)
        await document.close()
        let texts = try SQLiteTool(path).run("SELECT coalesce(sum(length(change)), 0) FROM journal")
        #expect(try #require(Int(texts[0])) <= LoggedPart.changeLimit)
    }

    @Test("Steps of many bytes push the oldest out")
    func manyBytes() async throws {
        var document = try await makeNumbers(2)
        let half = String(repeating: "y", count: LoggedPart.changeLimit / 5)
        for number in 0..<5 {
            try document.setCells([CellEdit(record: 1, field: 1, value: .string(half + "\(number)"))])
        }
        await document.close()
        document = try await open()
        for number in [3, 2] {
            try document.undo()
            #expect(document.table[1, 1] == .string(half + "\(number)"))
        }
        #expect(document.undoTitle == nil)
        await document.close()
    }

    @Test("A document without a history, and without what is remembered of it, gets one with its first edit")
    func withoutHistory() async throws {
        try await makeNumbers().close()
        try SQLiteTool(path).run("DROP TABLE journal")
        try SQLiteTool(path).run("DELETE FROM properties WHERE name <> 'next field id'")
        var document = try await open()
        try set(5, document)
        await document.close()
        document = try await open()
        #expect(document.undoTitle == .editCells(1))
        await document.close()
    }

    @Test("A document that can only be read has no history")
    func readOnly() async throws {
        let document = try await makeNumbers()
        try set(5, document)
        await document.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        let opened = try await CardFile.open(at: path)
        #expect(opened.store.isReadOnly)
        #expect(opened.contents.history.isEmpty)
    }

    // MARK: Commits that failed and did not

    @Test("A batch whose commit landed although it failed is not written twice", arguments: UInt64(0)..<20)
    func landed(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var table = try generator.table(records: 1...10)
        let file = try await CardFile.create(at: path, table: table)
        var batch: [DocumentChange] = []
        for _ in 0..<5 { batch += try table.apply(try generator.change(for: table)).stored }
        try await file.commit(batch)
        try await file.forgetSuccess(of: batch.count)
        let newer = try table.apply(try generator.change(for: table)).stored
        try await file.commit(batch + newer)
        await file.close()
        let opened = try await CardFile.open(at: path)
        #expect(ExactTable(opened.contents.table) == ExactTable(table))
        #expect(opened.contents.history.undoable.count == 6)
        await opened.store.close()
    }

    @Test("A batch whose commit failed is written, after several attempts, too")
    func notLanded() async throws {
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        for number in 1...3 { try table.addRecord([.int(number)]) }
        let file = try await CardFile.create(at: path, table: table)
        let batch = try table.apply(.deleteRecords(at: RecordIndexes(0), in: table)).stored
        await file.noteFailure(of: batch.count)
        await file.noteFailure(of: batch.count)
        try await file.commit(batch)
        await file.close()
        #expect(try SQLiteTool(path).run("SELECT count(*) FROM cards") == ["2"])
    }
}

extension CardFile {
    /// As if the last commit had thrown after it was in the file.
    fileprivate func forgetSuccess(of count: Int) throws {
        let last = try #require(try connection?.lastJournalRow()?.id)
        noteAttempt("before", 0)
        noteAttempt(last, count)
    }

    /// As if a commit had thrown and was not in the file.
    fileprivate func noteFailure(of count: Int) {
        noteAttempt("none", count)
    }

    private func noteAttempt(_ lastRow: String, _ count: Int) {
        state.note(
            CommitAttempt(
                lastRow: lastRow, changeCount: count, journalAfter: state.journal, repairAfter: Repair()))
    }

    /// Writes as another user would who has the document open.
    fileprivate func write(_ change: Change, by author: CommitAuthor) throws(StorageError) {
        try writeJournaled { (connection) throws(StorageError) in
            try connection.write(change)
            return [OthersCommit(author: author, time: AppClock.shared.now, change: change)]
        }
    }
}
