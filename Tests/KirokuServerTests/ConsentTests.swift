import CoreTestSupport
import Foundation
import Glibc
import KirokuCore
import Testing

@testable import KirokuServer

@Suite("Which documents may connect")
@MainActor
struct ConsentTests {
    @Test(
        "Of an address in a file, only what leads to the server counts",
        arguments: [
            (
                "postgresql://me@db.example.com:5433/d?table=a.b&key=x,y&sslmode=verify-full",
                "postgresql://me@/d?host=db.example.com&port=5433&sslmode=verify-full&table=a.b&key=x,y", []
            ),
            (
                "postgresql://me:secret@db/d?hostaddr=6.6.6.6&sslmode=require&sslrootcert=/nonexistent&table=t",
                "postgresql://me@/d?host=db&table=t", ["hostaddr", "sslmode", "sslrootcert"]
            ),
            (
                "postgresql:///?service=s&passfile=/x&options=-c%20a&gssencmode=require&channel_binding=disable"
                    + "&target_session_attrs=any&requirepeer=me&sslmode=disable&table=t",
                "postgresql:///?table=t",
                [
                    "channel_binding", "gssencmode", "options", "passfile", "requirepeer", "service", "sslmode",
                    "target_session_attrs",
                ]
            ),
            ("postgresql:///d?hostaddr=6.6.6.6&table=t", "postgresql:///d?host=6.6.6.6&table=t", ["hostaddr"]),
        ] as [(String, String, [String])])
    func stripped(text: String, portable: String, unused: [String]) throws {
        #expect(try ServerAddress(inFile: text).keptText == portable)
        #expect(try ServerAddress(text).fileText == portable)
        #expect(try ServerAddress(text).unusedParameters == unused)
    }

    @Test("A password that another program has given with an address stays with it")
    func outside() throws {
        let address = try ServerAddress(fromOutside: "postgresql://me:secret@db/d?sslmode=disable&table=t")
        #expect(address.values == ["user": "me", "password": "secret", "host": "db", "dbname": "d"])
    }

    // MARK: Before anything is connected to

    /// What bringing a document in step throws.
    private func failure(_ path: String) async throws -> SyncError? {
        let desk = try await SyncEngine.open(path, isListening: false)
        defer { Task { await desk.close() } }
        do throws(SyncError) {
            _ = try await desk.sync()
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "A document that was shared or joined here connects; another address in it does not, not even to be looked up")
    func changedAddress() async throws {
        let listener = try LocalListener()
        let team = try await Team(try numbers())
        for member in [team[0], team[1]] {
            #expect(try await failure(member.path) == nil)
            #expect(await SharedDocuments.shown(member.path)?.allowedSince != nil)
        }
        let path = team[0].path
        for host in ["127.0.0.1", "host.that.is.looked.up.invalid"] {
            try await team[0].note { $0.address = "postgresql://me@\(host):\(listener.port)/d?table=Places" }
            let shown = "postgresql://\(host):\(listener.port)/d?table=Places"
            #expect(try await failure(path) == .server(.notAllowed(server: shown)))
            #expect(await SharedDocuments.shown(path)?.allowedSince == nil)
        }
        #expect(!listener.hasHeard)
        await team.close()
    }

    @Test("It holds for the file: not for a copy of it, nor for another file in its place, but wherever it is moved to")
    func files() async throws {
        let team = try await Team(try numbers(), count: 1)
        await team[0].close()
        let (path, other) = (team[0].path, team.folder.path("moved.kiroku"))
        #expect(rename(path, other) == 0)
        #expect(try await failure(other) == nil)
        try copyFile(other, to: path)
        #expect(try await failure(path)?.asksForConsent == true)
        #expect(rename(path, other) == 0)
        #expect(try await failure(other)?.asksForConsent == true)
        try await SharedDocuments.allow(other)
        #expect(try await failure(other) == nil)
        try await SharedDocuments.revoke(other)
        #expect(try await failure(other)?.asksForConsent == true)
    }

    @Test("What another program takes back ends a connection with the next look, and it comes again when it is allowed")
    func takenBack() async throws {
        let team = try await Team(try numbers(), count: 1)
        let member = team[0]
        _ = try await member.sync()
        let connection = try #require(await member.desk.connection)
        let file = try await CardFile.openForSync(member.path)
        let state = try #require(try await file.syncState())
        await file.close()
        let subject = try #require(ConsentSubject(member.path, state))
        // As if by another program: only what is kept is another one.
        try ServerConsents.shared.revoke(subject)
        try await member.set(.int(1), 0, 1)
        await #expect(throws: SyncError.server(.notAllowed(server: try ServerAddress(inFile: state.address).shownText)))
        {
            try await member.desk.sync()
        }
        #expect(await !connection.session.isOpen)
        #expect(try team.column("Number") == "0,0,0,0")
        try await SharedDocuments.allow(member.path)
        #expect(try await member.sync().sent == 1)
        await team.close()
    }

    @Test("While a document is kept in step, that is said as soon as it is taken back")
    func takenBackMeanwhile() async throws {
        let team = try await Team(try numbers(), count: 1)
        let (desk, path) = (team[0].desk, team[0].path)
        let (statuses, told) = AsyncStream<SyncStatus>.makeStream()
        let keeping = Task { [folder = team.folder.path] in
            await desk.run(leaseFolder: folder) { told.yield($0) }
            told.finish()
        }
        var isRevoked = false
        for await status in statuses {
            if status.connection == .online, !isRevoked {
                try await SharedDocuments.revoke(path)
                isRevoked = true
                // The next look, without waiting for it.
                try await team[0].set(.int(1), 0, 1)
            }
            if status.asksForConsent { break }
        }
        #expect(isRevoked)
        keeping.cancel()
        await keeping.value
        #expect(try team.column("Number") == "0,0,0,0")
        await team.close()
    }

    private func copyFile(_ path: String, to other: String) throws {
        try FileManager.default.copyItem(atPath: path, toPath: other)
    }

    @Test("What was entered of an address is kept here, and not in the document")
    func parameters() async throws {
        let (database, folder) = (try Database(), try TemporaryFolder())
        try database.execute("CREATE TABLE t (id integer PRIMARY KEY); INSERT INTO t VALUES (1)")
        let path = folder.path("t.kiroku")
        let text = database.text(table: "t", more: "&application_name=entered&connect_timeout=70")
        try await SharedDocuments.join(try ServerAddress(text), at: path)
        let file = try await CardFile.openForSync(path)
        let state = try #require(try await file.syncState())
        #expect(try ServerAddress(state.address).unusedParameters.isEmpty)
        let connection = try await SharedConnection(of: file, state)
        #expect(try await connection.ask("SHOW application_name").first?[0] == "entered")
        #expect(connection.session.address.values["connect_timeout"] == "70")
        await connection.close()
        await file.close()
        // What others say of it, or a copy of it, has the portable part only.
        let copy = folder.path("copy.kiroku")
        try copyFile(path, to: copy)
        try await SharedDocuments.allow(copy)
        let facts = try #require(await SharedDocuments.shown(copy))
        #expect(facts.server?.values["application_name"] == nil)
        #expect(try await failure(copy) == nil)
    }

    @Test("It is asked by the names of server, user, database and table, and what is not used is said")
    func question() async throws {
        let team = try await Team(try numbers(), count: 1)
        try await team[0].note {
            $0.address = "postgresql://me@db.example.com:5433/cards?table=Places&sslmode=require"
        }
        let question = try await #require(await SharedDocuments.shown(team[0].path)).connectionQuestion()
        for part in ["db.example.com:5433", "me", "“cards”", "“Places”", "sslmode"] {
            #expect(question.contains(part))
        }
        try await team[0].note { $0.address = "postgresql://db/d?tabel=Places" }
        await #expect(throws: SyncError.self) {
            try await SharedDocuments.shown(team[0].path)?.connectionQuestion()
        }
        await #expect(throws: SyncError.server(.unknownParameter("tabel"))) {
            try await SharedDocuments.allow(team[0].path)
        }
        await team.close()
    }

    @Test("What is allowed is kept for all programs of the user, and taken back for all of them")
    func kept() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("a.kiroku")
        #expect(FileManager.default.createFile(atPath: file, contents: nil))
        let state = SyncState(
            address: "postgresql://db/d?table=t", document: "d", system: "", timeline: "", cursor: nil, fields: 1)
        let subject = try #require(ConsentSubject(file, state))
        let (one, other) = (ServerConsents(), ServerConsents())
        for consents in [one, other] {
            consents.keep { DictionaryFileLink(path: folder.path("servers/\($0).plist")) }
            #expect(consents.consent(for: subject) == nil)
        }
        try one.allow(try ServerConsent(subject, entered: try ServerAddress("postgresql://db/d?sslmode=verify-ca")))
        #expect(other.consent(for: subject)?.address == "postgresql:///d?host=db&sslmode=verify-ca&table=t")
        var changed = state
        changed.document = "other"
        #expect(try other.consent(for: #require(ConsentSubject(file, changed))) == nil)
        try other.revoke(subject)
        #expect(one.consent(for: subject) == nil)
    }
}
