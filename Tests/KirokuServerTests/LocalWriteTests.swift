import CoreTestSupport
import Synchronization
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuServer
@testable import KirokuTable

/// Other programs write to the file here, while others edit the table on the server without a pause.
///
/// None of what others have committed may be set back or deleted, and what was written here arrives.
@Suite("Writing to the file and to the server at the same time", .serialized)
@MainActor
struct LocalWriteTests {
    /// What a colleague has written last: the numbers by the names of the records.
    private typealias Written = [String: Int]

    private let count = 120
    private let rounds = 40

    /// Edits that somebody else makes on the server.
    private struct Colleague {
        /// Ends them; the task is not cancelled, because nobody could tell whether its last edit is there.
        let isToStop: Flag
        let work: Task<Written, any Error>

        /// - Returns: what they have written.
        func stop() async throws -> Written {
            isToStop.raise()
            return try await work.value
        }
    }

    private final class Flag: Sendable {
        private let state = Mutex(false)

        var isRaised: Bool { state.withLock { $0 } }

        func raise() { state.withLock { $0 = true } }
    }

    /// Edits every second record of a table, and adds some, as fast as the server lets it.
    private func colleague(
        _ database: Database, set: @escaping @Sendable (String, Int) -> String,
        add: @escaping @Sendable (String, Int) -> String
    ) -> Colleague {
        let (count, isToStop) = (count, Flag())
        let work = Task.detached {
            let line = try database.line()
            var (written, number) = (Written(), 0)
            while !isToStop.isRaised {
                number += 1
                if number.isMultiple(of: 20) {
                    try line.execute(add("Added \(number)", number))
                    written["Added \(number)"] = number
                } else {
                    let name = "Record \(number * 2 % count + 1)"
                    try line.execute(set(name, number))
                    written[name] = number
                }
            }
            return written
        }
        return Colleague(isToStop: isToStop, work: work)
    }

    /// How a program writes to the file.
    nonisolated enum Writing: CaseIterable {
        case usual
        /// So that it cannot be noted.
        case withoutTriggers
    }

    /// Edits the other half, adds records and deletes some, and brings the copy in step after each.
    ///
    /// - Parameters:
    ///   - numbers: the column of the numbers in the file.
    ///   - add: what adds a record.
    /// - Returns: what was written.
    private func write(
        to member: Member, _ writing: Writing, names: String, numbers: String, add: (String, Int) -> String
    ) async throws -> Written {
        var written = Written()
        func run(_ sql: String) throws {
            switch writing {
            case .usual: try SQLiteTool(member.path).run(sql)
            case .withoutTriggers:
                try SQLiteConnection(file: member.path, path: member.path, access: .writing, lockWait: 20_000)
                    .execute(sql)
            }
        }
        for number in 1...rounds {
            for record in stride(from: number * 2 % 10, to: count, by: 10) {
                try run("UPDATE records SET \(numbers) = \(number) WHERE \(names) = 'Record \(record)'")
                written["Record \(record)"] = number
            }
            try run(add("Local \(number)", number))
            written["Local \(number)"] = number
            if number.isMultiple(of: 3) {
                try run("DELETE FROM records WHERE \(names) = 'Local \(number - 1)'")
                written["Local \(number - 1)"] = nil
            }
            _ = try await member.desk.sync()
        }
        return written
    }

    private func check(
        _ colleague: Written, _ local: Written, _ server: Written, _ member: Member, _ writing: Writing
    ) async throws {
        #expect(colleague.count > count / 2)
        #expect(colleague.filter { server[$0] != $1 }.isEmpty, "set back, or deleted")
        switch writing {
        case .usual:
            #expect(local.filter { server[$0] != $1 }.isEmpty, "has not arrived")
            #expect(!server.keys.contains { $0.hasPrefix("Local") && local[$0] == nil }, "was deleted here")
            #expect(member.document.conflicts.isEmpty)
        case .withoutTriggers: #expect(!member.document.conflicts.isEmpty)
        }
    }

    @Test("A shared document", arguments: Writing.allCases)
    func shared(_ writing: Writing) async throws {
        let team = try await Team(try numbers(count), count: 1)
        let member = team[0]
        await member.document.close()
        let colleague = colleague(team.database) {
            #"UPDATE "Places" SET "Number" = \#($1) WHERE "Name" = '\#($0)'"#
        } add: {
            #"INSERT INTO "Places" ("Name", "Number") VALUES ('\#($0)', \#($1))"#
        }
        let local = try await write(to: member, writing, names: "f1", numbers: "f2") {
            "INSERT INTO records(f1, f2) VALUES('\($0)', \($1))"
        }
        let theirs = try await colleague.stop()
        let copy = try await Member(member.path)
        for _ in 0..<3 { _ = try await copy.sync() }
        let server = try written(team.database, #"SELECT "Name", "Number" FROM "Places""#)
        try await check(theirs, local, server, copy, writing)
        #expect(Dictionary(copy.texts.map { ($0[0] ?? "", Int($0[1] ?? "") ?? -1) }) { $1 } == server)
        await copy.close()
        await team[0].desk.close()
    }

    @Test("A copy of another program's table", arguments: Writing.allCases)
    func foreign(_ writing: Writing) async throws {
        let copies = try await Copies(
            """
            CREATE TABLE t (id integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY, name text, number integer);
            INSERT INTO t (name, number) SELECT 'Record ' || n, 0 FROM generate_series(0, \(count - 1)) n
            """)
        let member = copies[0]
        await member.document.close()
        let colleague = colleague(copies.database) {
            "UPDATE t SET number = \($1) WHERE name = '\($0)'"
        } add: {
            "INSERT INTO t (name, number) VALUES ('\($0)', \($1))"
        }
        let local = try await write(to: member, writing, names: "f2", numbers: "f3") {
            "INSERT INTO records(f1, f2, f3) VALUES(\($1 + 1_000_000), '\($0)', \($1))"
        }
        let theirs = try await colleague.stop()
        let copy = try await Member(member.path)
        for _ in 0..<3 { _ = try await copy.sync() }
        let server = try written(copies.database, "SELECT name, number FROM t")
        try await check(theirs, local, server, copy, writing)
        #expect(Dictionary(copy.texts.map { ($0[1] ?? "", Int($0[2] ?? "") ?? -1) }) { $1 } == server)
        await copy.close()
        await member.desk.close()
    }

    private func written(_ database: Database, _ sql: String) throws -> Written {
        Dictionary(try database.line().rows(sql).map { ($0[0] ?? "", $0.number(1) ?? -1) }) { $1 }
    }

    @Test("A table that was loaded with its triggers off is not set back by one cell that a script writes here")
    func loadedWithoutTriggers() async throws {
        let team = try await Team(try numbers(), count: 1)
        try team.database.execute(
            """
            ALTER TABLE "Places" DISABLE TRIGGER USER; UPDATE "Places" SET "Number" = 9 WHERE "Name" <> 'Record 0';
            ALTER TABLE "Places" ENABLE TRIGGER USER
            """)
        try SQLiteTool(team[0].path).run("UPDATE records SET f2 = 5 WHERE f1 = 'Record 0'")
        _ = try await team[0].sync()
        #expect(try team.column("Number") == "5,9,9,9")
        await team.close()
    }

    @Test("A new record whose identity somebody else's has on the server gets another one, and both are there")
    func clash() async throws {
        let team = try await Team(try numbers(1))
        try team[0].document.insertRecords(at: 1)
        try await team[0].set(.string("First"), 1, 0)
        let id = team[0].table.ids[1].rawValue
        try SQLiteTool(team[1].path).run("INSERT INTO records(id, f1) VALUES(\(id), 'Second')")
        try await team.sync()
        for member in team.members {
            #expect(Set(member.texts.map { $0[0] }) == ["Record 0", "First", "Second"])
            #expect(member.document.conflicts.isEmpty)
            #expect(member.table.index(of: RecordID(rawValue: id)).map { member.table[$0, 0] } == .string("First"))
        }
        await team.close()
    }
}
