import Glibc
import Synchronization

/// Where a document is: its path, which follows the file when that is moved.
final class FilePlace: Sendable {
    private struct State {
        var path: String
        /// The file that is there, wherever it goes.
        var file: KnownFile?
    }

    private let state: Mutex<State>

    /// - Parameter path: as it was given.
    init(_ path: String) {
        state = Mutex(State(path: path))
    }

    /// The path as it was given, or where the file was moved to since.
    var path: String { state.withLock { $0.path } }

    /// From now on, the file that is there is followed.
    func hold(_ file: String) {
        let held = try? KnownFile(file)
        state.withLock { $0.file = held }
    }

    /// No file is followed any more.
    func release() {
        state.withLock { $0.file = nil }
    }

    /// Goes on at the place that the file was moved to; stays if it was removed, or another one was put in its place.
    func follow() {
        let (path, file) = state.withLock { ($0.path, $0.file) }
        guard let new = file?.shownPath(from: path), new != path else { return }
        state.withLock { $0.path = new }
        // The journal beside the old name belongs to nothing any more.
        Leftovers.clearInBackground([FilePath.folder(of: path)])
    }

    /// The file itself, without symbolic links on the way, because SQLite keeps the journal beside that one.
    ///
    /// - Throws: if there is none, or if it is not a regular file: opening such a one might block forever.
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

    /// Makes SQLite's rollback journal, if others of the file's group are to write it as well.
    ///
    /// SQLite would give it the file's permissions, but the group of this user, so that nobody else could write to the
    /// document as long as it is open here. Nor could they if this process were killed while the journal is not theirs
    /// yet, so it gets its name last. To be called inside a transaction, before anything is written.
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
