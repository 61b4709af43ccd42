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
    ///   - path: the file to write.
    ///   - encoding: the encoding of the text.
    ///   - pictures: the store of the records' pictures; `nil` if these are not wanted.
    init(_ export: TableExport, to path: String, encoding: OutputEncoding, pictures: (any PictureStore)?) {
        self.export = export
        self.path = path
        self.encoding = encoding
        self.pictures = pictures
    }

    /// Writes the pictures first, as they are most of the work: if they do not fit on the disk, the old file stays.
    ///
    /// - Returns: what happened to the pictures; `nil` if these are not wanted.
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
            transfer.removeFiles()
            throw error
        }
        return transfer
    }
}
