import CoreTestSupport
import KirokuCore
import Testing

@testable import KirokuServer

/// A backup that is put back into a document that is shared.
@Suite("Putting a backup back into a shared document")
@MainActor
struct SharedRestoreTests {
    /// A document of two, which was backed up by the first, and edited by the second since.
    private func team() async throws -> (team: Team, backup: String) {
        let team = try await Team(try numbers())
        try await team[0].set(.int(1), 0, 1)
        try await team.sync()
        let backup = team.folder.path("backup.kiroku")
        try await team[0].document.backUp(to: backup)
        try await team[1].set(.int(70), 0, 1)
        try await team[1].set(.int(71), 1, 1)
        try team[1].document.deleteRecords(at: RecordIndexes(3))
        try team[1].add([["Later", "9"]])
        try await team.sync()
        return (team, backup)
    }

    @Test("It is an edit: it stays, everybody gets it, and undo takes it back for everybody")
    func everybody() async throws {
        let (team, backup) = try await team()
        let (then, before) = (try await Self.rows(of: backup), team[0].texts)
        let edit = try await team[0].document.edit(puttingBack: backup)
        #expect((edit.changedCount, edit.deletedCount, edit.addedCount) == (2, 1, 1))
        #expect(try await team[0].document.restore(edit) == 0)
        try await team.sync()
        #expect(team[0].texts == then && team[1].texts == then)
        #expect(try team.column("Number") == "1,0,0,0")
        #expect(try await team[0].status().waiting == 0)

        #expect(try team[0].document.undo() == .restore)
        try await team.sync()
        #expect(team[0].texts == before && team[1].texts == before)
        #expect(try team.column("Number") == "70,71,0,9")
        await team.close()
    }

    @Test("Without the server it waits; what others change meanwhile is not overwritten but to be decided")
    func offline() async throws {
        let (team, backup) = try await team()
        try await team[0].reroute(to: team.folder.path("nowhere"))
        let edit = try await team[0].document.edit(puttingBack: backup)
        // Nothing of this is known here.
        try await team[1].set(.int(80), 0, 1)
        _ = try await team[1].sync()
        #expect(try await team[0].document.restore(edit) == 0)
        await team[0].document.finishSaving()
        await #expect(throws: SyncError.self) { try await team[0].sync() }
        #expect(try await team[0].status().waiting == 1)
        #expect(try team.column("Number") == "80,71,0,9")
        try await team[0].reroute(to: try PrivateServer.shared.get().place.socket)
        try await team.sync()
        #expect(try team.column("Number") == "80,0,0,0")
        #expect(team[0].texts.map { $0[1] } == ["80", "0", "0", "0"])
        #expect(team[0].document.conflicts.map(\.own) == [.int(1)])
        await team.close()
    }

    @Test("What comes from others between the question and the answer stays, and is to be decided")
    func meanwhile() async throws {
        let (team, backup) = try await team()
        let edit = try await team[0].document.edit(puttingBack: backup)
        try await team[1].set(.int(80), 0, 1)
        try await team.sync()
        #expect(try await team[0].document.restore(edit) == 1)
        try await team.sync()
        #expect(try team.column("Number") == "80,0,0,0")
        #expect(team[0].document.conflicts.map(\.own) == [.int(1)])
        #expect(team[1].texts == team[0].texts)
        await team.close()
    }

    @Test("In another program's table, fields stay, and what may not be edited is refused before anything is done")
    func foreign() async throws {
        let copies = try await Copies(
            "CREATE TABLE t (id int PRIMARY KEY, name text, note text); INSERT INTO t VALUES (1, 'a', 'x')")
        let backup = copies.folder.path("backup.kiroku")
        try await copies[0].document.backUp(to: backup)
        try copies.database.execute("UPDATE t SET name = 'b'; ALTER TABLE t DROP COLUMN note")
        _ = try await copies[0].sync()
        let edit = try await copies[0].document.edit(puttingBack: backup)
        #expect((edit.changedCount, edit.fieldCount, edit.missingFields) == (1, 0, ["note"]))
        _ = try await copies[0].document.restore(edit)
        _ = try await copies[0].sync()
        #expect(try copies.rows() == ["(1,a)"])
        try copies.database.execute("ALTER TABLE t DROP CONSTRAINT t_pkey; UPDATE t SET name = 'c'")
        try await copies[0].reconnect()
        _ = try await copies[0].sync()
        await #expect(throws: CopyMergeError.self) { try await copies[0].document.edit(puttingBack: backup) }
        #expect(try copies.rows() == ["(1,c)"])
        await copies.close()
    }

    private static func rows(of path: String) async throws -> [[String?]] {
        let store = DocumentStores.at(path)
        let table = try await store.load().table
        await store.close()
        return table.ids.indices.map { record in table.schema.fields.indices.map { table[record, $0].plainText } }
    }
}
