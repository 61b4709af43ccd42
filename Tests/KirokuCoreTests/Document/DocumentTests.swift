import CoreTestSupport
import FoundationEssentials
import Synchronization
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Document")
@MainActor
struct DocumentTests {
    private func document(_ script: StoreScript, clock: AppClock = .shared) throws -> Document {
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        for number in 0..<3 { try table.addRecord([.int(number)]) }
        return Document(title: "a", inMemory: DocumentContents(table: table), script, clock: clock)
    }

    private func edit(_ number: Int, _ document: Document) throws {
        try document.setCells([CellEdit(record: 0, field: 0, value: .int(number))])
    }

    @Test("An edit is in the table at once, and saved when the store says so")
    func edits() async throws {
        let script = StoreScript()
        let document = try document(script)
        #expect(document.saveState == .saved)
        await script.holdUp()
        try edit(7, document)
        #expect(document.table[0, 0] == .int(7))
        #expect(document.saveState == .saving)
        await script.waitForCommit()
        #expect(document.saveState == .saving)
        await script.letGo()
        await document.finishSaving()
        #expect(document.saveState == .saved)
        #expect(await script.batches.count == 1)
    }

    @Test("Edits made during a commit go together in the next one")
    func gathering() async throws {
        let script = StoreScript()
        let document = try document(script)
        await script.holdUp()
        try edit(1, document)
        await script.waitForCommit()
        for number in 2...9 { try edit(number, document) }
        await script.letGo()
        await document.finishSaving()
        #expect(await script.batches.map { $0.count { $0.cells != nil } } == [1, 8])
        #expect(document.saveState == .saved)
    }

    @Test("A failed commit keeps the edits, says why, and is tried again in order")
    func failing() async throws {
        let script = StoreScript(failing: [.diskFull(path: "/a"), .busy(path: "/a")])
        let document = try document(script)
        try edit(1, document)
        await document.finishSaving()
        #expect(document.saveState == .failed(.diskFull(path: "/a")))
        try edit(2, document)
        #expect(document.table[0, 0] == .int(2))
        #expect(document.saveState == .failed(.diskFull(path: "/a")))
        await document.finishSaving()
        #expect(document.saveState == .failed(.busy(path: "/a")))
        await document.finishSaving()
        #expect(document.saveState == .saved)
        let saved = await script.batches.joined().compactMap { $0.cells?.first?.value }
        #expect(saved == [.int(1), .int(2)])
    }

    @Test("What cannot be saved is tried again after 1, 2, 4, 8, 16, and then every 30 seconds")
    func schedule() async throws {
        let time = PassingTime()
        let script = StoreScript(failing: Array(repeating: .diskFull(path: "/a"), count: 8))
        let document = try document(script, clock: AppClock(realTime: time))
        try edit(1, document)
        try await until { await document.saveState == .saved }
        #expect(time.pauses == [1, 2, 4, 8, 16, 30, 30, 30])
        #expect(await script.attempts == 9)
    }

    @Test("After a success the pauses begin anew")
    func scheduleAfterSuccess() async throws {
        let time = PassingTime()
        let script = StoreScript(failing: Array(repeating: .diskFull(path: "/a"), count: 2))
        let document = try document(script, clock: AppClock(realTime: time))
        try edit(1, document)
        try await until { await document.saveState == .saved }
        await script.fail(with: [.diskFull(path: "/a")])
        try edit(2, document)
        try await until { await document.saveState == .saved }
        #expect(time.pauses == [1, 2, 1])
    }

    @Test("The clock alone ends a pause, or somebody who wants all to be saved now")
    func pause() async throws {
        let clock = AppClock.fixed(at: .now)
        let script = StoreScript(failing: Array(repeating: .diskFull(path: "/a"), count: 3))
        let document = try document(script, clock: clock)
        try edit(1, document)
        try await until { await document.saveState == .failed(.diskFull(path: "/a")) }
        clock.advance(by: 1)
        try await until { await script.attempts == 2 }
        await document.finishSaving()
        #expect(await script.attempts == 3)
        await document.finishSaving()
        #expect(document.saveState == .saved)
        #expect(document.savedAt == clock.now)
    }

    @Test("Closing saves what is left and gives the store free")
    func closing() async throws {
        let script = StoreScript()
        let document = try document(script)
        try edit(1, document)
        await document.close()
        #expect(await script.batches.count == 1)
        #expect(await script.isClosed)
    }

    @Test("Closing does not wait for a store that goes on failing")
    func closingFailed() async throws {
        let script = StoreScript(failing: Array(repeating: .busy(path: "/a"), count: 9))
        let document = try document(script)
        try edit(1, document)
        await document.close()
        #expect(await script.isClosed)
        #expect(document.saveState == .failed(.busy(path: "/a")))
    }

    @Test("Without a store a document can be looked at only")
    func readOnly() async throws {
        let table = try document(StoreScript()).table
        let document = Document(title: "a", contents: DocumentContents(table: table), store: nil)
        #expect(document.isReadOnly)
        #expect(throws: EditError.readOnly) { try edit(1, document) }
        document.setWidth(50, of: FieldID(rawValue: 1))
        #expect(document.table[0, 0] == .int(0))
        await document.close()
    }

    @Test("Steps are taken back and done again under their names, and a new edit ends redoing")
    func undo() throws {
        let document = try document(StoreScript())
        try edit(1, document)
        try document.deleteRecords(at: RecordIndexes(0..<2))
        #expect(document.undoTitle == .deleteRecords(2))
        #expect(try document.undo() == .deleteRecords(2))
        #expect(document.table.count == 3)
        #expect(document.redoTitle == .deleteRecords(2))
        #expect(try document.undo() == .editCells(1))
        #expect(document.table[0, 0] == .int(0))
        #expect(try document.undo() == nil)
        #expect(try document.redo() == .editCells(1))
        #expect(document.table[0, 0] == .int(1))
        try edit(5, document)
        #expect(document.redoTitle == nil)
        #expect(try document.redo() == nil)
    }

    @Test("A refused edit is no step of the history and is not saved")
    func refused() async throws {
        let script = StoreScript()
        let document = try document(script)
        #expect(throws: EditError.refused(.recordOutOfRange(index: 9, count: 3))) {
            try document.setCells([CellEdit(record: 9, field: 0, value: .int(1))])
        }
        #expect(document.undoTitle == nil)
        await document.finishSaving()
        #expect(await script.attempts == 0)
    }

    @Test("Observers hear what was touched, as long as they are kept")
    func observers() async throws {
        let document = try document(StoreScript())
        var heard: [String] = []
        var observation: Observation? = document.observe { event in
            switch event {
            case .tableChanged(let extent): heard.append("table \(extent)")
            case .historyChanged: heard.append("history")
            case .saveStateChanged: heard.append("save")
            case .leftAsItWas: heard.append("left")
            case .moved: heard.append("moved")
            case .checksChanged: heard.append("checks")
            case .changedByOthers: heard.append("others")
            case .conflictsChanged: heard.append("conflicts")
            }
        }
        try edit(1, document)
        #expect(heard == ["table \(ChangeExtent.cells([CellPosition(record: 0, field: 0)]))", "history", "save"])
        await document.finishSaving()
        heard = []
        try document.undo()
        #expect(heard == ["table \(ChangeExtent.cells([CellPosition(record: 0, field: 0)]))", "history", "save"])
        await document.finishSaving()
        _ = observation
        observation = nil
        heard = []
        try edit(2, document)
        #expect(heard.isEmpty)
        await document.finishSaving()
    }
}

/// A time in which every pause is over at once, and which remembers how long they were to be.
private final class PassingTime: RealTime {
    let now = Date(timeIntervalSinceReferenceDate: 0)
    private let asked = Mutex<[Double]>([])

    /// In seconds.
    var pauses: [Double] { asked.withLock { $0 } }

    func sleep(seconds: Double) async throws {
        asked.withLock { $0.append(seconds) }
    }
}
