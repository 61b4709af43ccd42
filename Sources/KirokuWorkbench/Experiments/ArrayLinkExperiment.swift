import KirokuCore

/// A link to a property list of lists, which stores a table.
final class ArrayLinkExperiment: Experiment {
    static let title = "Array link"

    private let trial: LinkTrial<ArrayFormat>
    private var table: RecordTable

    init(on page: Page) throws {
        trial = try LinkTrial(on: page, file: "records.plist")
        table = try RecordTable(fieldNames: ["Name", "Visits"], fieldTypes: [.string, .int])
        try table.addRecord([.string("Tokyo Tower"), .int(310)])
        try table.addRecord([.string("東京駅"), .empty])
    }

    func clear() { trial.remove() }

    static let steps: [Step<ArrayLinkExperiment>] = [
        .normal("save and load lists") { try $0.trial.roundTrip([.array([.string("a"), .int(1)]), .array([])]) },
        .normal("save a table and load it again") { me in
            try me.table.save(to: me.trial.link)
            let saved = me.table
            try me.table.deleteRecord(at: 0)
            try me.table.load(from: me.trial.link)
            try check(me.table == saved, "the table is back")
        },
        .normal("load the default") { try $0.trial.loadDefault([.array([.string("b"), .int(2)])]) },
        .error("there is no file", code: "KRK_WB_LK") { try $0.trial.expectNoFile() },
        .error("a record has a value too many; the table keeps its own", code: "KRK_TB_LD") { me in
            try me.trial.link.save([.array([.string("a"), .int(1)]), .array([.string("b"), .int(2), .int(3)])])
            let before = me.table
            try expectRefusal { try me.table.load(from: me.trial.link) }
            try check(me.table == before, "the table is as it was")
        },
        .error("the file is no property list", code: "KRK_ST_RD") { me in
            try me.trial.write(bytes: [0, 1, 2])
            try me.trial.expectMalformed()
        },
    ]
}
