import CSystem
import Glibc

/// An open file, closed with this value.
package struct FileDescriptor: ~Copyable {
    private let number: Int32

    package init(opening path: String, _ flags: Int32, permissions: mode_t = 0) throws(SystemError) {
        let opened = open(path, flags | O_CLOEXEC, permissions)
        guard opened >= 0 else { throw .last }
        number = opened
    }

    private init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    package func status() throws(SystemError) -> stat {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw .last }
        return status
    }

    /// The current path of the file according to the system; `nil` if the system does not tell.
    package var path: String? { SymbolicLink.target(of: "/proc/self/fd/\(number)") }

    /// Reads into `buffer` until it is full or the file ends.
    ///
    /// Returns how many bytes were read.
    package func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(SystemError) -> Int {
        try fill(buffer) { rest, _ in Glibc.read(number, rest.baseAddress, rest.count) }
    }

    /// The same from `offset` on, whatever was read before; not for pipes.
    package func read(into buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int) throws(SystemError) -> Int {
        try fill(buffer) { rest, done in pread(number, rest.baseAddress, rest.count, off_t(offset + done)) }
    }

    private func fill(
        _ buffer: UnsafeMutableBufferPointer<UInt8>,
        _ read: (_ rest: UnsafeMutableBufferPointer<UInt8>, _ done: Int) -> Int
    ) throws(SystemError) -> Int {
        var count = 0
        while count < buffer.count {
            let step = read(UnsafeMutableBufferPointer(rebasing: buffer[count...]), count)
            if step < 0 && errno == EINTR { continue }
            guard step >= 0 else { throw .last }
            if step == 0 { break }
            count += step
        }
        return count
    }

    /// Writes all of `bytes` from `offset` on.
    package func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let step = bytes[done...].withUnsafeBytes {
                pwrite(number, $0.baseAddress, $0.count, off_t(offset + done))
            }
            if step < 0 && errno == EINTR { continue }
            guard step >= 0 else { throw .last }
            done += step
        }
    }

    package func write(_ bytes: [UInt8]) throws(SystemError) {
        try Self.write(bytes, to: number)
    }

    /// Writes all of `bytes` to a file that the caller has opened.
    package static func write(_ bytes: [UInt8], to number: Int32) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let step = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
            if step < 0 && errno == EINTR { continue }
            guard step >= 0 else { throw .last }
            rest = rest.dropFirst(step)
        }
    }

    /// Another descriptor of the same open file; a lock is released with the last one.
    package func duplicate() throws(SystemError) -> FileDescriptor {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .last }
        return FileDescriptor(copy)
    }

    /// The result of trying to lock a file.
    package enum Lock {
        /// No one else can lock it until this is closed, not even in this process.
        case isOurs
        /// Another program holds it.
        case isHeld
        /// The file system knows no locks.
        case isUnavailable
    }

    /// Tries to get the lock that is held while a file is written.
    package func lock() -> Lock {
        switch kiroku_lock_file(number) {
        case 0: .isOurs
        case EAGAIN, EACCES: .isHeld
        default: .isUnavailable
        }
    }

    /// Empties the file.
    package func clear() throws(SystemError) {
        guard ftruncate(number, 0) == 0 else { throw .last }
    }

    package func setPermissions(_ permissions: mode_t) throws(SystemError) {
        guard fchmod(number, permissions) == 0 else { throw .last }
    }

    /// Changes the owner of the file; if that is not allowed, nothing changes.
    package func setOwner(_ user: uid_t, _ group: gid_t) {
        if fchown(number, user, group) != 0 { _ = fchown(number, uid_t.max, group) }
    }

    /// Returns when everything written is on the disk.
    package func synchronize() throws(SystemError) {
        guard fsync(number) == 0 else { throw .last }
    }

    /// Closes the file, and throws if that fails: some file systems only report a full disk here.
    package consuming func finish() throws(SystemError) {
        let number = number
        discard self
        guard close(number) == 0 else { throw .last }
    }
}
