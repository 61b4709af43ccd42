import Glibc

extension CardFile {
    /// Gives the file another name or folder, within its file system.
    ///
    /// No one writes meanwhile, so no journal is left behind. Programs that have the document open notice the move as
    /// if another program had made it (``news()``).
    ///
    /// - Parameter destination: the new path; nothing may be there yet.
    /// - Throws: ``StorageError/alreadyExists(path:)``, ``StorageError/busy(at:by:)``, system errors, and
    ///   ``StorageError/unsupported`` if the path is in another file system. The file stays where it is then.
    package func move(to destination: String) throws(StorageError) {
        let connection = try opened()
        let source = try place.existingFile()
        try connection.execute("BEGIN EXCLUSIVE")
        defer { try? connection.execute("ROLLBACK") }
        do throws(SystemError) {
            try FreeName.take(destination, for: source)
        } catch {
            switch error.code {
            case EXDEV: throw .unsupported
            case EEXIST: throw .alreadyExists(path: destination)
            default: throw error.whileWriting(destination)
            }
        }
        // The file has been moved; at worst, a crash now restores its old name.
        for path in [source, destination] { try? AtomicFile.synchronize(folder: FilePath.folder(of: path)) }
    }
}
