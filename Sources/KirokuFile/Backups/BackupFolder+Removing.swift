import Glibc

extension BackupFolder {
    /// Removes the oldest backups beyond `count`, but never `new`, which is not the newest by name if the clock was set
    /// back.
    func removeOldest(keeping count: Int, and new: Backup) throws(StorageError) {
        let others = try backups().filter { $0 != new }
        for backup in others.dropLast(max(count - 1, 0)) { try remove(backup.path) }
    }

    private func remove(_ file: String) throws(StorageError) {
        guard unlink(file) == 0 || errno == ENOENT else { throw SystemError.last.whileWriting(file) }
    }
}
