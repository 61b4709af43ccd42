import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

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
