import CoreTestSupport
import KirokuCore
import KirokuPictures

@testable import KirokuServer

/// Several copies of a document that is shared on a private server.
@MainActor
final class Team {
    let database: Database
    let folder: TemporaryFolder
    private(set) var members: [Member] = []

    /// Shares a document, and has others join.
    ///
    /// - Parameters:
    ///   - table: its records.
    ///   - count: how many copies there are.
    ///   - options: of the database.
    ///   - server: `nil` for the one that all tests share.
    init(
        _ table: RecordTable, count: Int = 2, pictures: [String: [UInt8]] = [:], options: String = "",
        on server: PrivateServer? = nil
    ) async throws {
        _ = try ProgramState.folder.get()
        database = try Database(options: options, on: server)
        folder = try TemporaryFolder()
        let address = try database.address(table: "Places")
        for number in 1...count {
            let path = folder.path("\(number).kiroku")
            if number == 1 {
                let store = try await DocumentStores.create(at: path, table: table)
                for (name, bytes) in pictures {
                    _ = try await store.addPicture(bytes, hash: pictureHash(bytes), name: name)
                }
                await store.close()
                let shared = try await DocumentToShare.open(path)
                try await shared.share(by: try shared.plan(at: address, roles: [], schema: "public"))
                await shared.close()
            } else {
                try await SharedDocuments.join(address, at: path)
            }
            members.append(try await Member(path))
        }
    }

    subscript(_ number: Int) -> Member { members[number] }

    /// The schema on the server with what Kiroku keeps there.
    var home: String {
        get throws { try database.value("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'kiroku%'") ?? "" }
    }

    /// Makes a role that may use the document.
    ///
    /// - Parameter tableRights: what it may do with the records.
    /// - Returns: its name; it goes with ``dismiss(_:)``.
    func admit(_ tableRights: String = "SELECT, INSERT, UPDATE, DELETE") throws -> String {
        let role = "guest_\(UInt64.random(in: 0 ... .max))"
        let layout = try SharedTable(line: try database.line()).layout(try home)
        try database.execute("CREATE ROLE \(role) LOGIN; " + SharedScript.rights(layout, [role], tableRights))
        return role
    }

    func dismiss(_ role: String) throws { try database.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }

    /// A copy of somebody who connects as a role.
    func join(as role: String) async throws -> Member {
        let path = folder.path(role + ".kiroku")
        try await SharedDocuments.join(try database.address(table: "Places", user: role), at: path)
        return try await Member(path)
    }

    /// The cells of a column on the server, in the order of the records, with commas between them.
    func column(_ name: String) throws -> String? {
        try database.value(
            """
            SELECT string_agg(coalesce("\(name)"::text, ''), ',' ORDER BY coalesce(kiroku_after, kiroku_record), kiroku_record)
            FROM "Places"
            """)
    }

    /// Has the server know for so long only which records were deleted.
    func keep(_ age: String) throws {
        try database.execute("UPDATE \(home).keeping SET age = '\(age)', pause = '0', batch = 3, at = NULL")
    }

    /// Removes what is old, to the last of it.
    func prune() throws { while try database.value("SELECT \(home).prune()") == "t" {} }

    /// Brings all in step, as often as anything changes.
    func sync() async throws {
        for _ in 0..<members.count { for member in members { _ = try await member.sync() } }
    }

    func close() async {
        for member in members { await member.close() }
    }
}

/// Records with a name and a number, which is 0.
func numbers(_ count: Int = 4) throws -> RecordTable {
    var table = try RecordTable(fieldNames: ["Name", "Number"], fieldTypes: [.string, .int])
    for number in 0..<count { try table.addRecord([.string("Record \(number)"), .int(0)]) }
    return table
}

/// Records whose fields have all that a cell can have, and that is hard to write down.
func oddTable(_ count: Int) throws -> RecordTable {
    var table = try RecordTable(
        fieldNames: ["v1", "kiroku \"v\"", "Number", "Price", "Day"],
        fieldTypes: [.string, .string, .int, .float, .date])
    for record in 0..<count { try table.addRecord((0..<5).map { oddValue(record, $0, table.fieldTypes[$0]) }) }
    return table
}

func oddValue(_ record: Int, _ field: Int, _ type: FieldType) -> CellValue {
    let texts = [
        nil, "", "NULL", "a \"quoted\" \\ one,\n{two}", "姫路城", "12", "-7", "0.1", "1e300", "2026-05", "2026-05-01",
        "x",
    ]
    return texts[(record * 7 + field * 5) % texts.count].map { CellValue(plain: $0, of: type) } ?? .empty
}

/// A copy of a shared document, open in a window, so to speak.
@MainActor
final class Member {
    let path: String
    private(set) var desk: SyncEngine
    private(set) var document: Document

    init(_ path: String) async throws {
        self.path = path
        desk = try await SyncEngine.open(path)
        document = try await Self.document(path)
    }

    private static func document(_ path: String) async throws -> Document {
        let store = DocumentStores.at(path)
        let document = Document(title: path, contents: try await store.load(), store: store)
        document.earlierHistory = earlierHistory
        return document
    }

    var table: RecordTable { document.table }

    /// The texts of all cells, record by record.
    var texts: [[String?]] {
        table.ids.indices.map { record in table.schema.fields.indices.map { table[record, $0].plainText } }
    }

    /// Changes how it is known to the file where the server is.
    func note(_ change: @Sendable (inout SyncState) -> Void) async throws {
        let file = try await CardFile.openForSync(path)
        try await file.updateSyncState(change)
        await file.close()
    }

    /// Has it connect anew.
    func reconnect() async throws {
        await desk.close()
        desk = try await SyncEngine.open(path)
    }

    /// Has it go to the same database by another socket.
    func reroute(to folder: String) async throws {
        await desk.close()
        try await note { state in
            let parts = state.address.split(separator: "&", omittingEmptySubsequences: false).map { part in
                guard let host = part.firstRange(of: "host=") else { return String(part) }
                return part[..<host.upperBound] + folder
            }
            state.address = parts.joined(separator: "&")
        }
        try await SharedDocuments.allow(path)
        desk = try await SyncEngine.open(path)
    }

    /// Has it go through a socket whose line can be cut.
    ///
    /// - Returns: the proxy, and the folder of its socket, which is there as long as this is kept.
    func rerouted() async throws -> (proxy: CuttingProxy, folder: TemporaryFolder) {
        let folder = try TemporaryFolder()
        let server = try PrivateServer.shared.get().place
        let proxy = CuttingProxy(folder.path, to: server.socket, port: server.port)
        try await reroute(to: folder.path)
        return (proxy, folder)
    }

    func set(_ value: CellValue, _ record: Int, _ field: Int) async throws {
        try document.setCells([CellEdit(record: record, field: field, value: value)])
        await document.finishSaving()
    }

    /// Brings it in step, and waits until the document has heard of it.
    @discardableResult
    func sync() async throws -> SyncReport {
        await document.finishSaving()
        let report = try await desk.sync()
        try await catchUp()
        return report
    }

    /// Waits until the document shows what is in its file; gives up after some minutes.
    func catchUp() async throws {
        let end = ContinuousClock.now + .seconds(300)
        while true {
            let store = DocumentStores.at(path)
            let contents = try await store.load()
            await store.close()
            let isSame =
                contents.table == table && contents.table.ids == table.ids && contents.table.places == table.places
            let kept = contents.conflicts.list
            if isSame, document.conflicts.count == kept.count { return }
            guard ContinuousClock.now < end else {
                throw NotHeard(
                    reason: isSame
                        ? "\(document.conflicts) is not \(kept)" : "\(path): \(table) is not \(contents.table)")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// What is known of the server.
    func sharing() async throws -> SyncState? {
        let file = try await CardFile.openForSync(path)
        let state = try await file.syncState()
        await file.close()
        return state
    }

    /// How many edits wait to be sent, and how many to be decided.
    func status() async throws -> (waiting: Int, conflicts: Int) {
        let file = try await CardFile.openForSync(path)
        let waiting = try await file.waitingCount()
        await file.close()
        let store = DocumentStores.at(path)
        let conflicts = try await store.load().conflicts.list.count
        await store.close()
        return (waiting, conflicts)
    }

    /// What is in the file is not shown.
    struct NotHeard: Error {
        let reason: String
    }

    func close() async {
        await document.close()
        await desk.close()
    }
}
