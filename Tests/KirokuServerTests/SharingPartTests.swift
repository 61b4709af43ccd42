import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuServer
@testable import KirokuTable

/// Copies of a part of a shared document.
@Suite("Parts of a shared document")
@MainActor
struct SharingPartTests {
    private static let fields: [(String, FieldType)] = [
        ("Place", .string), ("Prefecture", .string), ("Visits", .int), ("Rate", .float), ("Opened", .date),
        ("Seen", .dateAndTime), ("Price", .decimal), ("Lasts", .duration),
    ]

    private func places() throws -> RecordTable {
        var table = try RecordTable(fieldNames: Self.fields.map(\.0), fieldTypes: Self.fields.map(\.1))
        let rows: [[String]] = [
            ["Kinkaku-ji", "Kyoto", "3", "4.5", "1397-05", "2026-05-01 09:30", "5.00", "01:30:00"],
            ["Himeji", "Hyogo", "1", "", "1609", "2026-05", "10", "37:45:00"],
            ["Todai-ji", "Nara", "", "-1", "0752-04-09", "2026-05-01", "x", ""],
            ["Gion", "Kyoto", "12", "1e300", "", "2026-05-01 09:30:15.25", "", "long"],
            ["Ise", "", "many", "3", "soon", "2025-12-31 23:59:59", "5", "-00:10:00"],
        ]
        for row in rows {
            try table.addRecord(
                zip(row, Self.fields).map { text, field in
                    text.isEmpty ? .empty : CellValue(plain: text, of: field.1)
                })
        }
        return table
    }

    private func part(_ team: Team, _ condition: String, _ name: String = "part") async throws -> Member {
        let path = team.folder.path("\(name).kiroku")
        try await SharedDocuments.join(try team.database.address(table: "Places"), at: path, where: condition)
        return try await Member(path)
    }

    @Test("A copy has exactly the records that a find takes, whatever the condition")
    func sameAsFind() async throws {
        let team = try await Team(try places(), count: 1)
        let table = team[0].table
        let conditions = [
            "Prefecture = Kyoto", "Prefecture contains yo", "Prefecture is empty", "Prefecture is not empty",
            "Prefecture =~ /^[HK]/", "Prefecture = \"kyoto\"i", "any field contains ji", "Visits >= 3",
            "Visits is to fix",
            "Visits is empty", "not (Visits > 2)", "Rate < 0 or Rate > 1e200", "Opened < 1500", "Opened = 1397",
            "Opened between 1300 and 1609", "Opened is to fix", "Seen = 2026-05-01", "Seen > 2026-05-01",
            "Seen = 2026-05", "Seen >= '2026-05-01 09:30'", "Seen < 2026", "Price = 5", "Price > 5",
            "Lasts = 1:30", "Lasts != 1:30", "Lasts > 1:00", "Lasts between 0:00 and 24:00", "Lasts is to fix",
            "Prefecture = Kyoto and (Visits = 3 or Seen = 2026-05-01)", "not (Prefecture = Kyoto)",
        ]
        for (number, text) in conditions.enumerated() {
            let condition = try Condition(text: text, for: table.schema)
            let expected = try await table.find(condition).map { table.ids[$0] }
            let copy = try await part(team, text, "part \(number)")
            #expect(copy.table.ids == expected, "\(text)")
            // Reading all of it again changes nothing.
            try await copy.note { $0.cursor = nil }
            #expect(try await copy.sync().received == 0, "\(text)")
            await copy.close()
        }
        await team.close()
    }

    @Test("Records come into the part and go out of it, and that is not told as if they were deleted")
    func comeAndGo() async throws {
        let team = try await Team(try places(), count: 1)
        let copy = try await part(team, "Prefecture = Kyoto")
        #expect(copy.texts.map { $0[0] } == ["Kinkaku-ji", "Gion"])
        var told: [OthersChanges] = []
        let observation = copy.document.observe {
            if case .changedByOthers(_, let changes) = $0 { told.append(changes) }
        }
        try await team[0].set(.string("Kyoto"), 1, 1)
        try await team[0].set(.string("Osaka"), 0, 1)
        try await team[0].set(.string("Ujiyamada"), 4, 0)
        try team[0].document.deleteRecords(at: RecordIndexes(3))
        _ = try await team[0].sync()
        _ = try await copy.sync()
        #expect(copy.texts.map { $0[0] } == ["Himeji"])
        let count = told.reduce((0, 0)) { ($0.0 + $1.outOfPartCount, $0.1 + $1.deletedCount) }
        #expect(count == (1, 1))
        // So it is where all of the table is read.
        try await team[0].set(.string("Tokyo"), 1, 1)
        _ = try await team[0].sync()
        try await copy.note { $0.cursor = nil }
        told = []
        _ = try await copy.sync()
        #expect(copy.texts.isEmpty)
        #expect(told.reduce(0) { $0 + $1.outOfPartCount } == 1 && told.reduce(0) { $0 + $1.deletedCount } == 0)
        withExtendedLifetime(observation) {}
        await copy.close()
        await team.close()
    }

    @Test("What is edited here is sent before it leaves the part; a new record outside of it stays until then")
    func ownEdits() async throws {
        let team = try await Team(try places(), count: 1)
        let copy = try await part(team, "Prefecture = Kyoto")
        try await copy.set(.string("Shiga"), 0, 1)
        try await copy.set(.int(4), 0, 2)
        var records = copy.table.newRecords(1)
        try records.set(.string("Nikko"), at: 0, field: 0)
        try copy.document.insertRecords(records, at: RecordIndexes(2))
        await copy.document.finishSaving()
        #expect(copy.texts.map { $0[0] } == ["Kinkaku-ji", "Gion", "Nikko"])
        let report = try await copy.sync()
        #expect((report.sent, report.unresolved, report.waiting) == (3, 0, 0))
        #expect(copy.texts.map { $0[0] } == ["Gion"])
        _ = try await team[0].sync()
        #expect(Set(team[0].texts.map { $0[0] ?? "" }).isSuperset(of: ["Nikko", "Kinkaku-ji"]))
        #expect(team[0].texts[0][1] == "Shiga" && team[0].texts[0][2] == "4")
        await copy.close()
        await team.close()
    }

    @Test(
        "A record that another takes out of the part while it is edited here stays until that is sent",
        arguments: [false, true])
    func editedMeanwhile(isWhole: Bool) async throws {
        let team = try await Team(try places(), count: 1)
        let copy = try await part(team, "Prefecture = Kyoto")
        try await copy.set(.string("mine"), 0, 0)
        try await copy.set(.int(99), 1, 2)
        try await team[0].set(.string("Osaka"), 0, 1)
        try await team[0].set(.string("Osaka"), 3, 1)
        try await team[0].set(.int(13), 3, 2)
        _ = try await team[0].sync()
        if isWhole { try await copy.note { $0.cursor = nil } }
        let report = try await copy.sync()
        // One of the cells was changed by both; the record is there to decide it.
        #expect((report.sent, report.unresolved, report.waiting) == (1, 1, 0))
        #expect(copy.document.conflicts.first?.reason == .cellChanged)
        _ = try await team[0].sync()
        #expect(team[0].texts[0].prefix(2) == ["mine", "Osaka"] && team[0].texts[3][2] == "13")
        #expect(!copy.texts.contains { $0[0] == "mine" })
        await copy.close()
        await team.close()
    }

    @Test("Where the fields of a condition change, it goes along; where one is gone, the records stay that are here")
    func fields() async throws {
        let team = try await Team(try places(), count: 1)
        let copy = try await part(team, "Visits >= 3")
        let field = team[0].table.schema[2].id
        try team[0].document.renameField(field, to: "Times")
        _ = try await team[0].sync()
        _ = try await copy.sync()
        try await team[0].document.change(field) { $0.type = .float }
        try await team[0].set(.float(7), 1, 2)
        _ = try await team[0].sync()
        _ = try await copy.sync()
        #expect(copy.texts.map { $0[0] } == ["Kinkaku-ji", "Himeji", "Gion"])
        #expect(await SharedDocuments.shown(copy.path)?.condition == "Times >= 3")
        try team[0].document.removeField(team[0].table.schema[2].id)
        _ = try await team[0].sync()
        _ = try await copy.sync()
        let names = copy.texts.map { $0[0] }
        #expect(copy.table.fieldNames == ["Place", "Prefecture", "Rate", "Opened", "Seen", "Price", "Lasts"])
        try await team[0].set(.string("Shiga"), 0, 1)
        try await team[0].set(.string("Shiga"), 1, 1)
        _ = try await team[0].sync()
        _ = try await copy.sync()
        #expect(copy.texts.map { $0[0] } == names)
        try await copy.set(.string("Edited"), 0, 0)
        #expect(try await copy.sync().sent == 1)
        await copy.close()
        await team.close()
    }

    @Test("What another program has written here, outside of the part as well, is sent and not taken for deletions")
    func otherProgram() async throws {
        let team = try await Team(try places(), count: 1)
        let copy = try await part(team, "Prefecture = Kyoto")
        try SQLiteTool(copy.path).run("UPDATE records SET f2 = 'Shiga' WHERE f1 = 'Gion'")
        _ = try await copy.sync()
        _ = try await team[0].sync()
        #expect(team[0].texts.count == 5 && team[0].texts[3][1] == "Shiga")
        await copy.close()
        await team.close()
    }

    @Test("A part cannot depend on the day, and a condition that makes no sense is refused before anything is copied")
    func refused() async throws {
        let team = try await Team(try places(), count: 1)
        let address = try team.database.address(table: "Places")
        for text in ["Opened < today", "nowhere = 1", "Visits >"] {
            await #expect(throws: SyncError.self, "\(text)") {
                try await SharedDocuments.join(address, at: team.folder.path("no.kiroku"), where: text)
            }
            await #expect(throws: SyncError.self, "\(text)") { try await SharedDocuments.guess(address, where: text) }
        }
        #expect(await SharedDocuments.shown(team.folder.path("no.kiroku")) == nil)
        await team.close()
    }

    @Test("How large a part would be is guessed without reading it, also of another program's table")
    func guess() async throws {
        var table = try RecordTable(fieldNames: ["Name", "Group"], fieldTypes: [.string, .string])
        for number in 0..<5_000 {
            try table.addRecord([.string("Record \(number)"), .string(number < 1_000 ? "a" : "b")])
        }
        let team = try await Team(table, count: 1)
        try team.database.execute(
            "CREATE TABLE t AS SELECT g AS id, g % 5 AS n FROM generate_series(1, 5000) g; ANALYZE t")
        let own = try await SharedDocuments.guess(try team.database.address(table: "Places"), where: "Group = a")
        #expect((900...1_100).contains(own.count ?? 0) && (4_900...5_100).contains(own.wholeCount))
        let unknown = try await SharedDocuments.guess(try team.database.address(table: "Places"), where: "Group =~ /a/")
        #expect(unknown.count == nil)
        let other = try await SharedDocuments.guess(try team.database.address(table: "t"), where: "n = 3")
        #expect((900...1_100).contains(other.count ?? 0) && (4_900...5_100).contains(other.wholeCount))
        await team.close()
    }
}
