import Glibc

extension BackupFolder {
    /// Removes the oldest backups beyond `count`, but never the one that was just made: by its time that need not be
    /// the newest, if the clock was moved.
    func removeOldest(keeping count: Int, and new: Backup) throws(StorageError) {
        let others = try backups().filter { $0 != new }
        for backup in others.dropLast(max(count - 1, 0)) { try remove(backup.path) }
    }

    /// Removes what is left of backups that a crash has cut off.
    ///
    /// A day is longer than any backup takes. Files bear the system's time, so it is the one to compare them with.
    func removeLeftovers() throws(StorageError) {
        for name in try names() where name.hasPrefix(".kiroku-") {
            var status = stat()
            let file = path + "/" + name
            guard lstat(file, &status) == 0, time(nil) - status.st_mtim.tv_sec > 86_400 else { continue }
            try remove(file)
        }
    }

    private func remove(_ file: String) throws(StorageError) {
        guard unlink(file) == 0 || errno == ENOENT else { throw SystemError.last.whileWriting(file) }
    }
}
