import KirokuCore

/// A document that is about to be shared through a server; it is loaded, and open as long as this value.
///
/// Only what ``plan(at:roles:schema:)`` has shown is created on the server.
public struct DocumentToShare: Sendable {
    /// Its records; edits made meanwhile are sent later.
    public let table: RecordTable
    /// The name of the document, and of its table if the address names none.
    public let name: String
    private let store: any DocumentStore

    /// Loads a document.
    ///
    /// - Parameter path: the path of its file.
    /// - Throws: why it cannot be shared.
    public static func open(_ path: String) async throws(SyncError) -> DocumentToShare {
        let kind: FileKind
        do throws(StorageError) {
            kind = try await BlockingIO.run { () throws(StorageError) in try FileKind.of(path) }
        } catch {
            throw .storage(error)
        }
        guard kind == .document else { throw .notADocument(FilePath.name(of: path)) }
        let store = DocumentStores.at(path)
        do throws(SyncError) {
            return try await DocumentToShare(store, named: FilePath.stem(of: FilePath.name(of: path)))
        } catch {
            await store.close()
            throw error
        }
    }

    private init(_ store: any DocumentStore, named name: String) async throws(SyncError) {
        do throws(StorageError) {
            let contents = try await store.load()
            guard !store.isReadOnly else { throw .readOnly(at: store.location) }
            table = contents.table
        } catch {
            throw .storage(error)
        }
        guard !store.capabilities.contains(.sharing) else { throw .alreadyShared }
        (self.store, self.name) = (store, name)
    }

    /// Plans what to create on a server.
    ///
    /// - Parameters:
    ///   - address: the address; if it names no table, the document's name is used.
    ///   - roles: the roles that may use it, too.
    ///   - schema: the schema of a table without one.
    public func plan(
        at address: ServerAddress, roles: [String], schema: String
    ) throws(SyncError) -> SharePlan {
        do throws(ServerError) {
            return try SharePlan(table.schema, at: address, name: name, roles: roles, schema: schema)
        } catch {
            throw SyncError(error)
        }
    }

    /// Carries out a plan, in one transaction, and starts sharing the document.
    ///
    /// It can be repeated after an interruption. If everything had already been created on the server and only the
    /// reply was lost, it continues from there.
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - progress: called with the progress, up to 1, on any thread.
    public func share(
        by plan: SharePlan, progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(SyncError) {
        do throws(ServerError) {
            let pictures = try await pictures()
            let log = try await stored(await DocumentStores.log(of: store))
            let earlier = try await stored(await DocumentStores.preparedSharing(of: store))
            let made = try await plan.carryOut(table, pictures, log, earlier, progress) {
                (document, backend) async throws(ServerError) in
                try await stored(await DocumentStores.prepareSharing(of: store, as: document, by: backend))
            }
            try await stored(await DocumentStores.share(store, made.state))
            if let path = store.location.path { await SharedDocuments.grantConsent(path, by: plan.address) }
        } catch {
            throw SyncError(error)
        }
    }

    private func pictures() async throws(ServerError) -> [(StoredPicture, [UInt8])] {
        var pictures: [(StoredPicture, [UInt8])] = []
        for picture in try await stored(await store.pictures()) {
            if let bytes = try await stored(await store.picture(named: picture.name, atMost: .max)) {
                pictures.append((picture, bytes))
            }
        }
        return pictures
    }

    /// Closes the document.
    public func close() async { await store.close() }
}
