import CoreTestSupport
import FoundationEssentials
import Glibc
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("A link to two places")
struct TwoPlacesLinkTests {
    /// A place that fails as often as it is saved to.
    private struct Failing: TextLink {
        func save(_ contents: String) throws(StorageError) { throw .diskFull(path: "x") }
    }

    /// A place without any call.
    private struct Bare: TextLink {}

    @Test("Saves to both, loads from the first, and from the second by a call of its own")
    func both() throws {
        let (first, second) = (MemoryLink("1", default: "default"), MemoryLink("2"))
        let link = TwoPlacesLink(first, second)
        #expect(try link.load() == "1")
        #expect(try link.loadSecond() == "2")
        #expect(try link.loadDefault() == "default")
        try link.save("new")
        #expect(try first.load() == "new")
        #expect(try second.load() == "new")
    }

    @Test("A first place that fails throws, and the second has the contents")
    func firstFails() throws {
        let good = MemoryLink("old")
        let link = TwoPlacesLink(Failing(), good)
        #expect(throws: StorageError.diskFull(path: "x")) { try link.save("new") }
        #expect(try good.load() == "new")
        #expect(link.secondFailure == nil)
    }

    @Test("A second place that fails is told, and the first has the contents")
    func secondFails() throws {
        let good = MemoryLink("old")
        let link = TwoPlacesLink(good, Failing())
        try link.save("new")
        try link.save("newer")
        link.catchUp()
        #expect(try good.load() == "newer")
        #expect(link.secondFailure == .diskFull(path: "x"))
        link.second = MemoryLink<String>()
        #expect(link.secondFailure == nil)
        try link.save("last")
        #expect(try link.loadSecond() == "last")
    }

    @Test("Both fail: the error of the first is thrown")
    func bothFail() {
        let link = TwoPlacesLink(Bare(), Failing())
        #expect(throws: StorageError.unsupported) { try link.save("x") }
    }

    @Test("Calls that a place does not have just fail")
    func unimplemented() throws {
        let link = TwoPlacesLink<String>(MemoryLink<String>(), Bare())
        try link.save("x")
        #expect(throws: StorageError.unsupported) { try link.loadSecond() }
        link.second = nil
        #expect(throws: StorageError.unsupported) { try link.loadSecond() }
        #expect(throws: StorageError.unsupported) { try link.loadDefault() }
        link.first = Bare()
        #expect(throws: StorageError.unsupported) { try link.load() }
        #expect(throws: StorageError.unsupported) { try link.save("x") }
    }

    @Test("One of both is saved to only once a day, whichever it is", arguments: [true, false])
    func onceADay(isFirst: Bool) throws {
        let time = MovableTime(try #require(LocalTime(year: 2026, month: 3, day: 1, hour: 9)).date)
        let clock = AppClock(realTime: time)
        let (first, second) = (MemoryLink<String>(), MemoryLink<String>())
        let link = TwoPlacesLink(first, second, onceADay: isFirst ? .first : .second, clock: clock)
        let (daily, always) = isFirst ? (first, second) : (second, first)
        for (hours, text, kept) in [(0.0, "a", "a"), (5, "b", "a"), (9.9, "c", "a"), (0.2, "d", "d"), (25, "e", "e")] {
            time.pass(hours * 3_600)
            try link.save(text)
            #expect(try daily.load() == kept)
            #expect(try always.load() == text)
        }
        // A failure does not count as the save of the day.
        time.pass(25 * 3_600)
        if isFirst { link.first = Failing() } else { link.second = Failing() }
        try? link.save("f")
        if isFirst { link.first = daily } else { link.second = daily }
        try link.save("g")
        #expect(try daily.load() == "g")
    }

    @Test("A file knows itself when it was saved, also in the next run of the program")
    func nextRun() throws {
        let folder = try TemporaryFolder()
        let file = TextFileLink(path: folder.path("second"))
        func link() -> TwoPlacesLink<String> { TwoPlacesLink(MemoryLink("1"), file, onceADay: .second) }
        link().catchUp()
        link().catchUp()
        try link().save("2")
        #expect(try file.load() == "1")
        let then = timespec(tv_sec: time(nil) - 2 * 86_400, tv_nsec: 0)
        var times = [then, then]
        try #require(utimensat(AT_FDCWD, file.path, &times, 0) == 0)
        try link().save("3")
        #expect(try file.load() == "3")
    }

    @Test("Both are saved to in the same order, whoever saves")
    func order() async throws {
        let (first, second) = (MemoryLink<String>(), MemoryLink<String>())
        let link = TwoPlacesLink(first, second)
        for _ in 0..<50 {
            await withTaskGroup { group in
                for number in 0..<8 { group.addTask { try? link.save("\(number)") } }
            }
            #expect(try first.load() == (try second.load()))
        }
    }

    @Test("What the first place cannot read is kept aside there")
    func keepsAside() throws {
        let folder = try TemporaryFolder()
        let file = TextFileLink(path: folder.path("a"))
        let link = TwoPlacesLink(file, MemoryLink<String>())
        try link.save("old")
        #expect(try link.keepAside() == folder.path("a.bak"))
        #expect(throws: StorageError.notFound(path: "")) { try TwoPlacesLink(MemoryLink("x")).keepAside() }
    }

    @Test("Nothing is saved, or made, where the folder for second copies is missing")
    func missingFolder() throws {
        let folder = try TemporaryFolder()
        let place = SecondCopyFolder(folder: folder.path("stick"))
        let link = TwoPlacesLink(MemoryLink("1"), SecondCopyLink<TextFormat>("paper", in: place))
        try link.save("2")
        #expect(link.secondFailure == .notFound(path: place.folder))
        #expect(access(place.folder, F_OK) != 0)
        try #require(mkdir(place.folder, 0o700) == 0)
        link.catchUp()
        #expect(link.secondFailure == nil)
        #expect(try TextFileLink(path: place.settingsFolder + "/paper").load() == "2")
        #expect(FilePath.folder(of: place.settingsFolder) == place.folder)
    }
}
