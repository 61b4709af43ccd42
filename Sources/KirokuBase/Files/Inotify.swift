import Glibc

/// The system's watch over folders and files; its creator closes the descriptor.
///
/// It exists only on Linux.
package struct Inotify: Sendable {
    /// Something that happened in a watched folder, or to a watched file.
    package struct Event {
        /// The number of the watch, from ``Inotify/watch(_:for:)``.
        package let watch: Int32
        private let mask: UInt32
        /// The name of the entry; empty if the event is about the folder itself.
        package let name: [UInt8]

        fileprivate init(watch: Int32, mask: UInt32, name: [UInt8]) {
            self.watch = watch
            self.mask = mask
            self.name = name
        }

        /// Whether the system has lost events, because there were too many.
        package var isOverflow: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }
        /// Whether the watch has ended.
        package var isEnd: Bool { mask & UInt32(IN_IGNORED) != 0 }
        /// Whether the folder itself was moved.
        package var isMove: Bool { mask & UInt32(IN_MOVE_SELF) != 0 }
        /// Whether the folder was removed, or its disk.
        package var isRemoval: Bool { mask & UInt32(IN_DELETE_SELF | IN_UNMOUNT) != 0 }
        /// Whether the entry is a folder, or the event is about the watched folder itself.
        package var isFolder: Bool { mask & UInt32(IN_ISDIR) != 0 }
    }

    package let descriptor: Int32

    /// - Throws: `SystemError` if the user has reached the system's limit of instances.
    package init() throws(SystemError) {
        // By definition the flags have these two values, but the constants with their own names have another type.
        descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
    }

    /// The events to watch for.
    package enum Subject {
        /// The entries of a folder: additions, changes that are finished, and removals.
        case entries
        /// The entries of a folder, and each time that one of them is written to.
        case writing
        /// A file, each time that it is written to, or is moved or removed.
        case file
        /// A folder being moved itself, in addition to other events watched in it.
        case moves

        fileprivate var mask: UInt32 {
            switch self {
            case .entries: Self.changes | UInt32(IN_ATTRIB | IN_CLOSE_WRITE | IN_ONLYDIR)
            case .writing: Self.changes | UInt32(IN_MODIFY | IN_ONLYDIR)
            case .file: UInt32(IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)
            case .moves: UInt32(IN_MOVE_SELF | IN_ONLYDIR | IN_MASK_ADD)
            }
        }

        private static let changes =
            UInt32(IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE)
            | UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_EXCL_UNLINK)
    }

    /// Watches a folder or a file.
    ///
    /// - Parameter path: with a zero at its end.
    package func watch(_ path: [CChar], for subject: Subject) throws(SystemError) -> Int32 {
        let watch = inotify_add_watch(descriptor, path, subject.mask)
        guard watch >= 0 else { throw .last }
        return watch
    }

    /// Ends a watch, which makes a last event.
    package func end(_ watch: Int32) {
        inotify_rm_watch(descriptor, watch)
    }

    /// The events since the last call.
    package func events() -> [Event] {
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
}
