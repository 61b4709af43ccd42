import GtkKit
import KirokuCore
import Testing

@testable import Kiroku

@Suite("What becomes of a field's values")
struct FieldsPreviewTests {
    @Test("What goes, what fits and what does not have colours by their roles")
    func roles() async throws {
        var table = try RecordTable(fieldNames: ["A", "B"], fieldTypes: [.string, .string])
        try table.addRecord([.string("1"), .string("x")])
        let preview = FieldsPreview(table: table)
        let (one, other) = (table.schema[0].id, table.schema[1].id)
        #expect(await preview.news(of: one, .removed)?.role == .deletion)
        #expect(await preview.news(of: one, .retyped(.int))?.role == .ok)
        #expect(await preview.news(of: other, .retyped(.int))?.role == .caution)
    }
}

@Suite("How many cells that do not fit are listed")
struct FieldsRehearsalListTests {
    private func news(_ texts: [String]) async throws -> FieldsPreview.News? {
        var table = try RecordTable(fieldNames: ["A"], fieldTypes: [.string])
        for text in texts { try table.addRecord([.string(text)]) }
        return await FieldsPreview(table: table).news(of: table.schema[0].id, .retyped(.int))
    }

    @Test("Up to three are listed at once")
    func few() async throws {
        let news = try await news(["1", "a", "b", "c"])
        #expect(news?.text.hasSuffix("Record 2: a\nRecord 3: b\nRecord 4: c") == true)
        #expect(news?.more == nil)
    }

    @Test("Of more, three are listed, and the others when they are asked for")
    func many() async throws {
        let news = try await news((0..<41).map { "x\($0)" })
        #expect(news?.text.hasSuffix("Record 3: x2") == true)
        #expect(news?.more?.title == "and 38 more")
        #expect(news?.more?.text.hasPrefix("Record 4: x3\n") == true)
        #expect(news?.more?.text.hasSuffix("Record 41: x40") == true)
    }

    @Test("A great many are counted")
    func countless() async throws {
        let news = try await news((0..<500).map { "x\($0)" })
        #expect(news?.more?.title == "and 497 more")
        #expect(news?.more?.text.hasSuffix("Record 100: x99\n… and 400 more.") == true)
    }
}
