import Glibc

extension BackupFolder {
    /// Removes the oldest backups beyond `count`, but never the one that was just made: by its time that need not be
    /// the newest, if the clock was moved.
    func removeOldest(keeping count: Int, and new: Backup) throws(StorageError) {
        let others = try backups().filter { $0 != new }
        for backup in others.dropLast(max(count - 1, 0)) { try remove(backup.path) }
    }

    private func remove(_ file: String) throws(StorageError) {
        guard unlink(file) == 0 || errno == ENOENT else { throw SystemError.last.whileWriting(file) }
    }
}
