import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("What a document keeps besides its records")
@MainActor
struct DocumentSettingsTests {
    private let folder: TemporaryFolder
    private let path: String
    private let table: RecordTable
    private let number: FieldID
    private let name: FieldID

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
        var table = try RecordTable(fieldNames: ["N", "Name"], fieldTypes: [.int, .string])
        try table.addRecord([.int(1), .string("a")])
        self.table = table
        number = table.schema[0].id
        name = table.schema[1].id
    }

    @Test("Order, pins and notes are there again when the document is opened")
    func kept() async throws {
        var document = try await newDocument(table, at: path)
        let rules = [SortRule(field: name, isDescending: true, textOrder: .codePoints), SortRule(field: number)]
        document.keepSortRules(rules)
        document.keepNote("comma", named: "copy")
        document.setPinned(true, name)
        document = try await reopen(document, at: path)
        #expect(document.pinnedFields == [name])
        #expect(document.sortRules == rules)
        #expect(document.note(named: "copy") == "comma")
        #expect(document.undoTitle == nil)

        document.setPinned(false, name)
        document.keepSortRules([])
        document.keepNote(nil, named: "copy")
        document = try await reopen(document, at: path)
        #expect(document.pinnedFields == [])
        #expect(document.sortRules == [])
        #expect(document.note(named: "copy") == nil)
        await document.close()
    }

    @Test("The height of the rows is there again, within its limits")
    func rowLines() async throws {
        var document = try await newDocument(table, at: path)
        #expect(document.rowLines == 1)
        document.setRowLines(3)
        document = try await reopen(document, at: path)
        #expect(document.rowLines == 3)
        #expect(document.undoTitle == nil)
        document.setRowLines(100)
        #expect(document.rowLines == 8)
        document.setRowLines(0)
        document = try await reopen(document, at: path)
        #expect(document.rowLines == 1)
        await document.close()
    }

    @Test("A pinned field stays so when it gets another type, goes, and comes back")
    func pinned() throws {
        let document = makeDocument(table)
        document.setPinned(true, number)
        let text = try document.retypeField(number, to: .string)
        #expect(document.pinnedFields == [text])
        document.setPinned(false, text)
        #expect(document.pinnedFields == [])
        document.setPinned(true, text)
        try document.undo()
        #expect(document.pinnedFields == [number])
        try document.removeField(number)
        #expect(document.pinnedFields == [])
        try document.undo()
        #expect(document.pinnedFields == [number])
    }

    @Test("What is kept is saved once, and only if it is another")
    func saved() async throws {
        let link = StoreScript()
        let document = Document(title: "a", inMemory: DocumentContents(table: table), link)
        document.keepNote("x", named: "a")
        await document.finishSaving()
        document.keepNote("x", named: "a")
        document.keepSortRules([])
        await document.finishSaving()
        #expect(await link.attempts == 1)
    }

    @Test("Rules for a removed field come back with the field")
    func removed() throws {
        let document = makeDocument(table)
        document.keepSortRules([SortRule(field: number), SortRule(field: name)])
        try document.removeField(number)
        #expect(document.sortRules == [SortRule(field: name)])
        try document.undo()
        #expect(document.sortRules == [SortRule(field: number), SortRule(field: name)])
    }

    @Test("The mark of a picture field survives renaming, moving, retyping, undoing and opening")
    func pictures() async throws {
        var document = try await newDocument(table, at: path)
        try await document.change(name) { $0.isPicture = true }
        #expect(document.table.schema[1].isPicture)
        try document.renameField(name, to: "Picture")
        try document.moveField(name, to: 0)
        #expect(document.table.schema[0].isPicture)
        let int = try document.retypeField(name, to: .int)
        #expect(!document.table.schema[0].isPicture)
        document = try await reopen(document, at: path)
        let text = try document.retypeField(int, to: .string)
        #expect(document.table.schema[0].isPicture)
        document = try await reopen(document, at: path)
        #expect(document.table.schema[0].isPicture)
        try await document.change(text) { $0.isPicture = false }
        document = try await reopen(document, at: path)
        #expect(!document.table.schema[0].isMarkedAsPicture)
        await document.close()
    }

    @Test("Marking is a step of the history, and only for String fields")
    func marking() async throws {
        let document = makeDocument(table)
        try await document.change(name) { $0.isPicture = true }
        try await document.change(name) { $0.isPicture = true }
        try document.undo()
        #expect(!document.table.schema[1].isPicture)
        #expect(document.undoTitle == nil)
        try await document.change(number) { $0.isPicture = true }
        #expect(!document.table.schema[0].isMarkedAsPicture)
        #expect(document.undoTitle == nil)
    }

    @Test("An initial value is set as a step, and keeps the mark")
    func initialValue() async throws {
        let document = makeDocument(table)
        try await document.change(name) { $0.isPicture = true }
        try await document.change(name) { $0.initialText = "none" }
        #expect(document.table.schema[1].initialValue == .string("none"))
        #expect(document.table.schema[1].isPicture)
        await #expect(throws: TableError.unfittingValue(field: "N", type: .int)) {
            try await document.change(number) { $0.initialText = "x" }
        }
        try document.undo()
        #expect(document.table.schema[1].initialValue == .empty)
    }

    @Test(
        "What others have written in place of settings is as if it were not there",
        arguments: [
            "UPDATE properties SET value = '[{' WHERE name LIKE 'view 1: %'",
            "UPDATE properties SET value = X'00' WHERE name LIKE 'view 1: %'",
            "UPDATE properties SET value = '{\"a\": 1}' WHERE name LIKE 'view 1: %'",
            "UPDATE properties SET value = 7 WHERE name LIKE 'view 1: %'",
        ])
    func damaged(sql: String) async throws {
        let document = try await newDocument(table, at: path)
        document.keepSortRules([SortRule(field: number)])
        document.keepView(SavedView(name: "A", find: SavedFind(.all([]))))
        await document.close()
        try SQLiteTool(path).run(sql)
        let opened = try await CardFile.open(at: path)
        #expect(opened.contents.settings == DocumentSettings())
        await opened.store.close()
    }

    @Test("A document of before, without any of this, is opened, and gets what is kept now")
    func older() async throws {
        try await newDocument(table, at: path).close()
        try SQLiteTool(path).run("DELETE FROM properties WHERE name <> 'next field id'")
        let opened = try await CardFile.open(at: path)
        var document = Document(title: "a", contents: opened.contents, store: opened.store)
        document.keepNote("x", named: "a")
        document = try await reopen(document, at: path)
        #expect(document.note(named: "a") == "x")
        await document.close()
    }
}
