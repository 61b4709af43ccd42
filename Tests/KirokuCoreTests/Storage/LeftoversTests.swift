import CoreTestSupport
import FoundationEssentials
import Glibc
import Testing

@testable import KirokuBase
@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("What killed runs leave behind")
struct LeftoversTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let killed = ".kiroku-0123456789abc.part"

    private func put(_ name: String, _ text: String = "half", daysAgo days: Int = 0) throws {
        try write(Data(text.utf8), to: folder.path(name))
        let seconds = time(nil) - days * 86_400 - 60
        var times = [timeval(tv_sec: seconds, tv_usec: 0), timeval(tv_sec: seconds, tv_usec: 0)]
        try #require(utimes(folder.path(name), &times) == 0)
    }

    @Test("A file that nobody makes goes")
    func killed() throws {
        try put(Self.killed)
        Leftovers.clear(folder.path)
        #expect(try folder.names().isEmpty)
    }

    @Test("A file that is being made in this process stays, and gets its place")
    func ownInMaking() throws {
        let file = try ReplacementFile(for: folder.path("a.tsv"))
        try file.write([1])
        Leftovers.clear(folder.path)
        try file.commit()
        #expect(try folder.names() == ["a.tsv"])
    }

    @Test("A file that somebody else makes stays, however old, until the maker has gone")
    func othersInMaking() throws {
        try put(Self.killed, daysAgo: 3)
        // A lock of another open file counts as that of another process.
        var maker: FileDescriptor? = try FileDescriptor(opening: folder.path(Self.killed), O_RDWR)
        let lock = maker?.lock()
        #expect(lock == .isOurs)
        Leftovers.clear(folder.path)
        #expect(try folder.names() == [Self.killed])
        maker = nil
        Leftovers.clear(folder.path)
        #expect(try folder.names().isEmpty)
    }

    @Test("A folder that a backup was being put into goes when it has rested for a day, with all that is in it")
    func folders() throws {
        let names = [".kiroku-backup-1a2b3c", ".kiroku-backup-0001a2b3c4d5e", ".kiroku-backup-My own", "Kiroku backup"]
        for name in names {
            try Folder.make(folder.path(name))
            try put(name + "/people.kiroku")
        }
        Leftovers.clear(folder.path)
        #expect(try folder.names() == names.sorted())
        var times = [timeval](repeating: timeval(tv_sec: time(nil) - 2 * 86_400, tv_usec: 0), count: 2)
        for name in names { try #require(utimes(folder.path(name), &times) == 0) }
        Leftovers.clear(folder.path)
        #expect(try folder.names() == [".kiroku-backup-My own", "Kiroku backup"])
    }

    @Test("A file of an earlier version, which locked none, goes when it has rested for a day")
    func earlierVersions() throws {
        let names = [".kiroku-1a2b3c4d5e6f7", ".kiroku-1a2b3c4d5e6f", ".kiroku-123-4294967295.tmp", ".kiroku-123.png"]
        for name in names { try put(name) }
        Leftovers.clear(folder.path)
        #expect(try folder.names() == names.sorted())
        for name in names { try put(name, daysAgo: 2) }
        Leftovers.clear(folder.path)
        #expect(try folder.names().isEmpty)
    }

    @Test("A copy that was not finished stays for a month, so that it can be gone on with")
    func unfinished() throws {
        let (old, new) = (".sales.kiroku.unfinished", ".visits.kiroku.unfinished")
        try put(old, daysAgo: 31)
        try put(old + "-journal", daysAgo: 31)
        try put(new, daysAgo: 29)
        Leftovers.clear(folder.path)
        #expect(try folder.names() == [new])
    }

    @Test("A name that is not exactly one of Kiroku's is somebody else's file")
    func otherNames() throws {
        let names = [
            ".kiroku-", ".kiroku-notes", ".kiroku-configuration", ".kiroku-0123456789abC.part",
            ".kiroku-0123456789ab.part", ".kiroku-0123456789abc.part2", ".kiroku-1-2-3.tmp", ".kiroku--.tmp",
            ".kiroku-x.png", "kiroku-0123456789abc.part", ".kiroku-0123456789abc.part.tmp",
        ]
        for name in names { try put(name, daysAgo: 30) }
        Leftovers.clear(folder.path)
        #expect(try folder.names() == names.sorted())
    }

    @Test("Links, folders and files that cannot be told to be unused stay")
    func otherKinds() throws {
        try put("mine.txt")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(Self.killed), withDestinationPath: folder.path("mine.txt"))
        try Folder.make(folder.path(".kiroku-0123456789abd.part"))
        Leftovers.clear(folder.path, depth: 1)
        #expect(try folder.names().count == 3)
    }

    @Test("A second name of a document that was finished goes, and the document stays")
    func secondName() throws {
        try put("a.kiroku", "whole")
        try #require(link(folder.path("a.kiroku"), folder.path(Self.killed)) == 0)
        Leftovers.clear(folder.path)
        #expect(try folder.names() == ["a.kiroku"])
        #expect(try String(contentsOfFile: folder.path("a.kiroku"), encoding: .utf8) == "whole")
    }

    @Test("The empty journal of a deleted document goes; all others stay")
    func journals() throws {
        try put("gone.kiroku-journal", "")
        try put("there.kiroku-journal", "")
        try put("there.kiroku")
        try put("hot.kiroku-journal", "what was there before")
        try put("other.db-journal", "")
        Leftovers.clear(folder.path)
        let rest = ["hot.kiroku-journal", "other.db-journal", "there.kiroku", "there.kiroku-journal"]
        #expect(try folder.names() == rest)
    }

    @Test("Folders in a folder are cleared down to the depth that is asked for")
    func depth() throws {
        try Folder.make(folder.path("one/two"))
        for place in ["one/", "one/two/"] { try put(place + Self.killed) }
        Leftovers.clear(folder.path, depth: 1)
        #expect(!FileKind.exists(folder.path("one/" + Self.killed)))
        #expect(FileKind.exists(folder.path("one/two/" + Self.killed)))
    }

    @Test("What is given up leaves nothing, and every name that is given is known")
    func givenUp() throws {
        var file: HiddenFile? = try HiddenFile.make(in: folder.path, permissions: 0o600)
        let name = try #require(try folder.names().first)
        #expect(HiddenFile.isLocked(name))
        #expect(HiddenFile.isInMaking(name))
        try #require(file).open().write([1])
        file = nil
        #expect(try folder.names().isEmpty)
        #expect(!HiddenFile.isInMaking(name))
        for _ in 0..<1_000 { #expect(HiddenFile.isLocked(HiddenFile.newName)) }
    }

    @Test("Opening a document clears its folder")
    func opening() async throws {
        let table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        try await CardFile.create(at: folder.path("a.kiroku"), table: table).close()
        try put(Self.killed)
        let opened = try await CardFile.open(at: folder.path("a.kiroku"))
        try await until { (try? folder.names().contains(Self.killed)) == false }
        await opened.store.close()
    }
}
