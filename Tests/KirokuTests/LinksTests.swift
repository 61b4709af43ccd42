import CoreTestSupport
import FoundationEssentials
import KirokuCore
import Testing

@testable import Kiroku

@Suite("The program's own files")
struct LinksTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Directories that all lie in the test's folder.
    private var directories: Directories {
        Directories(
            application: "kiroku",
            environment: [
                "HOME": folder.path("home"), "XDG_DATA_HOME": folder.path("data"),
                "XDG_STATE_HOME": folder.path("state"), "XDG_CONFIG_HOME": folder.path("config"),
                "XDG_DATA_DIRS": folder.path("share"),
            ], executable: folder.path("bin/kiroku"))
    }

    @Test("What ships with the program is in the source tree")
    func resources() throws {
        let icon = "../data/icons/io.github.kiroku.Kiroku.svg"
        for name in ["style.css", "sample/sights.plist", "sample/pictures/himeji.jpg", icon] {
            #expect(FileKind.exists(SourceTree.root + "/Resources/" + name))
        }
    }

    @Test("The program finds its files in the source tree, or else where it is installed")
    func resourceFolder() throws {
        let installed = folder.path("share/kiroku")
        try FileManager.default.createDirectory(atPath: installed, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: installed + "/style.css"))
        // These tests are built within the source tree, or in a folder that was named for it.
        let isInTree = CanonicalPath.of("/proc/self/exe").hasPrefix(SourceTree.root + "/")
        let found = ResourceFolder.path(among: directories)
        #expect(found == (isInTree ? SourceTree.root + "/Resources" : installed))
        #expect(FileKind.exists(found + "/style.css"))
    }

    @Test("Each file has its own place")
    func places() throws {
        let links = Links(directories: directories)
        let resources = ResourceFolder.path(among: directories)
        #expect(links.ownFolder == folder.path("data/kiroku"))
        #expect(links.sample == resources + "/sample/sights.plist")
        #expect(links.samplePictures == resources + "/sample/pictures")
        #expect(links.common.translations == resources + "/locale")
        #expect(throws: StorageError.notFound(path: folder.path("state/kiroku/windows.plist"))) {
            try links.windows.load()
        }
        #expect(throws: StorageError.notFound(path: folder.path("config/kiroku/preferences.plist"))) {
            try links.preferences.load()
        }
        #expect(links.backupFolder("/a/b.kiroku").path.hasPrefix(folder.path("data/kiroku/backups/b-")))
        try links.windows.save(["a": .int(1)])
        #expect(try links.windows.load() == ["a": .int(1)])
        #expect(FileKind.exists(folder.path("state/kiroku/windows.plist")))
    }

    @Test("All that the program writes for itself is in one list")
    func kept() throws {
        let links = Links(directories: directories)
        #expect(links.kept.map(\.name) == ["preferences.plist", "windows.plist", "paper", "pictures"])
        #expect(Set(links.kept.map(\.title)).count == links.kept.count)
        try links.windows.save(["a": .int(1)])
        try links.paper.save("A4")
        for file in links.kept {
            let path = folder.path(file.name)
            do throws(StorageError) { try file.backUp(to: path) } catch { #expect(error.isNotFound) }
        }
        #expect(try DictionaryFileLink(path: folder.path("windows.plist")).load() == ["a": .int(1)])
        #expect(try TextFileLink(path: folder.path("paper")).load() == "A4")
        #expect(throws: StorageError.self) { try links.kept[0].restore(from: folder.path("windows.plist")) }
    }

    @Test("All that the program keeps is also in the folder for second copies, as long as there is one")
    func secondCopyFolder() async throws {
        let links = Links(directories: directories)
        try links.preferences.save(["a": .int(1)])
        let place = SecondCopyFolder(folder: folder.path("stick"))
        await links.use(place)
        #expect(!FileKind.exists(place.folder))
        try FileManager.default.createDirectory(atPath: place.folder, withIntermediateDirectories: false)
        await links.use(place)
        #expect(try DictionaryFileLink(path: place.settingsFolder + "/preferences.plist").load() == ["a": .int(1)])
        try links.preferences.save(["a": .int(2)])
        for number in 1...2 {
            try links.windows.save(["b": .int(number)])
            try links.paper.save("A\(number)")
            try links.pickerMemory.save("\(number)")
        }
        #expect(try links.preferences.loadSecond() == ["a": .int(2)])
        #expect(try links.paper.loadSecond() == "A2")
        // Only once a day.
        #expect(try links.windows.loadSecond() == ["b": .int(1)])
        #expect(try links.pickerMemory.loadSecond() == "1")
        for file in links.kept { #expect(FileKind.exists(place.settingsFolder + "/" + file.name)) }
        await links.use(nil)
        try links.preferences.save(["a": .int(3)])
        #expect(try DictionaryFileLink(path: place.settingsFolder + "/preferences.plist").load() == ["a": .int(2)])
        #expect(try links.preferences.load() == ["a": .int(3)])
    }
}

extension StorageError {
    fileprivate var isNotFound: Bool { if case .notFound = self { true } else { false } }
}
