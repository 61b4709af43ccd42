import CoreTestSupport
import FoundationEssentials
import Glibc
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuPictures
@testable import KirokuTable

@Suite("Pictures in a folder beside a text")
struct PictureExchangeTests {
    private let folder: TemporaryFolder
    private let file: CardFile

    init() async throws {
        folder = try TemporaryFolder()
        file = try await CardFile.create(at: folder.path("a.kiroku"), table: try Self.table(["a.png", "b.png"]))
    }

    /// Records of a field of pictures with these names.
    private static func table(_ names: [String?], isPicture: Bool = true) throws -> RecordTable {
        var table = try RecordTable(fieldNames: ["Sight", "Picture"], fieldTypes: [.string, .string])
        for name in names { try table.addRecord([.string("x"), name.map { .string($0) } ?? .empty]) }
        guard isPicture else { return table }
        let field = table.schema[1]
        let marked = try FieldDefinition(id: field.id, name: field.name, type: .string, isMarkedAsPicture: true)
        _ = try table.apply(.changeFields(to: [table.schema[0], marked], in: table))
        return table
    }

    private func put(_ bytes: [UInt8], _ path: String) throws {
        let whole = folder.path(path)
        try FileManager.default.createDirectory(
            atPath: FilePath.folder(of: whole), withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: whole))
    }

    private func bytes(_ path: String) -> [UInt8]? { try? WholeFile.read(folder.path(path)) }

    /// Pictures that begin with 0 cannot be shown.
    private var work: PictureImport {
        PictureImport(
            from: folder.path("in"), hash: { "\($0)" }, problem: { $0.first == 0 ? "It is broken." : nil })
    }

    @Test(
        "The folder has the name of the text",
        arguments: [
            ("/a/trip.tsv", "/a/trip-pictures"), ("trip", "trip-pictures"), ("/a.b/trip", "/a.b/trip-pictures"),
            ("/a/.tsv", "/a/.tsv-pictures"), ("/a/my.trip.csv", "/a/my.trip-pictures"),
        ])
    func name(path: String, beside: String) {
        #expect(PictureFolderPath.beside(path) == beside)
    }

    @Test("Each picture that the records show is a file, once")
    func export() async throws {
        _ = try await file.addPicture([1], hash: "1", name: "a.png")
        _ = try await file.addPicture([2], hash: "2", name: "b.png")
        _ = try await file.addPicture([3], hash: "3", name: "unused.png")
        let table = try Self.table(["b.png", nil, "a.png", "b.png", "none.png"])
        let names = await PictureExport.names(in: TablePart(table))
        #expect(names == ["b.png", "a.png", "none.png"])
        let transfer = try await PictureExport(from: file, to: folder.path("out")).write(names)
        #expect(transfer.names.keys.sorted() == ["a.png", "b.png"])
        #expect(transfer.complaint == nil)
        #expect(bytes("out/a.png") == [1])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted() == ["a.png", "b.png"])
        // The same once more is nothing to do.
        #expect(try await PictureExport(from: file, to: folder.path("out")).write(names).complaint == nil)
        transfer.removeFiles()
        #expect(!FileKind.exists(folder.path("out")))
    }

    @Test("No file is replaced, and none is written elsewhere")
    func collisions() async throws {
        try put([9], "out/a.png")
        _ = try await file.addPicture([1], hash: "1", name: "a.png")
        _ = try await file.addPicture([2], hash: "2", name: "b.png")
        let path = folder.path("a.kiroku")
        let connection = try SQLiteConnection(file: path, path: path, access: .writing, lockWait: 1_000)
        try connection.execute("INSERT INTO pictures VALUES('../c.png', 'x', x'07'), ('..', 'y', x'08')")
        let transfer = try await PictureExport(from: file, to: folder.path("out"))
            .write(["a.png", "../c.png", "..", "b.png"])
        #expect(transfer.refusals.map(\.name) == ["a.png", "../c.png", ".."])
        #expect(transfer.complaint?.hasPrefix("3 pictures are missing. a.png: ") == true)
        #expect(bytes("out/a.png") == [9])
        #expect(bytes("out/b.png") == [2])
        #expect(!FileKind.exists(folder.path("c.png")))
    }

    @Test("The pair comes back: pictures that are there already are not kept twice")
    func roundTrip() async throws {
        try put([1], "in/a.png")
        try put([2], "in/b.png")
        try put([3], "in/other.txt")
        _ = try await file.addPicture([7], hash: "[7]", name: "a.png")
        _ = try await file.addPicture([2], hash: "[2]", name: "known.png")
        var table = try Self.table(["a.png", "b.png", "none.png", nil])
        let transfer = try await work.take(for: &table, fields: [1], into: file)
        #expect(transfer.names == ["a.png": "a 2.png", "b.png": "known.png"])
        #expect(transfer.refusals.isEmpty)
        #expect((0..<4).map { table[$0, 1].plainText } == ["a 2.png", "known.png", "none.png", nil])
        #expect(try await file.pictures().map(\.name) == ["a 2.png", "a.png", "known.png"])
    }

    @Test("What cannot be shown is taken as it is, and told by name")
    func broken() async throws {
        try put([1], "in/a.png")
        try put([0, 1], "in/b.png")
        var table = try Self.table(["a.png", "b.png"])
        let transfer = try await work.take(for: &table, fields: [1], into: file)
        #expect(transfer.names == ["a.png": "a.png", "b.png": "b.png"])
        #expect(transfer.complaint == "1 picture cannot be shown. b.png: It is broken.")
        #expect(try await file.picture(named: "b.png", atMost: 9) == [0, 1])
        try put([], "in/c.png")
        table = try Self.table(["b.png", "c.png"])
        let both = try await work.take(for: &table, fields: [1], into: file).complaint ?? ""
        #expect(both.hasPrefix("1 picture is missing. c.png: "))
        #expect(both.hasSuffix(" 1 picture cannot be shown. b.png: It is broken."))
    }

    @Test("Nothing is taken from outside the folder")
    func outside() async throws {
        try put([1], "secret.txt")
        try put([2], "in/sub/b.png")
        symlink(folder.path("secret.txt"), folder.path("in/link.png"))
        mkfifo(folder.path("in/fifo.png"), 0o600)
        try put([], "in/zero.png")
        let names = [
            "../secret.txt", folder.path("secret.txt"), "sub/b.png", "link.png", "fifo.png", "sub", "zero.png",
        ]
        var table = try Self.table(names)
        let transfer = try await work.take(for: &table, fields: [1], into: file)
        #expect(transfer.names.isEmpty)
        #expect(transfer.refusals.map(\.name) == names)
        #expect(try await file.pictures().isEmpty)
    }

    @Test("A new document gets the fields that name pictures as fields of pictures")
    func newDocument() async throws {
        try put([1], "in/a.png")
        try put([1], "in/same.png")
        let table = try Self.table(["a.png", "same.png", nil], isPicture: false)
        let made = try await CardFile.create(at: folder.path("new.kiroku"), table: table)
        let transfer = try await work.complete(made, of: table)
        #expect(transfer.names == ["a.png": "a.png", "same.png": "a.png"])
        await made.close()
        let opened = try await CardFile.open(at: folder.path("new.kiroku"))
        let contents = opened.contents
        #expect(contents.table.schema.fields.map(\.isPicture) == [false, true])
        #expect((0..<3).map { contents.table[$0, 1].plainText } == ["a.png", "a.png", nil])
        #expect(contents.history.undoable.isEmpty)
        await opened.store.close()
    }

    @Test("A document is opened for its pictures alone, and they can only be read")
    func openPictures() async throws {
        _ = try await file.addPicture([1], hash: "1", name: "a.png")
        let reading = CardFile(path: folder.path("a.kiroku"))
        try await reading.openForReading()
        #expect(try await reading.picture(named: "a.png", atMost: 9) == [1])
        await #expect(throws: StorageError.self) { try await reading.addPicture([2], hash: "2", name: "b.png") }
        await reading.close()
        try put(Array("text".utf8), "text.kiroku")
        await #expect(throws: StorageError.notADocument(path: folder.path("text.kiroku"))) {
            try await CardFile(path: folder.path("text.kiroku")).openForReading()
        }
        await file.discard()
        #expect(!FileKind.exists(folder.path("a.kiroku")))
    }
}
