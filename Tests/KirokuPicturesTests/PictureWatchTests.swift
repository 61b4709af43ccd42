import CoreTestSupport
import FoundationEssentials
import Glibc
import Testing

@testable import KirokuPictures

@Suite("Changes in folders of pictures", .timeLimit(.minutes(10)))
struct PictureWatchTests {
    private let folder: PictureFolder

    init() throws {
        folder = try PictureFolder()
        try folder.make("a.png", "Trips/b.png")
    }

    @Test("A picture that comes, changes, moves or goes", arguments: ["new", "write", "rename", "remove", "move in"])
    func pictures(what: String) async throws {
        let elsewhere = try PictureFolder()
        try elsewhere.make("c.png")
        let source = folder.source()
        let watch = await source.watch([folder.album()])
        #expect(watch.isComplete)
        switch what {
        case "new": try folder.make("new.png")
        case "write": try folder.make("a.png", contents: [5])
        case "rename": rename(folder.folder.path("a.png"), folder.folder.path("z.png"))
        case "move in": rename(elsewhere.folder.path("c.png"), folder.folder.path("c.png"))
        default: unlink(folder.folder.path("a.png"))
        }
        #expect(await first(1, of: watch) == [.items(of: folder.album())])
    }

    @Test("Only the album it happened in is told, and once for many files")
    func coalesced() async throws {
        let source = folder.source()
        let watch = await source.watch([folder.album(), folder.album("Trips")])
        for number in 0..<200 { try folder.make("Trips/\(number).png") }
        #expect(await first(1, of: watch) == [.items(of: folder.album("Trips"))])
        try folder.make("c.png")
        // However long the files took, there are not many times two hundred changes before this one.
        var changes: [PictureChange] = []
        for await change in watch.changes {
            changes.append(change)
            if change == .items(of: folder.album()) { break }
        }
        #expect(changes.count < 20)
    }

    @Test("What is hidden, or no picture by its name, is not told")
    func ofNoInterest() async throws {
        let source = folder.source()
        let watch = await source.watch([folder.album(), folder.album("Trips")])
        try folder.make("notes.txt", ".a.png.part", ".hidden.png")
        try folder.make("Trips/c.png")
        #expect(await first(1, of: watch) == [.items(of: folder.album("Trips"))])
    }

    @Test("A folder that comes changes the list of albums")
    func newFolder() async throws {
        let source = folder.source()
        let watch = await source.watch([folder.album()])
        try folder.make("New/")
        #expect(await first(2, of: watch) == [.items(of: folder.album()), .albums])
    }

    @Test("A picture in a folder that had none changes the list of albums")
    func vacantFolder() async throws {
        try folder.make("Empty/")
        let source = folder.source()
        _ = await source.counts()
        let watch = await source.watch([folder.album()])
        try folder.make("Empty/a.png")
        #expect(await first(1, of: watch) == [.albums])
    }

    @Test("An album that goes, or gets another name", arguments: [true, false])
    func albumGoes(isRemoved: Bool) async throws {
        let source = folder.source()
        let watch = await source.watch([folder.album("Trips")])
        let trips = folder.folder.path("Trips")
        if isRemoved {
            try FileManager.default.removeItem(atPath: trips)
        } else {
            rename(trips, folder.folder.path("Moved"))
        }
        #expect(await first(2, of: watch) == [.items(of: folder.album("Trips")), .albums])
        await #expect(throws: PictureError.gone(name: "Trips")) { try await source.names(in: folder.album("Trips")) }
    }

    @Test("Folders that are added or taken away change the list of albums")
    func roots() async throws {
        let other = try PictureFolder()
        let source = folder.source()
        let watch = await source.watch([])
        source.add(.init(path: other.path, depth: 0))
        #expect(await first(1, of: watch) == [.albums])
        source.remove(path: other.path)
        #expect(await first(1, of: watch) == [.albums])
    }

    @Test("Out of watches, it is seen by looking again")
    func outOfWatches() async throws {
        let source = folder.source(watchLimit: 1)
        let watch = await source.watch([folder.album(), folder.album("Trips")])
        #expect(!watch.isComplete)
        // A folder does not show that something came to it in the same tick of its clock.
        try await untilItShows(folder.folder.path("Trips")) { try folder.make("Trips/\($0).png") }
        await watch.checkAgain()
        #expect(await first(2, of: watch) == [.items(of: folder.album("Trips")), .albums])
        await watch.checkAgain()
        try folder.make("c.png")
        #expect(await first(1, of: watch) == [.items(of: folder.album())])
    }

    @Test("An album that comes back is found by looking again, and watched from then on")
    func comesBack() async throws {
        let source = folder.source()
        let watch = await source.watch([folder.album("Later")])
        #expect(!watch.isComplete)
        try folder.make("Later/a.png")
        #expect(await first(1, of: watch) == [.albums])
        await watch.checkAgain()
        #expect(await first(2, of: watch) == [.items(of: folder.album("Later")), .albums])
        try folder.make("Later/b.png")
        #expect(await first(1, of: watch) == [.items(of: folder.album("Later"))])
    }

    @Test("When the source goes, its watches end and are closed")
    func sourceGoes() async throws {
        var source: PictureFolders? = folder.source()
        let watch = try #require(await source?.watch([folder.album()]))
        #expect(try isWatched())
        source = nil
        for await _ in watch.changes {}
        try await untilNobodyWatches()
    }

    @Test("When nobody keeps a watch any more, it is closed")
    func watchGoes() async throws {
        let source = folder.source()
        var watch: PictureWatch? = await source.watch([folder.album()])
        #expect(watch?.isComplete == true)
        #expect(try isWatched())
        watch = nil
        try await untilNobodyWatches()
    }

    @Test("Who waits for a change and is cancelled goes on at once")
    func cancelled() async throws {
        let source = folder.source()
        let watch = await source.watch([folder.album()])
        let task = Task { for await _ in watch.changes {} }
        task.cancel()
        await task.value
    }

    /// The first changes, in no order.
    private func first(_ count: Int, of watch: PictureWatch) async -> Set<PictureChange> {
        var changes: Set<PictureChange> = []
        for await change in watch.changes {
            changes.insert(change)
            if changes.count == count { break }
        }
        return changes
    }

    /// Does something again and again until the folder's time is another one.
    private func untilItShows(_ path: String, _ body: (Int) throws -> Void) async throws {
        let path = try #require(DiskPath(Array(path.utf8)))
        let before = FolderState(path)
        var number = 0
        while FolderState(path) == before {
            try body(number)
            number += 1
            await Task.yield()
        }
    }

    private func untilNobodyWatches() async throws {
        while try isWatched() { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// Whether this process watches the folder, by what the system says of its open files.
    private func isWatched() throws -> Bool {
        var status = stat()
        try #require(stat(folder.path, &status) == 0)
        let mark = " ino:" + String(status.st_ino, radix: 16) + " "
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo").contains { name in
            guard let file = fopen("/proc/self/fdinfo/" + name, "r") else { return false }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 4_096)
            while fgets(&line, Int32(line.count), file) != nil {
                let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                if text.hasPrefix("inotify"), text.contains(mark) { return true }
            }
            return false
        }
    }
}
