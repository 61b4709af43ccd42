import Dispatch
import Glibc
import Synchronization

/// Watches a file as long as it lives: tells when it may have been written to, replaced, moved or removed, by whomever.
///
/// It costs nothing while nothing happens. Where the system cannot watch, as in folders of other machines, nothing is
/// told.
final class FileWatch: Sendable {
    private let number: Int

    /// - Parameters:
    ///   - file: the path of the file itself, without symbolic links on the way.
    ///   - tell: called on a thread of its own, once for events that come together.
    /// - Throws: `SystemError` if the system has run out of watches.
    init(_ file: String, _ tell: @escaping @Sendable () -> Void) throws(SystemError) {
        number = try WatchedFiles.shared.add(file, tell)
    }

    deinit {
        WatchedFiles.shared.remove(number)
    }
}

/// All the files that this process watches: the system allows a user only some hundred watchers.
private final class WatchedFiles: Sendable {
    static let shared = WatchedFiles()

    private struct Watcher {
        let folder: Int32
        let file: Int32?
        /// The file's own name, and that of the file in which another program may let SQLite keep its latest commits.
        let names: [[UInt8]]
        let tell: @Sendable () -> Void

        func isMeant(by event: Inotify.Event) -> Bool {
            if event.watch == folder { return event.isMove || names.contains(event.name) }
            return event.watch == file || event.isOverflow
        }
    }

    private struct State {
        var inotify: Inotify?
        var watchers: [Int: Watcher] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    func add(_ path: String, _ tell: @escaping @Sendable () -> Void) throws(SystemError) -> Int {
        try state.withLock { (state) throws(SystemError) -> Int in
            let inotify = if let known = state.inotify { known } else { try start() }
            state.inotify = inotify
            // The folder says what happens under the name, and the file what happens to it under any other.
            let folder = try inotify.watch(Self.terminated(FilePath.folder(of: path)), for: .writing)
            let file = try? inotify.watch(Self.terminated(path), for: .file)
            let name = FilePath.name(of: path)
            state.last += 1
            state.watchers[state.last] = Watcher(
                folder: folder, file: file, names: [Array(name.utf8), Array("\(name)-wal".utf8)], tell: tell)
            return state.last
        }
    }

    func remove(_ number: Int) {
        state.withLock { state in
            guard let gone = state.watchers.removeValue(forKey: number) else { return }
            for watch in [gone.folder, gone.file].compactMap(\.self)
            where !state.watchers.values.contains(where: { $0.folder == watch || $0.file == watch }) {
                state.inotify?.end(watch)
            }
        }
    }

    /// Begins to listen, as long as the process lives.
    private func start() throws(SystemError) -> Inotify {
        let inotify = try Inotify()
        let source = DispatchSource.makeReadSource(
            fileDescriptor: inotify.descriptor, queue: DispatchQueue(label: "kiroku.file-watch", qos: .utility))
        source.setEventHandler { [self] in
            // Its own handler keeps the source.
            withExtendedLifetime(source) { take(inotify.events()) }
        }
        source.resume()
        return inotify
    }

    private func take(_ events: [Inotify.Event]) {
        let told = state.withLock { state in
            state.watchers.values.filter { watcher in events.contains { watcher.isMeant(by: $0) } }
        }
        for watcher in told { watcher.tell() }
    }

    private static func terminated(_ path: String) -> [CChar] { path.utf8.map { CChar(bitPattern: $0) } + [0] }
}
