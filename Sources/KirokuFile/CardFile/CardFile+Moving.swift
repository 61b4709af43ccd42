import Glibc

extension CardFile {
    /// Gives the file another name or folder, within its file system.
    ///
    /// Nobody is writing meanwhile, so no journal is left behind. All who have the document open notice the move as they
    /// notice that of another program (``news()``).
    ///
    /// - Parameter destination: the new path, at which nothing may be.
    /// - Throws: ``StorageError/alreadyExists(path:)``, ``StorageError/busy(at:by:)``, system errors, and
    ///   ``StorageError/unsupported`` if the path is in another file system. The file then stays where it is.
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
        // It is there; what a crash now brings is its old name at worst.
        for path in [source, destination] { try? AtomicFile.synchronize(folder: FilePath.folder(of: path)) }
    }
}
