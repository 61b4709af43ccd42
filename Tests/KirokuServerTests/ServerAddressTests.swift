import KirokuCore
import Testing

@testable import KirokuServer

@Suite("Addresses of tables on servers")
struct ServerAddressTests {
    @Test(
        "The table is taken out, and everything else is left to libpq",
        arguments: [
            ("postgresql://h/d?table=Places", "postgresql://h/d", "Places"),
            (
                "postgres://u@h:5433/d?sslmode=require&table=a.b&connect_timeout=3",
                "postgres://u@h:5433/d?sslmode=require&connect_timeout=3", "a.b"
            ),
            ("postgresql:///d?table=%E5%A0%B4%E6%89%80%20%26%20x", "postgresql:///d", "場所 & x"),
            ("postgresql://", "postgresql://", nil),
            ("postgresql:///?service=s&table=", "postgresql:///?service=s", nil),
            ("postgresql://u:p?table=x@h/d?table=t", "postgresql://u:p?table=x@h/d", "t"),
        ] as [(String, String, String?)])
    func parts(text: String, connection: String, table: String?) throws {
        let address = try ServerAddress(text)
        #expect(address.connection == connection)
        #expect(address.table == table)
    }

    @Test("What is no address, or has unknown parameters")
    func mistakes() {
        for text in ["postgresql:d", "postgresql://h/d?table=%ff", "postgresql://h/d?port=%zz"] {
            #expect(throws: ServerError.notAnAddress) { try ServerAddress(text) }
        }
        #expect(throws: ServerError.unknownParameter("tabel")) { try ServerAddress("postgresql://h/d?tabel=x") }
        #expect(throws: ServerError.unknownParameter("pass word")) {
            try ServerAddress("postgresql://h/d?pass%20word=x")
        }
    }

    @Test(
        "A password is noticed, and not shown",
        arguments: [
            "postgresql://me:se%63ret@h/d?table=t", "postgresql://h/d?password=secret&user=me&table=t",
            "postgresql://me:secret@h/d?table=t",
        ])
    func passwords(text: String) throws {
        let address = try ServerAddress(text)
        #expect(address.hasPassword)
        #expect(address.shownText == "postgresql://h/d?table=t")
        var dumped = ""
        dump(address, to: &dumped)
        #expect(!"\(address) \(String(reflecting: address)) \(dumped)".contains("secret"))
    }

    @Test("Files are not taken for addresses")
    func files() {
        for path in ["postgresql", "a/postgresql://x", "./postgresql:x", "PostgreSQL.kiroku", "-", ""] {
            #expect(!ServerAddress.isAddress(path))
        }
    }

    @Test("What a server says is shortened, in one line, and harmless")
    func texts() {
        #expect(ServerText.shown("a\u{1b}[31m\r\n\u{202e}b  c.") == "a [31m b c")
        let long = String(repeating: "é", count: 5_000)
        #expect(ServerText.shown(long).utf8.count <= ServerText.limit + 3)
        #expect(ServerText.shown(long).hasSuffix("é…"))
        #expect(ServerText.shown(nil) == "")
        let secret = String(repeating: "x", count: ServerText.limit - 2) + "secret"
        #expect(!ServerText.shown(secret, without: ["secret"]).contains("se"))
        let message = "connection to server failed: FATAL: 28P01: no password LOCATION: auth_failed, auth.c:1"
        #expect(ServerText.code(in: message) == "28P01")
        #expect(ServerText.sentence(in: message) == "no password")
        #expect(ServerText.code(in: "could not connect") == nil)
    }
}
