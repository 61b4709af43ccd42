import Glibc
import Synchronization

/// Where a document is: its path, which follows the file when it is moved.
final class FilePlace: Sendable {
    private struct State {
        var path: String
        /// The file at the path, wherever it is moved.
        var file: KnownFile?
    }

    private let state: Mutex<State>

    /// - Parameter path: the path as given.
    init(_ path: String) {
        state = Mutex(State(path: path))
    }

    /// The path as given, or where the file has been moved since.
    var path: String { state.withLock { $0.path } }

    /// Follows the file that is now at the path.
    func hold(_ file: String) {
        let held = try? KnownFile(file)
        state.withLock { $0.file = held }
    }

    /// Stops following a file.
    func release() {
        state.withLock { $0.file = nil }
    }

    /// Updates the path if the file was moved; keeps it if the file was removed or replaced.
    func follow() {
        let (path, file) = state.withLock { ($0.path, $0.file) }
        guard let new = file?.shownPath(from: path), new != path else { return }
        state.withLock { $0.path = new }
        // The journal beside the old name is now orphaned.
        Leftovers.clearInBackground([FilePath.folder(of: path)])
    }

    /// The file itself, without symbolic links in the path, because SQLite keeps the journal beside it.
    ///
    /// - Throws: if there is none, or if it is not a regular file, because opening it might block forever.
    func existingFile() throws(StorageError) -> String {
        let path = path
        guard let resolved = realpath(path, nil) else {
            throw StorageError(systemError: errno, path: path, isWriting: false)
        }
        defer { free(resolved) }
        var info = stat()
        guard stat(resolved, &info) == 0 else {
            throw StorageError(systemError: errno, path: path, isWriting: false)
        }
        guard info.st_mode & S_IFMT != S_IFDIR else { throw .notAFile(path: path) }
        guard info.st_mode & S_IFMT == S_IFREG else { throw .notADocument(path: path) }
        return String(cString: resolved)
    }

    /// Creates SQLite's rollback journal, if other members of the file's group must be able to write it, too.
    ///
    /// SQLite would give it the file's permissions, but this user's group, so that no one else could write to the
    /// document while it is open here. The same would happen if this process were killed before it has set the group,
    /// so the journal gets its name last.
    ///
    /// Must be called inside a transaction, before anything is written.
    func shareRollbackJournal() {
        var info = stat()
        guard let file = try? existingFile(), stat(file, &info) == 0, info.st_gid != getegid(),
            info.st_mode & S_IWGRP != 0
        else { return }
        let rollbackJournal = file + "-journal"
        if access(rollbackJournal, F_OK) == 0 { return }
        do throws(SystemError) {
            let hidden = try HiddenFile.make(in: FilePath.folder(of: file), permissions: 0o600)
            let opened = try hidden.open()
            opened.setOwner(uid_t.max, info.st_gid)
            try opened.setPermissions(info.st_mode & 0o666)
            try hidden.link(as: rollbackJournal)
        } catch {
            Reports.error("KRK_ST_JG", "the journal of \(data: path) is for one user only: \(error)")
        }
    }
}
