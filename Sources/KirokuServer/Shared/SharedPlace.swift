import FoundationEssentials
import KirokuCore

/// Putting a document on a server, and getting a copy of one that is there.
public enum SharedPlace {
    /// The statements that would make room for a document.
    ///
    /// - Parameters:
    ///   - table: its records.
    ///   - address: where; the document's name stands for the table's if the address has none.
    ///   - name: the document's name.
    ///   - roles: who may use it, too.
    public static func script(
        for table: RecordTable, at address: ServerAddress, name: String, roles: [String]
    ) throws(ServerError) -> String {
        let parts = SharedName(address.table ?? name)
        let layout = layout(
            of: table.schema, schema: parts.schema ?? "public", table: parts.table ?? address.table ?? name)
        return SharedScript(layout, name: name, roles: roles).text
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

    /// Puts a document on a server, in one transaction, and begins to share it.
    ///
    /// - Parameters:
    ///   - store: of the document, loaded; what is written to it meanwhile is sent later.
    ///   - table: its records.
    ///   - address: where; the document's name stands for the table's if the address has none.
    ///   - name: the document's name.
    ///   - roles: who may use it, too.
    public static func share(
        _ store: any DocumentStore, _ table: RecordTable, at address: ServerAddress, name: String, roles: [String]
    ) async throws(SyncError) {
        do throws(ServerError) {
            let pictures = try await pictures(of: store)
            let made = try await create(table, pictures, at: address, name: name, roles: roles)
            do throws(StorageError) {
                try await DocumentStores.share(store, made)
            } catch {
                throw ServerError.storage(error)
            }
        } catch {
            throw SyncError(error)
        }
    }

    private static func pictures(of store: any DocumentStore) async throws(ServerError) -> [(StoredPicture, [UInt8])] {
        do throws(StorageError) {
            var pictures: [(StoredPicture, [UInt8])] = []
            for picture in try await store.pictures() {
                if let bytes = try await store.picture(named: picture.name, atMost: .max) {
                    pictures.append((picture, bytes))
                }
            }
            return pictures
        } catch {
            throw .storage(error)
        }
    }

    private static func create(
        _ table: RecordTable, _ pictures: [(StoredPicture, [UInt8])], at address: ServerAddress, name: String,
        roles: [String]
    ) async throws(ServerError) -> SharingState {
        let connection = try await SharedConnection(address)
        do throws(ServerError) {
            let state = try await connection.session.transaction(.writing) { (transaction) throws(ServerError) in
                let line = transaction.line
                let wanted = address.table ?? name
                if try isTaken(wanted, transaction) { throw .tableExists(wanted) }
                let parts = SharedName(wanted)
                let layout = layout(
                    of: table.schema, schema: parts.schema ?? transaction.schemas.first ?? "public",
                    table: parts.table ?? wanted)
                try line.execute("SET LOCAL standard_conforming_strings = on")
                // Edits that a server forgets are sent again; a document that it forgets is gone for all.
                try line.execute(
                    """
                    SELECT pg_catalog.set_config('synchronous_commit', 'on', true) WHERE
                    pg_catalog.current_setting('synchronous_commit') = 'off'
                    """)
                try line.execute(SharedScript(layout, name: name, roles: roles).text)
                try line.execute("SET LOCAL kiroku.quiet = 'on'")
                try copy(table, to: layout, line)
                for (picture, bytes) in pictures {
                    _ = try line.rows(
                        "INSERT INTO \(layout.home).pictures (name, hash, bytes) VALUES ($1, $2, $3::bytea)",
                        [picture.name, picture.hash, SharedPictures.hex(bytes)])
                }
                try line.execute("ANALYZE \(layout.table)")
                guard let cursor = try line.rows("SELECT pg_current_snapshot()::text").first?[0] else {
                    throw .unintelligible(server: line.plan.server)
                }
                // The address says where a table without a schema is only as long as the user's settings do.
                _ = try line.rows("SELECT \(layout.home).name_past()")
                var state = SharingState(
                    address: try address.named(wanted).keptText, document: layout.document, system: connection.system,
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

    private static func isTaken(_ name: String, _ transaction: ServerTransaction) throws(ServerError) -> Bool {
        do throws(ServerError) {
            return try SharedTable(line: transaction.line).home(ofTable: name, transaction.schemas) != nil
        } catch .notShared {
            return true
        }
    }

    private static func copy(
        _ table: RecordTable, to layout: SharedLayout, _ line: ServerLine
    ) throws(ServerError) {
        let names =
            ([SharedLayout.Own.record, SharedLayout.Own.after, SharedLayout.Own.step, SharedLayout.Own.texts]
            + layout.columns).joined(separator: ", ")
        var rows = SharedRowText(table)
        try line.copyIn("COPY \(layout.table) (\(names)) FROM STDIN (FORMAT csv)") { () throws(ServerError) in
            guard !Task.isCancelled else { throw .cancelled }
            return rows.next()
        }
    }

    /// Makes a copy of a document that is shared on a server.
    ///
    /// - Parameters:
    ///   - path: where to make it; nothing may be there yet.
    ///   - address: the table.
    public static func join(_ address: ServerAddress, at path: String) async throws(SyncError) {
        do throws(ServerError) {
            guard let name = address.table else { throw .noTableNamed(present: []) }
            let connection = try await SharedConnection(address)
            do throws(ServerError) {
                let copy = try await read(name, connection)
                await connection.close()
                var state = SharingState(
                    address: address.keptText, document: copy.layout.document, system: connection.system,
                    timeline: connection.timeline, cursor: copy.cursor, fields: copy.layout.version)
                state.past = copy.past
                try await make(copy, state, at: path)
            } catch {
                await connection.close()
                throw error
            }
        } catch {
            throw SyncError(error)
        }
    }

    private static func make(
        _ copy: SharedWhole, _ state: SharingState, at path: String
    ) async throws(ServerError) {
        do throws(StorageError) {
            let store = try await DocumentStores.create(at: path, table: copy.table)
            do throws(StorageError) {
                try await DocumentStores.share(store, state)
                await store.close()
            } catch {
                await store.discard()
                throw error
            }
            let file = try await SharedFile.open(path)
            try await file.want(copy.pictures)
            await file.close()
        } catch {
            throw .storage(error)
        }
    }

    /// What is known of the sharing of a document; `nil` if it is not shared, or cannot be written to.
    public static func shown(_ path: String) async -> SharedFacts? {
        guard let file = try? await SharedFile.open(path) else { return nil }
        let status = try? await file.status()
        await file.close()
        return status.map {
            SharedFacts(
                address: (try? ServerAddress($0.state.address).shownText) ?? "", waiting: $0.waiting,
                contact: $0.state.contact)
        }
    }

    /// Makes a shared document one of its own again, if nothing waits to be sent.
    ///
    /// - Parameters:
    ///   - path: of its file.
    ///   - isForced: even if something waits.
    /// - Returns: how many edits waited.
    public static func end(_ path: String, isForced: Bool) async throws(SyncError) -> Int {
        let waiting: Int?
        do throws(StorageError) {
            let file = try await SharedFile.open(path)
            let status = try await file.status()
            if let status, status.waiting == 0 || isForced { try await file.endSharing() }
            await file.close()
            waiting = status?.waiting
        } catch {
            throw .storage(error)
        }
        guard let waiting else { throw .notShared }
        return waiting
    }

    private static func read(_ name: String, _ connection: SharedConnection) async throws(ServerError) -> SharedWhole {
        let limits = connection.session.limits
        return try await connection.session.transaction(.reading) { (transaction) throws(ServerError) in
            let table = SharedTable(line: transaction.line)
            guard let home = try table.home(ofTable: name, transaction.schemas) else {
                throw .noTable(name, present: [])
            }
            return try SharedWhole(table, home: home, limits)
        }
    }
}

/// How a document is shared.
public struct SharedFacts: Sendable, Hashable {
    /// Where, without user and password.
    public let address: String
    /// How many edits wait to be sent.
    public let waiting: Int
    /// When anything came from the server, or was accepted there, last.
    public let contact: Date?
}

/// A shared table with its records, as of one moment.
struct SharedWhole: Sendable {
    let layout: SharedLayout
    let table: RecordTable
    /// That moment, as a snapshot.
    let cursor: String
    /// By what the server's past is known; see ``SharedPast``.
    let past: String?
    /// The pictures that the document has there.
    let pictures: [WantedPicture]

    /// - Parameter table: in a transaction that sees one state.
    init(_ table: SharedTable, home: String, _ limits: ServerLimits) throws(ServerError) {
        layout = try table.layout(home)
        guard let cursor = try table.line.rows("SELECT pg_catalog.pg_current_snapshot()::text").first?[0] else {
            throw .unintelligible(server: table.line.plan.server)
        }
        self.cursor = cursor
        past = try table.line.rows("SELECT \(SharedPast.name(home))").first?[0]
        self.table = try table.records(layout, limits)
        pictures = SharedPictures.list(
            try table.line.rows("SELECT name, hash, pg_catalog.length(bytes) FROM \(home).pictures"))
    }
}

/// Why two copies of a document could not be brought in step.
public enum SyncError: Error, Sendable, Hashable {
    /// Something is wrong with the document's file.
    case storage(StorageError)
    /// Something is wrong with the server.
    case server(ServerError)
    /// The document is not shared.
    case notShared

    init(_ error: ServerError) {
        self = if case .storage(let error) = error { .storage(error) } else { .server(error) }
    }

    /// What happened and what can be done, for the user.
    public var message: String {
        switch self {
        case .storage(let error): error.message
        case .server(let error): error.message
        case .notShared: localized("The document is not shared with anybody.")
        }
    }
}

extension SyncError: ReportedError {
    /// The error without what a server has said.
    public var reportText: ReportText {
        switch self {
        case .storage(let error): error.reportText
        case .server: "the server"
        case .notShared: "not shared"
        }
    }
}
