import Glibc

/// What tells, without reading it, that something has come to or gone from a folder.
///
/// A file that was written again in place does not show in it.
struct FolderState: Hashable {
    private let identity: FileIdentity
    private let seconds: Int
    private let nanoseconds: Int

    /// `nil` if there is no such folder.
    init?(_ path: DiskPath) {
        var status = stat()
        guard stat(path.terminated, &status) == 0, status.isFolder else { return nil }
        identity = FileIdentity(status)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
