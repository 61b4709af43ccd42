import CoreTestSupport
import FoundationEssentials
import Glibc
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Conflict copies beside a document")
@MainActor
struct ConflictCopyTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("people.kiroku")
    }

    // MARK: Names

    @Test(
        "The names that programs for keeping folders in step give are known",
        arguments: [
            "people.sync-conflict-20240101-120000-ABCDEFG.kiroku", "people.sync-conflict-20160101-120000.kiroku",
            "people (conflicted copy 2018-04-10 093612).kiroku",
            "people (conflicted copy Ann 2018-04-10 093612).kiroku",
            "people_conflict-20180410-093612.kiroku", "people (Ann's conflicted copy 2024-01-01).kiroku",
            "people (desktop's conflicted copy 2024-01-01 (1)).kiroku", "people (Case Conflicted Copy).kiroku",
            "people (あき の競合コピー 2024-01-01).kiroku", "people (SFConflict ann@example.org 2015-03-07-11-30-28).kiroku",
            "people (conflicted).kiroku", "people [conflicted].kiroku",
            "people_DiskStation_Nov-18-1106-2014_Conflict.kiroku",
        ])
    func known(name: String) {
        #expect(ConflictCopyName(of: path).isMeant(name))
        #expect(!ConflictCopyName(of: folder.path("person.kiroku")).isMeant(name))
    }

    @Test(
        "Other documents are left alone",
        arguments: [
            "people.kiroku", "people (1).kiroku", "people 2.kiroku", "people (copy).kiroku", "people-conflicts.kiroku",
            "people (conflicted copy 2018-04-10 093612).txt", "people.kiroku-journal", "conflicted copy.kiroku",
            ".people.sync-conflict-20240101-120000-ABCDEFG.kiroku", "people_conflict.kiroku",
        ])
    func others(name: String) {
        #expect(!ConflictCopyName(of: path).isMeant(name))
    }

    @Test("Those in the folder are found, and it is told when one comes or goes")
    func watching() async throws {
        let copy = folder.path("people (conflicted).kiroku")
        let watch = ConflictCopyWatch(beside: path)
        var ticks = watch.changes.makeAsyncIterator()
        await ticks.next()
        #expect(await ConflictCopy.all(beside: path).isEmpty)
        #expect(FileManager.default.createFile(atPath: folder.path("other"), contents: nil))
        #expect(FileManager.default.createFile(atPath: copy, contents: nil))
        await ticks.next()
        #expect(await ConflictCopy.all(beside: path) == [ConflictCopy(path: copy)])
        unlink(copy)
        repeat { await ticks.next() } while await !ConflictCopy.all(beside: path).isEmpty
    }

    @Test(
        "Names that programs and people give are looked into",
        arguments: ["people (1).kiroku", "people-LAPTOP-AB12CD.kiroku", "people-desk2.kiroku"])
    func doubtful(name: String) {
        #expect(ConflictCopyName(of: path).mayBeMeant(name))
        #expect(!ConflictCopyName(of: path).isMeant(name))
    }

    @Test(
        "Others are not",
        arguments: [
            "people.kiroku", "people (copy).kiroku", "people (1) (2).kiroku", "people-2024.kiroku", "people-.kiroku",
            "people 2.kiroku", "people-a b.kiroku", "people (conflicted).kiroku",
        ])
    func noDoubt(name: String) {
        #expect(!ConflictCopyName(of: path).mayBeMeant(name))
    }

    @Test("A copy of such a name counts once both were edited, until the user declines, or it is edited again")
    func parted() async throws {
        let document = try await make(["Ann", "Bob"])
        let place = folder.path("people-LAPTOP.kiroku")
        try FileManager.default.copyItem(atPath: path, toPath: place)
        try FileManager.default.copyItem(atPath: path, toPath: folder.path("people (1).kiroku"))
        #expect(await ConflictCopy.all(beside: path).isEmpty)
        func edit(_ text: String) async throws {
            let other = try await openDocument(at: place)
            try set(text, 0, 1, other)
            await other.close()
        }
        try await edit("theirs")
        #expect(await ConflictCopy.all(beside: path).isEmpty)
        try set("mine", 1, 1, document)
        await document.finishSaving()
        let copies = await ConflictCopy.all(beside: path)
        #expect(copies.map(\.path) == [place])
        let copy = try #require(copies.first)
        #expect(!document.hasDeclined(copy))
        document.decline(copy)
        #expect(document.hasDeclined(copy))
        let again = try await reopen(document, at: path)
        #expect(again.hasDeclined(try #require(await ConflictCopy.all(beside: path).first)))
        try await edit("later")
        #expect(!again.hasDeclined(try #require(await ConflictCopy.all(beside: path).first)))
        await again.close()
    }

    @Test("A document of another origin is none, whatever it is called")
    func stranger() async throws {
        let document = try await make(["Ann"])
        let other = try await newDocument(try threePeople(), at: folder.path("people (1).kiroku"))
        for edited in [document, other] {
            try set("x", 0, 0, edited)
            await edited.close()
        }
        #expect(await ConflictCopy.all(beside: path).isEmpty)
    }

    // MARK: Merging

    private func make(_ names: [String]) async throws -> Document {
        var table = try RecordTable(fieldNames: ["Name", "Note"], fieldTypes: [.string, .string])
        for name in names { try table.addRecord([.string(name), .empty]) }
        return try await newDocument(table, at: path)
    }

    /// A copy of the document as it is now, edited.
    private func copy(_ edit: (Document) async throws -> Void) async throws -> ConflictCopy {
        let place = folder.path("people (conflicted).kiroku")
        try FileManager.default.copyItem(atPath: path, toPath: place)
        let document = try await openDocument(at: place)
        try await edit(document)
        await document.close()
        #expect(document.saveState == .saved)
        return ConflictCopy(path: place)
    }

    private func set(_ value: String, _ record: Int, _ field: Int, _ document: Document) throws {
        try document.setCells([CellEdit(record: record, field: field, value: .string(value))])
    }

    private func column(_ field: Int, _ document: Document) -> [CellValue] {
        (0..<document.table.count).map { document.table[$0, field] }
    }

    @Test("What the copies have in common is known from their logs: each side's changes are made, in one step")
    func threeWay() async throws {
        let document = try await make(["Ann", "Bob", "Cy", "Di"])
        // The commit that both know.
        try set("first", 0, 1, document)
        await document.finishSaving()
        let copy = try await copy { other in
            try set("Bobby", 1, 0, other)
            try set("theirs", 0, 1, other)
            try other.deleteRecords(at: RecordIndexes(2..<3))
            try set("Ed", try other.addRecord(), 0, other)
            _ = try await other.addPicture([1, 2, 3], hash: "h", name: "a.png")
        }
        try set("mine", 0, 1, document)
        try set("Diana", 3, 0, document)
        let merge = try await document.merge(of: copy)
        #expect(merge.knowsAncestor)
        #expect((merge.addedCount, merge.deletedCount, merge.pictureCount) == (1, 1, 1))
        #expect(merge.conflictCount == 1)
        try await document.take(merge)
        #expect(column(0, document) == ["Ann", "Bobby", "Diana", "Ed"].map { .string($0) })
        #expect(document.table[0, 1] == .string("mine"))
        #expect(document.conflicts.map(\.own) == [.string("theirs")])
        #expect(try await document.picture(named: "a.png", atMost: 9) == [1, 2, 3])
        try document.undo()
        #expect(column(0, document) == ["Ann", "Bob", "Cy", "Diana"].map { .string($0) })
        await document.close()
        #expect(try bytes(of: copy.path).count > 0)
    }

    @Test("A copy that nobody has changed since brings nothing")
    func unchanged() async throws {
        let document = try await make(["Ann"])
        try set("first", 0, 1, document)
        await document.finishSaving()
        let copy = try await copy { _ in }
        try set("mine", 0, 1, document)
        let merge = try await document.merge(of: copy)
        #expect(merge.isEmpty)
        #expect(merge.conflictCount == 0)
        await document.close()
    }

    @Test("Where it is not known, only what is missing here is added")
    func additive() async throws {
        let document = try await make(["Ann", "Bob"])
        let copy = try await copy { _ in }
        try SQLiteTool(copy.path).run("DELETE FROM journal")
        try SQLiteTool(copy.path).run("UPDATE records SET f2 = 'note' WHERE f1 = 'Bob'")
        try SQLiteTool(copy.path).run("UPDATE records SET f1 = 'Anna' WHERE f1 = 'Ann'")
        try SQLiteTool(copy.path).run("INSERT INTO records(f1) VALUES('Cy')")
        let merge = try await document.merge(of: copy)
        #expect(!merge.knowsAncestor)
        try await document.take(merge)
        #expect(column(0, document) == ["Ann", "Bob", "Cy"].map { .string($0) })
        #expect(document.table[1, 1] == .string("note"))
        #expect(merge.conflictCount == 1)
        #expect(document.conflicts.isEmpty)
        await document.close()
    }

    @Test("What another program has written into the copy is known from the document's own log")
    func otherProgram() async throws {
        let document = try await make(["Ann", "Bob"])
        let copy = try await copy { _ in }
        try SQLiteTool(copy.path).run("UPDATE records SET f1 = 'Anna' WHERE f1 = 'Ann'")
        try set("mine", 1, 1, document)
        await document.finishSaving()
        let merge = try await document.merge(of: copy)
        #expect(merge.knowsAncestor)
        try await document.take(merge)
        #expect(column(0, document) == ["Anna", "Bob"].map { .string($0) })
        #expect(document.table[1, 1] == .string("mine"))
        await document.close()
    }

    @Test("If the document has changed since, nothing is taken over")
    func changedMeanwhile() async throws {
        let document = try await make(["Ann"])
        let copy = try await copy { try set("Ed", try $0.addRecord(), 0, $0) }
        let merge = try await document.merge(of: copy)
        try set("mine", 0, 1, document)
        await #expect(throws: CopyMergeError.edit(.changedMeanwhile)) { try await document.take(merge) }
        #expect(document.table.count == 1)
        await document.close()
    }

    @Test("A copy that is no document, damaged or gone is refused")
    func hostile() async throws {
        let document = try await make(["Ann"])
        let copy = try await copy { _ in }
        try SQLiteTool(copy.path).run("ALTER TABLE records RENAME TO elsewhere")
        await #expect { try await document.merge(of: copy) } throws: { ($0 as? StorageError)?.isDamage == true }
        #expect(FileManager.default.createFile(atPath: copy.path, contents: Data("a text".utf8)))
        await #expect(throws: StorageError.notADocument(path: copy.path)) { try await document.merge(of: copy) }
        unlink(copy.path)
        await #expect(throws: StorageError.notFound(path: copy.path)) { try await document.merge(of: copy) }
        #expect(document.table.count == 1)
        await document.close()
    }
}
