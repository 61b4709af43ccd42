import Dispatch
import Glibc
import KirokuCore
import Synchronization

/// Watches folders, and reports which of them have changed.
///
/// If the system has run out of watches, or a folder is gone, only ``checkAgain()`` checks it again.
final class FolderWatch: Sendable {
    /// A folder to watch.
    struct Target: Hashable {
        let path: DiskPath
        /// The album that the folder is; `nil` if it affects only the list of albums.
        let album: PictureAlbum.ID?
    }

    private struct State {
        var inotify: Inotify?
        var source: (any DispatchSourceRead)?
        var watched: [Int32: [Target]] = [:]
        /// The folders that are not watched, with their states when they were last read.
        var unwatched: [Target: FolderState?] = [:]
        var gathered: Set<PictureChange> = []
        var isClosed = false
    }

    let pending = PendingChanges()
    private let names: PictureNames
    private let limit: Int
    /// Changes within this time are reported once: copying a single file makes three events.
    private let delay = Duration.milliseconds(200)
    /// Watches are also set on this queue, so that their folder is known before the first event comes.
    private let queue = DispatchQueue(label: "kiroku.pictures.watching", qos: .utility)
    private let state = Mutex(State())

    /// - Parameters:
    ///   - names: which files are pictures; changes of others are not reported.
    ///   - limit: the maximum number of watched folders.
    init(_ names: PictureNames, limit: Int) {
        self.names = names
        self.limit = limit
    }

    deinit {
        close()
    }

    /// Whether all folders are watched.
    var isComplete: Bool { state.withLock { $0.unwatched.isEmpty } }

    /// Watches these folders; changes after the return are noticed.
    func start(_ targets: [Target]) async {
        try? await BlockingIO.run(on: queue) { [weak self] flag throws(PictureError) in
            guard let self else { return }
            openInotify()
            for target in targets where !flag.isSet { watch(target) }
            let missed = state.withLock { $0.unwatched.count }
            if missed > 0 { Reports.error("KRK_PI_WA", "\(missed) of \(targets.count) folders are not watched") }
        }
    }

    /// Checks the folders that are not watched, and watches them if that is possible now.
    func checkAgain() async {
        try? await BlockingIO.run(on: queue) { [weak self] flag throws(PictureError) in
            guard let self else { return }
            for (target, before) in state.withLock({ $0.unwatched }) where !flag.isSet {
                if FolderState(target.path) != before { gather(changes(in: target, toList: true)) }
                watch(target)
            }
        }
    }

    /// Ends the watch, and the sequence of its changes.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.source?.cancel()
            state.source = nil
        }
        pending.finish()
    }

    /// Reports these changes once, after ``delay``.
    func gather(_ changes: Set<PictureChange>) {
        let isFirst = state.withLock { state in
            defer { state.gathered.formUnion(changes) }
            return state.gathered.isEmpty && !changes.isEmpty
        }
        guard isFirst else { return }
        Task { [weak self, delay] in
            try? await AppClock.shared.sleep(for: delay)
            guard let self else { return }
            pending.add(
                state.withLock { state in
                    defer { state.gathered = [] }
                    return state.gathered
                })
        }
    }

    private func openInotify() {
        do {
            let inotify = try Inotify()
            state.withLock { state in
                let source = DispatchSource.makeReadSource(fileDescriptor: inotify.descriptor, queue: queue)
                source.setEventHandler { [weak self] in self?.take(inotify.events()) }
                // The descriptor must stay reserved until the last handler has returned.
                source.setCancelHandler { Glibc.close(inotify.descriptor) }
                source.resume()
                guard !state.isClosed else { return source.cancel() }
                state.inotify = inotify
                state.source = source
            }
        } catch {
            Reports.error("KRK_PI_WA", "no folder of pictures is watched: \(error)")
        }
    }

    private func watch(_ target: Target) {
        let inotify = state.withLock { $0.isClosed || $0.watched.count >= limit ? nil : $0.inotify }
        // Before the watch, so that a change between the two is reported twice rather than never.
        let before = FolderState(target.path)
        let watch = try? inotify?.watch(target.path.terminated, for: .entries)
        state.withLock { state in
            if let watch {
                state.unwatched[target] = nil
                state.watched[watch, default: []].append(target)
            } else {
                state.unwatched[target] = .some(before)
            }
        }
    }

    private func take(_ events: [Inotify.Event]) {
        var changes: Set<PictureChange> = []
        for event in events {
            if event.isOverflow {
                let all = state.withLock { $0.watched.values.flatMap { $0 } }
                for target in all { changes.formUnion(self.changes(in: target, toList: true)) }
                continue
            }
            let targets = state.withLock { $0.watched[event.watch] ?? [] }
            if event.isMove { state.withLock { $0.inotify }?.end(event.watch) }
            if event.isEnd { unwatch(event.watch) }
            let isItself = event.isMove || event.isEnd || event.isRemoval
            guard isItself || isOfInterest(event) else { continue }
            for target in targets {
                changes.formUnion(self.changes(in: target, toList: isItself || event.isFolder))
            }
        }
        gather(changes)
    }

    private func unwatch(_ watch: Int32) {
        state.withLock { state in
            for target in state.watched.removeValue(forKey: watch) ?? [] { state.unwatched[target] = .some(nil) }
        }
    }

    /// Whether an event concerns a folder or a file that may be a picture, and is not about a hidden entry.
    private func isOfInterest(_ event: Inotify.Event) -> Bool {
        guard event.name.first != UInt8(ascii: ".") else { return false }
        return event.isFolder || names.verdict(event.name) != .somethingElse
    }

    private func changes(in target: Target, toList: Bool) -> Set<PictureChange> {
        guard let album = target.album else { return [.albums] }
        return toList ? [.items(of: album), .albums] : [.items(of: album)]
    }
}

/// A state that shows, without reading the folder, that entries were added or removed.
///
/// It does not change when a file is rewritten in place.
struct FolderState: Hashable {
    private let identity: FileIdentity
    private let seconds: Int
    private let nanoseconds: Int

    /// Returns `nil` if there is no such folder.
    init?(_ path: DiskPath) {
        var status = stat()
        guard stat(path.terminated, &status) == 0, status.isFolder else { return nil }
        identity = FileIdentity(status)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
