import Glibc
import KirokuCore

/// The system's watch over folders; closed by whoever made it.
///
/// Of Linux only, as is all of its interface.
struct Inotify: Sendable {
    /// Something that happened in a watched folder.
    struct Event {
        /// Which folder: what ``Inotify/watch(_:)`` gave for it.
        let watch: Int32
        private let mask: UInt32
        /// The entry it is about; none if it is about the folder itself.
        let name: [UInt8]

        fileprivate init(watch: Int32, mask: UInt32, name: [UInt8]) {
            self.watch = watch
            self.mask = mask
            self.name = name
        }

        /// So much happened that the system has lost some of it.
        var isOverflow: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }
        /// The watch is over.
        var isEnd: Bool { mask & UInt32(IN_IGNORED) != 0 }
        /// The folder itself is elsewhere now.
        var isMove: Bool { mask & UInt32(IN_MOVE_SELF) != 0 }
        /// The folder has gone, or its disk.
        var isRemoval: Bool { mask & UInt32(IN_DELETE_SELF | IN_UNMOUNT) != 0 }
        /// It is about a folder: an entry, or the watched one itself.
        var isFolder: Bool { mask & UInt32(IN_ISDIR) != 0 }
    }

    let descriptor: Int32

    /// - Throws: when the user has as many of these as are allowed.
    init() throws(SystemError) {
        // The flags have the values of these two by definition, and their own names are of a type of their own.
        descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
    }

    /// Watches a folder for what comes, changes, and goes in it.
    func watch(_ folder: DiskPath) throws(SystemError) -> Int32 {
        let watch = inotify_add_watch(descriptor, folder.terminated, Self.mask)
        guard watch >= 0 else { throw .last }
        return watch
    }

    /// Ends a watch; a last event says so.
    func end(_ watch: Int32) {
        inotify_rm_watch(descriptor, watch)
    }

    /// What has happened since the last call; none if nothing has.
    func events() -> [Event] {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var events: [Event] = []
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return events }
            events += Self.events(in: buffer.prefix(count))
        }
    }

    /// An event is 16 bytes, the last four of which say how many more the name has with the zeros that fill it up.
    private static func events(in buffer: ArraySlice<UInt8>) -> [Event] {
        buffer.withUnsafeBytes { bytes in
            var events: [Event] = []
            var place = 0
            while place + header <= bytes.count {
                let length = Int(bytes.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
                let name = bytes.dropFirst(place + header).prefix(length).prefix { $0 != 0 }
                events.append(
                    Event(
                        watch: bytes.loadUnaligned(fromByteOffset: place, as: Int32.self),
                        mask: bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self), name: Array(name)))
                place += header + length
            }
            return events
        }
    }

    private static let header = 16
    private static let mask =
        UInt32(IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ATTRIB)
        | UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK)
}
