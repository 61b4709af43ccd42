import CoreTestSupport
import Glibc
import Testing

@testable import KirokuBase
@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Files")
struct FileLinkTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func permissions(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test("Permissions stay, and nothing is left beside the file")
    func permissionsStay() throws {
        let path = folder.path("file")
        let link = TextFileLink(path: path)
        try link.save("old")
        #expect(permissions(path) & 0o600 == 0o600)
        chmod(path, 0o640)
        try link.save("new")
        #expect(permissions(path) == 0o640)
        #expect(try link.load() == "new")
        #expect(try folder.names() == ["file"])
    }

    @Test("What a symbolic link leads to is replaced, and the link stays", arguments: [true, false])
    func symbolicLinks(isThere: Bool) throws {
        try TextFileLink(path: folder.path("real/other")).save("x")
        if isThere { try TextFileLink(path: folder.path("real/file")).save("old") }
        symlink("real/file", folder.path("second"))
        symlink(folder.path("second"), folder.path("first"))
        let link = TextFileLink(path: folder.path("first"))
        try link.save("new")
        #expect(try TextFileLink(path: folder.path("real/file")).load() == "new")
        #expect(SymbolicLink.target(of: folder.path("first")) == folder.path("second"))
        #expect(SymbolicLink.target(of: folder.path("second")) == "real/file")
    }

    @Test("A circle of symbolic links is an error")
    func circle() throws {
        symlink("b", folder.path("a"))
        symlink("a", folder.path("b"))
        #expect(throws: StorageError.self) { try TextFileLink(path: folder.path("a")).save("x") }
        #expect(throws: StorageError.self) { try TextFileLink(path: folder.path("a")).load() }
        #expect(try folder.names() == ["a", "b"])
    }

    @Test("Something below a file can be neither read nor written")
    func belowAFile() throws {
        try TextFileLink(path: folder.path("file")).save("x")
        let path = folder.path("file/inside")
        #expect(throws: StorageError.notFound(path: path)) { try TextFileLink(path: path).load() }
        #expect(throws: StorageError.unwritable(path: path, reason: "Not a directory")) {
            try TextFileLink(path: path).save("y")
        }
        #expect(try TextFileLink(path: folder.path("file")).load() == "x")
    }

    @Test("A folder is no file")
    func folders() throws {
        let path = folder.path
        #expect(throws: StorageError.notAFile(path: path)) { try TextFileLink(path: path).load() }
        #expect(throws: StorageError.unwritable(path: path, reason: "Is a directory")) {
            try TextFileLink(path: path).save("y")
        }
        #expect(throws: StorageError.notAFile(path: "/dev/zero")) { try DataFileLink(path: "/dev/zero").load() }
    }

    @Test("A pipe without a writer does not keep anyone waiting")
    func pipe() throws {
        let path = folder.path("pipe")
        mkfifo(path, 0o600)
        #expect(throws: StorageError.notAFile(path: path)) { try TextFileLink(path: path).load() }
    }

    /// A limit on the size of files does what a full disk does: the write fails half-way.
    ///
    /// It holds for the whole process, so this is done in one of its own.
    @Test("A write that fails half-way leaves the old file and nothing else")
    func failedWrite() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let link = DataFileLink(path: folder.path("file"))
            try link.save([1, 2, 3])
            try limitFileSize(to: 100_000)
            #expect(throws: StorageError.unwritable(path: link.path, reason: "File too large")) {
                try link.save([UInt8](repeating: 7, count: 1_000_000))
            }
            #expect(try link.load() == [1, 2, 3])
            #expect(try folder.names() == ["file"])
            try link.save([4, 5])
            #expect(try link.load() == [4, 5])
        }
    }

    @Test("A full disk is told as such")
    func fullDisk() {
        #expect(SystemError(code: ENOSPC).whileWriting("/a") == .diskFull(path: "/a"))
        #expect(SystemError(code: EROFS).whileWriting("/a") == .readOnly(path: "/a"))
        #expect(SystemError(code: EACCES).whileReading("/a") == .unreadable(path: "/a", reason: "Permission denied"))
    }

    @Test("Text that is not UTF-8, and property lists that are none, are refused")
    func malformed() throws {
        let path = folder.path("file")
        for bytes in [[0xff, 0xfe], Array("<plist".utf8), Array("bplist00".utf8), []] as [[UInt8]] {
            try DataFileLink(path: path).save(bytes)
            let error = #expect(throws: StorageError.self) { try ArrayFileLink(path: path).load() }
            guard case .malformed = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        try DataFileLink(path: path).save([0xff, 0xfe])
        #expect(throws: StorageError.malformed(path: path, reason: "It is not text in UTF-8.")) {
            try TextFileLink(path: path).load()
        }
        try ArrayFileLink(path: path).save([.int(1)])
        #expect(throws: StorageError.malformed(path: path, reason: "It is not a list of named values.")) {
            try DictionaryFileLink(path: path).load()
        }
    }

    @Test("Readers see the old contents or the new ones, never a part")
    func readersDuringWrites() async throws {
        let link = DataFileLink(path: folder.path("file"))
        let contents = [[UInt8](repeating: 1, count: 200_000), [UInt8](repeating: 2, count: 300_000)]
        try link.save(contents[0])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for turn in 0..<40 { try link.save(contents[turn % 2]) }
            }
            group.addTask {
                for _ in 0..<40 {
                    let read = try link.load()
                    #expect(contents.contains(read))
                }
            }
            try await group.waitForAll()
        }
    }
}

/// From now on this process cannot write longer files.
private func limitFileSize(to bytes: rlim_t) throws {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
    try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
}
