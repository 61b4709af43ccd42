import KirokuCore

/// A copy of a backup under a free name; SQLite makes it, so that it is consistent.
///
/// It is not shared, even if the document is: otherwise it would be synced with what others have changed since.
enum BackupCopy {
    /// Returns the copy's path.
    static func make(of backup: Backup, title: String, in folder: String) async throws(StorageError) -> String {
        let path = DocumentName.free(for: title, in: folder, isTaken: CanonicalPath.isTaken)
        try Folder.make(folder)
        try await DocumentStores.reading(backup.path) { (store) throws(StorageError) in
            try await store.backUp(to: path, staysShared: false)
        }
        return path
    }
}
