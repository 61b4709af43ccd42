import Glibc
import KirokuPictures

/// The bytes of a picture, read piece by piece.
protocol PictureInput {
    /// The next bytes, up to a number; empty at the end.
    mutating func next(atMost count: Int) throws(DecodeFailure) -> [UInt8]
}

/// Bytes in memory.
struct MemoryInput: PictureInput {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func next(atMost count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}

/// An open file, which stays the same even if another file takes its path.
final class FileInput: PictureInput {
    /// Shows whether the file has changed.
    struct Stamp: Equatable {
        let size: Int
        let seconds: Int
        let nanoseconds: Int
    }

    /// The stamp of the file when it was opened.
    let stamp: Stamp
    private let descriptor: Int32

    /// Opens a regular file only, without waiting for the writer of a pipe.
    init(_ path: DiskPath, limit: Int) throws(DecodeFailure) {
        descriptor = open(path.terminated, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw Self.failure }
        do throws(DecodeFailure) {
            stamp = try Self.stamp(of: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        guard stamp.size > 0 else { throw hasJustChanged ? .stillChanging : .empty }
        guard stamp.size <= limit else { throw .tooManyBytes }
    }

    deinit {
        close(descriptor)
    }

    func next(atMost count: Int) throws(DecodeFailure) -> [UInt8] {
        var length = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            repeat { length = read(descriptor, buffer.baseAddress, buffer.count) } while length < 0 && errno == EINTR
            filled = max(length, 0)
        }
        guard length >= 0 else { throw Self.failure }
        return bytes
    }

    /// Whether the file is being written, or was a moment ago, so that a fault in it may soon be gone.
    var hasJustChanged: Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = now.tv_sec - status.st_mtim.tv_sec
        return Stamp(status) != stamp || (0..<3).contains(age)
    }

    private static func stamp(of descriptor: Int32) throws(DecodeFailure) -> Stamp {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        return Stamp(status)
    }

    private static var failure: DecodeFailure {
        switch errno {
        case ENOENT, ENOTDIR, ESTALE: .gone
        case EACCES, EPERM: .notAllowed
        case ENXIO, EISDIR, ELOOP: .notAFile
        default: .unreadable(reason: String(cString: strerror(errno)))
        }
    }
}

extension FileInput.Stamp {
    fileprivate init(_ status: stat) {
        size = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
