import KirokuCore
import Testing

@testable import KirokuServer

/// A database of a test's own on a private server.
struct Database {
    let name: String
    let server: PrivateServer.Place

    /// - Parameters:
    ///   - sql: what makes the tables.
    ///   - options: of the database.
    ///   - server: `nil` for the one that all tests share.
    init(_ sql: String = "", options: String = "", on server: PrivateServer? = nil) throws {
        self.server = try (server ?? PrivateServer.shared.get()).place
        name = "test_\(UInt64.random(in: 0 ... .max))"
        try Self.line(to: "postgres", self.server).execute("CREATE DATABASE \(name) \(options)")
        if !sql.isEmpty { try execute(sql) }
    }

    /// The same database on another server.
    init(name: String, server: PrivateServer.Place) {
        (self.name, self.server) = (name, server)
    }

    /// The text of an address.
    func text(table: String?, user: String = "kiroku", more: String = "") -> String {
        let table = table.map { "&table=" + $0 } ?? ""
        return "postgresql:///\(name)?host=\(server.socket)&port=\(server.port)&user=\(user)\(more)\(table)"
    }

    func address(table: String? = "t", user: String = "kiroku") throws -> ServerAddress {
        try ServerAddress(text(table: table, user: user))
    }

    /// Does what another program does meanwhile.
    func execute(_ sql: String) throws {
        try line().execute(sql)
    }

    /// What another program sees.
    func value(_ sql: String) throws -> String? { try line().rows(sql).first?[0] }

    /// A connection of another program.
    func line() throws -> ServerLine { try Self.line(to: name, server) }

    static func line(to name: String, _ server: PrivateServer.Place) throws -> ServerLine {
        let text = "postgresql:///\(name)?host=\(server.socket)&port=\(server.port)&user=kiroku"
        let line = ServerLine(try ConnectionPlan(try ServerAddress(text)), .standard, Waker())
        try line.connect()
        return line
    }

    // MARK: What Kiroku does

    func read(_ table: String = "t", user: String = "kiroku", limits: ServerLimits = .standard) async throws
        -> ServerContents
    {
        try await working(table, user: user, limits: limits) { (session) throws(ServerError) in try await session.read()
        }
    }

    func describe(_ table: String = "t", user: String = "kiroku") async throws -> ServerTable {
        try await working(table, user: user) { (session) throws(ServerError) in try await session.describe() }
    }

    func write(_ changes: ServerChanges, user: String = "kiroku") async throws {
        try await working(changes.contents.source.name, user: user) { (session) throws(ServerError) in
            try await session.write(changes)
        }
    }

    func working<Value: Sendable>(
        _ table: String = "t", user: String = "kiroku", limits: ServerLimits = .standard,
        _ work: (ServerSession) async throws(ServerError) -> Value
    ) async throws -> Value {
        let session = ServerSession(try address(table: table, user: user), limits: limits)
        try await session.connect()
        do {
            let value = try await work(session)
            await session.close()
            return value
        } catch {
            await session.close()
            throw error
        }
    }
}

extension ServerContents {
    /// Changes of cells, by the indexes of records and fields.
    func setting(_ cells: [(record: Int, field: Int, value: CellValue)]) -> ServerChanges {
        let changes = cells.map { cell in
            CellChange(
                record: table.ids[cell.record], field: table.schema[cell.field].id,
                base: table[cell.record, cell.field], value: cell.value)
        }
        return ServerChanges(
            to: self, adding: RecordTable(schema: table.schema), fields: [], change: .setCells(changes))
    }

    /// New records.
    func adding(_ rows: [[CellValue]]) throws -> ServerChanges {
        var records = RecordTable(schema: table.schema)
        for row in rows { try records.addRecord(row) }
        return ServerChanges(to: self, adding: records, fields: Set(table.schema.fields.indices))
    }

    /// The texts of a field's cells.
    func texts(_ field: Int) -> [String?] { (0..<table.count).map { table[$0, field].plainText } }
}
