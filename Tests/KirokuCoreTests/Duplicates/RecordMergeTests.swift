import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Merging duplicates")
@MainActor
struct RecordMergeTests {
    private static func table() throws -> RecordTable {
        var schema = Schema()
        try schema.add("Name", type: .string)
        try schema.add("Note", type: .string)
        try schema.add("Tags", type: .choices)
        try schema.add("Price", type: .decimal)
        try schema.add("Front", type: .string)
        try schema.add("Back", type: .string)
        for field in [4, 5] { schema.markAsPicture(at: field) }
        return RecordTable(schema: schema)
    }

    private static func cells(
        _ name: String, _ note: String = "", _ tags: String = "", _ price: String = "", _ pictures: [String] = ["", ""]
    ) -> [CellValue] {
        func text(_ text: String) -> CellValue { text.isEmpty ? .empty : .string(text) }
        return [
            text(name), text(note), Choices(tags)?.cellValue ?? .empty, DecimalNumber(price)?.cellValue ?? .empty,
            text(pictures[0]), text(pictures[1]),
        ]
    }

    private static func merge(
        _ table: RecordTable, keeping kept: Int = 0, _ sources: [Int: MergeChoices.Source] = [:]
    ) throws -> RecordMerge {
        var choices = MergeChoices(keeping: table.ids[kept])
        for (field, source) in sources { choices.sources[table.schema[field].id] = source }
        return try #require(RecordMerge(of: table.ids, in: table, choices))
    }

    @Test("The record that stays keeps its values, and its empty cells are filled")
    func filled() throws {
        var table = try Self.table()
        try table.addRecord(Self.cells("Ann", "", "red"))
        try table.addRecord(Self.cells("ann", "a note", "blue", "12.5"))
        try table.addRecord(Self.cells("ANN", "another", "", "12.50"))
        let merge = try Self.merge(table)
        #expect(merge.values == Self.cells("Ann", "a note", "red", "12.5"))
        #expect(merge.isTaken(1, 1) && !merge.isTaken(2, 1) && !merge.isLost(1, 1) && merge.isLost(2, 1))
        #expect(merge.isLost(1, 2) && !merge.isLost(2, 2))
        #expect(!merge.isLost(2, 3))
        #expect(merge.contradicts(in: [0, 1, 2]))
        _ = try table.make(merge.change)
        #expect(table.count == 1)
        #expect(try table.values(ofRecord: 0) == Self.cells("Ann", "a note", "red", "12.5"))
    }

    @Test("Values are chosen, texts joined, and choices brought together")
    func chosen() throws {
        var table = try Self.table()
        try table.addRecord(Self.cells("Ann", "one", "red; blue", "1"))
        try table.addRecord(Self.cells("Anna", "two", "green; red", "2"))
        try table.addRecord(Self.cells("Ann", "one", "", "3"))
        let other = MergeChoices.Source.record(table.ids[1])
        let merge = try Self.merge(table, [0: other, 1: .all, 2: .all, 3: .all])
        #expect(merge.values == Self.cells("Anna", "one\ntwo", "red; blue; green", "1"))
        #expect(merge.canJoin(0) && merge.canJoin(1) && merge.canJoin(2) && !merge.canJoin(3))
        #expect(merge.isJoined(1) && !merge.isJoined(3) && !merge.isLost(1, 1) && merge.isLost(1, 3))
    }

    @Test("Pictures of the records that go get the empty fields for pictures")
    func pictures() throws {
        var table = try Self.table()
        try table.addRecord(Self.cells("Ann", "", "", "", ["a.jpg", ""]))
        try table.addRecord(Self.cells("Ann", "", "", "", ["b.jpg", ""]))
        try table.addRecord(Self.cells("Ann", "", "", "", ["a.jpg", ""]))
        let merge = try Self.merge(table)
        #expect(merge.values == Self.cells("Ann", "", "", "", ["a.jpg", "b.jpg"]))
        #expect(!merge.isLost(1, 4) && merge.isTaken(1, 5) && !merge.contradicts(in: []))
        try table.set(.string("c.jpg"), at: 2, field: 4)
        #expect(try Self.merge(table).contradicts(in: []))
    }

    @Test("Undo brings everything back, and redo merges again", arguments: UInt64(0)..<30)
    func undone(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var table = try random.table(records: 2...20)
        while table.count < 2 { table = try random.table(records: 2...20) }
        let contents = DocumentContents(table: table)
        let document = Document(title: "", contents: contents, store: MemoryStore(contents))
        let before = document.table
        let records = before.ids.shuffled(using: &random).prefix(Int.random(in: 2...before.count, using: &random))
        let merge = try #require(RecordMerge(of: records, in: before, MergeChoices(keeping: records[0])))
        try document.apply(merge.change, title: .mergeRecords(records.count))
        let after = document.table
        #expect(after.count == before.count - records.count + 1)
        let kept = try #require(after.index(of: records[0]))
        #expect(try after.values(ofRecord: kept) == merge.values)
        #expect(try document.undo() == .mergeRecords(records.count))
        #expect(document.table == before && document.table.ids == before.ids)
        try document.redo()
        #expect(document.table == after && document.table.ids == after.ids)
        await document.close()
    }

    @Test("All groups in which nothing contradicts are merged in one step")
    func all() async throws {
        var table = try Self.table()
        try table.addRecord(Self.cells("Ann", "note"))
        try table.addRecord(Self.cells("Bob", "one"))
        try table.addRecord(Self.cells("ann", "", "red"))
        try table.addRecord(Self.cells("Bob", "two"))
        try table.addRecord(Self.cells("Cy", "", "", "1.0"))
        try table.addRecord(Self.cells("Cy", "", "", "1"))
        try table.addRecord(Self.cells("Di"))
        try table.addRecord(Self.cells("Di"))
        let groups = try await DuplicateGroups.of(table, in: [0], .folded)
        #expect(groups.count == 4)
        let merge = try await MergeOfAll.of(groups, leaving: [3], [:], in: table, comparing: [table.schema[0].id])
        #expect(merge.groups == [0, 2] && merge.recordCount == 2)
        let before = table
        let applied = try table.apply(try #require(merge.change))
        #expect(table.count == 6)
        #expect(try table.values(ofRecord: 0) == Self.cells("Ann", "note", "red"))
        _ = try table.apply(applied.change.inverse)
        #expect(table == before && table.ids == before.ids)
        let joined = [1: MergeChoices.Source.all]
        var choices = MergeChoices(keeping: before.ids[1])
        for (field, source) in joined { choices.sources[before.schema[field].id] = source }
        let more = try await MergeOfAll.of(groups, leaving: [], [1: choices], in: before, comparing: [])
        #expect(more.groups == [1, 2, 3])
    }

    @Test("Records that are gone leave nothing to merge")
    func gone() async throws {
        var table = try Self.table()
        for _ in 0..<3 { try table.addRecord(Self.cells("Ann")) }
        let groups = try await DuplicateGroups.of(table, in: [0], .exact)
        let ids = table.ids
        try table.deleteRecord(at: 1)
        let left = try await MergeOfAll.of(groups, leaving: [], [:], in: table, comparing: [])
        #expect(left.change == nil && left.groups.isEmpty)
        #expect(RecordMerge(of: ids.prefix(2), in: table, MergeChoices(keeping: ids[1])) == nil)
        #expect(try Self.merge(table, keeping: 0).records == [0, 1])
    }
}
