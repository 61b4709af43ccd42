import KirokuCore

/// A copy of a backup under a name of its own, made by SQLite, so that it is whole.
enum BackupCopy {
    /// Returns the copy's path.
    static func make(of backup: Backup, title: String, in folder: String) async throws(StorageError) -> String {
        let opened = try await CardFile.open(at: backup.path)
        guard let source = opened.link as? any BackupSource else { throw .unsupported }
        let path = DocumentName.free(for: title, in: folder, isTaken: CanonicalPath.isTaken)
        do throws(StorageError) {
            try Folder.make(folder)
            try await source.backUp(to: path)
        } catch {
            await opened.link?.close()
            throw error
        }
        await opened.link?.close()
        return path
    }
}
