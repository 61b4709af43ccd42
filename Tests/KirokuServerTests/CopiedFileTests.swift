import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuServer
@testable import KirokuTable

/// A shared document whose file has been copied, and that is used in both places.
@Suite("Two copies of one file", .timeLimit(.minutes(10)))
@MainActor
struct CopiedFileTests {
    /// A copy of a member's file as it is now.
    private func copy(_ member: Member, to path: String) async throws -> Member {
        await member.document.finishSaving()
        try FileManager.default.copyItem(atPath: member.path, toPath: path)
        try await SharedDocuments.allow(path)
        return try await Member(path)
    }

    /// Waits until the server has these numbers, and the documents show what it has.
    private func wait(for numbers: String, _ team: Team, in members: [Member]) async throws {
        while try team.column("Number") != numbers { try await Task.sleep(for: .milliseconds(5)) }
        let names = try #require(try team.column("Name"))
        for member in members {
            while member.texts.map({ $0[0] ?? "" }).joined(separator: ",") != names
                || member.texts.map({ $0[1] ?? "" }).joined(separator: ",") != numbers
            { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    @Test("A copy that is made by the document can be one that is not shared; the document stays so")
    func unshared() async throws {
        let team = try await Team(try numbers(), count: 1)
        try await team[0].reroute(to: team.folder.path("nowhere"))
        try await team[0].set(.int(7), 0, 1)
        let paths = ["shared", "own"].map { team.folder.path("\($0).kiroku") }
        try await team[0].document.backUp(to: paths[0])
        try await team[0].document.backUp(to: paths[1], staysShared: false)
        #expect(try await waiting(paths[0]) == 1)
        #expect(try await waiting(paths[1]) == nil)
        #expect(try await waiting(team[0].path) == 1)
        let store = DocumentStores.at(paths[1])
        #expect(try await store.load().table == team[0].table)
        #expect(!store.capabilities.contains(.sharing))
        await store.close()
        await team.close()
    }

    /// How many edits wait in a file; `nil` if it is not shared.
    private func waiting(_ path: String) async throws -> Int? {
        let file = try await CardFile.openForSync(path)
        let waiting = try await file.syncState() == nil ? nil : try await file.waitingCount()
        await file.close()
        return waiting
    }

    private func edits(_ team: Team) throws -> String? {
        try team.database.value("SELECT count(*) FROM \(team.home).commits")
    }

    @Test("Both are kept in step, the second is told, and nothing is lost or made twice", arguments: [false, true])
    func kept(ofOtherUsers: Bool) async throws {
        let team = try await Team(try numbers(), count: 1)
        let copy = try await copy(team[0], to: team.folder.path("copy.kiroku"))
        // Users do not see each other's leases.
        let other = ofOtherUsers ? try TemporaryFolder() : team.folder
        let first = try await KeptCopy(team[0].path, team.folder)
        #expect(await first.status { $0.connection == .online }?.notice == nil)
        let second = try await KeptCopy(copy.path, other)
        let status = await second.status { $0.connection == .online }
        #expect(status?.notice?.cause == (ofOtherUsers ? nil : .isCopy))
        for number in 1...3 {
            try await team[0].set(.int(number), 0, 1)
            try await copy.set(.int(10 + number), 1, 1)
        }
        try await wait(for: "3,13,0,0", team, in: [team[0], copy])
        #expect(await first.status { $0.waiting == 0 }?.notice == nil)
        #expect(try edits(team) == "6")
        #expect(try await team[0].sharing()?.desk != copy.sharing()?.desk)
        #expect(team[0].document.conflicts.isEmpty && copy.document.conflicts.isEmpty)
        await second.close()
        await first.close()
        await copy.close()
        await team.close()
    }

    @Test("The same file is kept in step by one, by whatever path")
    func sameFile() async throws {
        let team = try await Team(try numbers(), count: 1)
        let path = team.folder.path("link.kiroku")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: team[0].path)
        let first = try await KeptCopy(team[0].path, team.folder)
        _ = await first.status { $0.connection == .online }
        let desk = try await team[0].sharing()?.desk
        let second = try await KeptCopy(path, team.folder)
        #expect(await second.status { _ in true }?.connection == .unknown)
        #expect(try await team[0].sharing()?.desk == desk)
        // It takes over.
        await first.close()
        #expect(await second.status { $0.connection == .online }?.notice == nil)
        #expect(try await team[0].sharing()?.desk == desk)
        await second.close()
        await team.close()
    }

    @Test("What waits in both is made once, whoever sends it")
    func waiting() async throws {
        let team = try await Team(try numbers(), count: 1)
        try await team[0].set(.int(1), 0, 1)
        try team[0].add([["New", "5"]])
        let copy = try await copy(team[0], to: team.folder.path("copy.kiroku"))
        try await team[0].set(.int(2), 0, 1)
        try await copy.set(.int(3), 1, 1)
        let first = try await KeptCopy(team[0].path, team.folder)
        let second = try await KeptCopy(copy.path, team.folder)
        try await wait(for: "2,3,0,0,5", team, in: [team[0], copy])
        _ = await first.status { $0.waiting == 0 }
        _ = await second.status { $0.waiting == 0 }
        #expect(try edits(team) == "4")
        #expect(team[0].document.conflicts.isEmpty && copy.document.conflicts.isEmpty)
        await first.close()
        await second.close()
        await copy.close()
        await team.close()
    }

    @Test("An edit that waits here, and that the other copy has sent, is not laid over itself", arguments: 0..<3)
    func sentByOther(way: Int) async throws {
        let team = try await Team(try numbers(), count: 1)
        try team[0].add([["New", "5"]])
        let copy = try await copy(team[0], to: team.folder.path("copy.kiroku"))
        // It is not sent from the copy, which is connected when the other one sends it.
        try await copy.disown()
        #expect(try await copy.sync().ofOthers == 1)
        _ = try await team[0].sync()
        try await team[0].set(.int(6), 4, 1)
        if way == 2 { try team[0].document.addField("Town", type: .string) }
        _ = try await team[0].sync()
        if way == 1 { try await copy.note { $0.cursor = nil } }
        let report = try await copy.sync()
        #expect((report.waiting, report.ofOthers, report.unresolved) == (0, 0, 0))
        #expect(copy.table == team[0].table && copy.table.ids == team[0].table.ids)
        #expect(copy.document.conflicts.isEmpty)
        #expect(try team.column("Number") == "0,0,0,0,6")
        await copy.close()
        await team.close()
    }

    @Test("What the other copy may have sent so long ago that the server has forgotten it is not sent again")
    func longAgo() async throws {
        let team = try await Team(try numbers(), count: 1)
        try team[0].add([["New", "5"]])
        let copy = try await copy(team[0], to: team.folder.path("copy.kiroku"))
        _ = try await team[0].sync()
        let desk = try #require(try await team[0].sharing()).desk
        try team.database.execute(
            """
            UPDATE \(team.home).commits SET id = gen_random_uuid(), n = 5000 WHERE desk = '\(desk)'
            """)
        let first = try await KeptCopy(team[0].path, team.folder)
        // Whoever leases the name first keeps it.
        _ = await first.status { $0.connection == .online }
        let second = try await KeptCopy(copy.path, team.folder)
        #expect(await second.status { $0.connection == .online && $0.waiting == 0 }?.notice?.cause == .isCopy)
        #expect(try team.database.value("SELECT count(*) FROM \"Places\"") == "5")
        await first.close()
        await second.close()
        await copy.close()
        await team.close()
    }

    @Test("What waits in both copies of another program's table is sent by one of them")
    func foreign() async throws {
        let copies = try await Copies(
            "CREATE TABLE t (id serial PRIMARY KEY, name text); INSERT INTO t (name) VALUES ('a')")
        try copies[0].add([[nil, "new"]])
        let copy = try await copy(copies[0], to: copies.folder.path("copy.kiroku"))
        let first = try await KeptCopy(copies[0].path, copies.folder)
        _ = await first.status { $0.connection == .online && $0.waiting == 0 }
        let second = try await KeptCopy(copy.path, copies.folder)
        #expect(await second.status { $0.connection == .online }?.ofOthers == 1)
        try await copy.set(.string("b"), 0, 1)
        while try copies.rows() != ["(1,b)", "(2,new)"] { try await Task.sleep(for: .milliseconds(5)) }
        await first.close()
        await second.close()
        await copy.close()
        await copies.close()
    }
}

extension Member {
    /// Has what waits look as if another installation had made it.
    fileprivate func disown() async throws {
        let file = CardFile(path: path)
        try await file.openForSync()
        try await file.disownWaiting()
        await file.close()
    }
}

extension CardFile {
    fileprivate func disownWaiting() throws(StorageError) {
        try writeJournaled { (connection) throws(StorageError) in
            try connection.disown()
            return []
        }
    }
}
