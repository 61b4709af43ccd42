import CoreTestSupport
import FoundationEssentials
import Glibc
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("A document that another program changes")
@MainActor
struct OthersWritingTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
    }

    /// Three people and their numbers.
    private func make(at path: String) async throws -> Document {
        try await newDocument(try threePeople("Number"), at: path)
    }

    private func open() async throws -> Document { try await openDocument(at: path) }

    private func set(_ value: CellValue, _ record: Int, _ field: Int, _ document: Document) throws {
        try document.setCells([CellEdit(record: record, field: field, value: value)])
    }

    private func names(_ document: Document) -> [CellValue] {
        (0..<document.table.count).map { document.table[$0, 0] }
    }

    /// Writes a part of a file, which may be there.
    private func copyOver(_ bytes: Data, at path: String, from start: Int = 0) throws {
        let file = Glibc.open(path, O_WRONLY | O_CREAT, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        #expect(bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, start) } == bytes.count)
    }

    /// Writes into the document's file as `cp` does.
    private func copyOver(_ bytes: Data) throws {
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        #expect(bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) } == bytes.count)
    }

    // MARK: Noticing it

    @Test(
        "Whatever another program writes, nothing is written over it, and it is seen",
        arguments: [
            "UPDATE records SET f1 = 'Theirs' WHERE f2 = 0", "UPDATE records SET f2 = 7 WHERE f2 = 2",
            "DELETE FROM records WHERE f2 < 1", "INSERT INTO records(id, f1) VALUES(9, 'x')",
            "ALTER TABLE records ADD COLUMN f3", "ALTER TABLE records ADD COLUMN note TEXT",
            "CREATE TABLE theirs(x)", "VACUUM", "UPDATE fields SET name = 'Who' WHERE id = 1",
            "UPDATE records SET after = 0, step = 0 WHERE f2 = 2", "PRAGMA journal_mode = wal",
        ])
    func writing(sql: String) async throws {
        let document = try await make(at: path)
        await document.saver.hold()
        try SQLiteTool(path).run(sql)
        try set(.string("Ours"), 1, 0, document)
        let name = document.table.ids[1]
        document.saver.release()
        await document.finishSaving()
        #expect(document.saveState == .saved)
        #expect(document.conflicts.isEmpty)
        let record = try #require(document.table.index(of: name))
        #expect(document.table[record, 0] == .string("Ours"))
        try set(.int(50), record, 1, document)
        await document.close()
        let file = try await open()
        #expect(ExactTable(file.table) == ExactTable(document.table))
        await file.close()
    }

    @Test("What another program writes is seen without anything being done here")
    func seenLive() async throws {
        let document = try await make(at: path)
        var told: [OthersChanges] = []
        let observation = document.observe { event in
            if case .changedByOthers(_, let changes) = event { told.append(changes) }
        }
        for number in 1...5 {
            try SQLiteTool(path).run("UPDATE records SET f1 = 'Theirs \(number)' WHERE f2 = 1")
            try await until { await document.table[1, 0] == .string("Theirs \(number)") }
        }
        #expect(told.last?.records == [document.table.ids[1]])
        #expect(told.last?.author == nil)
        #expect(document.saveState == .saved)
        #expect(document.undoTitle == nil)
        let statements =
            "BEGIN; UPDATE records SET f2 = 9 WHERE f2 = 1; INSERT INTO records(f1, f2) VALUES('Di', 5), ('Ed', 6); "
            + "DELETE FROM records WHERE f1 = 'Cy'; COMMIT"
        while SQLiteTool.answer(to: statements, in: path) != .done { try await Task.sleep(for: .milliseconds(1)) }
        try await until { await document.table.count == 4 }
        let last = try #require(told.last)
        #expect(last.added == Set(document.table.ids.suffix(2)))
        let text = "2 records added, 1 record changed, 1 record deleted by another program"
        #expect(last.text == "\(text), \(last.time.shortTime)")
        _ = observation
        await document.close()
    }

    @Test("A damaged document is not written over, the edits are kept, and saved when it is in order again")
    func damaged() async throws {
        let document = try await make(at: path)
        let tool = try SQLiteTool(path)
        try tool.run("ALTER TABLE records RENAME TO elsewhere")
        try set(.string("Ours"), 0, 0, document)
        await document.finishSaving()
        guard case .failed(.damaged) = document.saveState else { return #expect(document.saveState == .saved) }
        #expect(try tool.run("SELECT f1 FROM elsewhere") == ["Ann", "Bob", "Cy"])
        try tool.run("ALTER TABLE elsewhere RENAME TO records")
        await document.finishSaving()
        #expect(document.saveState == .saved)
        #expect(try tool.run("SELECT f1 FROM records") == ["Ours", "Bob", "Cy"])
        await document.close()
    }

    @Test("A file that was copied over it is seen, though it counts as many commits", arguments: [0, 1, 3])
    func copiedOver(edits: Int) async throws {
        let document = try await make(at: path)
        let other = try await make(at: folder.path("b.kiroku"))
        for number in 0..<edits {
            try set(.int(number), 1, 1, document)
            try set(.int(number + 10), 1, 1, other)
            await document.finishSaving()
            await other.finishSaving()
        }
        await other.close()
        try copyOver(try bytes(of: folder.path("b.kiroku")))
        try set(.string("Ours"), 0, 0, document)
        await document.finishSaving()
        #expect(document.saveState == .saved)
        #expect(document.table[1, 1] == .int(edits == 0 ? 1 : edits + 9))
        #expect(try SQLiteTool(path).run("SELECT Name FROM cards") == ["Ours", "Bob", "Cy"])
        await document.close()
    }

    @Test("A file that is read before all of it was copied over is read again when it is whole")
    func copiedOverSlowly() async throws {
        var table = try RecordTable(fieldNames: ["Name", "Number"], fieldTypes: [.string, .int])
        for number in 0..<2_000 { try table.addRecord([.string("R\(number)"), .int(0)]) }
        await (try CardFile.create(at: path, table: table)).close()
        let document = try await open()
        let copy = folder.path("b.kiroku")
        try copyOver(try bytes(of: path), at: copy)
        try SQLiteTool(copy).run("UPDATE records SET f2 = 1 WHERE f1 IN ('R0', 'R1999')")
        let (old, new) = (try bytes(of: path), try bytes(of: copy))
        try #require(old.count == new.count)
        // All but the page with the last record.
        let page = try #require(
            Array(stride(from: 0, to: new.count, by: 4_096)).first { page in
                let part = new[page..<page + 4_096]
                return part.range(of: Data("R1999".utf8)) != nil && part != old[page..<page + 4_096]
            })
        try copyOver(new[..<page], at: path)
        try copyOver(new[(page + 4_096)...], at: path, from: page + 4_096)
        try await until { await document.table[0, 1] == .int(1) }
        #expect(document.table[1_999, 1] == .int(0))
        try copyOver(new[page..<page + 4_096], at: path, from: page)
        try await until { await document.table[1_999, 1] == .int(1) }
        #expect(document.saveState == .saved)
        await document.close()
    }

    @Test("A file that is put in its place is what the document goes on with")
    func movedOver() async throws {
        let document = try await make(at: path)
        let other = try await make(at: folder.path("b.kiroku"))
        try set(.string("Theirs"), 1, 0, other)
        await other.close()
        try #require(rename(folder.path("b.kiroku"), path) == 0)
        try await until { await document.table[1, 0] == .string("Theirs") }
        try set(.string("Ours"), 0, 0, document)
        await document.finishSaving()
        #expect(document.saveState == .saved)
        #expect(names(document) == [.string("Ours"), .string("Theirs"), .string("Cy")])
        try set(.string("Later"), 2, 0, document)
        await document.close()
        #expect(try SQLiteTool(path).run("SELECT Name FROM cards") == ["Ours", "Theirs", "Later"])
    }

    @Test(
        "What is no document any more is not written over, and the edits are kept", arguments: ["", "not a database"])
    func destroyed(contents: String) async throws {
        let document = try await make(at: path)
        try copyOver(Data(contents.utf8))
        try set(.string("Ours"), 0, 0, document)
        await document.finishSaving()
        guard case .failed = document.saveState else { return #expect(document.saveState == .saving) }
        #expect(try bytes(of: path) == Data(contents.utf8))
        #expect(names(document)[0] == .string("Ours"))
        try await document.saveCopy(to: folder.path("c.kiroku"), title: "c")
        await document.close()
        #expect(document.saveState == .saved)
        #expect(try SQLiteTool(folder.path("c.kiroku")).run("SELECT Name FROM cards") == ["Ours", "Bob", "Cy"])
    }

    @Test("Pictures, their removal, space given back and backups of our own are nobody else's")
    func ourOwn() async throws {
        let document = try await make(at: path)
        let file = try #require(document.saver.store as? CardFile)
        try set(.string("One"), 0, 0, document)
        await document.finishSaving()
        for number in 0..<20 {
            let bytes = [UInt8](repeating: UInt8(number), count: 20_000)
            _ = try await file.addPicture(bytes, hash: "\(number)", name: "\(number).png")
        }
        try set(.string("Two"), 0, 0, document)
        await document.finishSaving()
        #expect(document.saveState == .saved)
        try await file.removePictures(named: (0..<20).map { "\($0).png" })
        try await file.giveSpaceBack()
        try await file.backUp(to: folder.path("backup.kiroku"))
        let reader = try await CardFile.open(at: path)
        await reader.store.close()
        try set(.string("Three"), 0, 0, document)
        await document.close()
        #expect(document.saveState == .saved)
        #expect(try SQLiteTool(path).run("SELECT Name FROM cards LIMIT 1") == ["Three"])
    }

    @Test("A picture is not put into a file that was copied over the document")
    func pictureIntoAnother() async throws {
        let document = try await make(at: path)
        let other = try await make(at: folder.path("b.kiroku"))
        await other.close()
        try copyOver(try bytes(of: folder.path("b.kiroku")))
        let before = try bytes(of: path)
        let link = try #require(document.saver.store as? CardFile)
        await #expect(throws: StorageError.changedElsewhere(path: path)) {
            try await link.addPicture([1], hash: "1", name: "a.png")
        }
        #expect(try bytes(of: path) == before)
        await document.close()
    }

    // MARK: Laying edits over

    /// A document after edits that were not saved yet when `theirs` was run, and what was left out of them.
    private func lay(
        over theirs: String, _ edit: (Document) async throws -> Void
    ) async throws -> (document: Document, conflicts: [EditConflict]) {
        let document = try await make(at: path)
        await document.saver.hold()
        try await edit(document)
        try SQLiteTool(path).run(theirs)
        document.saver.release()
        await document.finishSaving()
        #expect(document.saveState == .saved)
        return (document, document.conflicts)
    }

    @Test("The same cell keeps the other's value; ours is told, and can be put back and taken back")
    func sameCell() async throws {
        let (document, conflicts) = try await lay(over: "UPDATE records SET f1 = 'Theirs' WHERE f2 = 0") {
            try set(.string("First"), 0, 0, $0)
            try set(.string("Ours"), 0, 0, $0)
            try set(.int(8), 1, 1, $0)
        }
        #expect(names(document) == [.string("Theirs"), .string("Bob"), .string("Cy")])
        #expect(document.table[1, 1] == .int(8))
        #expect(conflicts.map(\.own) == [.string("Ours")])
        #expect(conflicts.map(\.theirs) == [.string("Theirs")])
        #expect(conflicts.map(\.base) == [.string("Ann")])
        #expect(
            conflicts.map { $0.placeText(in: document.table).hasPrefix("Record 1, “Name” – Yours: “Ours” · Theirs") }
                == [true])
        #expect(
            EditConflict.list(conflicts, in: document.table) == "Record\tField\tHere\tThere\n1\tName\tOurs\tTheirs\n")
        let again = try await open()
        #expect(again.conflicts.map(\.edits) == conflicts.map(\.edits))
        #expect(again.conflicts.map { $0.sides(isShort: false) } == conflicts.map { $0.sides(isShort: false) })
        await again.close()
        try document.resolve(conflicts, as: .mine)
        #expect(names(document)[0] == .string("Ours"))
        #expect(document.conflicts.isEmpty)
        try document.undo()
        #expect(names(document)[0] == .string("Theirs"))
        #expect(document.conflicts == conflicts)
        while try document.undo() != nil {}
        #expect(names(document)[0] == .string("Theirs"))
        #expect(document.table[1, 1] == .int(1))
        await document.close()
    }

    @Test("Undoing an edit does not bring the old value over another program's")
    func undoing() async throws {
        let document = try await make(at: path)
        try set(.string("Ours"), 0, 0, document)
        await document.finishSaving()
        await document.saver.hold()
        try document.undo()
        try SQLiteTool(path).run("UPDATE records SET f1 = 'Theirs' WHERE f2 = 0")
        document.saver.release()
        await document.finishSaving()
        #expect(document.conflicts.map(\.own) == [.string("Ann")])
        #expect(names(document)[0] == .string("Theirs"))
        #expect(document.saveState == .saved)
        try document.redo()
        #expect(names(document)[0] == .string("Theirs"))
        await document.close()
    }

    @Test("A field is not emptied over what another program has put there")
    func emptying() async throws {
        let (document, conflicts) = try await lay(over: "UPDATE records SET f2 = f2 + 100 WHERE f2 > 0") {
            try $0.setCells((0...2).map { CellEdit(record: $0, field: 1, value: .empty) })
        }
        #expect((0..<3).map { document.table[$0, 1] } == [.empty, .int(101), .int(102)])
        #expect(conflicts.count == 2)
        try document.resolve(conflicts, as: .mine)
        #expect((0..<3).map { document.table[$0, 1] } == [.empty, .empty, .empty])
        await document.close()
    }

    @Test("A record is not deleted that another program has edited; others are")
    func deleting() async throws {
        let (document, conflicts) = try await lay(over: "UPDATE records SET f1 = 'Theirs' WHERE f2 = 0") {
            try set(.int(5), 0, 1, $0)
            try $0.deleteRecords(at: RecordIndexes(0..<2))
        }
        #expect(names(document) == [.string("Theirs"), .string("Cy")])
        #expect(conflicts.map(\.reason) == [.recordChanged])
        try document.resolve(conflicts, as: .mine)
        #expect(names(document) == [.string("Cy")])
        await document.close()
    }

    @Test("An edit of a record that is gone is told, with its value")
    func recordGone() async throws {
        let (document, conflicts) = try await lay(over: "DELETE FROM records WHERE f2 = 0") {
            try set(.string("Ours"), 0, 0, $0)
        }
        #expect(names(document) == [.string("Bob"), .string("Cy")])
        #expect(conflicts.map(\.reason) == [.recordGone])
        #expect(conflicts.map(\.ownText) == ["Ours\t0"])
        await document.close()
    }

    @Test("Records that both have added are all there")
    func bothInsert() async throws {
        let (document, conflicts) = try await lay(
            over: "INSERT INTO records(id, f1) SELECT max(id) + 1024, 'Theirs' FROM records"
        ) {
            let record = try $0.addRecord()
            try set(.string("Ours"), record, 0, $0)
            try $0.insertRecords(1, at: 1)
        }
        #expect(conflicts.isEmpty)
        #expect(
            names(document)
                == [.string("Ann"), .empty, .string("Bob"), .string("Cy"), .string("Theirs"), .string("Ours")])
        await document.close()
        #expect(try SQLiteTool(path).run("SELECT count(*) FROM cards") == ["6"])
    }

    @Test("What another program keeps beside the records stays, whatever is done to the fields")
    func foreignParts() async throws {
        let document = try await make(at: path)
        await document.close()
        let tool = try SQLiteTool(path)
        for sql in [
            "ALTER TABLE records ADD COLUMN note TEXT DEFAULT 'n'", "UPDATE records SET note = 'note ' || f2",
            "ALTER TABLE fields ADD COLUMN unit", "UPDATE fields SET unit = 'unit ' || id",
            "ALTER TABLE properties ADD COLUMN more", "UPDATE properties SET more = 'm'",
            "CREATE TABLE theirs(x)", "INSERT INTO theirs VALUES(1)", "CREATE INDEX i ON records(f2)",
        ] {
            try tool.run(sql)
        }
        let again = try await open()
        try again.renameField(again.table.schema[0].id, to: "Who")
        try again.addField("New", type: .bool)
        try again.retypeField(again.table.schema[1].id, to: .string)
        try again.moveField(again.table.schema[0].id, to: 2)
        try again.removeField(again.table.schema[1].id)
        try again.undo()
        await again.close()
        #expect(again.saveState == .saved)
        #expect(try tool.run("SELECT note FROM records") == ["note 0", "note 1", "note 2"])
        #expect(try tool.run("SELECT unit FROM fields WHERE id = 1") == ["unit 1"])
        #expect(try tool.run("SELECT DISTINCT more FROM properties WHERE name = 'next field id'") == ["m"])
        #expect(try tool.run("SELECT x FROM theirs") == ["1"])
        let last = try await open()
        #expect(last.table == again.table)
        try last.addRecord()
        await last.close()
        #expect(last.saveState == .saved)
    }

    // MARK: Fields

    @Test("A field that another Kiroku has added and filled stays when a field is renamed here")
    func twoKirokus() async throws {
        let ours = try await make(at: path)
        let theirs = try await open()
        let field = try theirs.addField("Theirs", type: .string)
        for record in 0..<3 { try set(.string("t\(record)"), record, 2, theirs) }
        try ours.renameField(ours.table.schema[0].id, to: "Who")
        await theirs.finishSaving()
        await ours.finishSaving()
        try await until { await ours.table.schema.count == 3 }
        await ours.close()
        #expect(ours.saveState == .saved)
        #expect(ours.table.fieldNames == ["Who", "Number", "Theirs"])
        #expect(try SQLiteTool(path).run("SELECT Who, Theirs FROM cards") == ["Ann|t0", "Bob|t1", "Cy|t2"])
        // The other one finds our commit in the same way.
        try theirs.renameField(field, to: "Mine")
        await theirs.finishSaving()
        try await until { await theirs.table.fieldNames[0] == "Who" }
        await theirs.close()
        #expect(try SQLiteTool(path).run("SELECT Who, Mine FROM cards") == ["Ann|t0", "Bob|t1", "Cy|t2"])
    }

    @Test("Two fields of the same name and identifier are both there afterwards")
    func bothAddFields() async throws {
        let ours = try await make(at: path)
        let theirs = try await open()
        await ours.saver.hold()
        for (document, text) in [(theirs, "t"), (ours, "o")] {
            try document.addField("New", type: .string, at: 1)
            try set(.string(text), 1, 1, document)
            if document === ours { ours.saver.release() }
            await document.finishSaving()
        }
        await ours.close()
        #expect(ours.table.fieldNames == ["Name", "New 2", "New", "Number"])
        #expect(try SQLiteTool(path).run("SELECT \"New\", \"New 2\" FROM cards WHERE Name = 'Bob'") == ["t|o"])
        await theirs.close()
    }

    @Test("A field is not removed, and gets no other type, where another program has changed a cell of it")
    func changedField() async throws {
        let (document, conflicts) = try await lay(over: "UPDATE records SET f2 = 9 WHERE f2 = 2") {
            try $0.retypeField($0.table.schema[1].id, to: .string)
            try set(.string("ours"), 0, 1, $0)
            try $0.removeField($0.table.schema[0].id)
        }
        #expect(document.table.fieldNames == ["Number"])
        #expect((0..<3).map { document.table[$0, 0] } == [.int(0), .int(1), .int(9)])
        #expect(Set(conflicts.map(\.reason)) == [.fieldChanged, .fieldGone])
        #expect(conflicts.contains { $0.own == .string("ours") })
        await document.close()
    }

    @Test("A name that both have changed stays the other's, and ours is told")
    func bothRename() async throws {
        let (document, conflicts) = try await lay(over: "UPDATE fields SET name = 'Theirs' WHERE id = 1") {
            try $0.renameField($0.table.schema[0].id, to: "Ours")
            try await $0.change($0.table.schema[0].id) { $0.initialText = "x" }
        }
        #expect(document.table.fieldNames == ["Theirs", "Number"])
        #expect(document.table.schema[0].initialValue == .string("x"))
        #expect(conflicts.map(\.own) == [.string("Ours")])
        await document.close()
    }

    @Test("Widths, sort rules and notes that are not saved go along")
    func looks() async throws {
        let document = try await make(at: path)
        await document.saver.hold()
        try SQLiteTool(path).run("UPDATE records SET f2 = 9 WHERE f2 = 2")
        document.setWidth(123, of: document.table.schema[0].id)
        document.keepNote("x", named: "n")
        document.saver.release()
        await document.close()
        let again = try await open()
        #expect(again.fieldWidths == document.fieldWidths)
        #expect(again.note(named: "n") == "x")
        #expect(again.table[2, 1] == .int(9))
        await again.close()
    }

    // MARK: Anything

    @Test("Where another program has changed nothing, any edits come out as they were made", arguments: UInt64(0)..<100)
    func nothingChanged(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let before = try generator.table(records: 0...12)
        let file = try await CardFile.create(at: path, table: before)
        let document = Document(title: "a", contents: DocumentContents(table: before), store: file)
        await document.saver.hold()
        try SQLiteTool(path).run("VACUUM")
        for _ in 0..<Int.random(in: 1...12, using: &generator) {
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: try document.undo()
            case 1: try document.redo()
            default: try document.apply(try generator.change(for: document.table))
            }
        }
        document.setWidth(99, of: document.table.schema[0].id)
        let mine = document.table
        document.saver.release()
        await document.finishSaving()
        #expect(document.conflicts.isEmpty)
        #expect(document.table.schema.fields.map(\.name) == mine.schema.fields.map(\.name))
        #expect(Cells(document.table) == Cells(mine))
        await document.finishSaving()
        #expect(document.saveState == .saved)
        let opened = try await CardFile.open(at: path)
        #expect(ExactTable(opened.contents.table) == ExactTable(document.table))
        await opened.store.close()
        while try document.undo() != nil {}
        #expect(Cells(document.table) == Cells(before))
        await document.close()
    }

    @Test("What another program has changed is never changed, and no edit of ours is lost", arguments: UInt64(0)..<40)
    func bothChange(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let base = try generator.table(records: 4...12)
        let ours = Document(title: "a", inMemory: DocumentContents(table: base))
        let theirs = Document(title: "a", inMemory: DocumentContents(table: base))
        for document in [ours, theirs] {
            for _ in 0..<6 {
                let change = try generator.change(for: document.table)
                switch change {
                case .setCells, .deleteRecords: try document.apply(change)
                default: continue
                }
            }
        }
        let rebased = Merge(ours.saver.unsaved.edits, over: theirs.table, mine: ours.table)
        var result = theirs.table
        if let change = rebased.change { _ = try result.apply(change) }
        for (index, id) in base.ids.enumerated() {
            let told = rebased.open.filter { $0.record == id }
            for field in base.schema.fields.indices {
                func value(_ table: RecordTable) -> CellValue? { table.index(of: id).map { table[$0, field] } }
                let (before, own, their, now) = (
                    base[index, field], value(ours.table), value(theirs.table), value(result)
                )
                if their != before { #expect(now == their) }
                let isTold = told.contains { $0.field == nil || $0.field == base.schema[field].id }
                if own != before, now != own { #expect(isTold) }
                if own == before, their == before { #expect(now == before) }
            }
        }
    }
}

/// Names, types and cells, whatever records and fields are known by.
private struct Cells: Equatable {
    let fields: [String]
    let cells: [[CellValue]]

    init(_ table: RecordTable) {
        fields = table.schema.fields.map { "\($0.name) \($0.type) \($0.initialValue) \($0.isMarkedAsPicture)" }
        cells = (0..<table.count).map { record in table.schema.fields.indices.map { table[record, $0] } }
    }
}
