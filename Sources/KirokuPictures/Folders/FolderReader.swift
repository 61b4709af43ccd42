import Glibc
import KirokuCore
import Synchronization

/// An open folder, which is read one entry at a time, and closed at the end of this value's life.
struct FolderReader: ~Copyable {
    private let handle: OpaquePointer

    init(_ path: DiskPath) throws(SystemError) {
        guard let opened = opendir(path.terminated) else { throw .last }
        handle = opened
    }

    deinit {
        closedir(handle)
    }

    /// The identity of the folder, whatever path led to it.
    func identity() throws(SystemError) -> FileIdentity {
        var status = stat()
        guard fstat(dirfd(handle), &status) == 0 else { throw .last }
        return FileIdentity(status)
    }

    /// The next entry; `nil` if there are no more.
    ///
    /// The kinds of entries need no further system calls, if the file system stores them in the folder.
    func next() throws(SystemError) -> FolderEntry? {
        errno = 0
        guard let entry = readdir(handle) else {
            if errno != 0 { throw .last }
            return nil
        }
        // Some file systems allow longer names than the declaration says, so the zero marks the end.
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            let start = UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self)
            return Array(UnsafeBufferPointer(start: start, count: strlen(UnsafePointer(OpaquePointer(start)))))
        }
        return FolderEntry(name: name, kind: FolderEntry.Kind(Int(entry.pointee.d_type)))
    }

    /// The status of an entry, or of a link's target; `nil` if there is none or it cannot be read.
    func status(of entry: FolderEntry) -> stat? {
        var status = stat()
        return fstatat(dirfd(handle), entry.terminatedName, &status, 0) == 0 ? status : nil
    }

    /// The first bytes of a regular file, by default as many as are needed to recognise its format; empty if it cannot
    /// be read.
    func firstBytes(of entry: FolderEntry, atMost limit: Int = PictureFormat.markLength) -> [UInt8] {
        // Otherwise opening a pipe without a writer would wait.
        let file = openat(dirfd(handle), entry.terminatedName, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.isRegular else { return [] }
        return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = max(0, read(file, buffer.baseAddress, buffer.count))
        }
    }
}

/// An entry of a folder, as the folder itself describes it.
struct FolderEntry {
    /// The kind of an entry.
    enum Kind {
        case file
        case folder
        /// A link, to an unknown kind of target.
        case link
        /// An entry of a file system that does not tell kinds.
        case unknown
        /// A pipe, a device, a socket.
        case other

        fileprivate init(_ type: Int) {
            self =
                switch type {
                case Int(DT_REG): .file
                case Int(DT_DIR): .folder
                case Int(DT_LNK): .link
                case Int(DT_UNKNOWN): .unknown
                default: .other
                }
        }
    }

    /// The name: any bytes except zero and slash.
    let name: [UInt8]
    let kind: Kind

    /// Whether the name begins with a dot, as those of the folder itself and its parent do.
    var isHidden: Bool { name.first == UInt8(ascii: ".") }

    var terminatedName: [CChar] { name.map(CChar.init(bitPattern:)) + [0] }
}

/// Identifies a file or folder among all others on the machine.
struct FileIdentity: Hashable {
    private let device: UInt64
    private let number: UInt64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }
}

extension stat {
    /// Whether this is a regular file, not a folder, pipe, device or socket.
    var isRegular: Bool { st_mode & S_IFMT == S_IFREG }

    /// Whether this is a folder.
    var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
}

/// Reports folders that cannot be read, each only once.
final class FolderReports: Sendable {
    private let reported: Mutex<Set<DiskPath>> = Mutex([])

    func cannotRead(_ folder: DiskPath, _ reason: ReportText) {
        guard reported.withLock({ $0.insert(folder).inserted }) else { return }
        Reports.error("KRK_PI_FO", "cannot look for pictures in \(data: folder.name): \(reason)")
    }
}
