import CoreTestSupport
import KirokuCore
import Testing

@testable import KirokuServer

@Suite("The parts of an address")
struct ServerPartsTests {
    @Test(
        "A server is a name, a name and a port, an address or a folder",
        arguments: [
            ("db.example.com", "postgresql:///?host=db.example.com"),
            (" db.example.com:5433 ", "postgresql:///?host=db.example.com&port=5433"),
            ("/run/pg", "postgresql:///?host=%2Frun%2Fpg"), ("/run/pg:1", "postgresql:///?host=%2Frun%2Fpg&port=1"),
            ("::1", "postgresql:///?host=%3A%3A1"), ("[::1]", "postgresql:///?host=%3A%3A1"),
            ("[::1]:5433", "postgresql:///?host=%3A%3A1&port=5433"), ("", "postgresql:///"),
        ])
    func server(text: String, address: String) throws {
        var parts = ServerParts()
        parts.server = text
        #expect(try parts.address().keptText == address)
        #expect(try ServerParts(parts.address()).address() == parts.address())
    }

    @Test("An address is taken apart, and put together again with all that it had")
    func wholeAddress() throws {
        let text = "postgresql://aiko:se%40cret@[::1]:5433/travel?sslrootcert=%2Fca.crt&table=a.b%20c"
        let parts = ServerParts(try ServerAddress(text))
        #expect((parts.server, parts.database, parts.user) == ("[::1]:5433", "travel", "aiko"))
        #expect((parts.service, parts.table, parts.password) == ("", "a.b c", "se@cret"))
        #expect(parts.others == ["sslrootcert": "/ca.crt"])
        let address = try parts.address()
        #expect(address.hasPassword && address.table == "a.b c")
        #expect(
            address.keptText
                == "postgresql://aiko@/travel?host=%3A%3A1&port=5433&sslrootcert=%2Fca.crt&table=a.b%20c")
        #expect(throws: ServerError.self) {
            var parts = ServerParts()
            parts.server = "a\0b"
            _ = try parts.address()
        }
    }
}

@Suite("Copies of tables that are here")
struct SharedCopyTests {
    @Test("A copy is found by its table, whoever connects, and nothing else is")
    @MainActor
    func found() async throws {
        let team = try await Team(try RecordTable(fieldNames: ["Place"], fieldTypes: [.string]), count: 1)
        let folder = try TemporaryFolder()
        try await DocumentStores.create(
            at: folder.path("own.kiroku"), table: try RecordTable(fieldNames: ["A"], fieldTypes: [.int])
        ).close()
        let paths = [folder.path("own.kiroku"), folder.path("none.kiroku"), team[0].path]
        for table in ["Places", "public.Places"] {
            let address = try team.database.address(table: table, user: "somebody")
            #expect(await SharedDocuments.copy(of: address, among: paths) == team[0].path)
        }
        #expect(await SharedDocuments.copy(of: try team.database.address(table: "Others"), among: paths) == nil)
        await team.close()
    }
}
