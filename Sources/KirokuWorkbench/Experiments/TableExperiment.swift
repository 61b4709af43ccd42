import KirokuCore

/// The record table: adding, setting, finding, writing as text, and refused calls.
final class TableExperiment: Experiment {
    static let title = "Record table"

    private let page: Page
    private var table: RecordTable
    private let name: Field<String>
    private let visits: Field<Int>
    private let rate: Field<Double>
    private let isOpen: Field<Bool>

    init(on page: Page) throws {
        self.page = page
        var schema = Schema()
        name = try schema.add("Name", String.self, initialValue: "empty")
        visits = try schema.add("Visits", Int.self, initialValue: -999)
        rate = try schema.add("Rate", Double.self, initialValue: -999.9)
        isOpen = try schema.add("Open", Bool.self, initialValue: false)
        table = RecordTable(schema: schema)
        page.write("fields: \(table.fieldNames), types: \(table.fieldTypes), records: \(table.count)")
    }

    static let steps: [Step<TableExperiment>] = [
        .normal("add three records") { me in
            let indexes = (0..<3).map { _ in me.table.addRecord() }
            try check(indexes == [0, 1, 2], "added records are at 0, 1, 2")
            try check(me.table[0, me.visits] == -999, "a new record has the initial values")
            me.page.write("records: \(me.table.count), the first: \(try me.table.values(ofRecord: 0))")
        },
        .normal("set cells of each type") { me in
            for (record, text) in ["Tokyo Tower", "Tokyo Skytree", "東京駅"].enumerated() {
                try me.table.set(text, at: record, me.name)
                try me.table.set(100 * (record + 1), at: record, me.visits)
                try me.table.set(3.5 + Double(record) / 4, at: record, me.rate)
                try me.table.set(record != 1, at: record, me.isOpen)
            }
            try me.table.set(nil, at: 2, me.rate)
            try check(me.table[1, me.visits] == 200, "visits of record 1 are 200")
            me.page.write("records: \(try (0..<3).map { try me.table.values(ofRecord: $0) })")
        },
        .normal("get all values of a field") { me in
            let values = Array(me.table.values(of: me.visits))
            try check(values == [100, 200, 300], "visits are 100, 200, 300")
            me.page.write("visits: \(values.map { $0.map(String.init) ?? "empty" })")
        },
        .normal("find by each type") { me in
            let found = (
                me.table.find(me.visits) { $0 >= 200 }, me.table.find(me.rate) { $0 > 3.6 },
                me.table.find(me.name) { $0.hasPrefix("Tokyo") }, me.table.find(me.isOpen, is: true)
            )
            try check(found == ([1, 2], [1], [0, 1], [0, 2]), "found \(found)")
            me.page.write(
                "visits ≥ 200: \(found.0), rate > 3.6: \(found.1), name from Tokyo: \(found.2), open: \(found.3)")
        },
        .normal("write as tab-separated text") { me in
            let text = String(decoding: try await SeparatedText.write(me.table), as: UTF8.self)
            try check(text.hasPrefix("Name\tVisits\tRate\tOpen\nTokyo Tower\t100\t3.5\ttrue\n"), "the text is \(text)")
            me.page.write(text)
        },
        .normal("delete a record") { me in
            try me.table.deleteRecord(at: 1)
            try check(me.table[1, me.name] == "東京駅", "what was below has moved up")
            me.page.write("records: \(me.table.count)")
        },
        .error("a table needs field names", code: "KRK_TB_MK") { _ in
            try expectRefusal { _ = try RecordTable(fieldNames: [], fieldTypes: []) }
        },
        .error("two names but one type", code: "KRK_TB_MK") { _ in
            try expectRefusal { _ = try RecordTable(fieldNames: ["A", "B"], fieldTypes: [.int]) }
        },
        .error("there is no record 99 to set", code: "KRK_TB_SC") { me in
            let before = me.table
            try expectRefusal { try me.table.set(1, at: 99, me.visits) }
            try check(me.table == before, "the table is as it was")
        },
        .error("there is no record −1 to delete", code: "KRK_TB_DR") { me in
            try expectRefusal { try me.table.deleteRecord(at: -1) }
        },
        .error("Name is no Int field", code: "KRK_TB_FD") { me in
            try expectRefusal { _ = try me.table.schema.field("Name", of: Int.self) }
        },
        .error("infinity fits no field", code: "KRK_TB_SC") { me in
            try expectRefusal { try me.table.set(.infinity, at: 0, me.rate) }
        },
    ]
}
