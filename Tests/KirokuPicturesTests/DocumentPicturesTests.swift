import CoreTestSupport
import FoundationEssentials
import KirokuCore
import Testing

@testable import KirokuPictures

@Suite("A document's pictures as a source")
struct DocumentPicturesTests {
    private let folder: TemporaryFolder
    private let store: MemoryStore

    init() throws {
        folder = try TemporaryFolder()
        let table = try RecordTable(fieldNames: ["Sight", "Picture"], fieldTypes: [.string, .string])
        store = MemoryStore(DocumentContents(table: table))
    }

    @Test("Looking again tells of pictures that came or went, and of those only")
    func lookingAgain() async throws {
        let source = DocumentPictures(store: store) { [] }
        let watch = await source.watch([])
        var changes = watch.changes.makeAsyncIterator()
        await watch.checkAgain()
        _ = try await store.addPicture([1], hash: "1", name: "a.png")
        await watch.checkAgain()
        #expect(await changes.next() == .albums)
        #expect(await changes.next() == .items(of: PictureAlbum.ID(text: "document:all")))
        #expect(await changes.next() == .items(of: PictureAlbum.ID(text: "document:unused")))
    }

    @Test("They are albums: all, and those that no card shows")
    func albums() async throws {
        let source = DocumentPictures(store: store) { ["a.png"] }
        #expect(await names(of: source.albums()).isEmpty)
        _ = try await store.addPicture([1], hash: "1", name: "a.png")
        #expect(await names(of: source.albums()) == ["In this document"])
        _ = try await store.addPicture([2, 2], hash: "2", name: "b.png")
        #expect(await names(of: source.albums()) == ["In this document", "Not used in any record"])
        let unused = try await items(of: source, "document:unused")
        #expect(unused.map(\.name) == ["b.png"])
        #expect(try await source.bytes(of: unused[0].reference, atMost: 9) == [2, 2])
        #expect(try await source.item(DocumentPictures.reference(to: "a.png"))?.byteCount == 1)
        #expect(try await source.item(DocumentPictures.reference(to: "c.png")) == nil)
        await #expect(throws: PictureError.gone(name: "c.png")) {
            try await source.bytes(of: DocumentPictures.reference(to: "c.png"), atMost: 9)
        }
    }

    @Test("Joined sources are told apart by what their names begin with")
    func joined() async throws {
        _ = try await store.addPicture([1], hash: "1", name: "a.png")
        let pictures = DocumentPictures(store: store) { [] }
        let folders = PictureFolders([.init(path: folder.path, depth: 0)])
        try write(Data([0x89]), to: folder.path("x.png"))
        let joined = JoinedPictures([("file:", folders), (DocumentPictures.scheme, pictures)])
        #expect(await names(of: joined.albums()).count == 3)
        #expect(try await items(of: joined, "document:all").map(\.name) == ["a.png"])
        let file = "file://" + folder.path("x.png")
        #expect(joined.fileURI(of: PictureReference(text: file)) == file)
        #expect(joined.fileURI(of: DocumentPictures.reference(to: "a.png")) == nil)
        #expect(try await joined.bytes(of: PictureReference(text: file), atMost: 9) == [0x89])
        await #expect(throws: PictureError.gone(name: "other:x")) {
            try await joined.bytes(of: PictureReference(text: "other:x"), atMost: 9)
        }
    }

    private func names(of albums: AsyncStream<PictureAlbum>) async -> [String] {
        var names: [String] = []
        for await album in albums { names.append(album.name) }
        return names.sorted()
    }

    private func items(of source: some PictureSource, _ album: String) async throws -> [PictureItem] {
        var items: [PictureItem] = []
        for try await batch in source.items(of: PictureAlbum.ID(text: album), details: true) { items += batch }
        return items
    }
}
