import CoreTestSupport
import KirokuCore
import Testing

@testable import KirokuServer

/// What conditions, enums and defaults of other programs' tables become here.
@Suite("Rules of other programs' tables")
@MainActor
struct ForeignRuleTests {
    @Test("Simple conditions are rules and choices; what is broken is known before it is sent")
    func conditions() async throws {
        let copies = try await Copies(
            """
            CREATE DOMAIN share AS integer CHECK (VALUE BETWEEN 0 AND 100);
            CREATE DOMAIN half AS share CHECK (VALUE <= 50);
            CREATE TABLE t (id integer PRIMARY KEY,
              amount integer CHECK (amount > 0), part half, price numeric(8,2) CHECK (price > 0), weight real CHECK (-1.5 <= weight),
              day date CHECK (day >= '2020-01-01' AND day <= CURRENT_DATE), moment timestamp CHECK (moment < '2030-01-01'),
              state text CHECK (state IN ('open', 'it''s done')), kind varchar(20) CHECK (kind = 'a' OR kind = 'b' OR kind IS NULL),
              code text CHECK (length(code) BETWEEN 2 AND 4), title varchar(50) NOT NULL CHECK (title <> ''),
              stars smallint CHECK (stars = ANY (ARRAY[1, 2, 3])), note text,
              CONSTRAINT two_fields CHECK (amount < 1000 AND stars >= 2),
              -- What says more than that of one column by itself is left to the server.
              a integer CHECK (a > 0 OR amount > 5), b text CHECK (b ~ '^x+$'), c integer CHECK (c % 2 = 0), d date CHECK (d::text < 'x'));
            INSERT INTO t (id, title, note) VALUES (1, 'one', 'n');
            ALTER TABLE t ADD CHECK (note IS NOT NULL) NOT VALID
            """)
        let copy = copies[0]
        let fields = Dictionary(uniqueKeysWithValues: copy.table.schema.fields.map { ($0.name, $0) })
        func range(_ name: String) -> [String?] {
            [fields[name]?.rules.least, fields[name]?.rules.greatest].map { bound in
                switch bound {
                case .value(let value)?: value.plainText
                case .present?: "present"
                case nil: nil
                }
            }
        }
        #expect(range("amount") == ["1", "999"])
        #expect(range("part") == ["0", "50"])
        #expect(range("price") == ["0.01", nil])
        #expect(range("weight") == ["-1.5", nil])
        #expect(range("day") == ["2020-01-01", "present"])
        #expect(range("stars") == ["2", "3"])
        #expect(fields["state"]?.type == .choice && fields["state"]?.options.map(\.text) == ["open", "it's done"])
        #expect(fields["kind"]?.options.map(\.text) == ["a", "b"])
        #expect(fields["code"]?.rules.shortest == 2 && fields["code"]?.rules.longest == 4)
        #expect(fields["title"]?.rules.shortest == 1 && fields["title"]?.rules.longest == 50)
        #expect(fields["title"]?.rules.isRequired == true && fields["note"]?.rules.isRequired == true)
        for name in ["a", "c"] { #expect(range(name) == ["-2147483648", "2147483647"]) }
        for name in ["b", "d"] { #expect(fields[name]?.rules.isEmpty == true) }
        // A moment just before the bound has no text of its own.
        #expect(range("moment") == [nil, nil])

        try await copy.set(.int(0), 0, 1)
        #expect(CellsToFix(copy.table).contains(0, 1))
        _ = try await copy.sync()
        #expect(copy.sentences.contains { $0.contains("t_amount_check") })
        await copies.close()
    }

    @Test("When conditions, enums and defaults change there, the rules follow, and the field stays what it is")
    func following() async throws {
        let copies = try await Copies(
            """
            CREATE TYPE mood AS ENUM ('sad', 'ok');
            CREATE TABLE t (id integer PRIMARY KEY, amount integer CHECK (amount >= 0), feeling mood DEFAULT 'ok', state text
              CHECK (state IN ('a', 'b')), place text);
            INSERT INTO t VALUES (1, 5, 'ok', 'a', 'x')
            """)
        let copy = copies[0]
        let ids = copy.table.schema.fields.map(\.id)
        try copies.database.execute(
            """
            ALTER TABLE t DROP CONSTRAINT t_amount_check; ALTER TABLE t ADD CHECK (amount BETWEEN 1 AND 10);
            ALTER TYPE mood ADD VALUE 'happy'; ALTER TABLE t ALTER feeling SET DEFAULT 'sad', DROP CONSTRAINT t_state_check;
            ALTER TABLE t ADD CHECK (state IN ('a', 'b', 'c'))
            """)
        try await copy.set(.string("edited"), 0, 4)
        let report = try await copy.sync()
        #expect((report.sent, report.waiting, report.unresolved) == (1, 0, 0))
        let schema = copy.table.schema
        #expect(schema.fields.map(\.id) == ids)
        #expect(schema[1].rules.least == .value(.int(1)) && schema[1].rules.greatest == .value(.int(10)))
        #expect(schema[2].options.map(\.text) == ["sad", "ok", "happy"] && schema[2].initialValue.plainText == "sad")
        #expect(schema[3].options.map(\.text) == ["a", "b", "c"])
        // Without the condition it is a text again, in the same place.
        try copies.database.execute("ALTER TABLE t DROP CONSTRAINT t_state_check; UPDATE t SET state = 'other'")
        _ = try await copy.sync()
        #expect(copy.table.fieldNames == ["id", "amount", "feeling", "state", "place"])
        #expect(copy.table.fieldTypes[3] == .string && copy.texts == [["1", "5", "ok", "other", "edited"]])
        await copies.close()
    }

    @Test("A default that is a constant stands in a new record; one that is set here stays")
    func defaults() async throws {
        let copies = try await Copies(
            """
            CREATE TABLE t (id serial PRIMARY KEY, state text DEFAULT 'new', amount integer DEFAULT -5, price numeric(6,2) DEFAULT 1,
              yes boolean DEFAULT true, day date DEFAULT '2026-05-01', made timestamp DEFAULT now(), rest text DEFAULT 'a' || 'b')
            """)
        let copy = copies[0]
        #expect(
            copy.table.schema.fields.map { $0.initialValue.plainText } == [
                nil, "new", "-5", "1.00", "true", "2026-05-01", nil, nil,
            ])
        try copy.document.insertRecords(at: 0)
        #expect(copy.texts[0] == [nil, "new", "-5", "1.00", "true", "2026-05-01", nil, nil])
        let report = try await copy.sync()
        #expect((report.sent, report.waiting, report.unresolved) == (1, 0, 0))
        #expect(copy.texts[0][0] == "1" && copy.texts[0][7] == "ab" && copy.texts[0][6] != nil)
        try await copy.document.change(copy.table.schema[1].id) { $0.initialText = "mine" }
        _ = try await copy.sync()
        try copies.database.execute("ALTER TABLE t ALTER state SET DEFAULT 'other', ALTER amount SET DEFAULT 7")
        _ = try await copy.sync()
        #expect(copy.table.schema[1].initialValue == .string("mine"))
        #expect(copy.table.schema[2].initialValue == .int(7))
        await copies.close()
    }

    @Test(
        "What is no simple condition is not read, whatever it is",
        arguments: [
            "CHECK (", "CHECK ((a > 0)", "a >", "((((", "'open", "\"a", "a::", "a::numeric(", "ARRAY[1",
            "a = ANY (ARRAY[1,])",
            "E'a\\\\b' = a", "a <> ALL (ARRAY[1])", "CASE WHEN true THEN 1 END", "a ~ 'x'", "(a).b > 0", "- - 1",
            "🙂 > 0", "\u{0}",
            String(repeating: "(", count: 100_000),
            String(repeating: "NOT ", count: 1_000) + "(" + String(repeating: "(", count: 1_000),
        ])
    func unreadable(text: String) { #expect(ConstraintText(text) == nil) }

    @Test("Conversions that change values are none")
    func conversions() throws {
        var rules = ConstraintRules(
            "a", ColumnTypes(ServerType(name: "numeric", isEnum: false, labels: [], modifier: nil)))
        for text in ["(a)::integer >= 1", "a >= b", "a >= 'x'::numeric", "floor(a) >= 1", "a >= 'NaN'::numeric"] {
            rules.add(try #require(ConstraintText(text)))
        }
        #expect(rules.rules.isEmpty)
        rules.add(try #require(ConstraintText("CHECK ((a >= (1)::numeric)) NOT VALID")))
        #expect(rules.rules.least == .value(CellValue(plain: "1", of: .decimal)))
    }
}
