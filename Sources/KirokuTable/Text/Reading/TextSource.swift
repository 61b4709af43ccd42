import Glibc
import Synchronization

/// The bytes of a text, to be read in any order and by several threads at once.
package enum TextSource: Sendable {
    case memory([UInt8])
    case file(TextFile)

    /// The number of bytes.
    var size: Int {
        switch self {
        case .memory(let text): text.count
        case .file(let file): file.size
        }
    }

    /// Reads from `offset` on until `buffer` is full or the text ends.
    ///
    /// Returns the number of bytes read.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int) -> Int {
        switch self {
        case .memory(let text):
            let count = min(buffer.count, max(text.count - offset, 0))
            guard count > 0, let start = buffer.baseAddress else { return 0 }
            text.withUnsafeBufferPointer { start.update(from: $0.baseAddress.unsafelyUnwrapped + offset, count: count) }
            return count
        case .file(let file):
            return file.read(into: buffer, at: offset)
        }
    }
}

/// An open file with text.
///
/// If the file fails or another program truncates it, the text seems to end there; ``check(_:)`` reports it.
package final class TextFile: Sendable {
    let size: Int
    private let file: FileDescriptor
    private let modified: timespec
    private let wasCut = Atomic(false)
    private let failed = Mutex<SystemError?>(nil)

    /// - Throws: ``StorageError/notFound(path:)``, ``StorageError/notAFile(path:)``,
    ///   ``StorageError/unreadable(path:reason:)``.
    init(path: String) throws(StorageError) {
        do throws(SystemError) {
            // Opening a pipe without a writer must not wait; for regular files, the flag has no effect.
            file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
            let status = try file.status()
            size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : -1
            modified = status.st_mtim
        } catch {
            throw error.whileReading(path)
        }
        guard size >= 0 else { throw .notAFile(path: path) }
    }

    /// Checks after reading that the file did not fail, and that no other program has changed it since it was opened.
    ///
    /// A file that has only grown, such as a log, is accepted as it was when it was opened.
    ///
    /// - Throws: ``StorageError/unreadable(path:reason:)``, ``StorageError/malformed(path:reason:)``.
    func check(_ path: String) throws(StorageError) {
        if let failure = failed.withLock({ $0 }) { throw failure.whileReading(path) }
        let status: stat
        do {
            status = try file.status()
        } catch {
            throw error.whileReading(path)
        }
        let isModified = status.st_mtim.tv_sec != modified.tv_sec || status.st_mtim.tv_nsec != modified.tv_nsec
        guard wasCut.load(ordering: .relaxed) || status.st_size < size || status.st_size == size && isModified else {
            return
        }
        throw .malformed(path: path, reason: TextError.changed.message)
    }

    func read(into buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int) -> Int {
        let wanted = UnsafeMutableBufferPointer(rebasing: buffer.prefix(max(0, size - offset)))
        do throws(SystemError) {
            let count = try file.read(into: wanted, at: offset)
            if count < wanted.count { wasCut.store(true, ordering: .relaxed) }
            return count
        } catch {
            failed.withLock { $0 = $0 ?? error }
            return 0
        }
    }
}
