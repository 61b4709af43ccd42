import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Directories")
struct DirectoriesTests {
    @Test("Where nothing is set, they are below the home folder")
    func fallbacks() {
        let directories = Directories(
            application: "kiroku", environment: ["HOME": "/home/aiko"], executable: "/opt/kiroku/bin/kiroku")
        #expect(directories.home == "/home/aiko")
        #expect(directories.data == "/home/aiko/.local/share/kiroku")
        #expect(directories.config == "/home/aiko/.config/kiroku")
        #expect(directories.cache == "/home/aiko/.cache/kiroku")
        #expect(directories.state == "/home/aiko/.local/state/kiroku")
        #expect(directories.documents == "/home/aiko")
        #expect(
            directories.resources
                == ["/opt/kiroku/share/kiroku", "/usr/local/share/kiroku", "/usr/share/kiroku"])
    }

    @Test("Variables count if they are absolute paths", arguments: ["", "relative", "./x", "~"])
    func variables(wrong: String) {
        var environment = ["HOME": "/home/aiko"]
        let names = ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"]
        for name in names { environment[name] = "/x/\(name)/" }
        environment["XDG_DATA_DIRS"] = "/one/:relative:/two"
        let set = Directories(application: "kiroku", environment: environment, executable: "/k/bin/k")
        #expect([set.data, set.config, set.cache, set.state] == names.map { "/x/\($0)/kiroku" })
        #expect(set.resources == ["/k/share/kiroku", "/one/kiroku", "/two/kiroku"])
        for name in names { environment[name] = wrong }
        environment["XDG_DATA_DIRS"] = nil
        let unset = Directories(application: "kiroku", environment: ["HOME": "/home/aiko"], executable: "/k/bin/k")
        #expect(Directories(application: "kiroku", environment: environment, executable: "/k/bin/k") == unset)
    }

    @Test("The user's own folders come from the desktop's file")
    func userFolders() throws {
        let folder = try TemporaryFolder()
        try TextFileLink(path: folder.path("user-dirs.dirs")).save(
            """
            # XDG_DOCUMENTS_DIR="/wrong"
            XDG_DESKTOP_DIR="$HOME/Desktop"
            XDG_DOCUMENTS_DIR="$HOME/Meine \\"Dokumente\\"/"
              XDG_PICTURES_DIR="/srv/Bilder"
            XDG_MUSIC_DIR="relative"
            nonsense

            """)
        let directories = Directories(
            application: "kiroku", environment: ["HOME": "/home/aiko", "XDG_CONFIG_HOME": folder.path])
        #expect(directories.documents == "/home/aiko/Meine \"Dokumente\"")
        #expect(directories.pictures == "/srv/Bilder")
    }

    @Test("A resource is looked for in all places, the nearest first")
    func resources() throws {
        let folder = try TemporaryFolder()
        try TextFileLink(path: folder.path("app/share/kiroku/style.css")).save("near")
        try TextFileLink(path: folder.path("sys/kiroku/style.css")).save("far")
        try TextFileLink(path: folder.path("sys/kiroku/sample.tsv")).save("far")
        let directories = Directories(
            application: "kiroku", environment: ["HOME": "/home/aiko", "XDG_DATA_DIRS": folder.path("sys")],
            executable: folder.path("app/bin/kiroku"))
        #expect(directories.resource("style.css") == folder.path("app/share/kiroku/style.css"))
        #expect(directories.resource("sample.tsv") == folder.path("sys/kiroku/sample.tsv"))
        #expect(directories.resource("missing") == nil)
    }
}
