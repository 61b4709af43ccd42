import FoundationEssentials
import KirokuCore

/// What is to be made on a server for a document.
public struct SharePlan: Sendable {
    /// The statements, with comments for people: these, and no others, are carried out, and then the records copied.
    public let script: String
    private let layout: SharedLayout
    /// With the table.
    private let address: ServerAddress
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

    /// Makes all of it in one transaction.
    ///
    /// - Returns: what is known of the server from now on.
    func carryOut(
        _ table: RecordTable, _ pictures: [(StoredPicture, [UInt8])], _ log: SharedLog.Source?,
        _ progress: @escaping @Sendable (Double) -> Void
    ) async throws(ServerError) -> SharingState {
        let connection = try await SharedConnection(address)
        do throws(ServerError) {
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
                        [picture.name, picture.hash, SharedPictures.hex(bytes)])
                }
                if let log { try SharedHistory.write(log, layout.home, line) }
                try line.execute("ANALYZE \(layout.table)")
                let cursor = try line.snapshot()
                _ = try line.rows("SELECT \(layout.home).name_past()")
                var state = SharingState(
                    address: address.keptText, document: layout.document, system: connection.system,
                    timeline: connection.timeline, cursor: cursor, fields: 1)
                state.past = try line.rows("SELECT \(SharedPast.name(layout.home))").first?[0]
                return state
            }
            await connection.close()
            return state
        } catch {
            await connection.close()
            throw error
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
