import CoreTestSupport
import Glibc
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Files of separated text")
struct SeparatedTextFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("Between separators that fit as well as each other, the name decides")
    func hint() async throws {
        for (name, separator) in [("cards.tsv", SeparatedText.Separator.tab), ("cards.CSV", .comma), (".csv", .tab)] {
            try TextFileLink(path: folder.path(name)).save("a\tb,c\n1\t2,3\n")
            #expect(try await SeparatedTextFile.read(path: folder.path(name)).format.separator == separator)
        }
    }

    @Test("What cannot be read says why")
    func errors() async throws {
        let missing = folder.path("missing.tsv")
        await #expect(throws: StorageError.notFound(path: missing)) {
            try await SeparatedTextFile.read(path: missing)
        }
        let path = folder.path
        await #expect(throws: StorageError.notAFile(path: path)) { try await SeparatedTextFile.read(path: path) }
        let binary = folder.path("binary.csv")
        try DataFileLink(path: binary).save([0x61, 0xff, 0x00])
        let reason = TextError.notText(in: .utf8, from: TextPosition(line: 1, column: 2)).message
        await #expect(throws: StorageError.malformed(path: binary, reason: reason)) {
            try await SeparatedTextFile.read(path: binary)
        }
    }

    @Test("Larger than can be read: refused before reading")
    func tooLarge() async throws {
        let path = folder.path("large.tsv")
        // The mark of UTF-16: its text is not read piece by piece.
        let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT, permissions: 0o600)
        try file.write(TextEncoding.Mark.utf16LittleEndian)
        truncate(path, 1 << 32)
        await #expect(throws: StorageError.tooLarge(path: path)) { try await SeparatedTextFile.read(path: path) }
    }
}
