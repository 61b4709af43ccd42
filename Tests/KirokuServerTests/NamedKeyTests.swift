import CoreTestSupport
import KirokuCore
import Testing

@testable import KirokuServer

/// Views whose address says what tells their records apart.
@Suite("Keys that an address names")
@MainActor
struct NamedKeyTests {
    /// The view has no key that the database would know of.
    private let stock = """
        CREATE TABLE shelves (place text, number integer, name text, pieces integer);
        INSERT INTO shelves VALUES ('a', 1, 'Tea', 3), ('a', 2, 'Rice', 5), ('b', 1, 'Salt', 7);
        CREATE VIEW t AS SELECT place AS "Place", number, name, pieces FROM shelves;
        """

    @Test(
        "A view is kept in step by it, and edited where it passes changes on: cells, new records, deleted ones, the key"
    )
    func editable() async throws {
        let copies = try await Copies(stock, count: 2, key: "place,number")
        let (copy, other) = (copies[0], copies[1])
        #expect(copy.texts == [["a", "1", "Tea", "3"], ["a", "2", "Rice", "5"], ["b", "1", "Salt", "7"]])
        #expect(copy.document.limits.everything == nil && copy.document.mayAddRecords)
        #expect(copy.table.schema[0].rules.isRequired && copy.table.schema[1].rules.isRequired)
        let ids = copy.table.ids
        try copies.database.execute(
            "UPDATE shelves SET pieces = 4 WHERE name = 'Tea'; DELETE FROM shelves WHERE name = 'Rice'")
        #expect(try await copy.sync().received == 2)
        #expect(
            copy.texts == [["a", "1", "Tea", "4"], ["b", "1", "Salt", "7"]] && copy.table.ids == [ids[0], ids[2]])

        try await copy.set(.int(8), 1, 3)
        try await copy.set(.string("c"), 1, 0)
        try copy.add([["d", "1", "Miso", "2"]])
        try copy.document.deleteRecords(at: RecordIndexes(0))
        let report = try await copy.sync()
        #expect((report.sent, report.refused, report.unresolved, report.waiting) == (4, 0, 0, 0))
        #expect(try copies.rows("shelves") == ["(c,1,Salt,8)", "(d,1,Miso,2)"])
        // Both have changed the same cell.
        try await other.sync()
        try await other.set(.int(1), try other.index("c"), 3)
        try await copy.set(.int(2), try copy.index("c"), 3)
        #expect(try await other.sync().sent == 1)
        #expect(try await copy.sync().unresolved == 1)
        await copies.close()
    }

    @Test("What two records have in common can be seen, but not made here: another record keeps its key")
    func taken() async throws {
        let copies = try await Copies(stock, key: "Place,number")
        let copy = copies[0]
        try await copy.set(.int(1), 1, 1)
        try await copy.set(.string("A"), 0, 2)
        #expect(try await copy.sync().refused == 1)
        try copy.add([["b", "1", "Miso", "2"]])
        #expect(try await copy.sync().refused == 1)
        #expect(try copies.rows("shelves") == ["(a,1,A,3)", "(a,2,Rice,5)", "(b,1,Salt,7)"])
        // The same key as before is none of another record's.
        try await copy.set(.string("B"), try copy.index("b"), 0)
        try await copy.set(.string("b"), try copy.index("B"), 0)
        let report = try await copy.sync()
        #expect((report.refused, report.waiting) == (0, 0))
        await copies.close()
    }

    @Test("A view that passes nothing on goes by it as well: records stay the same ones")
    func readable() async throws {
        let copies = try await Copies(
            stock + "CREATE VIEW sums AS SELECT place, sum(pieces) AS pieces FROM shelves GROUP BY place",
            table: "sums", key: "place")
        let ids = copies[0].table.ids
        #expect(copies[0].document.limits.everything == .notATable)
        try copies.database.execute("UPDATE shelves SET pieces = 100 WHERE name = 'Tea'")
        try await copies[0].sync()
        #expect(copies[0].texts == [["a", "105"], ["b", "7"]] && copies[0].table.ids == ids)
        await copies.close()
    }

    @Test(
        "What does not tell the records apart is no key, and it is said why",
        arguments: [
            ("shelf", ReadOnlyReason.noKeyField("shelf"), EditLimit.keyUnusable),
            ("number", .keyNotUnique, .keyNotUnique),
            ("place,more", .keyNotFilled, .keyNotFilled), ("place,about", .keyNotComparable, .keyUnusable),
        ])
    func refused(key: String, reason: ReadOnlyReason, limit: EditLimit) async throws {
        let copies = try await Copies(
            stock + """
                ALTER TABLE shelves ADD more text; UPDATE shelves SET more = 'x' WHERE name <> 'Rice';
                ALTER TABLE shelves ADD about json DEFAULT '{}';
                CREATE OR REPLACE VIEW t AS SELECT place AS "Place", number, name, pieces, more, about FROM shelves
                """, key: key)
        #expect(copies[0].document.limits.everything == limit)
        #expect(copies[0].texts.count == 3)
        let session = ServerSession(
            try copies.database.address().named("t", key: key.split(separator: ",").map(String.init)))
        try await session.connect()
        #expect(try await session.describe().readOnlyReason == reason)
        await session.close()
        // Without it, the reason is another one.
        #expect(try await copies.database.describe().readOnlyReason == .keyNotInView)
        await copies.close()
    }

    @Test("Where it no longer tells the records apart, everything stays as it is here until it does again")
    func ended() async throws {
        let copies = try await Copies(stock, key: "place,number")
        let copy = copies[0]
        let ids = copy.table.ids
        try await copy.set(.int(4), 0, 3)
        try copies.database.execute("INSERT INTO shelves VALUES ('a', 1, 'Twice', 0)")
        await #expect(throws: SyncError.server(.readOnly("t", .keyNotUnique))) { try await copy.sync() }
        #expect(copy.table.ids == ids && copy.document.limits.everything == nil)
        try copies.database.execute("UPDATE shelves SET number = 9 WHERE name = 'Twice'")
        #expect(try await copy.sync().sent == 1)
        #expect(copy.table.count == 4 && copy.table.ids.starts(with: ids))
        #expect(try copies.database.value("SELECT pieces FROM shelves WHERE name = 'Tea'") == "4")
        await copies.close()
    }

    @Test("It stays with the address of its table, and no other")
    func addresses() throws {
        let address = try ServerAddress("postgresql://h/d?table=t&key=%E5%A0%B4%2C%20x,%22y&port=5")
        #expect(address.key == ["場, x", "\"y"] && address.table == "t")
        #expect(try ServerAddress(address.keptText).key == address.key)
        #expect(try address.with(password: "p").key == address.key)
        #expect(try ServerParts(address).address().key == address.key)
        #expect(try address.named("other").key == [])
        #expect(address.shownText == "postgresql://h:5/d?table=t&key=場, x,\"y")
        #expect(throws: ServerError.notAnAddress) { try ServerAddress("postgresql://h/d?table=t&key=%ff") }
    }
}
