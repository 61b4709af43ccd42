import CoreTestSupport
import FoundationEssentials
import KirokuCore
import Testing

@testable import KirokuServer

/// A copy of a table that another program has made, kept in step.
@Suite("Copies of other programs' tables")
@MainActor
struct ForeignTableTests {
    private let places = """
        CREATE TABLE t (id integer PRIMARY KEY, name text, amount numeric(10,2));
        INSERT INTO t VALUES (1, 'Aomori', 1.50), (2, 'Akita', 2), (10, 'Iwate', NULL)
        """

    @Test("The rows are there in the order of their key, and nothing was made in the database")
    func joined() async throws {
        let copies = try await Copies(places)
        #expect(copies[0].texts == [["1", "Aomori", "1.50"], ["2", "Akita", "2.00"], ["10", "Iwate", nil]])
        #expect(copies[0].table.fieldTypes == [.int, .string, .decimal])
        let report = try await copies[0].sync()
        #expect((report.sent, report.received) == (0, 0))
        let made = try copies.database.value(
            """
            SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_toast'
            """)
        #expect(made == "2")
        #expect(try copies.database.value("SELECT count(*) FROM pg_trigger") == "0")
        await copies.close()
    }

    @Test("What another program does arrives: cells, new rows, rows that are gone, another key")
    func arriving() async throws {
        let copies = try await Copies(places)
        try copies.database.execute(
            """
            UPDATE t SET name = 'Miyagi' WHERE id = 2; INSERT INTO t VALUES (3, 'Fukushima', 3);
            DELETE FROM t WHERE id = 10
            """)
        #expect(try await copies[0].sync().received == 3)
        #expect(copies[0].texts == [["1", "Aomori", "1.50"], ["2", "Miyagi", "2.00"], ["3", "Fukushima", "3.00"]])
        try copies.database.execute("UPDATE t SET id = 4 WHERE id = 1")
        #expect(try await copies[0].sync().received == 2)
        #expect(copies[0].texts.map { $0[0] } == ["2", "3", "4"])
        try copies.database.execute("TRUNCATE t")
        _ = try await copies[0].sync()
        #expect(copies[0].texts.isEmpty)
        await copies.close()
    }

    @Test("Edits go there: cells, new records, deleted ones, a key")
    func sending() async throws {
        let copies = try await Copies(places, count: 2)
        try await copies[0].set(.string("Tsugaru"), 0, 1)
        try copies[0].add([["3", "Sendai", "7"]])
        try copies[0].document.deleteRecords(at: RecordIndexes(try copies[0].index("2")))
        try await copies[0].set(.int(11), try copies[0].index("10"), 0)
        let report = try await copies[0].sync()
        #expect((report.sent, report.waiting, report.unresolved) == (4, 0, 0))
        #expect(try copies.rows() == ["(1,Tsugaru,1.50)", "(11,Iwate,)", "(3,Sendai,7.00)"])
        // What was written is known again: nothing arrives a second time.
        let again = try await copies[0].sync()
        #expect((again.received, again.sent) == (0, 0))
        #expect(copies[0].texts == [["1", "Tsugaru", "1.50"], ["11", "Iwate", nil], ["3", "Sendai", "7.00"]])
        _ = try await copies[1].sync()
        #expect(Set(copies[1].texts.map { $0[0] }) == ["1", "11", "3"])
        await copies.close()
    }

    @Test("Two copies that change the same cell: the first stands, the second is to be decided; other cells both stand")
    func conflict() async throws {
        let copies = try await Copies(places, count: 2)
        try await copies[0].set(.string("mine"), 0, 1)
        try await copies[1].set(.string("yours"), 0, 1)
        try await copies[1].set(.decimal(try #require(DecimalNumber("9.00"))), 0, 2)
        #expect(try await copies[0].sync().sent == 1)
        let report = try await copies[1].sync()
        #expect((report.sent, report.unresolved, report.waiting) == (1, 1, 0))
        #expect(try copies.rows().contains("(1,mine,9.00)"))
        let conflict = try #require(copies[1].document.conflicts.first)
        #expect((conflict.own, conflict.theirs) == (.string("yours"), .string("mine")))
        await copies.close()
    }

    @Test(
        "A row that is gone there while it is edited here is to be decided, and one that was edited there is not deleted"
    )
    func goneAndChanged() async throws {
        let copies = try await Copies(places)
        try copies.database.execute("DELETE FROM t WHERE id = 1; UPDATE t SET name = 'Morioka' WHERE id = 10")
        try await copies[0].set(.string("edited"), 0, 1)
        try copies[0].document.deleteRecords(at: RecordIndexes(2))
        let report = try await copies[0].sync()
        #expect((report.sent, report.unresolved) == (0, 2))
        #expect(try copies.rows() == ["(10,Morioka,)", "(2,Akita,2.00)"])
        #expect(copies[0].document.conflicts.map(\.reason).contains(.recordGone))
        await copies.close()
    }

    @Test("What the server refuses is to be decided with its sentence, and the rest passes")
    func refused() async throws {
        let copies = try await Copies(
            """
            CREATE TABLE t (id integer PRIMARY KEY, code varchar(3), amount integer CHECK (amount > 0), on_day date);
            INSERT INTO t VALUES (1, 'a', 1, '2026-01-01')
            """)
        try await copies[0].set(.string("toolong"), 0, 1)
        try await copies[0].set(.int(-1), 0, 2)
        try await copies[0].set(.unfit("tomorrow"), 0, 3)
        try copies[0].add([["1", "b", "2", "2026-01-02"], ["5", "c", "3", "2026-01-03"]])
        try await copies[0].set(.string("b"), 0, 1)
        let report = try await copies[0].sync()
        #expect((report.refused, report.waiting) == (4, 0))
        #expect(copies[0].sentences.contains(localized("it does not fit the field")))
        // What was entered in place of the first text counts as that.
        #expect(copies[0].document.conflicts.first { $0.field == copies[0].table.schema[1].id }?.own == .string("b"))
        #expect(copies[0].texts == [["1", "a", "1", "2026-01-01"]])
        #expect(copies[0].sentences.contains { $0.contains("t_amount_check") })
        #expect(copies[0].sentences.contains { $0.contains("character varying(3)") })
        #expect(copies[0].sentences.contains { $0.contains("t_pkey") })
        await copies.close()
    }

    @Test("A new record waits until it has what the table requires, and then goes with all that was entered")
    func incomplete() async throws {
        let copies = try await Copies(
            "CREATE TABLE t (id integer PRIMARY KEY, name text NOT NULL, note text); INSERT INTO t VALUES (1, 'a', 'n')"
        )
        try copies[0].document.insertRecords(at: 1)
        try await copies[0].set(.int(2), 1, 0)
        try await copies[0].set(.string("other"), 0, 2)
        let report = try await copies[0].sync()
        #expect((report.sent, report.waiting, report.unresolved) == (1, 2, 0))
        #expect(try copies.rows() == ["(1,a,other)"])
        try copies.database.execute("UPDATE t SET name = 'b' WHERE id = 1")
        try await copies[0].set(.string("new"), 1, 1)
        let again = try await copies[0].sync()
        #expect((again.sent, again.waiting, again.unresolved) == (3, 0, 0))
        #expect(try copies.rows() == ["(1,b,other)", "(2,new,)"])
        #expect(copies[0].texts == [["1", "b", "other"], ["2", "new", nil]])
        await copies.close()
    }

    @Test("Columns that others add, rename and remove: fields follow, and edits that wait survive")
    func columns() async throws {
        let copies = try await Copies(places)
        try await copies[0].set(.string("kept"), 0, 1)
        try await copies[0].set(.decimal(try #require(DecimalNumber("5.00"))), 1, 2)
        try copies.database.execute(
            "ALTER TABLE t RENAME name TO title; ALTER TABLE t DROP amount; ALTER TABLE t ADD seen boolean DEFAULT true"
        )
        let report = try await copies[0].sync()
        #expect(copies[0].table.fieldNames == ["id", "title", "seen"])
        #expect(copies[0].texts[0] == ["1", "kept", "true"])
        #expect((report.sent, report.waiting, report.unresolved) == (1, 0, 1))
        #expect(try copies.rows().contains("(1,kept,t)"))
        await copies.close()
    }

    @Test("Fields cannot be changed here, but how they look can, and where records stand")
    func fields() async throws {
        let copies = try await Copies(places)
        try copies[0].document.moveRecords(at: RecordIndexes(0), to: 2)
        try copies[0].document.moveField(copies[0].table.schema[2].id, to: 1)
        let report = try await copies[0].sync()
        #expect((report.sent, report.refused) == (2, 0))
        try copies.database.execute("UPDATE t SET name = 'x' WHERE id = 1; ALTER TABLE t ADD more text")
        _ = try await copies[0].sync()
        #expect(copies[0].table.fieldNames == ["id", "amount", "name", "more"])
        #expect(copies[0].texts.map { $0[0] } == ["2", "10", "1"])
        #expect(throws: EditError.limited(.ofOtherProgram, field: nil)) {
            try copies[0].document.addField("Mine", type: .int, at: 0)
        }
        #expect(copies[0].table.fieldNames == ["id", "amount", "name", "more"])
        #expect(
            try copies.database.value("SELECT count(*) FROM information_schema.columns WHERE table_name = 't'") == "4")
        await copies.close()
    }
}
