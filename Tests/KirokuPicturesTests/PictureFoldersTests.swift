import CoreTestSupport
import Dispatch
import FoundationEssentials
import Glibc
import KirokuCore
import Testing

@testable import KirokuPictures

@Suite("Folders as a source of pictures")
struct PictureFoldersTests {
    private let folder: PictureFolder

    init() throws {
        folder = try PictureFolder()
    }

    @Test("Albums are the folders that hold a picture, with their counts")
    func albums() async throws {
        try folder.make(
            "a.png", "b.JPG", "notes.txt", "Trips/Kyoto/1.jpeg", "Trips/Kyoto/2.webp", "Texts/a.txt", "Empty/")
        let name = try #require(folder.path.split(separator: "/").last).description
        #expect(await folder.source().counts() == [name: 2, "Trips/Kyoto": 2])
    }

    @Test("Only so deep", arguments: [0, 1, 2])
    func depth(_ depth: Int) async throws {
        try folder.make("a.png", "1/a.png", "1/2/a.png", "1/2/3/a.png")
        #expect(await folder.source(depth: depth).counts().count == depth + 1)
    }

    @Test("Hidden files and folders are left out, and what only has the name of a picture")
    func noItems() async throws {
        try folder.make(".hidden.png", ".thumbs/a.png", "folder.jpg/", "a.png")
        #expect(mkfifo(folder.folder.path("fifo.jpg"), 0o600) == 0)
        try folder.link("broken.png", to: "nowhere")
        try folder.link("device.png", to: "/dev/null")
        try folder.link("linked.png", to: "a.png")
        #expect(try await folder.source().names(in: folder.album()) == ["a.png", "linked.png"])
        #expect(await folder.source().counts().values.map { $0 } == [2])
    }

    @Test("A name without a suffix is a picture if it begins like one")
    func firstBytes() async throws {
        try folder.make("photo", contents: PictureSamples.png(1, 1))
        try folder.make("text", "short.", contents: Array("no picture".utf8))
        try folder.make("lies.txt", contents: PictureSamples.png(1, 1))
        #expect(try await folder.source().names(in: folder.album()) == ["photo"])
    }

    @Test("Links in a circle come to an end, and no folder is an album twice")
    func circle() async throws {
        try folder.make("Trips/a.png", "Other/b.png")
        try folder.link("Trips/up", to: "..")
        try folder.link("Again", to: "Trips")
        let outside = try PictureFolder()
        try outside.make("Linked/c.png")
        try folder.link("Far", to: outside.path)
        #expect(await folder.source().counts() == ["Trips": 1, "Other": 1, "Far/Linked": 1])
    }

    @Test("Folders that are added, and taken away")
    func roots() async throws {
        let other = try PictureFolder()
        try folder.make("Trips/a.png", "Trips/Kyoto/b.png")
        try other.make("c.png")
        let source = folder.source()
        source.add(.init(path: folder.folder.path("Trips"), depth: 0))
        source.add(.init(path: other.path, depth: 0))
        source.add(.init(path: "relative", depth: 0))
        #expect(source.roots.count == 3)
        let otherName = try #require(other.path.split(separator: "/").last).description
        #expect(await source.counts() == ["Trips": 1, "Trips/Kyoto": 1, otherName: 1])
        source.remove(path: other.path)
        #expect(await source.counts() == ["Trips": 1, "Trips/Kyoto": 1])
        await #expect(throws: PictureError.gone(name: other.album().text)) {
            try await source.names(in: other.album())
        }
    }

    @Test("Folders that are not there, and a source without any")
    func noFolders() async throws {
        #expect(await PictureFolders([]).counts().isEmpty)
        #expect(await PictureFolders([.init(path: folder.folder.path("gone"), depth: 3)]).counts().isEmpty)
    }

    @Test("A folder that cannot be looked into is left out, and fails as an album", .enabled(if: geteuid() != 0))
    func unreadable() async throws {
        try folder.make("a.png", "Locked/b.png")
        let locked = folder.folder.path("Locked")
        chmod(locked, 0)
        defer { chmod(locked, 0o700) }
        let source = folder.source()
        #expect(await source.counts().count == 1)
        await #expect(throws: PictureError.unreadable(name: "Locked", reason: "Permission denied")) {
            try await source.names(in: folder.album("Locked"))
        }
    }

    @Test("An album that has gone")
    func gone() async throws {
        await #expect(throws: PictureError.gone(name: "none")) {
            try await folder.source().names(in: folder.album("none"))
        }
    }

    @Test("A large folder comes in batches, the first of them small")
    func batches() async throws {
        for number in 0..<1_500 { try folder.make("\(number).png", contents: []) }
        var sizes: [Int] = []
        var names: Set<String> = []
        for try await items in folder.source().items(of: folder.album(), details: false) {
            sizes.append(items.count)
            names.formUnion(items.map(\.name))
        }
        #expect(sizes == [64, 512, 512, 412])
        #expect(names.count == 1_500)
    }

    @Test("Date and size come with the details")
    func details() async throws {
        try folder.make("a.png", contents: [UInt8](repeating: 7, count: 1_234))
        let time = timeval(tv_sec: 1_400_000_000, tv_usec: 250_000)
        #expect(utimes(folder.folder.path("a.png"), [time, time]) == 0)
        let source = folder.source()
        for try await items in source.items(of: folder.album(), details: true) {
            #expect(items.first?.byteCount == 1_234)
            #expect(items.first?.changed == Date(timeIntervalSince1970: 1_400_000_000.25))
            let again = try await source.item(items[0].reference)
            #expect(again == items[0])
        }
        for try await items in source.items(of: folder.album(), details: false) {
            #expect(items.first?.byteCount == nil)
        }
    }

    @Test("A reference that was kept as text leads to the picture, and to nothing when that has gone")
    func reference() async throws {
        try folder.make("a b.png", "folder.png/", "notes.txt")
        let kept = folder.reference("a b.png").text
        let source = folder.source()
        #expect(kept.hasSuffix("/a%20b.png"))
        #expect(try await source.item(PictureReference(text: kept))?.name == "a b.png")
        #expect(source.fileURI(of: PictureReference(text: kept)) == kept)
        unlink(folder.folder.path("a b.png"))
        for text in [
            kept, folder.reference("folder.png").text, folder.reference("notes.txt").text, "", "file:///etc/a.png",
        ] {
            #expect(try await source.item(PictureReference(text: text)) == nil)
            await #expect(throws: PictureError.self) { try await source.bytes(of: .init(text: text), atMost: 100) }
        }
    }

    @Test("A name that is no text leads to its file even so")
    func noText() async throws {
        let name: [UInt8] = Array(folder.path.utf8) + [0x2f, 0xff, 0xfe] + Array(".png".utf8)
        let path = try #require(DiskPath(name))
        let file = open(path.terminated, O_CREAT | O_WRONLY, 0o600)
        try #require(file >= 0)
        #expect(Glibc.write(file, [9, 8, 7] as [UInt8], 3) == 3)
        close(file)
        let source = folder.source()
        for try await items in source.items(of: folder.album(), details: false) {
            #expect(items.map(\.name) == ["\u{fffd}\u{fffd}.png"])
            #expect(try await source.bytes(of: items[0].reference, atMost: 10) == [9, 8, 7])
        }
    }

    @Test("The bytes of a picture, up to a limit", arguments: [0, 1, 3_000_000])
    func bytes(count: Int) async throws {
        let contents = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try folder.make("a.png", contents: contents)
        let source = folder.source()
        #expect(try await source.bytes(of: folder.reference("a.png"), atMost: count) == contents)
        await #expect(throws: PictureError.tooLarge(name: "a.png")) {
            try await source.bytes(of: folder.reference("a.png"), atMost: count - 1)
        }
    }

    @Test("A pipe is read neither forever nor at all")
    func pipe() async throws {
        #expect(mkfifo(folder.folder.path("fifo.png"), 0o600) == 0)
        await #expect(throws: PictureError.gone(name: "fifo.png")) {
            try await folder.source().bytes(of: folder.reference("fifo.png"), atMost: 100)
        }
    }

    @Test("Who gives up waiting goes on at once, though the disk does not answer")
    func cancelling() async throws {
        let queue = DispatchQueue(label: "slow")
        let isBlocked = DispatchSemaphore(value: 0)
        defer { isBlocked.signal() }
        queue.async { isBlocked.wait() }
        let task = Task { try await BlockingIO.run(on: queue) { _ throws(PictureError) in 1 } }
        task.cancel()
        await #expect(throws: PictureError.cancelled) { try await task.value }
    }

    @Test("The errors in words")
    func messages() {
        #expect(PictureError.gone(name: "a.png").message == "“a.png” no longer exists.")
        #expect(PictureError.unreadable(name: "a", reason: "No").message == "“a” cannot be read: No.")
        #expect(PictureError.tooLarge(name: "a.png").message == "“a.png” is too large.")
    }
}
