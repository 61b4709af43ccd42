import FoundationEssentials
import KirokuCore
import KirokuPictures

/// The plan for putting a document on a server.
public struct SharePlan: Sendable {
    /// The statements, with comments for people: exactly these are executed, and then the records are copied.
    public let script: String
    private let layout: SharedLayout
    /// The address, including the table.
    let address: ServerAddress
    private let tableName: String

    init(
        _ fields: Schema, at address: ServerAddress, name: String, roles: [String], schema: String
    ) throws(ServerError) {
        tableName = address.table ?? name
        let parts = SharedName(tableName)
        layout = Self.layout(of: fields, schema: parts.schema ?? schema, table: parts.table ?? tableName)
        script = SharedScript(layout, name: name, roles: roles).text
        // Without a schema, the location of the table would depend on the user's settings.
        self.address = try address.named(tableName)
    }

    private static func layout(of fields: Schema, schema: String, table: String) -> SharedLayout {
        let document = UUID().uuidString.lowercased()
        var taken = SharedLayout.reserved
        var columns: [String] = []
        for field in fields.fields {
            let name = SQLText.name(field.name, besides: taken)
            taken.insert(name)
            columns.append(SQLText.name(name))
        }
        return SharedLayout(
            document: document, home: SharedLayout.home(of: document),
            table: SQLText.name(schema) + "." + SQLText.name(SQLText.name(table, besides: [])), version: 1,
            fields: fields, columns: columns)
    }

    /// What exists of a document on a server.
    struct Made {
        let state: SyncState
        /// Whether an earlier attempt has created it.
        let isOfEarlier: Bool
    }

    /// Creates everything in one transaction, unless an earlier attempt has done so and only its reply was lost.
    ///
    /// - Parameters:
    ///   - earlier: what was recorded before that attempt.
    ///   - prepare: records that something may exist there from now on: the identity of the document, and the
    ///     connection.
    /// - Returns: the state of sharing.
    func carryOut(
        _ table: RecordTable, _ pictures: [(StoredPicture, [UInt8])], _ log: SharedLog.Source?,
        _ earlier: PreparedSharing?, _ progress: @escaping @Sendable (Double) -> Void,
        prepare: @Sendable (String, String?) async throws(ServerError) -> Void
    ) async throws(ServerError) -> Made {
        let connection = try await SharedConnection(address)
        do throws(ServerError) {
            // The server may not have noticed yet that the earlier connection has ended.
            if let backend = earlier?.backend { try await connection.end(backend) }
            if let state = try await made(by: earlier, connection) {
                await connection.close()
                return Made(state: state, isOfEarlier: true)
            }
            try await prepare(layout.document, connection.backend)
            let state = try await connection.session.transaction(.writing) { (transaction) throws(ServerError) in
                let line = transaction.line
                let owner = try SharedTable(line: line).owner(ofTable: tableName, transaction.schemas)
                if owner != nil { throw .tableExists(tableName) }
                try line.execute("SET LOCAL standard_conforming_strings = on")
                // Edits that a server loses are sent again, but a document that it loses would be gone for everyone.
                try line.execute(
                    """
                    SELECT pg_catalog.set_config('synchronous_commit', 'on', true) WHERE
                    pg_catalog.current_setting('synchronous_commit') = 'off'
                    """)
                try line.execute(script)
                try line.execute("SET LOCAL kiroku.quiet = 'on'")
                try copy(table, line, progress)
                for (picture, bytes) in pictures {
                    _ = try line.rows(
                        "INSERT INTO \(layout.home).pictures (name, hash, bytes) VALUES ($1, $2, $3::bytea)",
                        [picture.name, pictureHash(bytes), SharedPictures.hex(bytes)])
                }
                if let log { try SharedHistory.write(log, layout.home, line) }
                try line.execute("ANALYZE \(layout.table)")
                let cursor = try line.snapshot()
                _ = try line.rows("SELECT \(layout.home).name_past()")
                var state = SyncState(
                    address: address.fileText, document: layout.document, system: connection.system,
                    timeline: connection.timeline, cursor: cursor, fields: 1)
                state.past = try line.rows("SELECT \(ServerEpoch.name(layout.home))").first?[0]
                return state
            }
            await connection.close()
            return Made(state: state, isOfEarlier: false)
        } catch {
            await connection.close()
            throw error
        }
    }

    /// What an earlier attempt has created, if it is at this address; throws if anything else is there.
    private func made(
        by earlier: PreparedSharing?, _ connection: SharedConnection
    ) async throws(ServerError) -> SyncState? {
        try await connection.session.transaction(.reading) { (transaction) throws(ServerError) in
            let (line, table) = (transaction.line, SharedTable(line: transaction.line))
            guard let owner = try table.owner(ofTable: tableName, transaction.schemas) else { return nil }
            guard case .document(let home) = owner, let earlier, home == SharedLayout.home(of: earlier.document),
                case let layout = try table.layout(home), layout.document == earlier.document
            else { throw .tableExists(tableName) }
            // If no one has changed anything, it is still as it was created.
            let isSame = try line.rows(
                "SELECT NOT EXISTS (SELECT FROM \(home).changes) AND NOT EXISTS (SELECT FROM \(home).commits)")
            let cursor = isSame.first?.flag(0) == true ? try line.snapshot() : nil
            var state = SyncState(
                address: address.fileText, document: layout.document, system: connection.system,
                timeline: connection.timeline, cursor: cursor, fields: layout.version)
            state.past = try line.rows("SELECT \(ServerEpoch.name(home))").first?[0]
            return state
        }
    }

    private func copy(
        _ table: RecordTable, _ line: ServerLine, _ progress: (Double) -> Void
    ) throws(ServerError) {
        let names =
            ([SharedLayout.Own.record, SharedLayout.Own.after, SharedLayout.Own.step, SharedLayout.Own.texts]
            + layout.columns).joined(separator: ", ")
        var rows = SharedRowText(table)
        try line.copyIn("COPY \(layout.table) (\(names)) FROM STDIN (FORMAT csv)") { () throws(ServerError) in
            guard !Task.isCancelled else { throw .cancelled }
            progress(rows.part)
            return rows.next()
        }
        progress(1)
    }
}
