import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Keeping a second copy", .timeLimit(.minutes(10)))
@MainActor
struct SecondCopyKeeperTests {
    private let folder: TemporaryFolder
    private let place: SecondCopyFolder
    private let clock: AppClock
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        place = SecondCopyFolder(folder: folder.path("stick"))
        let time = try #require(LocalTime(year: 2015, month: 5, day: 20, hour: 20, minute: 24, second: 50))
        clock = AppClock.fixed(at: time.date)
        path = folder.path("list.kiroku")
        try Folder.make(place.folder)
    }

    private func open() async throws -> (Document, CountingStore) {
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        try table.addRecord([.int(0)])
        let file = try await CardFile.create(at: path, table: table)
        let store = CountingStore(file)
        return (Document(title: "list", contents: DocumentContents(table: table), store: store), store)
    }

    private func keeper(_ document: Document) -> SecondCopyKeeper {
        SecondCopyKeeper(of: document, at: path, in: place, clock: clock)
    }

    private func edit(_ document: Document, _ number: Int) async throws {
        try document.setCells([CellEdit(record: 0, field: 0, value: .int(number))])
        await document.finishSaving()
    }

    private nonisolated func copied() -> [String] {
        // Looking must not make it.
        guard FileKind.exists(place.folder + "/list.kiroku") else { return [] }
        return (try? SQLiteTool(place.folder + "/list.kiroku").run("SELECT N FROM cards")) ?? []
    }

    /// Lets time pass until the copy holds these numbers, and what comes of it is done.
    private func copy(_ numbers: [String], by keeper: SecondCopyKeeper) async throws {
        try await until { [clock] in
            clock.advance(by: 5)
            return copied() == numbers
        }
        await keeper.rest()
    }

    @Test("The first copy comes by itself; edits that come close together go with one copy")
    func coalesced() async throws {
        let (document, source) = try await open()
        let keeper = keeper(document)
        try await until { copied() == ["0"] }
        await keeper.rest()
        for number in 1...5 { try await edit(document, number) }
        await keeper.rest()
        #expect(await source.count == 1)
        #expect(copied() == ["0"])
        try await copy(["5"], by: keeper)
        #expect(await source.count == 2)
        keeper.stop()
        await document.close()
    }

    @Test("What is not copied yet when the document is closed is copied then")
    func closing() async throws {
        let (document, _) = try await open()
        let keeper = keeper(document)
        try await until { copied() == ["0"] }
        try await edit(document, 7)
        keeper.stop()
        await document.close()
        await keeper.catchUp()
        #expect(copied() == ["7"])
    }

    @Test("A folder that goes is told once; when it is back, copies go on, and that is told")
    func missing() async throws {
        let (document, _) = try await open()
        try FileManager.default.removeItem(atPath: place.folder)
        let keeper = keeper(document)
        let events = Events()
        let observation = keeper.observe { events.add($0) }
        for number in 1...3 {
            try await edit(document, number)
            clock.advance(by: 5)
            await keeper.rest()
        }
        #expect(events.all == [.isMissing])
        try Folder.make(place.folder)
        try await copy(["3"], by: keeper)
        #expect(events.all == [.isMissing, .resumed])
        keeper.stop()
        await document.close()
        withExtendedLifetime(observation) {}
    }

    @Test("A copy that was changed elsewhere is told with its new name")
    func keptBeside() async throws {
        let (document, _) = try await open()
        let keeper = keeper(document)
        try await until { copied() == ["0"] }
        await keeper.rest()
        let events = Events()
        let observation = keeper.observe { events.add($0) }
        try SQLiteTool(place.folder + "/list.kiroku").run("UPDATE records SET f1 = 99")
        try await edit(document, 1)
        try await copy(["1"], by: keeper)
        guard case .keptBeside(_, let beside) = events.all.first else { throw StorageError.unsupported }
        #expect(events.all.count == 1)
        #expect(try SQLiteTool(beside).run("SELECT N FROM cards") == ["99"])
        await document.close()
        withExtendedLifetime(observation) {}
    }
}

/// Counts the copies that are made of a file.
private actor CountingStore: DocumentStore {
    private(set) var count = 0
    private let file: CardFile

    init(_ file: CardFile) { self.file = file }

    nonisolated var location: StorageLocation { file.location }
    nonisolated var capabilities: StoreCapabilities { file.capabilities }
    nonisolated var changesFromElsewhere: AsyncStream<Void> { file.changesFromElsewhere }

    func news() async throws(StorageError) -> StoreNews? { try await file.news() }

    func load(
        around place: RecordPlace?, beginning: (@Sendable (PartialDocument) -> Void)?, progress: ProgressHandler?
    ) async throws(StorageError) -> DocumentContents {
        try await file.load(around: place, beginning: beginning, progress: progress)
    }

    func copy(into copy: String, for path: String, progress: ProgressHandler?) async throws(StorageError) {
        count += 1
        try await file.copy(into: copy, for: path, progress: progress)
    }

    func search<Failure: Error>(
        _ plan: @Sendable (Schema) throws(Failure) -> DocumentSearch
    ) async throws(StorageError) -> Result<FoundRecords, Failure> { try await file.search(plan) }

    func commit(_ changes: [DocumentChange]) async throws(StorageError) { try await file.commit(changes) }
    func openForReading() async throws(StorageError) { try await file.openForReading() }
    func close() async { await file.close() }
    func discard() async { await file.discard() }

    func pictures() async throws(StorageError) -> [StoredPicture] { [] }
    func picture(named name: String, atMost limit: Int) async throws(StorageError) -> [UInt8]? { nil }
    func addPicture(_ bytes: [UInt8], hash: String, name: String) async throws(StorageError) -> String { name }
    func removePictures(named names: [String]) async throws(StorageError) {}
    func giveSpaceBack() async throws(StorageError) {}
}

@MainActor
private final class Events {
    private(set) var all: [SecondCopyEvent] = []
    func add(_ event: SecondCopyEvent) { all.append(event) }
}
