import Glibc
import KirokuCore
import Synchronization

/// An open folder, read one entry at a time; closed when this goes.
struct FolderReader: ~Copyable {
    private let handle: OpaquePointer

    init(_ path: DiskPath) throws(SystemError) {
        guard let opened = opendir(path.terminated) else { throw .last }
        handle = opened
    }

    deinit {
        closedir(handle)
    }

    /// What tells this folder from all others on the machine, whatever path led to it.
    func identity() throws(SystemError) -> FileIdentity {
        var status = stat()
        guard fstat(dirfd(handle), &status) == 0 else { throw .last }
        return FileIdentity(status)
    }

    /// The next entry, or `nil` if there are no more.
    ///
    /// Folders come without a call of the system for each entry, as long as the file system says what its entries are.
    func next() throws(SystemError) -> FolderEntry? {
        errno = 0
        guard let entry = readdir(handle) else {
            if errno != 0 { throw .last }
            return nil
        }
        // The name is longer than its declaration says where the file system allows that, so it is read by its end.
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            let start = UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self)
            return Array(UnsafeBufferPointer(start: start, count: strlen(UnsafePointer(OpaquePointer(start)))))
        }
        return FolderEntry(name: name, kind: FolderEntry.Kind(Int(entry.pointee.d_type)))
    }

    /// The status of an entry, of what it leads to if it is a link; `nil` if it has gone or cannot be looked at.
    func status(of entry: FolderEntry) -> stat? {
        var status = stat()
        return fstatat(dirfd(handle), entry.terminatedName, &status, 0) == 0 ? status : nil
    }

    /// The first bytes of a regular file, at first as many as tell its format; none if it cannot be read.
    func firstBytes(of entry: FolderEntry, atMost limit: Int = PictureFormat.markLength) -> [UInt8] {
        // A pipe without a writer must not keep this waiting.
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
    /// What the entry is.
    enum Kind {
        case file
        case folder
        /// What it leads to is not known without looking.
        case link
        /// A file system that does not tell.
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

    /// Any bytes but zero and slash.
    let name: [UInt8]
    let kind: Kind

    /// Hidden by a dot at the start; so are the folder itself and the one it is in.
    var isHidden: Bool { name.first == UInt8(ascii: ".") }

    var terminatedName: [CChar] { name.map(CChar.init(bitPattern:)) + [0] }
}

/// What tells a file or folder from all others on the machine.
struct FileIdentity: Hashable {
    private let device: UInt64
    private let number: UInt64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }
}

extension stat {
    /// Whether it is a file of bytes on a disk, and no folder, pipe, device or socket.
    var isRegular: Bool { st_mode & S_IFMT == S_IFREG }

    /// Whether it is a folder.
    var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
}

/// Tells the developer what cannot be looked into, each folder once.
final class FolderReports: Sendable {
    private let reported: Mutex<Set<DiskPath>> = Mutex([])

    func cannotRead(_ folder: DiskPath, _ reason: ReportText) {
        guard reported.withLock({ $0.insert(folder).inserted }) else { return }
        Reports.error("KRK_PI_FO", "cannot look for pictures in \(data: folder.name): \(reason)")
    }
}
