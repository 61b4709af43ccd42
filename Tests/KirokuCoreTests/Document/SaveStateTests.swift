import CoreTestSupport
import FoundationEssentials
import Synchronization
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("What is shown as saved is in the store")
@MainActor
struct SaveStateTests {
    private let time = MovableTime(Date(timeIntervalSinceReferenceDate: 0))

    /// A document whose store calls `intercept` before each look for what others have written.
    private func document(
        intercept: @escaping @Sendable () async throws(StorageError) -> Void
    ) throws -> (Document, MemoryStore) {
        let contents = DocumentContents(table: try threePeople())
        let store = MemoryStore(contents) { call throws(StorageError) in
            if case .load = call { try await intercept() }
        }
        return (Document(title: "a", contents: contents, store: store, clock: AppClock(realTime: time)), store)
    }

    private func edit(_ document: Document) throws {
        try document.setCells([CellEdit(record: 0, field: 0, value: .string("new"))])
    }

    @Test("An edit during the pause after a look that has failed is not shown as saved, and does not wait for its end")
    func afterFailure() async throws {
        let failures = Mutex(1)
        let (document, store) = try document { () throws(StorageError) in
            let fails = failures.withLock { count in
                defer { count -= 1 }
                return count > 0
            }
            if fails { throw .busy(path: "a") }
        }
        document.saver.checkForNews()
        // Nothing ends this pause but an edit.
        try await until { [time] in !time.askedFor.isEmpty }
        #expect(document.saveState == .saved)
        try edit(document)
        #expect(document.saveState == .saving)
        try await until { @MainActor in document.saveState == .saved }
        #expect(try await kept(in: store) == .string("new"))
        await document.close()
    }

    @Test("An edit during a look that takes long is not shown as saved")
    func duringLook() async throws {
        let gate = Mutex<CheckedContinuation<Void, Never>?>(nil)
        let isOpen = Mutex(false)
        let (document, store) = try document { () throws(StorageError) in
            if isOpen.withLock({ $0 }) { return }
            await withCheckedContinuation { waiting in gate.withLock { $0 = waiting } }
        }
        document.saver.checkForNews()
        try await until { gate.withLock { $0 != nil } }
        #expect(document.saveState == .saved)
        try edit(document)
        #expect(document.saveState == .saving)
        isOpen.withLock { $0 = true }
        gate.withLock { $0?.resume() }
        await document.finishSaving()
        #expect(document.saveState == .saved)
        #expect(try await kept(in: store) == .string("new"))
        await document.close()
    }

    @Test("An edit while commits are held back is not shown as saved")
    func held() async throws {
        let (document, store) = try document { () throws(StorageError) in }
        await document.saver.hold()
        try edit(document)
        #expect(document.saveState == .saving)
        document.saver.release()
        await document.finishSaving()
        #expect(document.saveState == .saved)
        #expect(try await kept(in: store) == .string("new"))
        await document.close()
    }

    private func kept(in store: MemoryStore) async throws -> CellValue { try await store.load().table[0, 0] }
}
