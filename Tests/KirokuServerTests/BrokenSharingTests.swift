import CoreTestSupport
import Foundation
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuServer
@testable import KirokuTable

/// Putting a document on a server, which breaks off.
@Suite("Sharing that breaks off")
@MainActor
struct BrokenSharingTests {
    private let database: Database
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        database = try Database()
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
    }

    private func make(_ count: Int = 4) async throws {
        await (try await DocumentStores.create(at: path, table: try numbers(count))).close()
    }

    private func share(_ address: ServerAddress) async throws {
        let shared = try await DocumentToShare.open(path)
        do {
            try await shared.share(by: try shared.plan(at: address, roles: [], schema: "public"))
        } catch {
            await shared.close()
            throw error
        }
        await shared.close()
    }

    /// Makes all of it on the server, and ends before that is noted here.
    private func shareInVain() async throws {
        let store = DocumentStores.at(path)
        let table = try await store.load().table
        let plan = try SharePlan(
            table.schema, at: try database.address(table: "Places"), name: "a", roles: [], schema: "public")
        _ = try await plan.carryOut(table, [], try await DocumentStores.log(of: store), nil) { _ in
        } prepare: { (document, backend) async throws(ServerError) in
            do throws(StorageError) {
                try await DocumentStores.prepareSharing(of: store, as: document, by: backend)
            } catch {
                throw .storage(error)
            }
        }
        await store.close()
    }

    private func edit(_ record: Int, _ number: Int) async throws {
        let store = DocumentStores.at(path)
        let document = Document(title: "a", contents: try await store.load(), store: store)
        try document.setCells([CellEdit(record: record, field: 1, value: .int(number))])
        await document.close()
    }

    /// The numbers of all who have the document, after they were brought in step.
    private func numbersOfAll() async throws -> Set<[String?]> {
        let first = try await Member(path)
        _ = try await first.sync()
        let other = folder.path("other.kiroku")
        try await SharedDocuments.join(try database.address(table: "Places"), at: other)
        let second = try await Member(other)
        let found = Set([first, second].map { $0.texts.map { $0[1] } })
        #expect(try await first.status().waiting == 0)
        await first.close()
        await second.close()
        return found
    }

    private func schemas() throws -> String? {
        try database.value("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'kiroku%'")
    }

    @Test("A line that is cut anywhere leaves nothing on the server, or all of it, and the next attempt succeeds")
    func cut() async throws {
        let socket = try TemporaryFolder()
        let proxy = CuttingProxy(socket.path, to: database.server.socket, port: database.server.port)
        let address = try ServerAddress(
            "postgresql:///\(database.name)?host=\(socket.path)&port=\(database.server.port)&user=kiroku&table=Places")
        try await make(400)
        try await share(address)
        let all = proxy.passedCount
        for count in stride(from: all / 12, through: all, by: all / 12) + [all - 40, all - 20, all - 1] {
            try database.execute(
                """
                DO $$ BEGIN EXECUTE (SELECT format('DROP TABLE "Places"; DROP SCHEMA %I CASCADE', nspname) FROM pg_namespace
                  WHERE nspname LIKE 'kiroku%'); END $$
                """)
            try FileManager.default.removeItem(atPath: path)
            try await make(400)
            proxy.cut(after: count)
            try? await share(address)
            proxy.cut(after: nil)
            if await SharedDocuments.shown(path) == nil { try await share(address) }
            #expect(try schemas() == "1")
            #expect(try database.value(#"SELECT count(*) FROM "Places""#) == "400")
            let member = try await Member(path)
            let report = try await member.sync()
            #expect((report.sent, report.received) == (0, 0))
            await member.close()
        }
        proxy.end()
    }

    @Test("What was made before the program was killed is gone on with, with what was edited here and there since")
    func undelivered() async throws {
        try await make()
        try await shareInVain()
        try await edit(0, 7)
        try await edit(1, 8)
        try database.execute(#"UPDATE "Places" SET "Number" = 9 WHERE "Name" = 'Record 2'"#)
        #expect(await SharedDocuments.shown(path) == nil)
        try await share(try database.address(table: "Places"))
        #expect(try schemas() == "1")
        #expect(try await numbersOfAll() == [["7", "8", "9", "0"]])
    }

    @Test("So is what another program has written to the document; where others have changed it, it is to be decided")
    func otherProgram() async throws {
        try await make()
        try await shareInVain()
        try SQLiteTool(path).run("UPDATE records SET f2 = 5 WHERE f1 IN ('Record 2', 'Record 3')")
        try database.execute(#"UPDATE "Places" SET "Number" = 9 WHERE "Name" = 'Record 3'"#)
        try await share(try database.address(table: "Places"))
        #expect(try await numbersOfAll() == [["0", "0", "5", "9"]])
        let member = try await Member(path)
        #expect(member.document.conflicts.map(\.own) == [.int(5)])
        await member.close()
    }

    @Test("If it cannot be told what has been changed where, nothing is overwritten", arguments: [true, false])
    func unknown(isChangedThere: Bool) async throws {
        try await make()
        try await shareInVain()
        do {
            // Without the triggers.
            let file = try SQLiteConnection(file: path, path: path, access: .writing, lockWait: 5_000)
            try file.execute("UPDATE records SET f2 = 5 WHERE f1 = 'Record 3'")
        }
        if isChangedThere { try database.execute(#"UPDATE "Places" SET "Number" = 9 WHERE "Name" = 'Record 3'"#) }
        try await share(try database.address(table: "Places"))
        let theirs = isChangedThere ? "9" : "0"
        #expect(try await numbersOfAll() == [["0", "0", "0", theirs]])
        let member = try await Member(path)
        #expect(member.document.conflicts.map(\.own) == [.int(5)])
        await member.close()
    }

    @Test("What is edited after an attempt that was given up is not kept for ever")
    func givenUp() async throws {
        try await make()
        try await shareInVain()
        let store = DocumentStores.at(path)
        let document = Document(title: "a", contents: try await store.load(), store: store)
        for number in 0..<3 { try document.setCells([CellEdit(record: 0, field: 1, value: .int(number + 1))]) }
        await document.close()
        let tool = try SQLiteTool(path)
        #expect(try tool.run("SELECT count(*) > 0 FROM journal WHERE accepted = 0") == ["1"])
        try tool.run(
            "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 10000) "
                + "INSERT INTO journal(id, counter, accepted, at, person, program, size, change) "
                + "SELECT n, (SELECT max(counter) FROM journal), 0, '', '', '', 1, x'00' FROM n")
        try await edit(0, 8)
        #expect(try tool.run("SELECT count(*) FROM sqlite_schema WHERE name IN ('wanted', 'originals')") == ["0"])
    }

    @Test("The table of somebody else is not taken for one's own")
    func others() async throws {
        try await make()
        try await shareInVain()
        try database.execute(#"ALTER TABLE "Places" RENAME TO "Mine"; CREATE TABLE "Places" (id integer PRIMARY KEY)"#)
        await #expect(throws: SyncError.server(.tableExists("Places"))) {
            try await share(try database.address(table: "Places"))
        }
        try await share(try database.address(table: "Mine"))
        #expect(await SharedDocuments.shown(path)?.waiting == 0)
    }
}
