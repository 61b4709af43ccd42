import CoreTestSupport
import Glibc
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Files that are no tables, and those that change")
struct OtherFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let zip = Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 26)

    @Test(
        "Their first bytes tell what they are",
        arguments: [
            (zip + Array("notes.txt".utf8), .zipArchive), (zip + Array("xl/workbook.xml".utf8), .spreadsheet),
            (zip + Array("mimetypeapplication/vnd.oasis.opendocument.spreadsheet".utf8), .spreadsheet),
            (zip + Array("[Content_Types].xml".utf8), .textDocument), ([0x1f, 0x8b, 8, 0], .archive("gzip")),
            ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0], .archive("xz")),
            ([UInt8](repeating: 0, count: 257) + Array("ustar".utf8), .archive("tar")),
            ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], .picture("PNG")),
            ([0xff, 0xd8, 0xff, 0xe0], .picture("JPEG")), (Array("%PDF-1.7\n1 0 obj\n".utf8), .pdf),
            ([0x7f, 0x45, 0x4c, 0x46, 2], .program), (Array("PAR1".utf8) + [0x15, 0], .data("Parquet")),
            ([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], .officeDocument),
            ([0, 0, 0, 0x20] + Array("ftypisom".utf8), .media),
        ] as [([UInt8], OtherFile)])
    func known(bytes: [UInt8], file: OtherFile) async throws {
        #expect(OtherFile(of: bytes) == file)
        let path = folder.path("list.csv")
        try DataFileLink(path: path).save(bytes)
        let refusal = StorageError.malformed(path: path, reason: file.message)
        await #expect(throws: refusal) { try await TableFile.read(path: path) }
        await #expect(throws: refusal) { try await TableFile.read(path: path, options: .init(separator: .comma)) }
        await #expect(throws: refusal) { try await TableFile.preview(path: path) }
        await #expect(throws: StorageError.malformed(path: "pipe", reason: file.message)) {
            try await TableFile.read(from: PieceSource([bytes]), name: "pipe")
        }
    }

    @Test(
        "Text that begins like one of them is text",
        arguments: ["PAR1,PAR2\n1,2\n", "MZ,N\n1,2\n", "PK,Name\n1,x\n", "RIFF\n"])
    func text(text: String) async throws {
        #expect(OtherFile(of: Array(text.utf8)) == nil)
    }

    @Test("A file that another program cuts short or rewrites while it is read is refused")
    func changed() async throws {
        let path = folder.path("list.csv")
        let text = "Number,Name\n" + (0..<200_000).map { "\($0),x\($0)\n" }.joined()
        for change in ["cut", "rewritten"] {
            try DataFileLink(path: path).save(Array(text.utf8))
            await #expect(throws: StorageError.malformed(path: path, reason: TextError.changed.message)) {
                try await TableFile.read(path: path) { _ in
                    if change == "cut" { truncate(path, 100) } else { Self.setModified(path) }
                }
            }
        }
    }

    @Test("A file that only grows is read as it was when it was opened")
    func grown() async throws {
        let path = folder.path("list.csv")
        try DataFileLink(path: path).save(Array("A,B\n1,2\n3,4\n".utf8))
        let read = try await TableFile.read(path: path) { _ in
            let file = fopen(path, "a")
            fputs("5,6\n", file)
            fclose(file)
        }
        #expect(read.table.count == 2)
    }

    /// Gives a file another time, as writing to it does.
    private static func setModified(_ path: String) {
        var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
        utimensat(AT_FDCWD, path, &times, 0)
    }

    @Test(
        "A property list with a control character is refused and nothing is written",
        arguments: ["\u{1}", "\u{0}", "\u{fffe}"])
    func controls(character: String) async throws {
        var table = RecordTable(schema: try Schema(names: ["Name", "Age"], types: [.string, .int]))
        try table.addRecord([.string("a\tb\r\n"), .int(1)])
        let path = folder.path("list.plist")
        try await TableExport(TablePart(table), as: .propertyList).write(toFile: path)
        let before = try DataFileLink(path: path).load()
        for cell in [CellValue.string("x" + character), .unfit(character + "1")] {
            var broken = table
            try broken.addRecord(cell.isUnfit ? [.string("b"), cell] : [cell, .int(2)])
            await #expect(throws: StorageError.self) {
                try await TableExport(TablePart(broken), as: .propertyList).write(toFile: path)
            }
            #expect(try DataFileLink(path: path).load() == before)
        }
        let list = try PropertyLists.encode(.array([.string(character)]))
        #expect(list.starts(with: "bplist".utf8))
        #expect(try PropertyLists.decode(list) == .array([.string(character)]))
    }
}
