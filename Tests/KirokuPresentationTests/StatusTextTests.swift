import CoreTestSupport
import FoundationEssentials
import KirokuCore
import Testing

@testable import KirokuPresentation

@Suite("How a document stands, in words")
@MainActor
struct StatusTextTests {
    private func document(records: Int, _ script: StoreScript = StoreScript()) throws -> Document {
        var table = try RecordTable(fieldNames: ["A"], fieldTypes: [.int])
        for _ in 0..<records { table.addRecord() }
        return Document(title: "a", inMemory: DocumentContents(table: table), script)
    }

    @Test(
        "One record is told from many",
        arguments: [(0, "0 records"), (1, "1 record"), (2, "2 records"), (1_234, "1,234 records")])
    func records(count: Int, text: String) throws {
        #expect(try StatusText.subtitle(of: document(records: count)) == text + " · Saved")
    }

    @Test("Until a document is loaded, nobody knows how many records there are")
    func loading() throws {
        var table = try RecordTable(fieldNames: ["A"], fieldTypes: [.int])
        table.addRecord()
        let beginning = PartialDocument(contents: DocumentContents(table: table), likelyCount: 90)
        #expect(StatusText.subtitle(of: Document(title: "a", beginning: beginning)) == "Loading…")
    }

    @Test(
        "Each state has its word",
        arguments: [
            (.saved, "Saved"), (.saving, "Saving…"), (.readOnly, "Read-only"),
            (.failed(.diskFull(path: "/a")), "Not saved"),
        ] as [(SaveState, String)])
    func states(state: SaveState, text: String) {
        #expect(StatusText.text(of: state) == text)
    }

    @Test(
        "A shared document says what is sent, since when there is no server, and what is to be decided",
        arguments: [
            (SyncStatus(), "Saved"), (SyncStatus(waiting: 3), "3 to send"),
            (SyncStatus(connection: .online), "Saved for all"),
            (SyncStatus(connection: .online, waiting: 1), "1 to send"),
        ])
    func sharing(status: SyncStatus, text: String) throws {
        #expect(StatusText.subtitle(of: try document(records: 2), status) == "2 records · " + text)
    }

    @Test("The tooltip says that a table of another program is only looked at")
    func polled() throws {
        let status = SyncStatus(connection: .online, isPolled: true)
        let document = try document(records: 2)
        #expect(StatusText.subtitle(of: document, status) == "2 records · Saved for all")
        #expect(StatusText.details(of: document, status) == StatusText.polling)
    }

    @Test("Without a server it says since when, and the tooltip why")
    func offline() async throws {
        let since = AppClock.shared.now
        var status = SyncStatus(connection: .offline(since: since, reason: "No server answers."))
        let document = try document(records: 2)
        let time = String(LocalTime(since).timeText.prefix(5))
        #expect(StatusText.subtitle(of: document, status) == "2 records · Offline since \(time)")
        #expect(StatusText.details(of: document, status) == "No server answers.")
        status.waiting = 12
        document.leaveOpen(
            EditConflict(
                reason: .cellChanged, record: document.table.ids[0], field: document.table.schema[0].id, fieldName: "",
                own: .int(7), theirs: .empty))
        await document.finishSaving()
        #expect(
            StatusText.subtitle(of: document, status) == "2 records · Offline since \(time), 12 to send · 1 conflict"
        )
    }

    @Test("The subtitle follows the document")
    func following() async throws {
        let script = StoreScript(failing: [.diskFull(path: "/a")])
        let document = try document(records: 1, script)
        try document.addRecord()
        #expect(StatusText.subtitle(of: document) == "2 records · Saving…")
        await document.finishSaving()
        #expect(StatusText.subtitle(of: document) == "2 records · Not saved")
        await document.finishSaving()
        #expect(StatusText.subtitle(of: document) == "2 records · Saved")
        let readOnly = Document(title: "a", contents: DocumentContents(table: document.table), store: nil)
        #expect(StatusText.subtitle(of: readOnly) == "2 records · Read-only")
    }

    @Test("What is to fix", arguments: [(1, "1 to fix"), (1_234, "1,234 to fix")])
    func toFix(count: Int, text: String) {
        #expect(StatusText.toFix(count) == text)
    }

    @Test(
        "It is told how long ago all was saved",
        arguments: [
            (-5, "Saved just now"), (0.9, "Saved just now"), (1, "Saved 1 second ago"), (59.9, "Saved 59 seconds ago"),
            (60, "Saved 1 minute ago"), (7_199, "Saved 1 hour ago"), (86_399, "Saved 23 hours ago"),
        ] as [(Double, String)])
    func age(seconds: Double, text: String) {
        let saved = Date(timeIntervalSince1970: 1_000_000)
        #expect(StatusText.age(of: saved, now: saved.addingTimeInterval(seconds)) == text)
    }

    @Test("After a day it is the date that counts")
    func longAgo() {
        let saved = Date(timeIntervalSince1970: 1_000_000)
        let text = StatusText.age(of: saved, now: saved.addingTimeInterval(200_000))
        #expect(text == "Saved on " + LocalTime(saved).localizedDate)
    }
}
