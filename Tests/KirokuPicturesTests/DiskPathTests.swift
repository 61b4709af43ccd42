import Testing

@testable import KirokuPictures

@Suite("Paths and their URIs")
struct DiskPathTests {
    @Test(
        "As GLib writes them",
        arguments: [
            ("/", "file:///"),
            ("/home/aiko/Pictures/a b.jpg", "file:///home/aiko/Pictures/a%20b.jpg"),
            ("/写真", "file:///%E5%86%99%E7%9C%9F"),
            ("/-_.!~*'()&=:@+$,", "file:///-_.!~*'()&=:@+$,"),
            ("/%#?;[]\"<>|^`{}\\", "file:///%25%23%3F%3B%5B%5D%22%3C%3E%7C%5E%60%7B%7D%5C"),
        ])
    func uri(path: String, uri: String) throws {
        let path = try #require(DiskPath(Array(path.utf8)))
        #expect(path.uri == uri)
        #expect(DiskPath(uri: uri) == path)
    }

    @Test("Names that are no text come back byte by byte")
    func bytes() throws {
        let path = try #require(DiskPath([0x2f, 0xff, 0x80, 0x01]))
        #expect(path.uri == "file:///%FF%80%01")
        #expect(DiskPath(uri: path.uri) == path)
    }

    @Test(
        "What is no path of this machine",
        arguments: [
            "", "file", "file://", "file://host/a", "http://a/b", "/a", "file:///a/../b", "file:///a/%2E%2E/b",
            "file:///./a", "file:///%", "file:///%4", "file:///%zz", "file:///%00",
        ])
    func noPath(uri: String) {
        #expect(DiskPath(uri: uri) == nil)
    }

    @Test("Slashes too many mean nothing")
    func slashes() throws {
        let path = try #require(DiskPath(Array("//a///b/".utf8)))
        #expect(path.uri == "file:///a/b")
        #expect(path.name == "b")
        #expect(DiskPath(Array("/".utf8))?.name == "/")
    }

    @Test(
        "Names below a folder",
        arguments: [
            ("/a/b/c", "/a", "b/c"), ("/a", "/a", "a"), ("/ab", "/a", nil), ("/b", "/a", nil), ("/b", "/", "b"),
        ] as [(String, String, String?)])
    func below(path: String, folder: String, name: String?) throws {
        let path = try #require(DiskPath(Array(path.utf8)))
        let folder = try #require(DiskPath(Array(folder.utf8)))
        #expect(path.name(below: folder) == name)
    }
}
