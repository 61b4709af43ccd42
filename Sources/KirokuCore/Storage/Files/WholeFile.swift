import Glibc

/// Files that are read in one piece.
enum WholeFile {
    /// The contents of a file.
    ///
    /// A copy, not a mapping: a mapped file that another program cuts short ends this one.
    ///
    /// - Parameter limit: files with more bytes are refused.
    /// - Throws: ``StorageError/notFound(path:)``, ``StorageError/notAFile(path:)``, ``StorageError/tooLarge(path:)``,
    ///   ``StorageError/unreadable(path:reason:)``.
    static func read(_ path: String, limit: Int = .max) throws(StorageError) -> [UInt8] {
        do {
            // A pipe without a writer must not keep this waiting; for regular files the flag means nothing.
            let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
            let status = try file.status()
            guard status.st_mode & S_IFMT == S_IFREG else { throw StorageError.notAFile(path: path) }
            let size = Int(status.st_size)
            guard size <= limit else { throw StorageError.tooLarge(path: path) }
            return try read(file, size: size)
        } catch let error as SystemError {
            throw error.whileReading(path)
        } catch let error as StorageError {
            throw error
        } catch {
            throw .unreadable(path: path, reason: "\(error)")
        }
    }

    /// Whether there is something at a path.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func read(_ file: borrowing FileDescriptor, size: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = try file.read(into: UnsafeMutableBufferPointer(rebasing: buffer[..<size]))
        }
    }
}
