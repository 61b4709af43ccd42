import CoreTestSupport
import Testing

@testable import KirokuCore

/// A file from elsewhere may say that any number of edits were left out: what is done with them takes a step for each, and not for
/// each pair, which would be a thousand million.
@Suite("Edits that were left out: very many of them", .timeLimit(.minutes(5)))
@MainActor
struct ManyLeftOutTests {
    private static let count = 30_000
    private let table: RecordTable
    private let many: [EditConflict]

    init() throws {
        var table = try RecordTable(fieldNames: ["S"], fieldTypes: [.string])
        for number in 0..<4 { try table.addRecord([.string("text \(number)")]) }
        self.table = table
        let source = RecordIDSource(desk: RecordIDSource.shared.desk ^ 1)
        let (record, field) = (table.ids[0], table.schema[0])
        many = (0..<Self.count).map { number in
            var conflict = EditConflict(
                reason: .cellChanged, record: record, field: field.id, fieldName: field.name,
                own: .string("mine \(number)"), theirs: table[0, 0])
            conflict.id = source.next()
            return conflict
        }
    }

    @Test("They are put together, followed and found")
    func following() throws {
        let left = LeftOutEdits(many)
        #expect(left.followed(to: table) { _ in nil } == many)
        #expect(left.conflict(in: table.ids[0], table.schema[0].id) == many[0])
        #expect(left.conflict(of: table.ids[0]) == nil)
        var all = LeftOutList(many)
        for conflict in many { all.leaveOut(conflict, in: table) }
        #expect(all.list == many)
        var rest = table
        _ = try rest.apply(try .deleteRecords(at: RecordIndexes(0), in: table))
        let gone = left.followed(to: rest) { _ in table.picked(at: RecordIndexes(0)) }
        #expect(gone.count == Self.count)
    }

    @Test("A document with all of them is edited")
    func editing() async throws {
        var settings = DocumentSettings()
        settings.keep(many, insteadOf: [])
        settings.keep(many, insteadOf: many)
        #expect(settings.leftOut.count == Self.count)
        let contents = DocumentContents(table: table, settings: settings)
        let document = Document(title: "a", contents: contents, store: MemoryStore(contents))
        #expect(document.conflicts.count == Self.count)
        try document.apply(.setCells([CellEdit(record: 1, field: 0, value: .string("new"))], in: table))
        #expect(document.conflicts.count == Self.count)
        try document.decide(Array(document.conflicts.prefix(2)), as: .theirs, with: [])
        #expect(document.conflicts.count == Self.count - 2)
        await document.close()
    }

    @Test("One whose name is not that of its note is not read")
    func otherName() throws {
        var settings = DocumentSettings()
        settings.keep(Array(many.prefix(2)), insteadOf: [])
        let texts = settings.notes.values.sorted()
        settings.notes = ["left out 1": texts[0], "left out 2": texts[1]]
        #expect(settings.leftOut.isEmpty)
    }
}
