import KirokuCore
import Testing

@testable import KirokuServer

/// What each type of PostgreSQL becomes, and that it goes there and back without a change.
@Suite("Types of columns")
struct ColumnTypeTests {
    /// A type, the field that it becomes, and texts of values, as PostgreSQL writes them; "!" before what is unfit.
    struct Sample: Sendable, CustomTestStringConvertible {
        let sql: String
        let type: FieldType
        let values: [String]
        var isReadOnly = false
        var testDescription: String { sql }
    }

    static let samples = [
        Sample(sql: "smallint", type: .int, values: ["-32768", "0", "32767"]),
        Sample(sql: "integer", type: .int, values: ["-2147483648", "7"]),
        Sample(sql: "bigint", type: .int, values: ["-9223372036854775808", "9223372036854775807"]),
        Sample(sql: "real", type: .float, values: ["0.1", "-3.4028235e+38", "!NaN", "!Infinity", "!-Infinity"]),
        Sample(
            sql: "double precision", type: .float,
            values: ["0.1", "1e+20", "1.7976931348623157e+308", "5e-324", "123456789012345", "!NaN", "!-Infinity"]),
        Sample(
            sql: "numeric", type: .decimal,
            values: [
                "0.10", "12345678901234567890.123456789012345678", "-0.000000000000000000000000000000000001", "!NaN",
                "!Infinity", "!1" + String(repeating: "0", count: 50),
            ]),
        Sample(sql: "numeric(10,2)", type: .decimal, values: ["12.50", "-0.01"]),
        Sample(sql: "boolean", type: .bool, values: ["true", "false"]),
        Sample(
            sql: "text", type: .string, values: ["", "\"", "a,b\t\"c\"\r\n\\N", "\\.", "日本語 🗾", "  x  ", "\u{feff}x"]),
        Sample(sql: "varchar(10)", type: .string, values: ["ten lettrs"]),
        Sample(sql: "char(5)", type: .string, values: ["ab"]),
        Sample(sql: "name", type: .string, values: ["a name"]),
        Sample(
            sql: "date", type: .date,
            values: [
                "1998-05-20", "0001-01-01", "9999-12-31", "!infinity", "!-infinity", "!0044-03-15 BC", "!12024-01-01",
            ]),
        Sample(sql: "time", type: .time, values: ["09:30:00", "23:59:59.999999", "!24:00:00"]),
        Sample(
            sql: "timestamp", type: .dateAndTime,
            values: ["2020-01-02 03:04:05.25", "!infinity", "!0044-03-15 09:30:00 BC", "!294276-12-31 23:59:59"]),
        Sample(sql: "timestamptz", type: .dateAndTime, values: ["2020-06-01 12:00:00.000001", "!-infinity"]),
        Sample(sql: "uuid", type: .string, values: ["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"]),
        Sample(sql: "inet", type: .string, values: ["10.0.0.0/8", "::1"]),
        Sample(sql: "macaddr", type: .string, values: ["08:00:2b:01:02:03"]),
        Sample(sql: "interval", type: .string, values: ["1 year 2 mons", "-00:00:01", "30 days"]),
        Sample(sql: "money", type: .string, values: ["$1,234.50"]),
        Sample(sql: "timetz", type: .string, values: ["09:30:00+09"]),
        Sample(sql: "bit(4)", type: .string, values: ["1010"]),
        Sample(sql: "varbit", type: .string, values: ["10101"]),
        Sample(sql: "mood", type: .choice, values: ["sad", "very, \"very\" happy"]),
        Sample(sql: "score", type: .int, values: ["7"]),
        Sample(sql: "tight_score", type: .int, values: ["3"]),
        Sample(sql: "json", type: .string, values: ["{\"x\":  1.0}"], isReadOnly: true),
        Sample(sql: "jsonb", type: .string, values: ["{\"x\": 1.0}"], isReadOnly: true),
        Sample(sql: "text[]", type: .string, values: ["{a,\"b,c\",NULL}"], isReadOnly: true),
        Sample(sql: "int4range", type: .string, values: ["[1,5)"], isReadOnly: true),
        Sample(sql: "xml", type: .string, values: ["<a>1</a>"], isReadOnly: true),
        Sample(sql: "point", type: .string, values: ["(1,2)"], isReadOnly: true),
        Sample(sql: "bytea", type: .string, values: ["\\x00ff"], isReadOnly: true),
        Sample(sql: "pair", type: .string, values: ["(1,\"a b\")"], isReadOnly: true),
    ]

    private static let types = """
        CREATE TYPE mood AS ENUM ('sad', 'very, "very" happy', 'ok');
        CREATE DOMAIN score AS integer CHECK (value BETWEEN 0 AND 10);
        CREATE DOMAIN tight_score AS score CHECK (value < 5);
        CREATE TYPE pair AS (x integer, y text);
        """

    @Test("A value goes there and back as it is", arguments: samples)
    func thereAndBack(sample: Sample) async throws {
        let database = try Database(Self.types + "CREATE TABLE t (id integer PRIMARY KEY, f \(sample.sql));")
        let expected = sample.values.map { $0.hasPrefix("!") ? String($0.dropFirst()) : $0 } + [nil]
        for (index, text) in expected.enumerated() {
            let literal = text.map { "'" + $0.replacing("'", with: "''") + "'" } ?? "NULL"
            try database.execute("INSERT INTO t VALUES (\(index), \(literal))")
        }
        let contents = try await database.read()
        let field = contents.source.schema[1]
        #expect(field.type == sample.type)
        #expect(contents.source.columns[1].isReadOnly == sample.isReadOnly)
        for (index, text) in expected.enumerated() {
            let cell = contents.table[index, 1]
            let isUnfit = index < sample.values.count && sample.values[index].hasPrefix("!")
            #expect(cell.isUnfit == isUnfit)
            if sample.type == .float, !isUnfit {
                #expect(cell == text.flatMap { Double($0) }.map { .float($0) } ?? .empty)
            } else {
                #expect(cell.plainText == text)
            }
        }
        guard !sample.isReadOnly else { return }

        // Written into another table, each value is the same, letter by letter.
        try database.execute("CREATE TABLE u (LIKE t INCLUDING ALL)")
        let empty = ServerContents(withoutRecordsOf: try await database.describe("u"))
        try await database.write(
            try empty.adding((0..<contents.table.count).map { [contents.table[$0, 0], contents.table[$0, 1]] }))
        let differences =
            "SELECT count(*) FROM t JOIN u USING (id) WHERE t.f::text COLLATE \"C\" IS DISTINCT FROM u.f::text"
        #expect(try database.value(differences) == "0")
        #expect(try database.value("SELECT count(*) FROM u") == String(expected.count))

        // And each is found to be what it was, so that it can be changed.
        let there = try await database.read("u")
        try await database.write(there.setting((0..<there.table.count).map { ($0, 1, .empty) }))
        #expect(try database.value("SELECT count(f) FROM u") == "0")
    }

    @Test("The values of an enum are the choices, in its order")
    func choices() async throws {
        let database = try Database(Self.types + "CREATE TABLE t (id integer PRIMARY KEY, f mood)")
        let source = try await database.describe()
        #expect(source.schema[1].options.map(\.text) == ["sad", "very, \"very\" happy", "ok"])
    }

    @Test("Lengths, ranges, NOT NULL and unique columns become rules")
    func rules() async throws {
        let database = try Database(
            """
            CREATE TABLE t (id integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY, name varchar(20) NOT NULL UNIQUE,
              small smallint, filled integer NOT NULL DEFAULT 3, summed integer GENERATED ALWAYS AS (small * 2) STORED)
            """)
        let source = try await database.describe()
        let rules = source.schema.fields.map(\.rules)
        #expect(rules.map(\.isRequired) == [false, true, false, false, false])
        #expect(rules.map { $0.uniqueWith != nil } == [true, true, false, false, false])
        #expect(rules[1].longest == 20)
        #expect(rules[2].greatest == .value(.int(32_767)))
        #expect(source.columns.map(\.isAlwaysGenerated) == [false, false, false, false, true])
        #expect(source.columns.map(\.isReadOnly) == [false, false, false, false, true])
    }

    @Test(
        "What the server would round silently is refused",
        arguments: [
            ("numeric(10,2)", "1.255"), ("time(0)", "09:30:00.5"), ("timestamp(3)", "2020-01-01 00:00:00.0001"),
            ("real", "0.123456789"), ("varchar(3)", "four"), ("char(3)", "four"), ("bit(2)", "101"),
            ("smallint", "40000"), ("date", "tomorrow"), ("text", "a\0b"), ("uuid", "no"),
        ])
    func losses(sql: String, text: String) async throws {
        let database = try Database("CREATE TABLE t (id integer PRIMARY KEY, f \(sql))")
        let contents = ServerContents(withoutRecordsOf: try await database.describe())
        let type = contents.source.schema[1].type
        let value = EntryReader(type: type, decimalSign: .point).read(text)
        let written: CellValue = text == "tomorrow" ? .unfit(text) : value
        let changes = try contents.adding([[.int(1), .empty], [.int(2), written]])
        await #expect {
            try await database.write(changes)
        } throws: { error in
            switch error as? ServerError {
            case .refusedValue(_, let shown, let record, _): shown == text && record == 1
            case .refusedRecord(let record, _): record == 1
            default: false
            }
        }
        #expect(try database.value("SELECT count(*) FROM t") == "0")
    }

    @Test("A moment is shown by the clock on the wall here")
    func zones() async throws {
        let database = try Database("CREATE TABLE t (id integer PRIMARY KEY, f timestamptz)")
        try database.execute("INSERT INTO t VALUES (1, '2020-06-01 12:00:00+00')")
        let here = try database.value("SELECT (f AT TIME ZONE '\(LocalZone.name)')::text FROM t")
        #expect(try await database.read().texts(1) == [here])
    }

    @Test("Values are compared in the form in which the server gives them back")
    func forms() async throws {
        let database = try Database(
            "CREATE TABLE t (id integer PRIMARY KEY, n numeric(10,2), x numeric, c time, d timestamp)")
        let source = try await database.describe()
        var records = RecordTable(schema: source.schema)
        let texts = ["1", "13", "13", "09:30", "2020-01-01"]
        try records.addRecord(
            zip(source.schema.fields, texts).map { EntryReader(type: $0.type, decimalSign: .point).read($1) })
        let held = source.asHeld(records)
        #expect(
            source.columns.indices.map { held[0, $0].plainText }
                == ["1", "13.00", "13", "09:30:00", "2020-01-01 00:00:00"])
    }
}
