import Glibc

/// Names that nothing has yet.
package enum FreeName {
    private typealias Rename =
        @Sendable @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    /// Linux's `renameat2`, which Swift does not import; `nil` if the C library lacks it.
    private static let rename = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: Rename.self) }
    /// `RENAME_NOREPLACE`: an existing file of that name stays.
    private static let withoutReplacing: UInt32 = 1

    /// Renames a file in its file system, in one step: after a crash it has one of the two names, and nothing else has
    /// the new one.
    ///
    /// Some file systems, such as NFS, need two steps; after a crash, the file can have both names there. If there are
    /// no hard links either, the name is checked to be free right before the file is renamed.
    ///
    /// - Throws: `EEXIST` if something has the name, even a link that leads nowhere, `EXDEV` if it is in another file
    ///   system, and other errors of the system. The file then keeps its name.
    package static func take(_ target: String, for path: String) throws(SystemError) {
        if let rename, rename(AT_FDCWD, path, AT_FDCWD, target, withoutReplacing) == 0 { return }
        guard rename == nil || [EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) else { throw .last }
        if link(path, target) == 0 {
            unlink(path)
            return
        }
        guard [EPERM, ENOSYS, EOPNOTSUPP].contains(errno) else { throw .last }
        var status = stat()
        guard lstat(target, &status) != 0 else { throw SystemError(code: EEXIST) }
        guard Glibc.rename(path, target) == 0 else { throw .last }
    }
}
