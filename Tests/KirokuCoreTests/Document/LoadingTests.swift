import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Documents that are still being loaded")
@MainActor
struct LoadingTests {
    private let whole: RecordTable
    private let document: Document

    init() throws {
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        for number in 0..<100 { try table.addRecord([.int(number)]) }
        whole = table
        let contents = DocumentContents(table: try table.records(at: RecordIndexes(0..<10)))
        document = Document(title: "a", beginning: PartialDocument(contents: contents, likelyCount: 90))
    }

    private func edit(_ document: Document) throws {
        try document.setCells([CellEdit(record: 0, field: 0, value: .int(7))])
    }

    @Test("The first records can be looked at, and every edit is refused")
    func looking() {
        #expect(document.isLoading)
        #expect(document.table.count == 10)
        #expect(document.likelyCount == 90)
        #expect(document.refusal == .loading)
        #expect(throws: EditError.loading) { try edit(document) }
        #expect(document.table[0, 0] == .int(0))
    }

    @Test("Then all records are there, and edits are saved")
    func finishing() async throws {
        var events: [String] = []
        let observation = document.observe { events.append("\($0)") }
        let link = StoreScript()
        let contents = DocumentContents(table: whole)
        document.finishLoading(title: "b", contents, in: link.store(of: contents))
        #expect(!document.isLoading)
        #expect(document.title == "b")
        #expect(document.table == whole)
        #expect(document.likelyCount == 100)
        #expect(document.refusal == nil)
        #expect(document.saveState == .saved)
        #expect(events == ["tableChanged(KirokuTable.ChangeExtent.everything)", "historyChanged", "saveStateChanged"])
        #expect(document.savedAt == nil)
        try edit(document)
        await document.finishSaving()
        #expect(await link.batches.count == 1)
        withExtendedLifetime(observation) {}
    }

    @Test("What can only be read stays so when it is loaded")
    func readOnly() {
        document.finishLoading(title: "a", DocumentContents(table: whole), in: nil)
        #expect(document.refusal == .readOnly)
        #expect(document.saveState == .readOnly)
    }

    @Test("A document is loaded once")
    func twice() throws {
        let contents = DocumentContents(table: whole)
        document.finishLoading(title: "a", contents, in: MemoryStore(contents))
        try edit(document)
        document.finishLoading(title: "b", DocumentContents(table: whole), in: nil)
        #expect(document.title == "a")
        #expect(document.table[0, 0] == .int(7))
        #expect(document.refusal == nil)
    }
}
