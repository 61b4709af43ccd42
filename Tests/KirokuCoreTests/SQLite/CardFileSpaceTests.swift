import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Giving space back")
struct CardFileSpaceTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("a.kiroku") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A document with one edit and so many pictures of 100 kB.
    private func make(pictures: Int) async throws -> CardFile {
        var table = try RecordTable(fieldNames: ["N", "Picture"], fieldTypes: [.int, .string])
        for number in 0..<100 { try table.addRecord([.int(number), .string("p\(number).png")]) }
        let file = try await CardFile.create(at: path, table: table)
        let document = await Document(title: "a", contents: DocumentContents(table: table), store: file)
        try await document.setCells([CellEdit(record: 0, field: 0, value: .int(7))])
        await document.finishSaving()
        for number in 0..<pictures {
            let bytes = [UInt8](repeating: UInt8(number), count: 100_000)
            _ = try await file.addPicture(bytes, hash: "\(number)", name: "p\(number).png")
        }
        return file
    }

    private func names(_ numbers: Range<Int>) -> [String] { numbers.map { "p\($0).png" } }

    private var size: Int {
        get throws { try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) }
    }

    /// The document's history and what its pictures hold after it was closed.
    private func checkContents(of file: CardFile, pictures: Range<Int>) async throws {
        await file.close()
        let opened = try await CardFile.open(at: path)
        let document = await Document(title: "a", contents: opened.contents, store: opened.store)
        #expect(await document.undoTitle == .editCells(1))
        try await document.undo()
        #expect(await document.table[0, 0] == .int(0))
        await document.finishSaving()
        let again = opened.store
        #expect(try await again.pictures().map(\.name).sorted() == names(pictures).sorted())
        for number in pictures {
            let bytes = try await again.picture(named: "p\(number).png", atMost: 1 << 20)
            #expect(bytes == [UInt8](repeating: UInt8(number), count: 100_000))
        }
        await document.close()
        let connection = try SQLiteConnection(file: path, path: path, access: .reading, lockWait: 0)
        let check = try connection.prepare("PRAGMA integrity_check")
        #expect(try check.step() && check[0].text == "ok")
    }

    @Test("The file gets smaller by the pictures that were taken out; history and the others stay")
    func bitByBit() async throws {
        let file = try await make(pictures: 60)
        let before = try size
        try await file.removePictures(named: names(0..<55))
        #expect(try size == before)
        try await file.giveSpaceBack()
        #expect(try size < before - 55 * 100_000)
        let after = try size
        try await file.giveSpaceBack()
        #expect(try size == after)
        try await checkContents(of: file, pictures: 55..<60)
    }

    @Test("Edits go on meanwhile")
    func edits() async throws {
        let file = try await make(pictures: 60)
        let before = try size
        try await file.removePictures(named: names(0..<60))
        async let giving: Void = file.giveSpaceBack()
        for number in 60..<64 {
            let bytes = [UInt8](repeating: UInt8(number), count: 100_000)
            _ = try await file.addPicture(bytes, hash: "\(number)", name: "p\(number).png")
        }
        try await giving
        try await file.giveSpaceBack()
        #expect(try size < before - 55 * 100_000)
        try await checkContents(of: file, pictures: 60..<64)
    }

    @Test(
        "A document that another program has written from a dump is written as a whole, if that is worth it",
        arguments: [2, 55])
    func writtenFromDump(removed: Int) async throws {
        let made = try await make(pictures: 60)
        await made.close()
        // As such a document came into being.
        do {
            let connection = try SQLiteConnection(file: path, path: path, access: .writing, lockWait: 0)
            try connection.execute("PRAGMA auto_vacuum = NONE; VACUUM")
        }
        let opened = try await CardFile.open(at: path)
        let document = await Document(title: "a", contents: opened.contents, store: opened.store)
        try await document.setCells([CellEdit(record: 0, field: 0, value: .int(0))])
        try await document.undo()
        try await document.setCells([CellEdit(record: 0, field: 0, value: .int(8))])
        await document.finishSaving()
        let file = opened.store
        let before = try size
        try await file.removePictures(named: names(0..<removed))
        try await file.giveSpaceBack()
        if removed == 2 {
            #expect(try size == before)
        } else {
            #expect(try size < before - removed * 100_000)
        }
        await document.close()
        let again = try await CardFile.open(at: path)
        #expect(again.contents.history.undoable.last?.title == .editCells(1))
        #expect(again.contents.table[0, 0] == .int(8))
        #expect(try await again.store.pictures().count == 60 - removed)
        await again.store.close()
    }

    @Test("While somebody reads, it stays as large as it is, and says so")
    func busy() async throws {
        let made = try await make(pictures: 10)
        await made.close()
        let file = try await CardFile.open(at: path, lockWait: 10).store
        try await file.removePictures(named: names(0..<10))
        let before = try size
        do {
            let reader = try SQLiteConnection(file: path, path: path, access: .reading, lockWait: 0)
            try reader.execute("BEGIN; SELECT count(*) FROM records")
            await #expect(throws: StorageError.busy(path: path)) { try await file.giveSpaceBack() }
            #expect(try size == before)
        }
        try await file.giveSpaceBack()
        #expect(try size < before - 10 * 100_000)
        try await checkContents(of: file, pictures: 0..<0)
        await #expect(throws: StorageError.unsupported) { try await file.giveSpaceBack() }
    }

    @Test("The journal stays what it is: a file beside the document, empty between commits")
    func journal() async throws {
        let file = try await make(pictures: 10)
        try await file.removePictures(named: names(0..<10))
        try await file.giveSpaceBack()
        let journal = try FileManager.default.attributesOfItem(atPath: path + "-journal")[.size] as? Int
        #expect(journal == 0)
        await file.close()
        #expect(!FileManager.default.fileExists(atPath: path + "-journal"))
    }
}
