import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Saved views")
@MainActor
struct SavedViewTests {
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

    private func view(_ name: String, _ condition: Condition?) -> SavedView {
        SavedView(name: name, find: SavedFind(condition, showsOnlyFound: false))
    }

    /// Everything but the place in the list, which the document gives.
    private func expectEqual(_ views: [SavedView], _ expected: [SavedView]) {
        let unranked = views.map { view in
            var view = view
            view.rank = 0
            return view
        }
        #expect(unranked == expected)
    }

    @Test("They are there again when the document is opened, with each part that they have")
    func kept() async throws {
        var document = try await newDocument(table, at: path)
        let odd = Condition.none([.test(name, .contains, .text("a\"\\/あ\n", ignoring: [.case, .width]))])
        let views = [
            view("Many", .test(number, .greater, .int(5))), view("\"A\"s, あ", odd), view("All", nil),
            SavedView(
                name: "Wide", sortRules: [SortRule(field: name, isDescending: true)], widths: [name: 300, number: 50],
                rowLines: 3),
            SavedView(name: "As in the table", sortRules: []),
        ]
        for view in views { document.keepView(view) }
        document = try await reopen(document, at: path)
        expectEqual(document.views, views)
        #expect(document.views[3].parts == [.order, .widths, .rowHeight])
        #expect(document.undoTitle == nil)
        document.removeView(named: "Many")
        document = try await reopen(document, at: path)
        expectEqual(document.views, Array(views.dropFirst()))
        await document.close()
    }

    @Test("One takes the place of the one with its name, and returns to its place after it was removed")
    func order() throws {
        let document = makeDocument(table)
        for name in ["A", "B", "C"] { document.keepView(view(name, .all([]))) }
        document.keepView(view("A", .any([])))
        expectEqual(document.views, [view("A", .any([])), view("B", .all([])), view("C", .all([]))])
        let removed = document.views[1]
        document.removeView(named: "B")
        document.keepView(view("D", nil))
        document.keepView(removed)
        #expect(document.views.map(\.name) == ["A", "B", "C", "D"])
    }

    @Test("Two windows that save different views both keep theirs")
    func twoWindows() async throws {
        let first = try await newDocument(table, at: path)
        let opened = try await CardFile.open(at: path)
        let second = Document(title: "a", contents: opened.contents, store: opened.store)
        first.keepView(view("First", nil))
        second.keepView(view("Second", nil))
        await first.finishSaving()
        await second.close()
        let again = try await reopen(first, at: path)
        #expect(again.views.map(\.name) == ["First", "Second"])
        await again.close()
    }

    @Test("They follow their fields through retyping, undoing and opening")
    func retyped() async throws {
        var document = try await newDocument(table, at: path)
        document.keepView(
            SavedView(
                name: "A", find: SavedFind(.all([.test(number, .between, .ints(1, 5)), .test(name, .empty)])),
                sortRules: [SortRule(field: number)], widths: [number: 70]))
        let float = try document.retypeField(number, to: .float)
        let expected = SavedView(
            name: "A", find: SavedFind(.all([.test(float, .between, .floats(1, 5)), .test(name, .empty)])),
            sortRules: [SortRule(field: float)], widths: [float: 70])
        expectEqual(document.views, [expected])
        document = try await reopen(document, at: path)
        expectEqual(document.views, [expected])

        try document.removeField(float)
        #expect(document.views[0].sortRules == [])
        #expect(document.views[0].widths == [:])
        #expect(throws: QueryError.self) { try document.views[0].find?.condition?.check(for: document.table.schema) }
        try document.undo()
        expectEqual(document.views, [expected])
        await document.close()
    }

    @Test(
        "What no document would write is left out",
        arguments: [
            #"{"rowLines":99,"rank":-4,"widths":[[2,0],[2,200],[0,70],[2],[2,999999]]}"#,
            #"{"rowLines":8,"rank":9223372036854775807,"widths":[[2,200]],"later":{"x":[1]}}"#,
        ])
    func senseless(json: String) async throws {
        try await newDocument(table, at: path).close()
        try SQLiteTool(path).run("INSERT INTO properties(name, value) VALUES('view 1: saved view A', '\(json)')")
        let opened = try await CardFile.open(at: path)
        let document = Document(title: "a", contents: opened.contents, store: opened.store)
        expectEqual(document.views, [SavedView(name: "A", widths: [name: 200], rowLines: 8)])
        document.keepView(view("B", nil))
        #expect(document.views.map(\.name) == ["A", "B"])
        await document.close()
    }

    @Test("Of too many, the first are read, and the others stay in the file")
    func tooMany() async throws {
        try await newDocument(table, at: path).close()
        try SQLiteTool(path).run(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
            INSERT INTO properties(name, value) SELECT 'view 1: saved view ' || i, '{"rowLines":2,"rank":' || i || '}' FROM n
            """)
        let opened = try await CardFile.open(at: path)
        let document = Document(title: "a", contents: opened.contents, store: opened.store)
        #expect(document.views.map(\.name) == (1...SavedView.limit).map(String.init))
        document.removeView(named: "1")
        await document.close()
        let count = try SQLiteTool(path).run("SELECT count(*) FROM properties WHERE name LIKE 'view 1: saved view %'")
        #expect(count == ["1999"])
    }
}
