import FoundationEssentials
import KirokuCore
import KirokuPictures

/// What is to be made on a server for a document.
public struct SharePlan: Sendable {
    /// The statements, with comments for people: these, and no others, are carried out, and then the records copied.
    public let script: String
    private let layout: SharedLayout
    /// With the table.
    let address: ServerAddress
    private let tableName: String

    init(
        _ fields: Schema, at address: ServerAddress, name: String, roles: [String], schema: String
    ) throws(ServerError) {
        tableName = address.table ?? name
        let parts = SharedName(tableName)
        layout = Self.layout(of: fields, schema: parts.schema ?? schema, table: parts.table ?? tableName)
        script = SharedScript(layout, name: name, roles: roles).text
        // The address says where a table without a schema is only as long as the user's settings do.
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

    /// What there is of a document on a server.
    struct Made {
        let state: SyncState
        /// Whether an earlier attempt has made it.
        let isOfEarlier: Bool
    }

    /// Makes all of it in one transaction, unless an earlier attempt has done so whose end was not heard of.
    ///
    /// - Parameters:
    ///   - earlier: what was noted before that attempt.
    ///   - prepare: notes that something may be there from now on: the identity of the document, and the connection.
    /// - Returns: what is known of the server from now on.
    func carryOut(
        _ table: RecordTable, _ pictures: [(StoredPicture, [UInt8])], _ log: SharedLog.Source?,
        _ earlier: PreparedSharing?, _ progress: @escaping @Sendable (Double) -> Void,
        prepare: @Sendable (String, String?) async throws(ServerError) -> Void
    ) async throws(ServerError) -> Made {
        let connection = try await SharedConnection(address)
        do throws(ServerError) {
            // It may not know yet that nobody is there any more.
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
                // Edits that a server forgets are sent again; a document that it forgets is gone for all.
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

    /// What an earlier attempt has made, if that is what the address names; nothing else may be there.
    private func made(
        by earlier: PreparedSharing?, _ connection: SharedConnection
    ) async throws(ServerError) -> SyncState? {
        try await connection.session.transaction(.reading) { (transaction) throws(ServerError) in
            let (line, table) = (transaction.line, SharedTable(line: transaction.line))
            guard let owner = try table.owner(ofTable: tableName, transaction.schemas) else { return nil }
            guard case .document(let home) = owner, let earlier, home == SharedLayout.home(of: earlier.document),
                case let layout = try table.layout(home), layout.document == earlier.document
            else { throw .tableExists(tableName) }
            // As long as nobody has changed anything, it is still what was put there.
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
