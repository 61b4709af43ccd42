import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("What two documents have come from")
@MainActor
struct CommonAncestorTests {
    private let folder: TemporaryFolder
    private let (mine, theirs): (String, String)

    init() throws {
        folder = try TemporaryFolder()
        (mine, theirs) = (folder.path("mine.kiroku"), folder.path("theirs.kiroku"))
    }

    private func make(_ path: String) async throws {
        var table = try RecordTable(fieldNames: ["Name", "Note"], fieldTypes: [.string, .string])
        for name in ["Ann", "Bob"] { try table.addRecord([.string(name), .empty]) }
        await (try CardFile.create(at: path, table: table)).close()
    }

    /// Sets the first record's note.
    private func note(_ text: String, in path: String) async throws {
        let document = try await openDocument(at: path)
        try document.setCells([CellEdit(record: 0, field: 1, value: .string(text))])
        await document.close()
        #expect(document.saveState == .saved)
    }

    private func copy(_ path: String, to place: String) throws {
        try FileManager.default.copyItem(atPath: path, toPath: place)
    }

    /// The note that both had in common; `nil` if that is not known.
    private func common(_ backups: [String] = []) async throws -> CellValue? {
        try await ReadCopy.read(theirs, comparedWith: [mine] + backups).ancestor.map { $0.table[0, 1] }
    }

    @Test("Copies know each other from the latest commit of both, and say when that was")
    func latest() async throws {
        try await make(mine)
        try await note("first", in: mine)
        try copy(mine, to: theirs)
        try await note("mine", in: mine)
        try await note("theirs", in: theirs)
        let read = try await ReadCopy.read(theirs, comparedWith: [mine])
        #expect(read.table[0, 1] == .string("theirs"))
        let ancestor = try #require(read.ancestor)
        #expect(ancestor.table[0, 1] == .string("first"))
        #expect(ancestor.time <= AppClock.shared.now)
        #expect(ancestor.time > AppClock.shared.now - 3_600)
    }

    @Test("Copies of a document that nobody has edited before know each other, too")
    func unedited() async throws {
        try await make(mine)
        try copy(mine, to: theirs)
        #expect(try await common() == .empty)
        try await note("mine", in: mine)
        try await note("theirs", in: theirs)
        #expect(try await common() == .empty)
    }

    @Test("Where one log has a gap, the other one is asked")
    func gap() async throws {
        try await make(mine)
        try await note("first", in: mine)
        try copy(mine, to: theirs)
        try SQLiteTool(theirs).run("UPDATE records SET f2 = 'theirs' WHERE f1 = 'Ann'")
        #expect(try await common() == .string("first"))
        try await note("mine", in: mine)
        #expect(try await common() == .string("first"))
    }

    @Test("Where both have a gap, a backup of before it is asked")
    func backup() async throws {
        try await make(mine)
        try await note("first", in: mine)
        try copy(mine, to: theirs)
        let backups = ["new", "old"].map { folder.path("\($0).kiroku") }
        try copy(mine, to: backups[1])
        for path in [mine, theirs] { try SQLiteTool(path).run("UPDATE records SET f2 = '\(path)' WHERE f1 = 'Ann'") }
        try copy(mine, to: backups[0])
        #expect(try await common() == nil)
        #expect(try await common(backups) == .string("first"))
    }

    @Test("Documents that are no copies of each other have nothing in common")
    func strangers() async throws {
        try await make(mine)
        try await make(theirs)
        #expect(try await common() == nil)
        for path in [mine, theirs] { try await note("first", in: path) }
        #expect(try await common([folder.path("gone.kiroku")]) == nil)
    }
}
