import CoreTestSupport
import FoundationEssentials
import KirokuCore
import Testing

@testable import KirokuServer

/// What tables of other programs can be like.
@Suite("Kinds of other programs' tables")
@MainActor
struct ForeignTypeTests {
    @Test("Values go there and back as they are: nothing is rounded, and what was not edited is not written")
    func exactValues() async throws {
        let copies = try await Copies(
            """
            CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy'); CREATE DOMAIN positive AS integer CHECK (value > 0);
            CREATE TABLE t (id bigint PRIMARY KEY, exact numeric, fixed numeric(20,4), real_one real, double_one double precision,
              day date, clock time, moment timestamptz, feeling mood, yes boolean, code char(5), uid uuid, few positive,
              whole json, bytes bytea, list integer[]);
            INSERT INTO t VALUES (9007199254740993, 0.1000000000000000000001, 12.5000, 0.1, 0.1, 'infinity', '09:30', '2026-03-01 12:00+00',
              'ok', true, 'ab', '00000000-0000-0000-0000-000000000001', 3, '{"a": 1}', '\\x00ff', '{1,2}'),
              (2, 'NaN', NULL, 'Infinity', 'NaN', '0044-03-15 BC', '24:00', 'infinity', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
            """, count: 2)
        let before = try copies.rows()
        let copy = copies[0]
        let index = try copy.index("9007199254740993")
        #expect(copy.texts[index][1] == "0.1000000000000000000001" && copy.texts[index][2] == "12.5000")
        #expect(copy.texts[index][5] == "infinity" && copy.table[index, 5].isUnfit)
        #expect(copy.table.schema[8].options.map(\.text) == ["sad", "ok", "happy"])
        // Every cell that can be, is edited, and edited back.
        let new: [(Int, String)] = [
            (1, "0.2000000000000000000002"), (2, "1.0000"), (3, "0.2"), (4, "0.30000000000000004"), (5, "2026-01-01"),
            (6, "10:00:00"), (8, "happy"), (9, "false"), (10, "xyz"), (11, "00000000-0000-0000-0000-000000000002"),
            (12, "4"),
        ]
        let old = copy.texts[index]
        for values in [new, new.map { ($0.0, old[$0.0] ?? "") }] {
            for (field, text) in values {
                try await copy.set(CellValue(plain: text, of: copy.table.schema[field].type), index, field)
            }
            let report = try await copy.sync()
            #expect((report.sent, report.refused, report.unresolved, report.waiting) == (new.count, 0, 0, 0))
            _ = try await copies[1].sync()
            #expect(copies[1].texts == copy.texts)
        }
        #expect(try copies.rows() == before)
        // What was not a value of the field's type can be replaced, and put back.
        let other = try copy.index("2")
        try await copy.set(.empty, other, 1)
        try await copy.set(.empty, other, 5)
        #expect(try await copy.sync().sent == 2)
        _ = try copy.document.undo()
        _ = try copy.document.undo()
        let report = try await copy.sync()
        #expect((report.sent, report.refused) == (2, 0))
        #expect(try copies.rows() == before)
        await copies.close()
    }

    @Test("What the server makes comes with a new record: numbers, defaults, generated values; they cannot be changed")
    func madeByTheServer() async throws {
        let copies = try await Copies(
            """
            CREATE TABLE t (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL,
              state text NOT NULL DEFAULT 'new', made timestamp DEFAULT '2026-01-01', shout text GENERATED ALWAYS AS (upper(name)) STORED)
            """)
        let copy = copies[0]
        try copy.add([[nil, "a", nil, nil, nil], [nil, "b", "old", nil, nil]])
        let records = copy.table.ids
        let report = try await copy.sync()
        #expect((report.sent, report.waiting, report.unresolved) == (1, 0, 0))
        #expect(
            copy.texts == [
                ["1", "a", "new", "2026-01-01 00:00:00", "A"], ["2", "b", "old", "2026-01-01 00:00:00", "B"],
            ])
        // They are the same records, and what is entered into them goes to the right rows.
        #expect(copy.table.ids == records)
        try await copy.set(.string("c"), 1, 1)
        #expect(try await copy.sync().sent == 1)
        #expect(copy.texts[1] == ["2", "c", "old", "2026-01-01 00:00:00", "C"])
        for field in [0, 4] {
            #expect(copy.refusal(field) == .limited(.madeByServer, field: copy.table.fieldNames[field]))
        }
        #expect(copy.refusal(1) == nil)
        // A deleted record comes back with undo.
        try copy.document.deleteRecords(at: RecordIndexes(0))
        _ = try await copy.sync()
        _ = try copy.document.undo()
        #expect(try await copy.sync().sent == 1)
        #expect(Set(copy.texts.map { $0[1] }) == ["a", "c"])
        await copies.close()
    }

    @Test("A key of several columns, with any text in them")
    func severalColumns() async throws {
        let copies = try await Copies(
            """
            CREATE TABLE t (a text, b integer, c timestamptz, note text, UNIQUE (note), PRIMARY KEY (a, b, c));
            INSERT INTO t VALUES ('x, "y"', 1, '2026-01-01 00:00+00', 'one'), (E'line\\nbreak', 1, '2026-01-01 00:00+00', 'two')
            """, count: 2)
        try await copies[0].set(.string("three"), try copies[0].index("x, \"y\""), 3)
        try await copies[0].set(.int(5), try copies[0].index("line\nbreak"), 1)
        let report = try await copies[0].sync()
        #expect((report.sent, report.waiting, report.unresolved) == (2, 0, 0))
        #expect(try await copies[0].sync().received == 0)
        _ = try await copies[1].sync()
        #expect(Set(copies[1].texts.map { ($0[1] ?? "") + ($0[3] ?? "") }) == ["1three", "5two"])
        await copies.close()
    }

    @Test("Without a key, and of a view, rows are kept in step but not edited, and the reason is said")
    func withoutKey() async throws {
        let copies = try await Copies(
            "CREATE TABLE t (name text, amount integer); INSERT INTO t VALUES ('a', 1), ('a', 1), ('b', 2); CREATE VIEW v AS SELECT * FROM t"
        )
        let path = copies.folder.path("view.kiroku")
        try await SharedDocuments.join(try copies.database.address(table: "v"), at: path)
        let view = try await Member(path)
        for (copy, name) in [(copies[0], "t"), (view, "v")] {
            #expect(copy.texts.count == 3)
            try copies.database.execute(
                "UPDATE t SET amount = amount + 1 WHERE name = 'b'; INSERT INTO t VALUES ('a', 1)")
            _ = try await copy.sync()
            #expect(copy.texts.count(where: { $0 == ["a", "1"] }) == (name == "t" ? 3 : 4))
            #expect(copy.refusal(0) == .limited(name == "t" ? .noKey : .keyNotInView, field: "name"))
            #expect(throws: EditError.self) { try copy.document.deleteRecords(at: RecordIndexes(0)) }
            #expect(throws: EditError.self) { try copy.add([["c", "1"]]) }
        }
        await view.close()
        await copies.close()
    }

    @Test("Rights: what may not be read is left out, what may not be written is refused, and hidden rows go away")
    func rights() async throws {
        let role = "foreign_\(UInt64.random(in: 0 ... .max))"
        let copies = try await Copies(
            """
            CREATE ROLE \(role) LOGIN;
            CREATE TABLE t (id integer PRIMARY KEY, name text, secret text, owner name);
            INSERT INTO t VALUES (1, 'a', 's', '\(role)'), (2, 'b', 's', '\(role)'), (3, 'c', 's', 'somebody');
            ALTER TABLE t ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON t USING (owner = current_user);
            GRANT SELECT (id, name, owner), UPDATE (name) ON t TO \(role)
            """, user: role)
        let copy = copies[0]
        #expect(copy.table.fieldNames == ["id", "name", "owner"] && copy.texts.map { $0[0] } == ["1", "2"])
        try await copy.set(.string("mine"), 0, 1)
        #expect(try await copy.sync().sent == 1)
        #expect(copy.refusal(0) == .limited(.noRight, field: "id"))
        #expect(throws: EditError.limited(.noRight, field: nil)) {
            try copy.document.deleteRecords(at: RecordIndexes(1))
        }
        // Rights that are taken away are known with the next look.
        try copies.database.execute("REVOKE UPDATE (name) ON t FROM \(role)")
        _ = try await copy.sync()
        try copies.database.execute("UPDATE t SET name = 'news' WHERE id = 1")
        _ = try await copy.sync()
        #expect(copy.refusal(1) == .limited(.noRight, field: "name"))
        try copies.database.execute("UPDATE t SET name = 'mine' WHERE id = 1")
        try copies.database.execute("UPDATE t SET owner = 'somebody' WHERE id = 2")
        _ = try await copy.sync()
        #expect(copy.texts == [["1", "mine", role]])
        await copies.close()
        try copies.database.execute("DROP OWNED BY \(role); DROP ROLE \(role)")
    }
}
