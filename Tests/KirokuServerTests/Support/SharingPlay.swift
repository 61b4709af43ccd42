import CoreTestSupport
import Glibc
import KirokuCore

@testable import KirokuServer

/// A play of three copies, and another program.
@MainActor
final class SharingPlay {
    /// What else happens.
    enum Faults {
        /// Connections end in the middle of whatever they do.
        case connections
        /// The copies are brought in step by processes of their own, which are killed or put to sleep at any moment.
        case processes
        /// So they are, and the server is killed or stopped at once meanwhile.
        case server(PrivateServer)
        /// Connections end, and there is a pool between all copies and the server, which ``PrivateServer/Place`` is about.
        case pool(PrivateServer, PrivateServer.Place)
        /// None; another program writes without looking.
        case blind
    }

    private var random: SeededGenerator
    private let faults: Faults
    /// Whether the server removes what is older than some tenths of a second.
    private let isPruned: Bool
    private var texts = 0
    /// What each has left out at any time: an edit of the same cell decides it.
    private var leftOut: [String: [EditConflict]] = [:]

    init(_ seed: UInt64, _ faults: Faults, isPruned: Bool = false) {
        random = SeededGenerator(seed: seed)
        self.faults = faults
        self.isPruned = isPruned
    }

    func run() async throws -> [String] {
        var table = try RecordTable(fieldNames: ["A", "B", "C"], fieldTypes: [.string, .string, .string])
        for record in 0..<5 { try table.addRecord(["a", "b", "c"].map { .string("\($0)\(record)") }) }
        var own: PrivateServer?
        var pool: PrivateServer.Place?
        switch faults {
        case .server(let server): own = server
        case .pool(let server, let place): (own, pool) = (server, place)
        default: break
        }
        let team = try await Team(table, count: 3, on: own)
        if let pool { for member in team.members { try await member.reroute(to: pool.socket) } }
        if isPruned { try team.keep("0.3 seconds") }
        var oracle = PlayOracle(table)
        for _ in 0..<36 {
            if isPruned { _ = try team.database.value("SELECT \(team.home).prune()") }
            let number = Int.random(in: 0..<team.members.count, using: &random)
            let member = team[number]
            switch Int.random(in: 0..<12, using: &random) {
            case 0...6:
                let before = member.table
                leftOut["\(number)", default: []] += member.document.conflicts
                try edit(member)
                oracle.note("\(number)", from: before, to: member.table)
                await member.document.finishSaving()
            case 7: try script(team, &oracle)
            case 8: try fault(team, member, &oracle)
            default: try await disturbedSync(member)
            }
        }
        var complaints: [String] = []
        for _ in 0..<3 {
            for member in team.members { try await sync(member) }
        }
        let database = team.members[0]
        for member in team.members where member.texts != database.texts || member.table.ids != database.table.ids {
            complaints.append("\(member.texts) is not \(database.texts)")
        }
        let there = try team.database.line().rows(
            """
            SELECT "A", "B", "C" FROM "Places" ORDER BY coalesce(kiroku_after, kiroku_record), coalesce(kiroku_step, 0),
              kiroku_record
            """)
        let rows = there.map { row in (0..<3).map { row[$0] } }
        if rows != database.texts { complaints.append("the server has \(rows) and not \(database.texts)") }
        for (number, member) in team.members.enumerated() {
            leftOut["\(number)", default: []] += member.document.conflicts
        }
        complaints += oracle.complaints(database.table, leftOut)
        await team.close()
        return complaints
    }

    private func fault(_ team: Team, _ member: Member, _ oracle: inout PlayOracle) throws {
        switch faults {
        case .connections, .processes, .pool: _ = try? team.database.execute(Self.killing)
        case .server(let server): try server.crash(Bool.random(using: &random) ? .kill : .stop)
        case .blind: try overwrite(team, member, &oracle)
        }
    }

    private static let killing = """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'kiroku' AND pid <> pg_backend_pid()
        """

    /// Brings a copy in step, or as far as that goes.
    private func disturbedSync(_ member: Member) async throws {
        switch faults {
        case .connections, .pool, .blind: return try await sync(member)
        case .processes, .server: break
        }
        let process = try SyncProcess(member.path)
        let pause = UInt32.random(in: 0..<200_000, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            usleep(pause)
            process.send(SIGKILL)
        case 1:
            usleep(pause)
            process.send(SIGSTOP)
            // The server may have given it up when it wakes.
            try await Task.sleep(for: .milliseconds(50))
            process.send(SIGCONT)
        case 2:
            usleep(pause)
            if case .server(let server) = faults { try server.crash(.kill) }
        default: break
        }
        process.end()
        try await member.catchUp()
    }

    /// One that fails is tried again.
    private func sync(_ member: Member) async throws {
        for _ in 0..<3 {
            if (try? await member.sync()) != nil { return }
        }
        try await member.sync()
    }

    private func text() -> String {
        texts += 1
        return "text \(texts)"
    }

    private func edit(_ member: Member) throws {
        let (document, count) = (member.document, member.table.count)
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            let index = Int.random(in: 0...count, using: &random)
            var records = RecordTable(schema: member.table.schema)
            try records.addRecord([.string(text()), .string(text()), .empty])
            try document.apply(try .insertRecords(records, at: RecordIndexes(index), in: member.table))
        case 1 where count > 3:
            try document.deleteRecords(at: RecordIndexes(Int.random(in: 0..<count, using: &random)))
        case 2 where count > 2:
            try document.moveRecords(at: RecordIndexes(Int.random(in: 0..<count, using: &random)), to: 0)
        default:
            guard count > 0 else { return }
            let record = Int.random(in: 0..<min(count, 3), using: &random)
            let fields = Set((0..<2).map { _ in Int.random(in: 0..<3, using: &random) }).sorted()
            try document.setCells(fields.map { CellEdit(record: record, field: $0, value: .string(text())) })
        }
    }

    /// Another program changes what it has just read.
    private func script(_ team: Team, _ oracle: inout PlayOracle) throws {
        let line = try team.database.line()
        let row = try line.rows(
            """
            UPDATE "Places" p SET "A" = $1 FROM (SELECT kiroku_record AS id, "A" AS old FROM "Places" ORDER BY 1 LIMIT 1) o
            WHERE p.kiroku_record = o.id RETURNING o.id, o.old
            """, [text()]
        ).first
        guard let row, let id = row.number(0) else { return }
        oracle.add(
            "sql", RecordID(rawValue: Int64(id)), team[0].table.schema[0].id, from: row[1] ?? "", to: "text \(texts)")
    }

    /// What a program does that does not compare: it writes over what it saw some time ago.
    private func overwrite(_ team: Team, _ member: Member, _ oracle: inout PlayOracle) throws {
        guard let id = member.table.ids.first else { return }
        let seen = member.table[0, 0].plainText ?? ""
        try team.database.execute(#"UPDATE "Places" SET "A" = '\#(text())' WHERE kiroku_record = \#(id.rawValue)"#)
        oracle.add("blind", id, member.table.schema[0].id, from: seen, to: "text \(texts)")
    }
}

extension PlayOracle {
    mutating func add(_ author: String, _ record: RecordID, _ field: FieldID, from before: String, to after: String) {
        add(Edit(author: author, cell: Cell(record: record, field: field), before: before, after: after))
    }
}
