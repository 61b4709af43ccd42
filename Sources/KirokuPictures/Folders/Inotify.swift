import Glibc
import KirokuCore

/// The system's watch over folders; its creator closes the descriptor.
///
/// It exists only on Linux.
struct Inotify: Sendable {
    /// Something that happened in a watched folder.
    struct Event {
        /// The number of the folder's watch, from ``Inotify/watch(_:)``.
        let watch: Int32
        private let mask: UInt32
        /// The name of the entry; empty if the event is about the folder itself.
        let name: [UInt8]

        fileprivate init(watch: Int32, mask: UInt32, name: [UInt8]) {
            self.watch = watch
            self.mask = mask
            self.name = name
        }

        /// Whether the system has lost events, because there were too many.
        var isOverflow: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }
        /// Whether the watch has ended.
        var isEnd: Bool { mask & UInt32(IN_IGNORED) != 0 }
        /// Whether the folder itself was moved.
        var isMove: Bool { mask & UInt32(IN_MOVE_SELF) != 0 }
        /// Whether the folder was removed, or its disk.
        var isRemoval: Bool { mask & UInt32(IN_DELETE_SELF | IN_UNMOUNT) != 0 }
        /// Whether the entry is a folder, or the event is about the watched folder itself.
        var isFolder: Bool { mask & UInt32(IN_ISDIR) != 0 }
    }

    let descriptor: Int32

    /// - Throws: `SystemError` if the user already has as many of these as are allowed.
    init() throws(SystemError) {
        // By definition the flags have these two values, but the constants with their own names have another type.
        descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
    }

    /// Watches the entries of a folder for additions, changes and removals.
    func watch(_ folder: DiskPath) throws(SystemError) -> Int32 {
        let watch = inotify_add_watch(descriptor, folder.terminated, Self.mask)
        guard watch >= 0 else { throw .last }
        return watch
    }

    /// Ends a watch, which makes a last event.
    func end(_ watch: Int32) {
        inotify_rm_watch(descriptor, watch)
    }

    /// The events since the last call.
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

    /// An event has 16 bytes; the last four are the length of the name that follows, with its padding of zeros.
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
