import CoreTestSupport
import FoundationEssentials
import Glibc
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Card file: files, locks and trouble")
struct CardFileAccessTests {
    private let folder: TemporaryFolder
    private let path: String
    private let table: RecordTable

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        for number in 1...10 { try table.addRecord([.int(number)]) }
        self.table = table
    }

    private var edit: [DocumentChange] {
        [.cell(table.ids[0], table.schema[0].id, .int(42))]
    }

    private func makeFile() async throws {
        try await CardFile.create(at: path, table: table).close()
    }

    // MARK: Creating

    @Test("An existing file is not overwritten, nor is a dangling link")
    func noOverwriting() async throws {
        try write(Data("precious".utf8), to: path)
        await #expect(throws: StorageError.alreadyExists(path: path)) {
            try await CardFile.create(at: path, table: table)
        }
        #expect(try bytes(of: path) == Data("precious".utf8))
        let link = folder.path("link")
        try #require(symlink(folder.path("nowhere"), link) == 0)
        await #expect(throws: StorageError.alreadyExists(path: link)) {
            try await CardFile.create(at: link, table: table)
        }
        #expect(try folder.names() == ["a.kiroku", "link"])
    }

    @Test("A missing folder and a name too long for a journal are told at once")
    func badPlaces() async throws {
        let missing = folder.path("missing/a.kiroku")
        await #expect(throws: StorageError.notFound(path: missing)) {
            try await CardFile.create(at: missing, table: table)
        }
        let long = folder.path(String(repeating: "x", count: 250))
        await #expect(throws: StorageError.self) { try await CardFile.create(at: long, table: table) }
        #expect(try folder.names() == [])
    }

    @Test("A cancelled task leaves nothing behind", arguments: [0.0, 0.5, 1.0])
    func cancelCreating(fraction: Double) async throws {
        var large = table
        for number in 0..<20_000 { try large.addRecord([.int(number)]) }
        let task = Task { [path, large] in
            try await CardFile.create(at: path, table: large) { done in
                if done >= fraction { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        let result = await task.result
        // Told when all is written, it is too late to go back.
        if fraction < 1 {
            #expect(throws: StorageError.cancelled) { try result.get() }
            #expect(try folder.names() == [])
        } else {
            try await result.get().close()
            #expect(try folder.names() == ["a.kiroku"])
        }
    }

    @Test("Opening is cancelled the same way, and tells its progress up to the end")
    func cancelOpening() async throws {
        try await makeFile()
        let task = Task { [path] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await CardFile.open(at: path)
        }
        let result = await task.result
        #expect(throws: StorageError.cancelled) { try result.get() }
        let (told, continuation) = AsyncStream.makeStream(of: Double.self)
        try await CardFile.open(at: path) { continuation.yield($0) }.store.close()
        continuation.finish()
        var last = 0.0
        for await fraction in told { last = fraction }
        #expect(last == 1)
    }

    // MARK: Reading only

    @Test("A file, or a folder, that is not to be written to is opened for looking", arguments: [true, false])
    func readOnly(file: Bool) async throws {
        try await makeFile()
        try #require(chmod(file ? path : folder.path, file ? 0o444 : 0o555) == 0)
        let before = try bytes(of: path)
        let opened = try await CardFile.open(at: path)
        #expect(opened.store.isReadOnly)
        #expect(opened.contents.table == table)
        #expect(try bytes(of: path) == before)
    }

    // MARK: Other programs

    @Test("While a document is open, others can read it, and what is committed is there for them")
    func othersRead() async throws {
        let file = try await CardFile.create(at: path, table: table)
        try await file.commit(edit)
        #expect(try SQLiteTool(path).run("SELECT count(*), max(N) FROM cards") == ["10|42"])
        await file.close()
        #expect(try folder.names() == ["a.kiroku"])
    }

    @Test("A file that another program keeps locked is busy, and free again afterwards")
    func locked() async throws {
        try await makeFile()
        let link = try await CardFile.open(at: path, lockWait: 10).store
        let other = try SQLiteTool(path)
        try other.run("BEGIN EXCLUSIVE")
        await #expect(throws: StorageError.busy(path: path)) { try await link.commit(edit) }
        await #expect(throws: StorageError.busy(path: path)) { try await CardFile.open(at: path, lockWait: 10) }
        try other.run("COMMIT")
        try await link.commit(edit)
        #expect(try other.run("SELECT max(N) FROM cards") == ["42"])
        await link.close()
    }

    @Test("A reader in the middle of its work holds a commit up, not the file")
    func readerInTheMiddle() async throws {
        try await makeFile()
        let link = try await CardFile.open(at: path, lockWait: 10).store
        let other = try SQLiteTool(path)
        try other.run("BEGIN")
        try other.run("SELECT count(*) FROM cards")
        await #expect(throws: StorageError.busy(path: path)) { try await link.commit(edit) }
        try other.run("COMMIT")
        try await link.commit(edit)
        await link.close()
    }

    @Test("An edit of a record that another program has deleted does not count as saved")
    func recordTakenAway() async throws {
        let file = try await CardFile.create(at: path, table: table)
        try SQLiteTool(path).run("DELETE FROM records")
        await #expect {
            try await file.commit(edit)
        } throws: { error in
            if case .changedElsewhere = error as? StorageError { true } else { false }
        }
        await file.close()
    }

    @Test("A record that another program has added is not overwritten")
    func recordInTheWay() async throws {
        let file = try await CardFile.create(at: path, table: table)
        var one = RecordTable(schema: table.schema)
        one.addRecord()
        var whole = table
        let stored = try whole.apply(.insertRecords(one, at: RecordIndexes(10), in: whole)).stored
        try SQLiteTool(path).run("INSERT INTO records(id, f1) VALUES(\(whole.ids[10].rawValue), 99)")
        await #expect {
            try await file.commit(stored)
        } throws: { error in
            if case .changedElsewhere = error as? StorageError { true } else { false }
        }
        #expect(try SQLiteTool(path).run("SELECT count(*), max(N) FROM cards") == ["11|99"])
        await file.close()
    }

    // MARK: Trouble with a commit

    @Test("A document that was deleted or moved away says so")
    func movedAway() async throws {
        let file = try await CardFile.create(at: path, table: table)
        try #require(rename(path, folder.path("b.kiroku")) == 0)
        await #expect(throws: StorageError.notFound(path: path)) { try await file.commit(edit) }
        try write(Data("something else".utf8), to: path)
        await #expect(throws: StorageError.changedElsewhere(path: path)) { try await file.commit(edit) }
        #expect(try bytes(of: path) == Data("something else".utf8))
        try #require(rename(folder.path("b.kiroku"), path) == 0)
        try await file.commit(edit)
        await file.close()
        #expect(try SQLiteTool(path).run("SELECT max(N) FROM cards") == ["42"])
    }

    @Test("When the disk is full nothing of the batch is written, and it can be handed over again")
    func diskFull() async throws {
        let file = try await CardFile.create(at: path, table: table)
        var more = RecordTable(schema: table.schema)
        for number in 0..<20_000 { try more.addRecord([.int(number)]) }
        var whole = table
        let stored = try whole.apply(.insertRecords(more, at: RecordIndexes(10..<20_010), in: whole)).stored
        try await file.execute("PRAGMA max_page_count = 10")
        await #expect(throws: StorageError.diskFull(path: path)) { try await file.commit(edit + stored) }
        #expect(try SQLiteTool(path).run("SELECT count(*), max(N) FROM cards") == ["10|10"])
        try await file.execute("PRAGMA max_page_count = 1000000")
        try await file.commit(edit + stored)
        #expect(try SQLiteTool(path).run("SELECT count(*) FROM cards") == ["20010"])
        await file.close()
        await #expect(throws: StorageError.unsupported) { try await file.commit(edit) }
    }

    @Test("A document is reached through a symbolic link, and journals stay away from the link")
    func symbolicLink() async throws {
        try await makeFile()
        let other = try TemporaryFolder()
        try #require(symlink(path, other.path("link.kiroku")) == 0)
        let link = try await CardFile.open(at: other.path("link.kiroku")).store
        try await link.commit(edit)
        #expect(try other.names() == ["link.kiroku"])
        await link.close()
        #expect(try SQLiteTool(path).run("SELECT max(N) FROM cards") == ["42"])
    }
}

extension CardFile {
    /// Lets a test make trouble inside the connection.
    fileprivate func execute(_ sql: String) throws {
        try #require(connection).execute(sql)
    }
}
