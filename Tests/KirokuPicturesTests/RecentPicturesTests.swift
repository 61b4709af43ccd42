import CoreTestSupport
import FoundationEssentials
import KirokuPictures
import Testing

@Suite("Pictures that were used last")
struct RecentPicturesTests {
    @Test("Pictures of the desktop's list that are still there are an album")
    func list() async throws {
        let folder = try TemporaryFolder()
        for name in ["a b.png", "c.txt", "d.png"] {
            try Data([1, 2]).write(to: URL(filePath: folder.path(name)))
        }
        func entry(_ name: String, _ type: String) -> String {
            """
            <bookmark href="file://\(folder.path)/\(name)" added="2020-01-01T00:00:00Z" \
            modified="2020-01-01T00:00:00Z" visited="2020-01-01T00:00:00Z"><info>\
            <metadata owner="http://freedesktop.org"><mime:mime-type type="\(type)"/></metadata></info></bookmark>
            """
        }
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <xbel version="1.0" xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks" \
            xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info">
            \(entry("a%20b.png", "image/png"))\(entry("c.txt", "text/plain"))\(entry("gone.png", "image/png"))\
            \(entry("d.png", "image/png"))
            </xbel>
            """
        try Data(text.utf8).write(to: URL(filePath: folder.path("list.xbel")))
        let source = RecentPictures(path: folder.path("list.xbel"))
        var albums: [PictureAlbum] = []
        for await album in source.albums() { albums.append(album) }
        #expect(albums.map(\.name) == ["Recently used"])
        #expect(albums.map(\.count) == [2])
        var items: [PictureItem] = []
        for try await batch in source.items(of: albums[0].id, details: false) { items += batch }
        #expect(Set(items.map(\.name)) == ["a b.png", "d.png"])
        let spaced = try #require(items.first { $0.name == "a b.png" })
        #expect(source.fileURI(of: spaced.reference) == "file://\(folder.path)/a%20b.png")
        #expect(try await source.bytes(of: spaced.reference, atMost: 10) == [1, 2])
        #expect(try await source.item(spaced.reference) == spaced)
        #expect(source.fileURI(of: PictureReference(text: "recent:https://example.org/a.png")) == nil)
    }

    @Test("Without a list there is no album")
    func noList() async {
        for await _ in RecentPictures(path: "/nothing/there").albums() { Issue.record("an album") }
    }
}
