import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("The history of a document, for people")
@MainActor
struct HistoryTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
    }

    private func document(inFile: Bool, _ table: RecordTable? = nil) async throws -> Document {
        let table = try table ?? threePeople("Born")
        guard inFile else { return Document(title: "a", inMemory: DocumentContents(table: table)) }
        return try await openTogether(table, 1, at: path)[0]
    }

    /// All entries, as short texts.
    private func history(_ document: Document, _ scope: HistoryScope = .document) async throws -> [String] {
        await document.finishSaving()
        return try await entries(document, scope).map { entry in
            guard let title = entry.title else { return "gap" }
            guard let cell = entry.cell else { return title.text }
            return "\(cell.fieldName): \(cell.old.plainText ?? "") → \(cell.new.plainText ?? "")"
        }
    }

    private func entries(_ document: Document, _ scope: HistoryScope) async throws -> [HistoryEntry] {
        var found: [HistoryEntry] = []
        var position: HistoryPosition?
        repeat {
            let page = try await document.history(of: scope, before: position)
            found += page.entries
            position = page.next
        } while position != nil
        return found
    }

    @Test("It tells of a record, a field and the whole, the newest first", arguments: [false, true])
    func scopes(inFile: Bool) async throws {
        let document = try await document(inFile: inFile)
        let (ids, schema) = (document.table.ids, document.table.schema)
        try document.setCells([CellEdit(record: 0, field: 1, value: .int(7))])
        try document.setCells([
            CellEdit(record: 0, field: 0, value: .string("Anna")), CellEdit(record: 1, field: 1, value: .int(8)),
        ])
        try document.deleteRecords(at: RecordIndexes(1))
        // In a commit of its own: those before call the field what it was called then.
        await document.finishSaving()
        try document.renameField(schema[1].id, to: "Year")
        let all = try await history(document)
        #expect(all == ["Edit Field", "Delete Record", "Edit 2 Cells", "Born: 0 → 7"])
        let first = try await history(document, .record(ids[0]))
        #expect(first == ["Name: Ann → Anna", "Born: 0 → 7"])
        let second = try await history(document, .record(ids[1]))
        #expect(second == ["Delete Record", "Born: 1 → 8"])
        #expect(try await history(document, .record(ids[2])) == [])
        let born = try await history(document, .field(schema[1].id))
        #expect(born == ["Edit Field", "Born: 1 → 8", "Born: 0 → 7"])
        #expect(try await history(document, .field(schema[0].id)) == ["Name: Ann → Anna"])
        let page = try await document.history(of: .document, before: nil)
        #expect(page.begin != nil)
        #expect(Set(page.entries.map(\.author)) == [.current])
        await document.close()
    }

    @Test("A long history comes in pages", arguments: [false, true])
    func pages(inFile: Bool) async throws {
        let document = try await document(inFile: inFile)
        for number in 0..<250 { try document.setCells([CellEdit(record: 0, field: 1, value: .int(number + 10))]) }
        await document.finishSaving()
        let first = try await document.history(of: .document, before: nil)
        #expect(first.entries.count == 100)
        #expect(first.next != nil)
        let all = try await history(document, .record(document.table.ids[0]))
        #expect(all.count == 250)
        #expect(all.first == "Born: 258 → 259")
        #expect(all.last == "Born: 0 → 10")
        await document.close()
    }

    // MARK: Taking back

    private func revert(_ document: Document, _ entry: HistoryEntry, _ part: RevertScope) async throws -> Bool {
        let change = try await document.change(ofStep: entry.step, part)
        return try document.revert(try #require(change))
    }

    @Test("A cell, a record or all of a step is taken back, as one step to undo", arguments: [false, true])
    func takingBack(inFile: Bool) async throws {
        let document = try await document(inFile: inFile)
        let (ids, schema) = (document.table.ids, document.table.schema)
        try document.setCells([
            CellEdit(record: 0, field: 0, value: .string("Anna")), CellEdit(record: 0, field: 1, value: .int(7)),
            CellEdit(record: 1, field: 1, value: .int(8)),
        ])
        await document.finishSaving()
        let entry = try #require(try await entries(document, .document).first)
        func values() -> [CellValue] { [document.table[0, 0], document.table[0, 1], document.table[1, 1]] }
        let changed = values()
        #expect(try await revert(document, entry, .cell(ids[0], schema[1].id)))
        #expect(values() == [.string("Anna"), .int(0), .int(8)])
        try document.undo()
        #expect(values() == changed)
        #expect(try await revert(document, entry, .record(ids[0])))
        #expect(values() == [.string("Ann"), .int(0), .int(8)])
        try document.undo()
        #expect(try await revert(document, entry, .step))
        #expect(values() == [.string("Ann"), .int(0), .int(1)])
        #expect(document.undoTitle == .editCells(3))
        await document.close()
    }

    @Test("What has been changed again since is left as it is, and that is said")
    func changedAgain() async throws {
        let document = try await document(inFile: true)
        try document.setCells([
            CellEdit(record: 0, field: 1, value: .int(7)), CellEdit(record: 1, field: 1, value: .int(8)),
        ])
        try document.setCells([CellEdit(record: 0, field: 1, value: .int(70))])
        await document.finishSaving()
        var left = 0
        let observation = document.observe { event in
            if case .leftAsItWas(let conflicts) = event { left += conflicts.count }
        }
        let entry = try #require(try await entries(document, .document).last)
        let change = try #require(try await document.change(ofStep: entry.step))
        let again = await ChangedAgain.since(change, in: document.table)
        #expect((again.cellCount, again.recordCount, again.hasOthers) == (1, 0, true))
        #expect(try document.revert(change))
        #expect([document.table[0, 1], document.table[1, 1]] == [.int(70), .int(1)])
        #expect(left == 1)
        let rest = await ChangedAgain.since(change, in: document.table)
        #expect((rest.cellCount, rest.hasOthers) == (1, false))
        try document.undo()
        #expect(try document.revert(change, overwriting: true))
        #expect([document.table[0, 1], document.table[1, 1]] == [.int(0), .int(1)])
        #expect(left == 1)
        #expect(await ChangedAgain.since(change, in: document.table) == ChangedAgain())
        try document.undo()
        #expect([document.table[0, 1], document.table[1, 1]] == [.int(70), .int(8)])
        _ = observation
        await document.close()
    }

    @Test("Deleted records come back, and added ones go unless they hold something else by now")
    func records() async throws {
        let document = try await document(inFile: true)
        let before = ExactRecords(document.table)
        try document.deleteRecords(at: RecordIndexes(0..<2))
        await document.finishSaving()
        #expect(try await revert(document, try #require(try await entries(document, .document).first), .step))
        #expect(ExactRecords(document.table) == before)
        try document.addRecord()
        try document.addRecord()
        try document.setCells([CellEdit(record: 4, field: 0, value: .string("Di"))])
        await document.finishSaving()
        let added = try await entries(document, .document).filter { $0.title == .addRecords(1) }
        for entry in added.prefix(2) { _ = try await revert(document, entry, .step) }
        #expect(document.table.count == 4)
        #expect(document.table[3, 0] == .string("Di"))
        let newest = try #require(added.first)
        let last = try #require(try await document.change(ofStep: newest.step))
        let again = await ChangedAgain.since(last, in: document.table)
        #expect((again.cellCount, again.recordCount, again.hasOthers) == (0, 1, false))
        #expect(try document.revert(last, overwriting: true))
        #expect(document.table.count == 3)
        await document.close()
    }

    @Test("Taking everything back, step by step, leads to the beginning", arguments: UInt64(0)..<25)
    func everything(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let document = try await document(inFile: seed % 2 == 0, try generator.table(records: 1...10))
        let before = ExactRecords(document.table)
        for _ in 0..<12 { try document.apply(try generator.change(for: document.table)) }
        await document.finishSaving()
        for entry in try await entries(document, .document) {
            let change = try #require(try await document.change(ofStep: entry.step))
            _ = try document.apply(change.inverse)
        }
        #expect(ExactRecords(document.table) == before)
        await document.close()
        #expect(document.saveState == .saved)
    }

    // MARK: Other programs

    @Test("What another program has written is told at once where it was noticed, and is a gap where it was not")
    func otherPrograms() async throws {
        let document = try await document(inFile: true)
        try document.setCells([CellEdit(record: 0, field: 1, value: .int(7))])
        await document.finishSaving()
        try SQLiteTool(path).run("UPDATE records SET f2 = 9 WHERE id = 1")
        try await until { await document.table[0, 1] == .int(9) }
        let record = HistoryScope.record(document.table.ids[0])
        try await until { await (try? document.history(of: record, before: nil))?.entries.count == 2 }
        #expect(try await history(document, record) == ["Born: 7 → 9", "Born: 0 → 7"])
        let noticed = try #require(try await entries(document, record).first)
        #expect(noticed.author == nil && noticed.isKept)
        #expect(try await revert(document, noticed, .step))
        #expect(document.table[0, 1] == .int(7))
        #expect(try await history(document, record) == ["Born: 9 → 7", "Born: 7 → 9", "Born: 0 → 7"])
        await document.close()
        try SQLiteTool(path).run("UPDATE records SET f2 = 11 WHERE id = 1")
        let again = try await openDocument(at: path)
        #expect(try await history(again, record) == ["gap", "Born: 9 → 7", "Born: 7 → 9", "Born: 0 → 7"])
        await again.close()
    }
}
