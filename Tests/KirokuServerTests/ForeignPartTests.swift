import CoreTestSupport
import KirokuCore
import Testing

@testable import KirokuServer

/// Copies of a part of another program's table.
@Suite("Parts of other programs' tables")
@MainActor
struct ForeignPartTests {
    private let shops = """
        CREATE TABLE t (id integer PRIMARY KEY, place text, sales numeric, opened date, share double precision,
          seen timestamp, noted timestamptz, opens time);
        INSERT INTO t VALUES (1, 'Kyoto', 10, '2020-01-01', 0.5, '2020-01-01 09:30', '2020-01-01 09:30', '09:30'),
          (2, 'Kyōto', 20, '2021-01-01', 1.5, '2020-01-01 09:30:15.25', '2020-01-01 09:30:15.25', '09:30:15.25'),
          (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
          (4, 'kyoto', 'NaN', 'infinity', 'Infinity', 'infinity', 'infinity', '24:00'),
          (5, 'It''s \\ "Nara"', -1.5, '0044-03-15 BC', 'NaN', '0044-03-15 10:00 BC', '-infinity', '23:59:59.999999'),
          (6, 'Kyoto', 10.0, '2020-01-01', -0, '2020-01-01', '2020-06-30 23:59:59', '00:00')
        """

    @Test(
        "A condition finds the same on the server as here",
        arguments: [
            "place = Kyoto", "place contains yo", "place starts with Ky", "place ends with to",
            "place = 'It''s'", #"place contains "\\""#, "place is empty", "place is not empty", "sales = 10",
            "sales > 5", "sales <= 10",
            "sales between 20 and 10", "opened >= 2020-06-01", "opened < 2020-06-01", "share > 0", "share != 1.5",
            "share = 0",
            "opened = 2020", "opened > 2020-01", "seen = 2020-01-01", "seen > 2020-01-01", "seen = '2020-01-01 09:30'",
            "seen <= '2020-01-01 09:30:15'", "seen >= '2020-01-01 09:30:15.25'", "seen < 2020-01", "seen != 2020-01-01",
            "seen between 2020-01 and 2019", "noted <= '2020-01-01 09:30'", "noted > 2020-01-01", "noted = 2020-06",
            "opens = 09:30", "opens > 09:30", "opens between 09:00 and 10:00", "not (seen = 2020-01-01)",
            "not (sales > 5)", "place = Kyoto and (sales = 10 or share > 0)", "id between 2 and 4",
        ])
    func sameHere(condition: String) async throws {
        let whole = try await Copies(shops)
        let path = whole.folder.path("part.kiroku")
        let address = try whole.database.address()
        let table = whole[0].table
        let expected = try await table.find(Condition(text: condition, for: table.schema)).map {
            table[$0, 0].plainText
        }
        try await SharedDocuments.join(address, at: path, where: condition)
        let part = try await Member(path)
        #expect(part.texts.map { $0[0] } == expected)
        await part.close()
        await whole.close()
    }

    @Test("Only the part is kept in step: what no longer meets the condition goes, and what does comes")
    func inStep() async throws {
        let copies = try await Copies(shops, where: "place = Kyoto")
        let copy = copies[0]
        #expect(copy.texts.map { $0[0] } == ["1", "6"])
        try copies.database.execute(
            "UPDATE t SET place = 'Kyoto' WHERE id = 3; UPDATE t SET place = 'Uji', sales = 1 WHERE id = 1")
        try copies.database.execute("UPDATE t SET sales = 2 WHERE id = 2; ALTER TABLE t RENAME place TO town")
        #expect(try await copy.sync().received == 2)
        #expect(copy.texts.map { $0[0] } == ["6", "3"])
        try await copy.set(.string("Uji"), 0, 1)
        #expect(try await copy.sync().sent == 1)
        #expect(copy.texts.map { $0[0] } == ["3"])
        #expect(await SharedDocuments.shown(copy.path)?.condition?.hasPrefix("town = ") == true)
        await copies.close()
    }

    @Test(
        "What a server would not see in the same way is not asked of it, and said",
        arguments: [
            "place =~ /K/", "any field contains K", "place = \"kyoto\"i", "sales is to fix", "nowhere = 1",
        ])
    func refused(condition: String) async throws {
        await #expect(throws: SyncError.self) { _ = try await Copies(shops, where: condition) }
    }
}
