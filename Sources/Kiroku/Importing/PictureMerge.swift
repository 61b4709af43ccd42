import KirokuCore
import KirokuPictures

/// Takes the pictures of a text into a document, and then plans the merge again, as pictures may get other names there.
struct PictureMerge: Sendable {
    private let found: ImportWork.Merge
    private let work: PictureImport
    private let store: any PictureStore
    private let table: RecordTable

    /// - Parameters:
    ///   - found: the merge without pictures.
    ///   - work: reads the pictures from their folder.
    ///   - store: takes the pictures.
    ///   - table: the table of the document.
    init(_ found: ImportWork.Merge, _ work: PictureImport, into store: any PictureStore, table: RecordTable) {
        self.found = found
        self.work = work
        self.store = store
        self.table = table
    }

    /// Takes the pictures in; text fields that name pictures of the folder become picture fields.
    @concurrent
    func run(
        progress: @escaping @Sendable (Double) -> Void
    ) async throws(StorageError) -> (plan: MergePlan, transfer: PictureTransfer) {
        var imported = found.imported.table
        let naming = Set(try await work.fields(of: imported))
        let matches = found.matches.filter { match in
            let field = table.schema[match.field]
            return field.isPicture || field.type.holdsText && naming.contains(match.source)
        }
        let transfer = try await work.take(
            for: &imported, fields: matches.map(\.source), into: store, progress: progress)
        do throws(CancellationError) {
            var plan = try MergePlan(imported, into: table, matches: found.matches, key: found.key)
            plan.newPictureFields = matches.map(\.field).filter { !table.schema[$0].isPicture }
            return (plan, transfer)
        } catch {
            throw .cancelled
        }
    }

    /// Puts the pictures into a document that has just been made; if that fails, discards the document.
    static func complete(
        _ store: any DocumentStore, of table: RecordTable, _ work: PictureImport,
        progress: @escaping @Sendable (Double) -> Void
    ) async throws(StorageError) -> PictureTransfer {
        do throws(StorageError) {
            return try await work.complete(store, of: table, progress: progress)
        } catch {
            await store.discard()
            throw error
        }
    }
}
