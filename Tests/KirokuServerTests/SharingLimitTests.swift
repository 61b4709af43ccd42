import CoreTestSupport
import FoundationEssentials
import KirokuCore
import KirokuPictures
import Testing

@testable import KirokuServer

/// Limits of what is held: where there is more, the rest goes on, and it is said.
@Suite("Limits of sharing")
@MainActor
struct SharingLimitTests {
    /// Works with limits of its own.
    private func with<Value: Sendable>(
        _ change: (inout ServerLimits) -> Void, work: @MainActor () async throws -> Value
    ) async throws -> Value {
        var limits = ServerLimits()
        change(&limits)
        return try await ServerLimits.$standard.withValue(limits) { try await work() }
    }

    /// Notes with a text each.
    private func notes(_ count: Int) throws -> RecordTable {
        var table = try RecordTable(fieldNames: ["Name", "Note"], fieldTypes: [.string, .string])
        for number in 0..<count { try table.addRecord([.string("Record \(number)"), .string("note")]) }
        return table
    }

    /// Whether it says that a table has more than 40 records.
    private static func isOfLimit(_ notice: SharingNotice?, _ table: String) -> Bool {
        guard case .notReceived(let reason)? = notice?.cause else { return false }
        return reason.contains("“\(table)”") && reason.contains("40")
    }

    // MARK: What others have changed

    @Test("More news than an answer may have come with all of the table", arguments: [false, true])
    func muchNews(areRows: Bool) async throws {
        let team = try await Team(try notes(60))
        try await team.sync()
        try team.database.execute(#"UPDATE "Places" SET "Note" = repeat('x', 1000)"#)
        try await team[1].set(.string("mine"), 0, 0)
        let report = try await with {
            if areRows { $0.rows = 40 } else { $0.answerBytes = 30_000 }
        } work: {
            try await team[1].reconnect()
            return try await team[1].sync()
        }
        #expect((report.sent, report.waiting, report.notice) == (1, 0, nil))
        #expect(team[1].texts[5] == ["Record 5", String(repeating: "x", count: 1_000)])
        await team.close()
    }

    @Test("Of a table of which no part is small enough, nothing is received, but what waits is sent, and it is said")
    func tooMany() async throws {
        let team = try await Team(try notes(30))
        try await team.sync()
        try team.database.execute(
            #"INSERT INTO "Places" ("Name") SELECT 'New ' || n FROM generate_series(1, 30) n"#)
        try await team[1].note { $0.cursor = nil }
        try await team[1].set(.string("mine"), 0, 0)
        let report = try await with {
            $0.records = 40
        } work: {
            try await team[1].reconnect()
            return try await team[1].sync()
        }
        #expect((report.sent, report.waiting) == (1, 0))
        #expect(Self.isOfLimit(report.notice, "Places"))
        #expect(try team.database.value(#"SELECT count(*) FROM "Places" WHERE "Name" = 'mine'"#) == "1")
        #expect(team[1].table.count == 30)
        // With room for it, all comes.
        try await team[1].reconnect()
        #expect(try await team[1].sync().notice == nil)
        #expect(team[1].table.count == 60)
        await team.close()
    }

    @Test(
        "A table with more records than are read at once is compared and read in parts, whatever is here",
        arguments: [1_000, 10])
    func largerThanHeld(here: Int) async throws {
        let team = try await Team(try notes(here))
        try await team.sync()
        try team.database.execute(
            #"""
            SET kiroku.quiet = 'on'; UPDATE "Places" SET "Note" = 'theirs'; DELETE FROM "Places" WHERE "Name" = 'Record 7';
            INSERT INTO "Places" ("Name") SELECT 'New ' || n FROM generate_series(1, 1000) n
            """#)
        try await team[1].note { $0.cursor = nil }
        try await team[1].set(.string("mine"), 3, 0)
        try await with {
            $0.records = 900
        } work: {
            try await team[1].reconnect()
            let report = try await team[1].sync()
            #expect((report.sent, report.waiting, report.notice) == (1, 0, nil))
            #expect(team[1].table.count == here + 999)
            let there = try team.database.line().rows(
                #"SELECT "Name", "Note" FROM "Places" ORDER BY coalesce(kiroku_after, kiroku_record), kiroku_record"#)
            #expect(team[1].texts == there.map { [$0[0], $0[1]] })
            // From then on, news are enough.
            #expect(try await team[1].sharing()?.cursor != nil)
            try team.database.execute(#"UPDATE "Places" SET "Note" = 'again' WHERE "Name" = 'New 1'"#)
            #expect(try await team[1].sync().received == 1)
        }
        await team.close()
    }

    @Test("An edit over what cannot be read any more is to be decided, and those behind it pass")
    func overUnread() async throws {
        let team = try await Team(try notes(30))
        try await team.sync()
        try team.database.execute(#"UPDATE "Places" SET "Note" = 'theirs' WHERE "Name" = 'Record 3'"#)
        try await team[1].note { $0.cursor = nil }
        try await team[1].set(.string("mine"), 3, 1)
        try await team[1].set(.string("mine"), 4, 1)
        let report = try await with {
            $0.records = 20
        } work: {
            try await team[1].reconnect()
            return try await team[1].sync()
        }
        #expect((report.sent, report.refused, report.waiting) == (1, 1, 0))
        #expect(try team.column("Note")?.split(separator: ",")[3...4] == ["theirs", "mine"])
        await team.close()
    }

    @Test("So it is with a table of another program")
    func foreign() async throws {
        let copies = try await Copies(
            "CREATE TABLE t (id integer PRIMARY KEY, name text); INSERT INTO t SELECT n, 'a' FROM generate_series(1, 30) n"
        )
        let member = copies[0]
        try copies.database.execute("INSERT INTO t SELECT n, 'b' FROM generate_series(31, 60) n")
        try await member.note { $0.cursor = nil }
        try await member.set(.string("mine"), 0, 1)
        let report = try await with {
            $0.records = 40
        } work: {
            try await member.reconnect()
            return try await member.sync()
        }
        #expect(Self.isOfLimit(report.notice, "t"))
        #expect((report.sent, report.waiting) == (1, 0))
        try await member.reconnect()
        _ = try await member.sync()
        #expect(member.table.count == 60)
        #expect(try copies.database.value("SELECT name FROM t WHERE id = 1") == "mine")
        await copies.close()
    }

    @Test("A table of another program that has outgrown what is read at once is read in parts")
    func foreignInParts() async throws {
        let copies = try await Copies(
            "CREATE TABLE t (id integer PRIMARY KEY, name text); INSERT INTO t SELECT n, 'a' FROM generate_series(1, 1000) n"
        )
        let member = copies[0]
        try copies.database.execute(
            """
            UPDATE t SET name = 'b'; DELETE FROM t WHERE id = 7; INSERT INTO t SELECT n, 'c' FROM generate_series(1001, 2000) n
            """)
        try await member.set(.string("mine"), 3, 1)
        try await with {
            $0.records = 900
        } work: {
            try await member.reconnect()
            let report = try await member.sync()
            #expect((report.notice, report.waiting, report.unresolved) == (nil, 0, 1))
            #expect(member.table.count == 1_999)
            #expect(Set(member.texts.map { $0[1] }) == ["b", "c"])
            try copies.database.execute("UPDATE t SET name = 'again' WHERE id = 2000")
            #expect(try await member.sync().received == 1)
        }
        await copies.close()
    }

    // MARK: Long records

    @Test("Records that are too long are left out, with their number; the others come, and nothing is deleted")
    func longRecords() async throws {
        let team = try await Team(try notes(20))
        try await team.sync()
        let lengthen = #"UPDATE "Places" SET "Note" = repeat('"', 5000) WHERE "Name" IN ('Record 3', 'Record 4')"#
        try team.database.execute(lengthen)
        try await team[0].set(.string("other"), 7, 1)
        _ = try await team[0].sync()
        try await with {
            $0.recordBytes = 4_000
        } work: {
            try await team[1].reconnect()
            let news = try await team[1].sync()
            #expect(news.waiting == 0)
            #expect(team[1].table.count == 18)
            #expect(team[1].texts[5] == ["Record 7", "other"])
            // All of the table.
            try await team[1].note { $0.cursor = nil }
            try await team[1].reconnect()
            _ = try await team[1].sync()
            try await team[1].reconnect()
            let report = try await team[1].sync()
            #expect(report.notice == SharingNotice(.tooLong(count: 2), compared: nil))
            #expect(team[1].table.count == 18)
            // The first copy.
            let path = team.folder.path("new.kiroku")
            try await SharedDocuments.join(try team.database.address(table: "Places"), at: path)
            let member = try await Member(path)
            #expect(member.table.count == 18)
            await member.close()
            // What no copy could hold is not sent.
            try await team[1].set(.string(String(repeating: "x", count: 5_000)), 0, 1)
            try await team[1].set(.string("short"), 1, 1)
            let sent = try await team[1].sync()
            #expect((sent.sent, sent.refused, sent.waiting) == (1, 1, 0))
        }
        #expect(try team.database.value(#"SELECT count(*) FROM "Places""#) == "20")
        try team.database.execute(#"UPDATE "Places" SET "Note" = 'short' WHERE "Name" = 'Record 3'"#)
        try await team[1].reconnect()
        _ = try await team[1].sync()
        #expect(team[1].table.count >= 19)
        await team.close()
    }

    /// What a document tells of others.
    private final class Told {
        var changes: [OthersChanges] = []
        private var observation: Observation?

        @MainActor
        init(_ member: Member) {
            observation = member.document.observe { [weak self] in
                if case .changedByOthers(_, let changes) = $0 { self?.changes.append(changes) }
            }
        }

        var counts: [Int] {
            [\OthersChanges.tooLongCount, \.hiddenCount, \.outOfPartCount, \.deletedCount].map { count in
                changes.reduce(0) { $0 + $1[keyPath: count] }
            }
        }
    }

    /// How a copy comes to know of it.
    enum Way: CaseIterable {
        case news, differences, whole
    }

    @Test(
        "A record that has become too long is told as that, and one that is edited is to be decided",
        arguments: Way.allCases)
    func becomingLong(way: Way) async throws {
        let team = try await Team(try notes(20))
        try await team.sync()
        let told = Told(team[1])
        try team.database.execute(
            #"UPDATE "Places" SET "Note" = repeat('x', 5000) WHERE "Name" IN ('Record 3', 'Record 4')"#)
        try await with {
            $0.recordBytes = 4_000
        } work: {
            try await team[1].set(.string("mine"), 3, 1)
            try await team[1].set(.string("mine"), 7, 1)
            if way != .news { try await team[1].note { $0.cursor = nil } }
            if way == .whole {
                let condition = try Condition(text: "Name starts with Record", for: team[1].table.schema)
                try await team[1].note { $0.part = condition }
            }
            try await team[1].reconnect()
            let report = try await team[1].sync()
            #expect((report.sent, report.waiting) == (1, 0))
            #expect(report.notice == SharingNotice(.tooLong(count: 2), compared: nil))
        }
        #expect(team[1].table.count == 18)
        #expect(told.counts == [2, 0, 0, 0])
        let conflict = try #require(team[1].document.conflicts.first)
        #expect((conflict.reason, team[1].document.conflicts.count) == (.recordGone, 1))
        #expect(
            conflict.reasonText
                == localized("This record has become too long to load; it was being edited here."))
        #expect(try team.column("Note")?.split(separator: ",")[7] == "mine")
        // As soon as it is short again, it is here again.
        try team.database.execute(#"UPDATE "Places" SET "Note" = 'short' WHERE length("Note") > 4000"#)
        try await team[1].reconnect()
        #expect(try await team[1].sync().notice == nil)
        #expect(team[1].table.count == 20)
        await team.close()
    }

    @Test("So is one of another program's table", arguments: [false, true])
    func becomingLongElsewhere(isWhole: Bool) async throws {
        let copies = try await Copies(
            "CREATE TABLE t (id integer PRIMARY KEY, name text); INSERT INTO t SELECT n, 'a' FROM generate_series(1, 30) n"
        )
        let member = copies[0]
        let told = Told(member)
        try copies.database.execute(
            "UPDATE t SET name = repeat('x', 5000) WHERE id IN (3, 4); DELETE FROM t WHERE id = 5")
        try await with {
            $0.recordBytes = 4_000
        } work: {
            if isWhole { try await member.note { $0.cursor = nil } }
            try await member.reconnect()
            #expect(try await member.sync().notice == SharingNotice(.tooLong(count: 2), compared: nil))
        }
        #expect(told.counts == [2, 0, 0, 1])
        await copies.close()
    }

    @Test("So are rows of another program's table", arguments: ["id integer PRIMARY KEY,", "id integer,"])
    func longRows(columns: String) async throws {
        let copies = try await Copies(
            "CREATE TABLE t (\(columns) name text); INSERT INTO t SELECT n, 'a' FROM generate_series(1, 30) n")
        let member = copies[0]
        try copies.database.execute("UPDATE t SET name = repeat('x', 5000) WHERE id IN (3, 4)")
        try await with {
            $0.recordBytes = 4_000
        } work: {
            try await member.reconnect()
            let report = try await member.sync()
            #expect(report.notice == SharingNotice(.tooLong(count: 2), compared: nil))
            #expect(member.table.count == 28)
            #expect(try await member.sync().received == 0)
            let path = copies.folder.path("new.kiroku")
            try await SharedDocuments.join(try copies.database.address(), at: path)
            let other = try await Member(path)
            #expect(other.table.count == 28)
            await other.close()
        }
        try copies.database.execute("UPDATE t SET name = 'short' WHERE id IN (3, 4)")
        try await member.reconnect()
        #expect(try await member.sync().notice == nil)
        #expect(member.table.count == 30)
        await copies.close()
    }

    // MARK: Pictures

    @Test("More pictures than an answer may have rows come in parts")
    func manyPictures() async throws {
        let pictures = Dictionary(uniqueKeysWithValues: (0..<25).map { ("\($0).png", [UInt8($0)]) })
        try await with {
            $0.rows = 20
        } work: {
            let team = try await Team(try notes(3), pictures: pictures)
            let file = try await CardFile.openForSync(team[1].path)
            #expect(try await file.wanted().count == 25)
            await file.close()
            try team.database.execute(
                """
                INSERT INTO \(try team.home).pictures (name, hash, bytes)
                SELECT 'new ' || n, encode(sha256(int4send(n)), 'hex'), int4send(n) FROM generate_series(1, 45) n
                """)
            _ = try await team[1].sync()
            let again = try await CardFile.openForSync(team[1].path)
            #expect(try await again.wanted().count == 70)
            await again.close()
            await team.close()
        }
    }

    /// Adds a picture to a document, and shows it in a record.
    private func add(_ name: String, _ bytes: [UInt8], to member: Member, in record: Int) async throws {
        let store = DocumentStores.at(member.path)
        _ = try await store.load()
        _ = try await store.addPicture(bytes, hash: pictureHash(bytes), name: name)
        await store.close()
        try await member.set(.string(name), record, 1)
    }

    @Test("A picture that the server refuses, or that is too large, keeps only the edits that show it")
    func refusedPicture() async throws {
        let fields = [
            try FieldDefinition(id: FieldID(rawValue: 1), name: "Name", type: .string),
            try FieldDefinition(id: FieldID(rawValue: 2), name: "Note", type: .string, isMarkedAsPicture: true),
        ]
        var table = RecordTable(schema: try Schema(fields: fields, nextFieldID: FieldID(rawValue: 3)))
        for number in 0..<6 { try table.addRecord([.string("Record \(number)"), .string("note")]) }
        let team = try await Team(table)
        try team.database.execute(
            "ALTER TABLE \(try team.home).pictures ADD CONSTRAINT no_gifs CHECK (name NOT LIKE '%.gif')")
        try await team.sync()
        try await add("bad.gif", [1, 2, 3], to: team[0], in: 0)
        try await team[0].set(.string("after"), 1, 0)
        try await add("large.png", [UInt8](repeating: 7, count: 5_000), to: team[0], in: 2)
        try await add("good.png", [4, 5, 6], to: team[0], in: 3)
        try await with {
            $0.pictureBytes = 4_000
        } work: {
            try await team[0].reconnect()
            let report = try await team[0].sync()
            #expect((report.refused, report.waiting) == (2, 0))
        }
        #expect(try team.column("Name") == "Record 0,after,Record 2,Record 3,Record 4,Record 5")
        #expect(try team.column("Note") == "note,note,note,good.png,note,note")
        #expect(try team.database.value("SELECT string_agg(name, ',') FROM \(try team.home).pictures") == "good.png")
        let sentences = team[0].document.conflicts.compactMap(\.sentence)
        #expect(sentences.contains { $0.contains("bad.gif") && $0.contains("no_gifs") })
        #expect(sentences.contains { $0.contains("large.png") })
        await team.close()
    }
}
