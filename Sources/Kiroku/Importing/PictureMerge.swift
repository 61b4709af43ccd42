import KirokuCore
import KirokuPictures

/// Takes the pictures of a text into a document, and works out anew what the text does, as pictures may get other names
/// there.
struct PictureMerge: Sendable {
    private let found: ImportWork.Merge
    private let folder: String
    private let file: CardFile
    private let table: RecordTable

    /// - Parameters:
    ///   - found: what the text does without its pictures.
    ///   - folder: where the pictures are.
    ///   - file: where they go.
    ///   - table: of the document.
    init(_ found: ImportWork.Merge, folder: String, file: CardFile, table: RecordTable) {
        self.found = found
        self.folder = folder
        self.file = file
        self.table = table
    }

    @concurrent
    func run(
        progress: @escaping @Sendable (Double) -> Void
    ) async throws(StorageError) -> (plan: MergePlan, transfer: PictureTransfer) {
        let fields = found.matches.filter { table.schema[$0.field].isPicture }.map(\.source)
        var imported = found.imported.table
        let transfer = try await PictureImport(from: folder, hash: pictureHash).take(
            for: &imported, fields: fields, into: file, progress: progress)
        do throws(CancellationError) {
            let plan = try MergePlan(imported, into: table, matches: found.matches, key: found.key)
            return (plan, transfer)
        } catch {
            throw .cancelled
        }
    }

    /// Puts the pictures into a document that was just made; it goes away again if that fails.
    static func complete(
        _ file: CardFile, of table: RecordTable, _ folder: String,
        progress: @escaping @Sendable (Double) -> Void
    ) async throws(StorageError) {
        do throws(StorageError) {
            _ = try await PictureImport(from: folder, hash: pictureHash).complete(file, of: table, progress: progress)
        } catch {
            await file.discard()
            throw error
        }
    }
}
