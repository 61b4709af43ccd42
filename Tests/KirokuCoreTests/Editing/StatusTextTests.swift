import CoreTestSupport
import Testing

@testable import KirokuCore

@Suite("How a document stands, in words")
@MainActor
struct StatusTextTests {
    private func document(records: Int, _ link: (any DocumentLink)? = FakeDocumentLink()) throws -> Document {
        var table = try RecordTable(fieldNames: ["A"], fieldTypes: [.int])
        for _ in 0..<records { table.addRecord() }
        return Document(title: "a", contents: DocumentContents(table: table), link: link)
    }

    @Test(
        "One record is told from many",
        arguments: [(0, "0 records"), (1, "1 record"), (2, "2 records"), (1_234, "1,234 records")])
    func records(count: Int, text: String) throws {
        #expect(try StatusText.subtitle(of: document(records: count)) == text + " · Saved")
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

    @Test("The subtitle follows the document")
    func following() async throws {
        let link = FakeDocumentLink(failing: [.diskFull(path: "/a")])
        let document = try document(records: 1, link)
        try document.addRecord()
        #expect(StatusText.subtitle(of: document) == "2 records · Saving…")
        await document.finishSaving()
        #expect(StatusText.subtitle(of: document) == "2 records · Not saved")
        await document.finishSaving()
        #expect(StatusText.subtitle(of: document) == "2 records · Saved")
        #expect(try StatusText.subtitle(of: self.document(records: 0, nil)) == "0 records · Read-only")
    }

    @Test("What is to fix", arguments: [(1, "1 to fix"), (1_234, "1,234 to fix")])
    func toFix(count: Int, text: String) {
        #expect(StatusText.toFix(count) == text)
    }
}
