import CoreTestSupport
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import KirokuCore

@Suite("Converting a document of version 1")
@MainActor
struct ConversionTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
    }

    private func make(_ statements: String...) async throws {
        var table = try RecordTable(fieldNames: ["N", "S"], fieldTypes: [.int, .string])
        for number in 0..<3 { try table.addRecord([.int(number), .string("text \(number)")]) }
        try await Version1.make(table, at: path, fieldWidths: [table.schema[0].id: 70])
        for statement in statements { try SQLiteTool(path).run(statement) }
    }

    private func open(_ conversion: DocumentConversion? = nil) async throws -> Document {
        let opened = try await CardFile.open(at: path, conversion: conversion ?? Version1.conversion(in: folder))
        #expect(opened.contents.isOfEarlierVersion)
        return Document(title: "a", contents: opened.contents, store: opened.store)
    }

    private func edit(_ document: Document, _ number: Int = 7) throws {
        try document.setCells([CellEdit(record: 0, field: 0, value: .int(number))])
    }

    private var backupCount: Int { (try? Version1.backups(in: folder).count) ?? 0 }

    @Test("Looking at it, and how it is looked at, leaves the form as it is")
    func looking() async throws {
        try await make()
        let document = try await open()
        let field = document.table.schema[1].id
        document.setWidth(99, of: field)
        document.keepSortRules([SortRule(field: field)])
        document.keepNote("x", named: "y")
        _ = try await document.addPicture([1, 2, 3], hash: "abc", name: "p.png")
        await document.close()
        #expect(document.saveState == .saved)
        #expect(try Version1.version(of: path) == "1")
        #expect(backupCount == 0)
        #expect(
            try SQLiteTool(path).run("SELECT name FROM properties WHERE name LIKE 'view%' ORDER BY name")
                == ["view: note y", "view: sort rules"])
        let again = try await open()
        #expect(again.sortRules == [SortRule(field: field)])
        try edit(again)
        await again.close()
        let converted = try await CardFile.open(at: path)
        #expect(converted.contents.settings.sortRules == [SortRule(field: field)])
        #expect(converted.contents.fieldWidths[field] == 99)
        #expect(try await converted.store.pictures().map(\.name) == ["p.png"])
        await converted.store.close()
    }

    @Test("It is converted once, with progress, and says which backup was made")
    func once() async throws {
        try await make()
        let told = Mutex<[Double]>([])
        let done = Mutex<[Backup]>([])
        let conversion = Version1.conversion(in: folder) { fraction in
            told.withLock { $0.append(fraction) }
        } ended: { result in
            if case .success(let backup) = result { done.withLock { $0.append(backup) } }
        }
        let document = try await open(conversion)
        for number in 0..<3 {
            try edit(document, number)
            try document.addRecord()
            await document.finishSaving()
        }
        await document.close()
        #expect(told.withLock { $0.last } == 1)
        #expect(told.withLock { $0 == $0.sorted() })
        #expect(done.withLock { $0 } == (try Version1.backups(in: folder)))
        #expect(backupCount == 1)
        #expect(try SQLiteTool(path).run("SELECT N FROM cards") == ["2", "1", "2", "", "", ""])
        #expect(try SQLiteTool(path).run("SELECT id, records FROM tables") == ["1|records"])
        #expect(try SQLiteTool(path).run("SELECT DISTINCT \"table\" FROM fields") == ["1"])
        #expect(try SQLiteTool(path).run("SELECT desk FROM desks") == ["\(RecordIDSource.shared.desk)"])
    }

    @Test("Cancelled, it stays as it is, and edits wait until they are to be saved after all")
    func cancelling() async throws {
        try await make()
        let before = try bytes(of: path)
        let cancels = Mutex(true)
        let conversion = Version1.conversion(in: folder) { _ in
            if cancels.withLock({ $0 }) { withUnsafeCurrentTask { $0?.cancel() } }
        }
        let document = try await open(conversion)
        try edit(document)
        await document.finishSaving()
        #expect(document.saveState == .failed(.notConverted(path: path)))
        #expect(try bytes(of: path) == before)
        // What comes next does not begin it anew.
        try edit(document, 8)
        document.setWidth(50, of: document.table.schema[0].id)
        #expect(!document.saver.isWorking)
        #expect(document.saveState == .failed(.notConverted(path: path)))
        #expect(try bytes(of: path) == before)
        #expect(document.table[0, 0] == .int(8))
        cancels.withLock { $0 = false }
        await document.finishSaving()
        #expect(document.saveState == .saved)
        await document.close()
        #expect(try SQLiteTool(path).run("SELECT N FROM cards") == ["8", "1", "2"])
        #expect(backupCount == 1)
    }

    @Test("The user cancels it through the document")
    func cancellingDocument() async throws {
        try await make()
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let conversion = Version1.conversion(in: folder) { _ in
            ask.yield()
            // Until the main actor has cancelled it.
            while !Task.isCancelled { usleep(1_000) }
        }
        let document = try await open(conversion)
        try edit(document)
        for await _ in asked { break }
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        let observation = document.observe { _ in change.yield() }
        document.cancelConversion()
        for await _ in changes where document.saveState != .saving { break }
        #expect(document.saveState == .failed(.notConverted(path: path)))
        #expect(try Version1.version(of: path) == "1")
        _ = observation
    }

    @Test("Where no backup can be made, it stays as it is")
    func noBackup() async throws {
        try await make()
        let before = try bytes(of: path)
        try write(Data(), to: folder.path("backups"))
        let document = try await open()
        try edit(document)
        await document.finishSaving()
        guard case .failed(let error) = document.saveState else { return #expect(Bool(false)) }
        #expect(error != .notConverted(path: path))
        try FileManager.default.removeItem(atPath: folder.path("backups"))
        #expect(try bytes(of: path) == before)
        await document.close()
        #expect(document.saveState == .saved)
        #expect(backupCount == 1)
    }

    @Test("Whoever says nothing of a backup cannot edit it")
    func withoutConversion() async throws {
        try await make()
        let before = try bytes(of: path)
        let opened = try await CardFile.open(at: path)
        let document = Document(title: "a", contents: opened.contents, store: opened.store)
        try edit(document)
        await document.close()
        #expect(document.saveState == .failed(.notConverted(path: path)))
        #expect(try bytes(of: path) == before)
    }

    @Test("A conversion that fails leaves nothing behind but one backup, however often it is tried")
    func failing() async throws {
        try await make("CREATE VIEW Desks AS SELECT 1")
        let before = try SQLiteTool(path).run("SELECT sql FROM sqlite_schema")
        let document = try await open()
        try edit(document)
        for _ in 0..<3 {
            await document.finishSaving()
            guard case .failed(.unwritable) = document.saveState else { return #expect(Bool(false)) }
        }
        #expect(try SQLiteTool(path).run("SELECT sql FROM sqlite_schema") == before)
        #expect(backupCount == 1)
        try SQLiteTool(path).run("DROP VIEW desks")
        await document.close()
        #expect(document.saveState == .saved)
        #expect(try SQLiteTool(path).run("SELECT N FROM cards") == ["7", "1", "2"])
    }

    @Test("What others have under Kiroku's new names comes along under others")
    func namesOfOthers() async throws {
        try await make(
            "CREATE TABLE Tables(x)", "INSERT INTO Tables VALUES('theirs')", "CREATE TABLE tables_2(y)",
            "CREATE TABLE desks(z)", "ALTER TABLE records ADD COLUMN Step", "ALTER TABLE records ADD COLUMN after",
            "UPDATE records SET Step = 'step ' || f1, after = 'after'", "ALTER TABLE fields ADD COLUMN \"Table\"",
            "UPDATE fields SET \"Table\" = 'mine'", "CREATE INDEX mine ON records(Step)",
            "CREATE VIEW steps AS SELECT Step FROM records", "DROP VIEW cards", "CREATE TABLE Cards(theirs)")
        let document = try await open()
        try edit(document)
        try document.addField("F", type: .int)
        await document.close()
        #expect(document.saveState == .saved)
        let tool = try SQLiteTool(path)
        #expect(try tool.run("SELECT theirs FROM cards") == [])
        #expect(try tool.run("SELECT x FROM tables_3") == ["theirs"])
        #expect(try tool.run("SELECT * FROM desks_2") == [])
        #expect(try tool.run("SELECT step_2, after_2, step, after FROM records LIMIT 1") == ["step 0|after||"])
        #expect(try tool.run("SELECT * FROM steps") == ["step 0", "step 1", "step 2"])
        #expect(try tool.run("SELECT table_2, \"table\" FROM fields LIMIT 1") == ["mine|1"])
        #expect(try await CardFile.open(at: path).contents.table == document.table)
    }

    @Test("What another program writes while the backup is made is not overwritten")
    func changedMeanwhile() async throws {
        try await make()
        let conversion = Version1.conversion(in: folder) { [path] _ in
            _ = SQLiteTool.answer(to: "UPDATE records SET f2 = 'theirs' WHERE f1 = 1", in: path)
        }
        let document = try await open(conversion)
        try edit(document)
        await document.close()
        #expect(document.saveState == .saved)
        #expect(try SQLiteTool(path).run("SELECT count(*) FROM records WHERE f2 = 'theirs'") == ["1"])
    }

    @Test("A backup of version 1 that is put back opens as it was, and is converted again")
    func puttingBack() async throws {
        try await make()
        let first = try await open()
        try edit(first)
        await first.close()
        let backup = try #require(try Version1.backups(in: folder).first)
        let copy = CardFile(path: backup.path)
        try await copy.openForReading()
        try await copy.putBack(to: path)
        await copy.close()
        let second = try await open()
        #expect(second.table[0, 0] == .int(0))
        try edit(second, 9)
        await second.close()
        #expect(second.saveState == .saved)
        #expect(backupCount == 2)
        #expect(try await CardFile.open(at: path).contents.table[0, 0] == .int(9))
    }

    @Test("A copy of it has the form of today")
    func copy() async throws {
        try await make()
        let document = try await open()
        try await document.saveCopy(to: folder.path("b.kiroku"), title: "b")
        try edit(document)
        await document.close()
        #expect(try Version1.version(of: path) == "1")
        #expect(try Version1.version(of: folder.path("b.kiroku")) == "3")
        #expect(backupCount == 0)
    }
}
