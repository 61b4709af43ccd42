import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Keeping backups", .timeLimit(.minutes(10)))
@MainActor
struct BackupKeeperTests {
    private let temporary: TemporaryFolder
    private let folder: BackupFolder
    private let clock: AppClock
    private let script = StoreScript()
    private let document: Document

    init() throws {
        temporary = try TemporaryFolder()
        folder = BackupFolder(path: temporary.path("backups"))
        let time = try #require(LocalTime(year: 2015, month: 5, day: 20, hour: 20, minute: 24, second: 0))
        clock = AppClock.fixed(at: time.date)
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        try table.addRecord([.int(0)])
        document = Document(title: "a", inMemory: DocumentContents(table: table), script)
    }

    private func keeper(interval: Double = 3_600, count: Int = 10) throws -> BackupKeeper {
        BackupKeeper(
            of: document, in: folder, policy: try BackupPolicy(interval: interval, count: count), clock: clock)
    }

    private func backUp(_ path: String) async throws(StorageError) {
        try await document.backUp(to: path)
    }

    /// Makes an edit, and returns when it is saved and what it brought about is done.
    private func edit(_ number: Int, _ keeper: BackupKeeper) async throws {
        try document.setCells([CellEdit(record: 0, field: 0, value: .int(number))])
        await document.finishSaving()
        await keeper.finish()
    }

    /// Returns when a backup was begun for the `count`th time.
    private func attempts(_ count: Int) async throws {
        try await until { await script.copies >= count }
    }

    @Test("Without a change there is no backup; the first change is followed by one")
    func firstChange() async throws {
        let keeper = try keeper()
        document.setWidth(100, of: document.table.schema[0].id)
        await document.finishSaving()
        await keeper.finish()
        #expect(await script.copies == 0)
        #expect(keeper.lastBackup == nil)
        try await edit(1, keeper)
        #expect(try folder.backups().map(\.time.text) == ["2015/05/20 20:24:00"])
        #expect(keeper.lastBackup == (try folder.backups().last))
    }

    @Test("Changes within the interval are backed up when it is over")
    func withinInterval() async throws {
        let keeper = try keeper()
        try await edit(1, keeper)
        for number in 2...5 {
            clock.advance(by: 600)
            try await edit(number, keeper)
        }
        #expect(await script.copies == 1)
        clock.advance(by: 1_200)
        try await attempts(2)
        await keeper.finish()
        #expect(try folder.backups().map(\.time.text) == ["2015/05/20 20:24:00", "2015/05/20 21:24:00"])
    }

    @Test("Without changes nothing happens when the interval is over; the next change is followed by a backup")
    func longAfter() async throws {
        let keeper = try keeper()
        try await edit(1, keeper)
        clock.advance(by: 100_000)
        await keeper.finish()
        #expect(await script.copies == 1)
        try await edit(2, keeper)
        #expect(await script.copies == 2)
    }

    @Test("With the interval 0 every change is followed by a backup, and the count is kept")
    func everyChange() async throws {
        let keeper = try keeper(interval: 0, count: 3)
        for number in 1...5 { try await edit(number, keeper) }
        #expect(await script.copies >= 5)
        #expect(try folder.backups().count == 3)
    }

    @Test("What is changed during a backup is in the next one")
    func changedMeanwhile() async throws {
        let keeper = try keeper(interval: 0)
        await script.holdUpCopies()
        try document.setCells([CellEdit(record: 0, field: 0, value: .int(1))])
        await document.finishSaving()
        try await attempts(1)
        try document.setCells([CellEdit(record: 0, field: 0, value: .int(2))])
        await document.finishSaving()
        await script.letGoCopies()
        await keeper.finish()
        #expect(await script.copies == 2)
    }

    @Test("The time of the last backup is known from an earlier run")
    func earlierRun() async throws {
        _ = try await folder.add(at: LocalTime(clock.now - 1_800), keeping: 10, backUp)
        let keeper = try keeper()
        try await edit(1, keeper)
        #expect(await script.copies == 1)
        clock.advance(by: 1_800)
        try await attempts(2)
        await keeper.finish()
        #expect(try folder.backups().count == 2)
    }

    @Test("Backups from a clock that was ahead do not keep others from being made")
    func clockSetBack() async throws {
        _ = try await folder.add(at: LocalTime(clock.now + 1e7), keeping: 10, backUp)
        let keeper = try keeper()
        try await edit(1, keeper)
        #expect(await script.copies == 2)
        try await edit(2, keeper)
        #expect(await script.copies == 2)
    }

    @Test("Edits that could not be saved are backed up once they are")
    func savingFails() async throws {
        await script.fail(with: [.diskFull(path: "/a")])
        let keeper = BackupKeeper(of: document, in: folder, clock: clock)
        try document.setCells([CellEdit(record: 0, field: 0, value: .int(1))])
        await document.finishSaving()
        await keeper.finish()
        #expect(await script.copies == 0)
        await document.finishSaving()
        await keeper.finish()
        #expect(await script.copies == 1)
    }

    @Test("A failure is told, and tried again after a minute; the document is as it was")
    func failure() async throws {
        await script.failCopies(with: [.diskFull(path: "/b")])
        let keeper = try keeper(interval: 0)
        var told: [BackupEvent] = []
        let observation = keeper.observe { told.append($0) }
        try await edit(1, keeper)
        #expect(keeper.failure == .diskFull(path: "/b"))
        #expect(document.saveState == .saved)
        try await edit(2, keeper)
        #expect(await script.copies == 1)
        clock.advance(by: 60)
        try await attempts(2)
        await keeper.finish()
        #expect(keeper.failure == nil)
        let backup = try #require(keeper.lastBackup)
        #expect(told == [.failed(.diskFull(path: "/b")), .made(backup)])
        withExtendedLifetime(observation) {}
    }

    @Test("Another policy counts at once")
    func otherPolicy() async throws {
        let keeper = try keeper()
        try await edit(1, keeper)
        try await edit(2, keeper)
        #expect(await script.copies == 1)
        keeper.policy = try BackupPolicy(interval: 0, count: 1)
        await keeper.finish()
        #expect(try folder.backups().count == 1)
        #expect(await script.copies == 2)
    }

    @Test("A document that was closed is let go")
    func closed() async throws {
        await script.failCopies(with: [.unsupported])
        let keeper = try keeper()
        try await edit(1, keeper)
        #expect(keeper.failure == nil)
        #expect(await script.copies == 1)
    }

    @Test("A real document is backed up while it is edited")
    func realDocument() async throws {
        let path = temporary.path("a.kiroku")
        let file = try await CardFile.create(at: path, table: document.table)
        let document = Document(title: "a", contents: DocumentContents(table: document.table), store: file)
        let policy = try BackupPolicy(interval: 0, count: 2)
        let keeper = BackupKeeper(of: document, in: folder, policy: policy, clock: clock)
        for number in 1...3 {
            clock.advance(by: 1)
            try document.setCells([CellEdit(record: 0, field: 0, value: .int(number))])
            await document.finishSaving()
            await keeper.finish()
        }
        await document.close()
        let backups = try folder.backups()
        #expect(try backups.map { try SQLiteTool($0.path).run("SELECT N FROM cards") } == [["2"], ["3"]])
    }
}
