import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Changing all fields as one step")
@MainActor
struct FieldsPlanTests {
    private func people() throws -> Document {
        var table = try RecordTable(fieldNames: ["A", "B", "C"], fieldTypes: [.string, .int, .bool])
        try table.addRecord([.string("1"), .int(2), .bool(true)])
        try table.addRecord([.string("x"), .empty, .bool(false)])
        return makeDocument(table)
    }

    private func change(_ document: Document, _ body: (inout [FieldDraft]) -> Void) async throws {
        var drafts = document.table.schema.fields.map { FieldDraft($0) }
        body(&drafts)
        let table = document.table
        try document.apply(try await FieldsPlan(drafts, for: table.schema).step(for: table))
    }

    private func cells(_ document: Document) -> [[CellValue]] {
        (0..<document.table.count).map { record in
            document.table.schema.fields.indices.map { document.table[record, $0] }
        }
    }

    @Test("Everything at once is one step, which is taken back as one")
    func everything() async throws {
        let document = try people()
        let before = document.table
        try await change(document) { drafts in
            drafts[0].type = .int
            drafts[0].name = "B"
            drafts[1].name = "A"
            drafts[1].initialText = "7"
            drafts.remove(at: 2)
            drafts.insert(FieldDraft(name: "C", type: .string, initialText: "new", isPicture: true), at: 0)
        }
        #expect(document.table.schema.fields.map(\.name) == ["C", "B", "A"])
        #expect(document.table.schema.fields.map(\.type) == [.string, .int, .int])
        #expect(document.table.schema.fields.map(\.initialValue) == [.string("new"), .empty, .int(7)])
        #expect(document.table.schema[0].isPicture)
        #expect(cells(document) == [[.empty, .int(1), .int(2)], [.empty, .unfit("x"), .empty]])
        #expect(document.undoTitle == .changeFields)
        let after = document.table
        try document.undo()
        #expect(document.undoTitle == nil)
        #expect(document.table == before)
        try document.redo()
        #expect(document.table == after)
    }

    @Test("Nothing different is no step")
    func same() async throws {
        let document = try people()
        try await change(document) { _ in }
        #expect(document.undoTitle == nil)
    }

    @Test("All fields may give way to others, even to those of the same name")
    func allNew() async throws {
        let document = try people()
        try await change(document) { $0 = [FieldDraft(name: "A", type: .float), FieldDraft(name: "C", type: .int)] }
        #expect(document.table.schema.fields.map(\.name) == ["A", "C"])
        #expect(cells(document) == [[.empty, .empty], [.empty, .empty]])
        try document.undo()
        #expect(document.table.schema.fields.map(\.name) == ["A", "B", "C"])
        #expect(document.table[0, 1] == .int(2))
    }

    @Test("Any names, types and order come out as they were wanted", arguments: UInt64(0)..<60)
    func anything(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let document = makeDocument(try generator.table())
        let before = document.table
        var drafts = before.schema.fields.map { FieldDraft($0) }
        drafts.removeAll { _ in Bool.random(using: &generator) }
        for _ in 0..<Int.random(in: 1...3, using: &generator) { drafts.append(FieldDraft(name: "new")) }
        let names = (before.schema.fields.map(\.name) + drafts.indices.map { "n\($0)" }).shuffled(using: &generator)
        for (place, name) in zip(drafts.indices, names) {
            drafts[place].name = name
            drafts[place].type = FieldType.allCases.randomElement(using: &generator) ?? .int
            drafts[place].initialText = ""
        }
        drafts.shuffle(using: &generator)
        try document.apply(try await FieldsPlan(drafts, for: before.schema).step(for: before))
        let table = document.table
        #expect(table.schema.fields.map(\.name) == drafts.map(\.name))
        #expect(table.schema.fields.map(\.type) == drafts.map(\.type))
        for (place, draft) in drafts.enumerated() {
            let source = draft.origin.flatMap { before.schema.index(of: $0) }
            for record in 0..<table.count {
                // Where the type stays, so does unfit text, also if it could be read by now.
                let expected = source.map {
                    let value = before[record, $0]
                    return before.schema[$0].type == draft.type ? value : value.converted(to: draft.type)
                }
                #expect(table[record, place] == expected ?? .empty)
            }
        }
        if document.undoTitle != nil { try document.undo() }
        #expect(document.table == before)
    }

    @Test("What is wrong is told by place, and changes nothing")
    func problems() async throws {
        let schema = try people().table.schema
        let drafts = [
            FieldDraft(name: "A"), FieldDraft(name: " "), FieldDraft(name: "A"),
            FieldDraft(name: "N", type: .int, initialText: "many"),
        ]
        let plan = FieldsPlan(drafts, for: schema)
        #expect(
            plan.problems == [
                1: .emptyFieldName, 2: .repeatedFieldName("A"), 3: .unfittingValue(field: "N", type: .int),
            ])
        #expect(FieldsPlan([], for: schema).countProblem == .noFields)
        let document = try people()
        await #expect(throws: TableError.self) { try await self.change(document) { $0[0].name = "" } }
        await #expect(throws: TableError.self) { try await self.change(document) { $0 = [] } }
        #expect(document.undoTitle == nil)
    }

    @Test("The cells that hold something are counted, unfit text among them")
    func counting() async throws {
        var table = try people().table
        try table.addRecord([.empty, .unfit("y"), .empty])
        let counts = [
            try await table.filledCount(ofField: 0), try await table.filledCount(ofField: 1),
            try await table.filledCount(ofField: 2),
        ]
        #expect(counts == [2, 2, 2])
        await #expect(throws: TableError.self) { try await table.filledCount(ofField: 3) }
    }
}
