import CSystem
import Dispatch
import Glibc
import Synchronization

/// Watches a file while this object lives: reports when the file may have been written to, replaced, moved or removed,
/// by anyone.
///
/// It costs nothing while nothing happens. If the system cannot watch, as in folders of other machines, nothing is
/// reported.
package final class FileWatch: Sendable {
    private let number: Int

    /// Watches a file.
    ///
    /// - Parameters:
    ///   - file: the path of the file itself, without symbolic links on the way.
    ///   - notify: called on a separate thread, once for simultaneous events.
    /// - Throws: `SystemError` if the system has run out of watches.
    package init(_ file: String, _ notify: @escaping @Sendable () -> Void) throws(SystemError) {
        let name = FilePath.name(of: file)
        // The second file is where SQLite keeps the latest commits if another program has turned on its write-ahead
        // log.
        let names = [Array(name.utf8), Array("\(name)-wal".utf8)]
        number = try WatchedFiles.shared.add(FilePath.folder(of: file), file: file, names.contains, notify)
    }

    /// Watches for the files of a folder whose names are meant.
    ///
    /// - Parameters:
    ///   - folder: the path of the folder itself, without symbolic links on the way.
    ///   - isMeant: whether a name, in UTF-8, is one of them.
    ///   - notify: called on a separate thread, once for simultaneous events.
    /// - Throws: `SystemError` if the system has run out of watches.
    package init(
        in folder: String, _ isMeant: @escaping @Sendable ([UInt8]) -> Bool, _ notify: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        number = try WatchedFiles.shared.add(folder, file: nil, isMeant, notify)
    }

    deinit {
        WatchedFiles.shared.remove(number)
    }

    /// Whether the system reports all writes to a file; not those of other machines to a network disk.
    package static func reportsAll(of file: String) -> Bool {
        !isOfNetwork(UInt32(truncatingIfNeeded: kiroku_file_system(FilePath.folder(of: file))))
    }

    /// Whether a kind of file system may show files of other machines.
    static func isOfNetwork(_ fileSystem: UInt32) -> Bool { networks.contains(fileSystem) }

    /// File systems of the network (`linux/magic.h`): NFS, SMB (1, CIFS, 2 and later), 9P, AFS, Coda, Ceph, the folders
    /// that VirtualBox shares, and FUSE, by which programs such as sshfs, rclone and the desktop's own show other
    /// machines' files.
    private static let networks: Set<UInt32> = [
        0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42, 0x0102_1997, 0x5346_414f, 0x7375_7245, 0x00c3_6400, 0x786f_4256,
        0x6573_5546,
    ]
}

/// All the files that this process watches: the system allows a user only some hundred watchers.
private final class WatchedFiles: Sendable {
    static let shared = WatchedFiles()

    private struct Watcher {
        let folder: Int32
        let file: Int32?
        /// The folders that this one is in.
        let above: [Int32]
        let isName: @Sendable ([UInt8]) -> Bool
        let notify: @Sendable () -> Void

        var watches: [Int32] { [folder] + above + (file.map { [$0] } ?? []) }

        func isMeant(by event: Inotify.Event) -> Bool {
            if event.watch == folder { return event.isMove || event.isRemoval || isName(event.name) }
            if above.contains(event.watch) { return event.isMove }
            return event.watch == file || event.isOverflow
        }
    }

    private struct State {
        var inotify: Inotify?
        var watchers: [Int: Watcher] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    func add(
        _ path: String, file: String?, _ isName: @escaping @Sendable ([UInt8]) -> Bool,
        _ notify: @escaping @Sendable () -> Void
    ) throws(SystemError) -> Int {
        try state.withLock { (state) throws(SystemError) -> Int in
            let inotify = if let known = state.inotify { known } else { try start() }
            state.inotify = inotify
            // The folder's watch reports events under this name, and the file's watch those under any other name.
            let folder = try inotify.watch(Self.terminated(path), for: .writing)
            let file = file.flatMap { try? inotify.watch(Self.terminated($0), for: .file) }
            var above: [Int32] = []
            var outer = FilePath.folder(of: path)
            while outer != "/", outer != "." {
                if let watch = try? inotify.watch(Self.terminated(outer), for: .moves) { above.append(watch) }
                outer = FilePath.folder(of: outer)
            }
            state.last += 1
            state.watchers[state.last] = Watcher(
                folder: folder, file: file, above: above, isName: isName, notify: notify)
            return state.last
        }
    }

    func remove(_ number: Int) {
        state.withLock { state in
            guard let gone = state.watchers.removeValue(forKey: number) else { return }
            for watch in gone.watches where !state.watchers.values.contains(where: { $0.watches.contains(watch) }) {
                state.inotify?.end(watch)
            }
        }
    }

    /// Starts listening, until the process ends.
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
        let notified = state.withLock { state in
            state.watchers.values.filter { watcher in events.contains { watcher.isMeant(by: $0) } }
        }
        for watcher in notified { watcher.notify() }
    }

    private static func terminated(_ path: String) -> [CChar] { path.utf8.map { CChar(bitPattern: $0) } + [0] }
}
