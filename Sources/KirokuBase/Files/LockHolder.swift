import Glibc

/// Finds the program that keeps a file locked, if the system reveals it.
package enum LockHolder {
    /// The name of a program that holds a lock on the file at `path`; `nil` if unknown, or if it is this program.
    package static func program(of path: String) -> String? {
        var file = stat()
        guard stat(path, &file) == 0, let locks = text(of: "/proc/locks") else { return nil }
        let found = locks.split(separator: "\n").compactMap { Lock($0) }.filter {
            $0.isOf(file) && $0.process != getpid()
        }
        // A writer locks out everyone; readers only lock out writers.
        guard let lock = found.first(where: \.isWriting) ?? found.first else { return nil }
        return text(of: "/proc/\(lock.process)/comm")?.split(separator: "\n").first.map(String.init)
    }

    /// A line of the system's list: `42: POSIX ADVISORY WRITE 5646 fe:00:16293918 1073741824 1073742335`.
    private struct Lock {
        let isWriting: Bool
        let process: Int32
        private let device: (major: UInt, minor: UInt)
        private let inode: UInt

        init?(_ line: Substring) {
            let words = line.split(separator: " ")
            guard words.count == 8, words[1] == "POSIX", let process = Int32(words[4]), process > 0 else { return nil }
            let file = words[5].split(separator: ":")
            guard file.count == 3, let major = UInt(file[0], radix: 16), let minor = UInt(file[1], radix: 16),
                let inode = UInt(file[2])
            else { return nil }
            isWriting = words[3] == "WRITE"
            self.process = process
            device = (major, minor)
            self.inode = inode
        }

        func isOf(_ file: stat) -> Bool {
            // Glibc's `major` and `minor` are macros.
            let major = (file.st_dev >> 8) & 0xfff | (file.st_dev >> 32) & ~0xfff
            let minor = file.st_dev & 0xff | (file.st_dev >> 12) & ~0xff
            return file.st_ino == inode && (major, minor) == device
        }
    }

    private static func text(of path: String) -> String? {
        guard let file = try? FileDescriptor(opening: path, O_RDONLY) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = try? bytes.withUnsafeMutableBufferPointer { (buffer) throws(SystemError) in
            try file.read(into: buffer)
        }
        return count.map { String(decoding: bytes.prefix($0), as: UTF8.self) }
    }
}
