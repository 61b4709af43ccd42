import GtkKit
import KirokuCore
import Testing

@testable import Kiroku

@Suite("What becomes of a field's values")
struct FieldsRehearsalTests {
    @Test("What goes, what fits and what does not have colours by their roles")
    func roles() async throws {
        var table = try RecordTable(fieldNames: ["A", "B"], fieldTypes: [.string, .string])
        try table.addRecord([.string("1"), .string("x")])
        let rehearsal = FieldsRehearsal(table: table)
        let (one, other) = (table.schema[0].id, table.schema[1].id)
        #expect(await rehearsal.news(of: one, .removed)?.role == .deletion)
        #expect(await rehearsal.news(of: one, .retyped(.int))?.role == .ok)
        #expect(await rehearsal.news(of: other, .retyped(.int))?.role == .caution)
    }
}
