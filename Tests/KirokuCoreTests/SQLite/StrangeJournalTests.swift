import CSQLite
import CoreTestSupport
import FoundationEssentials
import Glibc
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// A journal beside a document can come from anywhere, as the document can.
@Suite("Card file: journals beside it")
struct StrangeJournalTests {
    private let folder: TemporaryFolder
    private let path: String
    private let victim: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
        victim = folder.path("letter.txt")
        try Data("Dear all".utf8).write(to: URL(filePath: victim))
    }

    private func makeFile(_ name: String = "a.kiroku", records: Int = 3) async throws {
        var table = try RecordTable(fieldNames: ["S"], fieldTypes: [.string])
        for number in 0..<records { try table.addRecord([.string("text \(number)")]) }
        try await CardFile.create(at: folder.path(name), table: table).close()
    }

    /// A journal that changes nothing in the document, and names the victim as its super-journal.
    ///
    /// - Parameter isNested: whether the name stands in the middle as well, and another header follows it.
    private func strangeJournal(isNested: Bool = false) throws -> [UInt8] {
        let header = CardFileHeader.size
        let document = try bytes(of: path)[0..<header]
        var journal = part(pages: Array(document[28..<32]))
        if isNested { journal += name() + [UInt8](repeating: 0, count: 512) + part(pages: Array(document[28..<32])) }
        return journal + name()
    }

    private static let mark: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]

    private func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }

    /// A header without pages after it.
    private func part(pages: [UInt8]) -> [UInt8] {
        let fields = Self.mark + number(0) + number(1) + pages + number(512) + number(4_096)
        return fields + [UInt8](repeating: 0, count: 512 - fields.count)
    }

    private func name() -> [UInt8] {
        let name = Array(victim.utf8)
        let sum = name.reduce(UInt32(0)) { $0 + UInt32($1) }
        return number((1 << 30) / 4_096 + 1) + name + number(UInt32(name.count)) + number(sum) + Self.mark
    }

    private func put(_ journal: [UInt8]) throws {
        try Data(journal).write(to: URL(filePath: path + "-journal"))
    }

    private var isVictimThere: Bool { FileManager.default.fileExists(atPath: victim) }

    private func refusal(at path: String) -> StorageError {
        let reason = """
            The journal “a.kiroku-journal” next to it was not written by Kiroku and could damage other files. If it came \
            with the document, remove it. If another program was interrupted, open the document there first.
            """
        return .malformed(path: path, reason: reason)
    }

    @Test("SQLite itself deletes what such a journal names", arguments: [false, true])
    func harm(isNested: Bool) async throws {
        try await makeFile()
        try put(try strangeJournal(isNested: isNested))
        #expect(try SQLiteTool(path).run("SELECT count(*) FROM records") == ["3"])
        #expect(!isVictimThere)
    }

    private static let ways: [@Sendable (String) async throws -> Void] = [
        { _ = try await CardFile.open(at: $0) },
        { try await CardFile(path: $0).openForReading() },
        { _ = try await CardFile(path: $0).loadForReading() },
        { try await CardFile(path: $0).openForSync() },
        { _ = try await CardFile(path: $0).search { _ in throw StorageError.unsupported } },
        { try SecondCopyMark(origin: "x", version: 1).write(to: $0, for: $0) },
        {
            let other = FilePath.folder(of: $0) + "/other.kiroku"
            let source = CardFile(path: other)
            try await source.openForReading()
            try await source.restore(to: $0)
        },
    ]

    @Test(
        "Kiroku refuses it in every way to open a document, and leaves all as it is", arguments: ways.indices,
        [false, true])
    func refused(way: Int, isLinked: Bool) async throws {
        try await makeFile()
        try await makeFile("other.kiroku")
        let journal = try strangeJournal(isNested: true)
        try put(journal)
        let before = try bytes(of: path)
        let shown = isLinked ? folder.path("link.kiroku") : path
        if isLinked { try FileManager.default.createSymbolicLink(atPath: shown, withDestinationPath: path) }
        // Where the mark of a second copy is written, nobody else knows the file, and it is not a link.
        if Self.isForFileItself(way), isLinked { return }
        await #expect(throws: refusal(at: shown)) { try await Self.ways[way](shown) }
        #expect(isVictimThere)
        #expect(try bytes(of: path) == before)
        #expect(try bytes(of: path + "-journal") == Data(journal))
    }

    private static func isForFileItself(_ way: Int) -> Bool { way == 5 }

    @Test("Nor does it in a file that can only be read")
    func readOnly() async throws {
        try await makeFile()
        try put(try strangeJournal())
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        await #expect(throws: refusal(at: path)) { try await CardFile.open(at: path) }
        #expect(isVictimThere)
    }

    @Test("A document that is open refuses it as well, and saves when it has gone")
    func appearingLater() async throws {
        try await makeFile()
        let (contents, store) = try await CardFile.open(at: path)
        try put(try strangeJournal())
        let widths = DocumentChange.widths(.only, [contents.table.schema[0].id: 70])
        await #expect(throws: refusal(at: path)) { try await store.commit([widths]) }
        #expect(isVictimThere)
        unlink(path + "-journal")
        try await store.commit([widths])
        await store.close()
    }

    @Test(
        "A super-journal is never opened, so not even a journal that is changed after it was examined has one deleted")
    func race() throws {
        let files = try #require(sqlite3_vfs_find(GuardedFiles.name)).pointee
        let file = UnsafeMutableRawPointer.allocate(byteCount: Int(files.szOsFile), alignment: 16)
        defer { file.deallocate() }
        var found = files
        let code = found.xOpen(
            &found, victim, file.assumingMemoryBound(to: sqlite3_file.self),
            SQLITE_OPEN_READONLY | SQLITE_OPEN_SUPER_JOURNAL, nil)
        #expect(code == GuardedFiles.refusal)
        #expect(file.assumingMemoryBound(to: sqlite3_file.self).pointee.pMethods == nil)
    }

    @Test("What is no regular file is refused and not waited for", arguments: [true, false])
    func notAFile(isPipe: Bool) async throws {
        try await makeFile()
        if isPipe {
            let code = mkfifo(path + "-journal", 0o600)
            try #require(code == 0)
        } else {
            try FileManager.default.createSymbolicLink(atPath: path + "-journal", withDestinationPath: victim)
        }
        await #expect(throws: refusal(at: path)) { try await CardFile.open(at: path) }
        #expect(try bytes(of: victim) == Data("Dear all".utf8))
    }

    @Test("The journal of an edit that broke off is rolled back, in one part or many", arguments: [1, 3])
    func legitimate(parts: Int) async throws {
        try await makeFile("full.kiroku", records: 20_000)
        let full = folder.path("full.kiroku")
        let tool = try SQLiteTool(full)
        // With next to no memory, SQLite writes pages and journal in between, and a header each time.
        for sql in ["PRAGMA cache_size = 1", "BEGIN IMMEDIATE"] { try tool.run(sql) }
        for part in 0..<parts { try tool.run("UPDATE records SET f1 = 'new' WHERE id % \(parts) = \(part)") }
        for suffix in ["", "-journal"] {
            try FileManager.default.copyItem(atPath: full + suffix, toPath: path + suffix)
        }
        try tool.run("ROLLBACK")
        #expect(try bytes(of: path) != bytes(of: full))
        let (contents, store) = try await CardFile.open(at: path)
        #expect(contents.table.count == 20_000)
        #expect(contents.table[19_999, 0] == .string("text 19999"))
        await store.close()
        #expect(try SQLiteTool(path).run("PRAGMA integrity_check") == ["ok"])
    }
}
