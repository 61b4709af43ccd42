import CoreTestSupport
import KirokuCore
import Testing

@testable import KirokuServer

/// Columns that refer to other tables.
@Suite("Values that other programs' tables take from others")
@MainActor
struct ForeignReferenceTests {
    private let shops = """
        CREATE TABLE cities (id integer PRIMARY KEY, code text UNIQUE, remark text, city_name text NOT NULL);
        INSERT INTO cities VALUES (12, 'KYO', 'r', 'Kyoto'), (3, 'NAR', NULL, 'Nara'), (200, 'HIM', NULL, 'Himeji');
        CREATE TABLE t (id integer PRIMARY KEY, city integer REFERENCES cities, code text REFERENCES cities (code), name text);
        INSERT INTO t VALUES (1, 12, 'KYO', 'a'), (2, NULL, NULL, 'b');
        """

    @Test("The values are offered with what they stand for, and one that is not there is known before it is sent")
    func offered() async throws {
        let copies = try await Copies(shops)
        let copy = copies[0]
        let city = copy.table.schema[1]
        #expect(city.type == .int && city.offersOptions && city.rules.isAmongOptions)
        #expect(city.options.map(\.text) == ["200", "12", "3"])
        #expect(city.options.map(\.label) == ["Himeji", "Kyoto", "Nara"])
        #expect(copy.table.schema[2].options.map(\.text) == ["HIM", "KYO", "NAR"])
        #expect(!copy.table.schema[3].offersOptions)
        // Typed by what it stands for, or by itself.
        #expect(city.choiceMatches(of: "ky").map(\.text) == ["12"] && city.labelledMatch(of: "ky")?.text == "12")
        #expect(city.labelledMatch(of: "12") == nil && city.label(of: "12") == "Kyoto")
        #expect(city.choiceMatches(of: "2").map(\.text) == ["200", "12"] && city.choiceCompletion(of: "2") == nil)
        #expect(city.cell(.int(12), toggling: "3") == .int(3))

        try await copy.set(.int(99), 0, 1)
        try await copy.set(.string("XXX"), 1, 2)
        let toFix = CellsToFix(copy.table)
        #expect(toFix.contains(0, 1) && toFix.contains(1, 2) && toFix.count == 2)
        #expect(toFix.reason(0, 1)?.contains("99") == true)
        #expect(try await copy.sync().refused == 2)
        try await copy.set(.int(3), 1, 1)
        #expect(try await copy.sync().sent == 1)
        #expect(CellsToFix(copy.table).count == 0)
        await copies.close()
    }

    @Test("What is added to the other table is offered, without reading it at each look")
    func following() async throws {
        let copies = try await Copies(shops)
        _ = try await copies[0].sync()
        try copies.database.execute(
            "INSERT INTO cities VALUES (4, 'UJI', NULL, 'Uji'); UPDATE t SET name = 'c' WHERE id = 1")
        #expect(try await copies[0].sync().received == 1)
        #expect(copies[0].table.schema[1].options.count == 3)
        // Whoever connects anew reads them.
        let desk = try await SyncEngine.open(copies[0].path)
        _ = try await desk.sync()
        await desk.close()
        try await copies[0].catchUp()
        #expect(copies[0].table.schema[1].options.map(\.label) == ["Himeji", "Kyoto", "Nara", "Uji"])
        #expect(copies[0].texts.map { $0[3] } == ["c", "b"])
        await copies.close()
    }

    @Test("Many values, those of which not all may be seen, and other types are left to the server")
    func others() async throws {
        let role = "reader_\(UInt32.random(in: 0 ... .max))"
        let database = try Database(
            """
            CREATE ROLE \(role) LOGIN;
            CREATE TABLE many (id integer PRIMARY KEY); INSERT INTO many SELECT generate_series(1, 501);
            CREATE TABLE days (day date PRIMARY KEY); CREATE TABLE secret (id integer PRIMARY KEY);
            CREATE TABLE guarded (id integer PRIMARY KEY); ALTER TABLE guarded ENABLE ROW LEVEL SECURITY;
            CREATE SCHEMA hidden; CREATE TABLE hidden.there (id integer PRIMARY KEY);
            CREATE TABLE pairs (a integer, b integer, PRIMARY KEY (a, b));
            CREATE TABLE t (id integer PRIMARY KEY REFERENCES many, many integer REFERENCES many, day date REFERENCES days,
              secret integer REFERENCES secret, guarded integer REFERENCES guarded, hidden integer REFERENCES hidden.there,
              a integer, b integer, FOREIGN KEY (a, b) REFERENCES pairs);
            GRANT SELECT, UPDATE ON t, many, days, guarded, hidden.there, pairs TO \(role)
            """)
        let folder = try TemporaryFolder()
        try await SharedDocuments.join(try database.address(user: role), at: folder.path("t.kiroku"))
        let copy = try await Member(folder.path("t.kiroku"))
        #expect(copy.table.schema.fields.filter(\.offersOptions).map(\.name) == [])
        #expect(try await copy.sync().received == 0)
        await copy.close()
    }
}
