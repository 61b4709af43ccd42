import KirokuCore
import KirokuPictures

/// Writes what was chosen for an export, in the background.
struct ExportWork: Sendable {
    private let export: TableExport
    private let path: String
    private let encoding: OutputEncoding
    private let pictures: (any PictureStore)?

    /// - Parameters:
    ///   - export: the records.
    ///   - path: the file that they go to.
    ///   - encoding: of their text.
    ///   - pictures: where the pictures of the records are, if these are wanted, too.
    init(_ export: TableExport, to path: String, encoding: OutputEncoding, pictures: (any PictureStore)?) {
        self.export = export
        self.path = path
        self.encoding = encoding
        self.pictures = pictures
    }

    /// The pictures first, as most of the work: if they do not fit on the disk, the file that was there stays.
    ///
    /// - Returns: what became of the pictures, if there are any.
    func run(progress: @escaping @Sendable (Double) -> Void) async throws(StorageError) -> PictureTransfer? {
        guard let pictures else {
            try await export.write(toFile: path, encoding: encoding, progress: progress)
            return nil
        }
        let names = await PictureExport.names(in: export.part)
        let share = names.isEmpty ? 0 : 0.9
        let transfer = try await PictureExport(from: pictures, to: PictureFolderPath.beside(path)).write(names) {
            progress($0 * share)
        }
        do throws(StorageError) {
            try await export.write(toFile: path, encoding: encoding) { progress(share + $0 * (1 - share)) }
        } catch {
            transfer.takeBack()
            throw error
        }
        return transfer
    }
}
