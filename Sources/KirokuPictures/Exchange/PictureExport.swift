import KirokuCore

/// Writes the pictures of cells as files into a folder.
///
/// Each file has the name of its picture, so that the texts of the cells lead to it. No file is replaced: one with the
/// same bytes counts as written, and any other stays and is reported as a refusal.
public struct PictureExport: Sendable {
    private let store: any PictureStore
    private let folder: String
    /// In bytes; larger files are not pictures.
    private static let mostBytes = 1 << 30

    /// Creates an export, which ``write(_:progress:)`` starts.
    ///
    /// - Parameters:
    ///   - store: the document that has the pictures.
    ///   - folder: the folder for the files, which is made if it is missing.
    public init(from store: any PictureStore, to folder: String) {
        self.store = store
        self.folder = folder
    }

    /// The names of the pictures in the picture fields of a part of a table, each once.
    @concurrent
    public static func names(in part: TablePart) async -> [String] {
        let fields = part.fields.filter { part.table.schema[$0].isPicture }
        var seen: Set<String> = []
        var names: [String] = []
        for field in fields {
            part.forEachRecord { record in
                if let name = String(part.table[record, field]), seen.insert(name).inserted { names.append(name) }
            }
        }
        return names
    }

    /// Writes pictures; names for which the document has no picture are left out.
    ///
    /// Pictures that are on a server are fetched first, so that nothing is written if one cannot be fetched.
    ///
    /// - Parameters:
    ///   - names: the names of the pictures.
    ///   - progress: called with the progress, from 0 to 1.
    /// - Returns: the pictures that were written, and those that could not be.
    /// - Throws: `StorageError` if the folder cannot be made, the document cannot be read, or the disk is full;
    ///   `StorageError.cancelled` if the task was cancelled. What was written is then removed.
    @concurrent
    public func write(
        _ names: [String], progress: @Sendable (Double) -> Void = { _ in }
    ) async throws(StorageError) -> PictureTransfer {
        try await store.fetchPictures(named: Set(names)) { progress($0 / 2) }
        var transfer = PictureTransfer()
        if !FileKind.exists(folder) { transfer.madeFolder = folder }
        do throws(StorageError) {
            try await write(names, &transfer) { progress(0.5 + $0 / 2) }
        } catch {
            transfer.removeFiles()
            throw error
        }
        return transfer
    }

    private func write(
        _ names: [String], _ transfer: inout PictureTransfer, _ progress: (Double) -> Void
    ) async throws(StorageError) {
        for (place, name) in names.enumerated() {
            guard !Task.isCancelled else { throw .cancelled }
            progress(Double(place) / Double(names.count))
            guard let bytes = try await store.picture(named: name, atMost: Self.mostBytes) else { continue }
            guard PictureFileName.isSafe(name) else {
                transfer.refuse(name, localized("No file can have this name."))
                continue
            }
            try Folder.make(folder)
            let path = "\(folder)/\(name)"
            do throws(StorageError) {
                if try Self.write(bytes, to: path) { transfer.madeFiles.append(path) }
                transfer.names[name] = name
            } catch {
                if case .diskFull = error { throw error }
                transfer.refuse(name, error.message)
            }
        }
    }

    /// Returns `true` if there is a new file, `false` if it existed already.
    private static func write(_ bytes: [UInt8], to path: String) throws(StorageError) -> Bool {
        if FileKind.exists(path) {
            guard (try? WholeFile.read(path, limit: bytes.count)) == bytes else { throw .alreadyExists(path: path) }
            return false
        }
        let file = try UnpublishedFile(for: path)
        try file.write(bytes)
        try file.publish()
        return true
    }
}
