import CoreTestSupport
import FoundationEssentials
import KirokuCore
import Testing

@testable import Kiroku

@Suite("Canonical paths")
struct CanonicalPathTests {
    private let folder = try? TemporaryFolder()

    @Test("Two names of one file have one path")
    func names() throws {
        let folder = try #require(folder)
        try Data().write(to: URL(filePath: folder.path("a.tsv")))
        let link = folder.path("link.tsv")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.tsv")
        let path = CanonicalPath.of(folder.path("a.tsv"))
        for name in [link, folder.path("./a.tsv"), folder.path + "/../../" + path.dropFirst()] {
            #expect(CanonicalPath.of(name) == path)
        }
        #expect(path.hasSuffix("/a.tsv"))
        #expect(CanonicalPath.of(path) == path)
    }

    @Test("A file that is not there keeps its name")
    func missing() throws {
        let path = try #require(folder).path("./missing.tsv")
        #expect(CanonicalPath.of(path) == path)
        #expect(!FileKind.exists(path))
        #expect(CanonicalPath.of("") == "")
    }

    @Test("A file that is still to be made has a path without links, too")
    func newFile() throws {
        let folder = try #require(folder)
        try FileManager.default.createDirectory(atPath: folder.path("real"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "real")
        let real = CanonicalPath.of(folder.path("real"))
        #expect(CanonicalPath.ofNewFile(folder.path("link/a.kiroku")) == real + "/a.kiroku")
        #expect(CanonicalPath.ofNewFile("/a.kiroku") == "/a.kiroku")
    }

    @Test("Files and folders are found")
    func found() throws {
        let folder = try #require(folder)
        #expect(FileKind.exists(folder.path))
        try Data().write(to: URL(filePath: folder.path("a")))
        #expect(FileKind.exists(folder.path("a")))
    }
}
