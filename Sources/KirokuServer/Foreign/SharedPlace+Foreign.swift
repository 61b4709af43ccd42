import KirokuCore

/// Getting a copy of another program's table.
extension SharedPlace {
    /// Makes a copy of a table in which nothing belongs to Kiroku.
    static func join(
        foreign connection: SharedConnection, at path: String, where condition: String?,
        _ progress: @escaping @Sendable (Double) -> Void
    ) async throws(ServerError) {
        let session = connection.session
        let whole = try await ForeignWhole.read(session, where: condition) { progress($0 * readingShare) }
        var state = SharingState(
            address: try session.address.named(whole.layout.source.fullName).keptText, document: "",
            system: connection.system, timeline: connection.timeline, cursor: whole.cursor,
            fields: whole.layout.version)
        state.foreign = whole.layout.state(after: nil)
        do throws(StorageError) {
            let store = try await DocumentStores.create(at: path, table: whole.rows.table) {
                progress(readingShare + $0 * (1 - readingShare))
            }
            do throws(StorageError) {
                try await DocumentStores.share(store, state, keys: whole.rows.numbered)
                await store.close()
            } catch {
                await store.discard()
                throw error
            }
        } catch {
            throw .storage(error)
        }
    }
}
