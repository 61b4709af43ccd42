import CoreTestSupport
import FoundationEssentials
import Glibc
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Folder of backups")
struct BackupFolderTests {
    private let temporary: TemporaryFolder
    private let folder: BackupFolder
    private let time: LocalTime

    init() throws {
        temporary = try TemporaryFolder()
        folder = BackupFolder(path: temporary.path("backups/a"))
        time = try #require(LocalTime(year: 2015, month: 5, day: 20, hour: 20, minute: 24, second: 0))
    }

    private func add(at time: LocalTime, keeping count: Int) async throws -> Backup {
        try await folder.add(at: time, keeping: count) { path throws(StorageError) in
            guard !FileKind.exists(path) else { throw .alreadyExists(path: path) }
            try AtomicFile.write(Array("backup\n".utf8), to: path)
        }
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private func later(_ seconds: Double) -> LocalTime { LocalTime(time.date + seconds) }

    @Test("A folder that is not there has no backups, and is made for the first one")
    func first() async throws {
        #expect(try folder.backups() == [])
        let backup = try await add(at: time, keeping: 3)
        #expect(backup.path == folder.path + "/2015-05-20 20.24.00.kiroku")
        #expect(backup.time == time)
        #expect(try folder.backups() == [backup])
    }

    @Test("The oldest beyond the count are removed")
    func count() async throws {
        for second in 0..<6 { _ = try await add(at: later(Double(second)), keeping: 3) }
        #expect(try folder.backups().map(\.time.second) == [3, 4, 5])
        _ = try await add(at: later(10), keeping: 1)
        #expect(try folder.backups().map(\.time.second) == [10])
    }

    @Test("Backups of the same second have names of their own, and the order in which they were made")
    func sameSecond() async throws {
        for _ in 0..<11 { _ = try await add(at: time, keeping: 4) }
        let last = try await add(at: time, keeping: 4)
        #expect(try folder.backups().count == 4)
        #expect(try folder.backups().last == last)
    }

    @Test("The backup that was just made stays, also if the clock was set back")
    func clockSetBack() async throws {
        for day in 1...3 { _ = try await add(at: later(Double(day) * 86_400), keeping: 3) }
        _ = try await add(at: time, keeping: 2)
        #expect(try folder.backups().map(\.time.day) == [20, 23])
    }

    @Test("Files of others stay")
    func others() async throws {
        try Folder.make(folder.path)
        try write(Data(), to: folder.path + "/notes.txt")
        try write(Data(), to: folder.path + "/2015-05-19 copy.kiroku")
        for second in 0..<4 { _ = try await add(at: later(Double(second)), keeping: 1) }
        #expect(try names() == ["2015-05-19 copy.kiroku", "2015-05-20 20.24.03.kiroku", "notes.txt"])
    }

    @Test("A failure removes nothing")
    func failure() async throws {
        _ = try await add(at: time, keeping: 1)
        await #expect(throws: StorageError.diskFull(path: "/b")) {
            try await folder.add(at: later(5), keeping: 1) { _ throws(StorageError) in throw .diskFull(path: "/b") }
        }
        #expect(try folder.backups().map(\.time) == [time])
    }

    @Test("A file where the folder should be is told")
    func noFolder() async throws {
        try write(Data(), to: temporary.path("backups"))
        await #expect(throws: StorageError.self) {
            try await folder.add(at: time, keeping: 1) { _ in Issue.record("there is no place for it") }
        }
    }

    @Test("A document's usual folder bears its name, and is another for each path")
    func usualFolder() {
        let directories = Directories(application: "kiroku", environment: ["HOME": "/home/aiko"], executable: "/x")
        let one = BackupFolder(of: "/home/aiko/Sights of Japan.kiroku", in: directories).path
        #expect(one.hasPrefix("/home/aiko/.local/share/kiroku/backups/Sights of Japan-"))
        #expect(BackupFolder(of: "/home/aiko/Sights of Japan.kiroku", in: directories).path == one)
        #expect(BackupFolder(of: "/home/aiko/b/Sights of Japan.kiroku", in: directories).path != one)
        let long = BackupFolder(of: "/" + String(repeating: "東", count: 300) + ".kiroku", in: directories).path
        #expect((long.split(separator: "/").last?.utf8.count ?? 0) < 255)
        #expect(BackupFolder(of: "/", in: directories).path.hasPrefix("/home/aiko/.local/share/kiroku/backups/-"))
    }
}
