import Dispatch
import Glibc
import Synchronization

/// Files that are read in one piece.
package enum WholeFile {
    /// The contents of a file.
    ///
    /// A copy, not a mapping: if another program truncated a mapped file, this one would crash.
    ///
    /// - Parameter limit: files with more bytes are refused.
    /// - Throws: ``StorageError/notFound(path:)``, ``StorageError/notAFile(path:)``, ``StorageError/tooLarge(path:)``,
    ///   ``StorageError/unreadable(path:reason:)``.
    package static func read(_ path: String, limit: Int = .max) throws(StorageError) -> [UInt8] {
        try reading(path) { file, size in
            guard size <= limit else { throw refused(.tooLarge(path: path)) }
            return try read(file, size: size)
        }
    }

    /// The first `count` bytes of a file, and whether the file ends there.
    ///
    /// - Throws: what ``read(_:limit:)`` throws.
    package static func readStart(_ path: String, count: Int) throws(StorageError) -> (start: [UInt8], isWhole: Bool) {
        try reading(path) { file, _ in
            var start = [UInt8](repeating: 0, count: count + 1)
            let found = try start.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
                try file.read(into: buffer)
            }
            return (Array(start[..<min(found, count)]), found <= count)
        }
    }

    /// Opens a regular file for `body`, which gets its size, and turns failures into storage errors.
    private static func reading<Value>(
        _ path: String, _ body: (borrowing FileDescriptor, _ size: Int) throws -> Value
    ) throws(StorageError) -> Value {
        do {
            // A pipe without a writer must not block; the flag has no effect on regular files.
            let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
            let status = try file.status()
            guard status.st_mode & S_IFMT == S_IFREG else { throw refused(.notAFile(path: path)) }
            return try body(file, Int(status.st_size))
        } catch let error as SystemError {
            throw error.whileReading(path)
        } catch let error as StorageError {
            throw error
        } catch {
            throw .unreadable(path: path, reason: "\(error)")
        }
    }

    private static func refused(_ error: StorageError) -> StorageError { Reports.refused("KRK_ST_RD", error) }

    /// Reads the parts of large files in parallel: allocating their memory takes longer than copying.
    private static func read(_ file: borrowing FileDescriptor, size: Int) throws -> [UInt8] {
        let parts = Parallel.parts(of: size, atLeast: 1 << 22)
        let failure = Mutex<SystemError?>(nil)
        let end = Mutex(size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            // The parts do not overlap, and all are done before the buffer is freed.
            let start = UInt(bitPattern: buffer.baseAddress)
            DispatchQueue.concurrentPerform(iterations: parts.count) { index in
                let part = parts[index]
                do throws(SystemError) {
                    let place = UnsafeMutablePointer<UInt8>(bitPattern: start + UInt(part.lowerBound))
                    let read = try file.read(
                        into: UnsafeMutableBufferPointer(start: place, count: part.count), at: part.lowerBound)
                    // Another program has truncated the file.
                    if read < part.count { end.withLock { $0 = min($0, part.lowerBound + read) } }
                } catch {
                    failure.withLock { $0 = error }
                }
            }
            count = failure.withLock { $0 } == nil ? end.withLock { $0 } : 0
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
        return bytes
    }
}
