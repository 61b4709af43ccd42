import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuCore

@Suite("Pictures in a document")
struct CardFilePictureTests {
    private let folder: TemporaryFolder
    private let file: CardFile

    init() async throws {
        folder = try TemporaryFolder()
        let table = try RecordTable(fieldNames: ["Sight", "Picture"], fieldTypes: [.string, .string])
        file = try await CardFile.create(at: folder.path("a.kiroku"), table: table)
    }

    @Test("A picture is kept once, under a name that is its own")
    func once() async throws {
        #expect(try await file.addPicture([1, 2, 3], hash: "h1", name: "Kyoto.jpg") == "Kyoto.jpg")
        #expect(try await file.addPicture([1, 2, 3], hash: "h1", name: "copy.jpg") == "Kyoto.jpg")
        #expect(try await file.addPicture([4], hash: "h2", name: "Kyoto.jpg") == "Kyoto 2.jpg")
        #expect(try await file.addPicture([5], hash: "h3", name: "Kyoto.jpg") == "Kyoto 3.jpg")
        #expect(try await file.pictures().map(\.byteCount) == [1, 1, 3])
        #expect(try await file.picture(named: "Kyoto.jpg", atMost: 10) == [1, 2, 3])
        #expect(try await file.picture(named: "Nara.jpg", atMost: 10) == nil)
        await #expect(throws: StorageError.tooLarge(path: folder.path("a.kiroku"))) {
            try await file.picture(named: "Kyoto.jpg", atMost: 2)
        }
    }

    @Test("It is there when the document is opened again, which had none before")
    func reopened() async throws {
        #expect(try await file.pictures().isEmpty)
        #expect(try await file.picture(named: "a", atMost: 1) == nil)
        try await file.removePictures(named: ["a"])
        _ = try await file.addPicture([7, 0, 8], hash: "h", name: "a.png")
        await file.close()
        let opened = try await CardFile.open(at: folder.path("a.kiroku"))
        let again = opened.store
        #expect(try await again.picture(named: "a.png", atMost: 10) == [7, 0, 8])
        try await again.removePictures(named: ["a.png"])
        #expect(try await again.pictures().isEmpty)
        await again.close()
    }

    @Test("A document that cannot be written shows its pictures, and takes none")
    func readOnly() async throws {
        _ = try await file.addPicture([7, 0, 8], hash: "h", name: "a.png")
        await file.close()
        let path = folder.path("a.kiroku")
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        let before = try Data(contentsOf: URL(filePath: path))
        let opened = try await CardFile.open(at: path)
        #expect(opened.store.isReadOnly)
        let pictures = opened.store
        #expect(try await pictures.picture(named: "a.png", atMost: 10) == [7, 0, 8])
        await #expect(throws: StorageError.self) { try await pictures.addPicture([1], hash: "1", name: "b.png") }
        await pictures.close()
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test("A picture that nobody waits for any more is not read")
    func cancelled() async throws {
        _ = try await file.addPicture([1], hash: "1", name: "a.png")
        let reading = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await file.picture(named: "a.png", atMost: 10)
        }
        await #expect(throws: StorageError.cancelled) { try await reading.value }
    }

    @Test("Looking again tells of pictures that came or went, and of those only")
    func lookingAgain() async throws {
        let source = DocumentPictures(store: file) { [] }
        let watch = await source.watch([])
        var changes = watch.changes.makeAsyncIterator()
        await watch.lookAgain()
        _ = try await file.addPicture([1], hash: "1", name: "a.png")
        await watch.lookAgain()
        #expect(await changes.next() == .albums)
        #expect(await changes.next() == .items(of: PictureAlbum.ID(text: "document:all")))
        #expect(await changes.next() == .items(of: PictureAlbum.ID(text: "document:unused")))
    }

    @Test("They are albums: all, and those that no card shows")
    func albums() async throws {
        let source = DocumentPictures(store: file) { ["a.png"] }
        #expect(await names(of: source.albums()).isEmpty)
        _ = try await file.addPicture([1], hash: "1", name: "a.png")
        #expect(await names(of: source.albums()) == ["In this document"])
        _ = try await file.addPicture([2, 2], hash: "2", name: "b.png")
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
        _ = try await file.addPicture([1], hash: "1", name: "a.png")
        let pictures = DocumentPictures(store: file) { [] }
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

@Suite("Names of pictures")
struct PictureNameTests {
    @Test(
        "They can stand in a cell",
        arguments: [
            ("Kyoto.jpg", "Kyoto.jpg"), (" a\tb\nc.png ", "abc.png"), ("", "picture"), ("a/b", "ab"),
            ("金閣寺.jpeg", "金閣寺.jpeg"), (".hidden", ".hidden"),
        ])
    func readable(name: String, expected: String) {
        #expect(PictureName.readable(name) == expected)
    }

    @Test("Long ones keep their suffix")
    func long() {
        let name = PictureName.readable(String(repeating: "x", count: 500) + ".jpeg")
        #expect(name.count == 85)
        #expect(name.hasSuffix("x.jpeg"))
    }
}
