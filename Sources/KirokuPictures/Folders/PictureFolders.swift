import KirokuCore
import Synchronization

/// Pictures in folders on the disk: each folder that holds at least one is an album.
///
/// ```swift
/// let source = PictureFolders([.init(path: directories.pictures, depth: PictureFolders.usualDepth)])
/// source.add(.init(path: "/media/camera", depth: 0))
/// ```
///
/// Pictures are told by their names (``PictureNames``); links to files count, pipes, devices and folders do not, whatever
/// they are called, and nothing hidden does. Links to folders are followed, but no folder is gone through twice, so they
/// may lead in a circle. An album is called like its folder, or by the way from the folder it was found from:
/// "Trips/Kyoto".
///
/// Albums and references are kept as `file:` URIs. Those that lead out of the folders given here are taken for gone, as a
/// document from elsewhere may hold any.
///
/// Each of the folders has threads of its own, made when needed: one that lies on a disk which does not answer holds up
/// nothing else.
public final class PictureFolders: PictureSource {
    /// A folder that pictures are looked for in.
    public struct Root: Sendable, Hashable {
        /// Absolute, without `.` and `..` on the way.
        public let path: String
        /// How many levels of folders below it are gone through; 0 for none but itself.
        public let depth: Int

        /// A folder to look in.
        public init(path: String, depth: Int) {
            self.path = path
            self.depth = depth
        }
    }

    /// How deep to look where a user sorts pictures into folders.
    public static let usualDepth = 8

    let names: PictureNames
    let reports = FolderReports()
    let places: Mutex<[FolderPlace]> = Mutex([])
    /// Folders without pictures that were gone through: one of them becomes an album when a picture is put there.
    let vacant: Mutex<[DiskPath: [DiskPath]]> = Mutex([:])
    let watchLimit: Int
    private let watches: Mutex<[WeakWatch]> = Mutex([])

    /// A source over these folders.
    ///
    /// - Parameters:
    ///   - roots: where to look; see ``add(_:)``.
    ///   - names: which files are pictures.
    public convenience init(_ roots: [Root], names: PictureNames = .usual) {
        self.init(roots, names: names, watchLimit: 4_096)
    }

    /// - Parameter watchLimit: how many folders are watched at most; what a user may watch in all is limited, and other
    ///   programs need some, too.
    init(_ roots: [Root], names: PictureNames, watchLimit: Int) {
        self.names = names
        self.watchLimit = watchLimit
        for root in roots { add(root) }
    }

    deinit {
        for watch in watches.withLock({ $0 }) { watch.value?.close() }
    }

    /// The folders in which pictures are looked for, in the order in which they were added.
    public var roots: [Root] { places.withLock { $0.map(\.root) } }

    /// Looks in one more folder from now on.
    ///
    /// If it is among them already, it is looked through to the new depth. A path that is not absolute is left out and
    /// reported. Whether there is such a folder is seen when pictures are asked for.
    public func add(_ root: Root) {
        guard let place = FolderPlace(root) else {
            Reports.error("KRK_PI_AD", "not the absolute path of a folder: \(data: root.path)")
            return
        }
        places.withLock { places in
            if let index = places.firstIndex(where: { $0.path == place.path }) {
                places[index] = place
            } else {
                places.append(place)
            }
        }
        tellWatches()
    }

    /// Looks no more in the folder that was added with this path.
    public func remove(path: String) {
        guard let path = DiskPath(Array(path.utf8)) else { return }
        places.withLock { $0.removeAll { $0.path == path } }
        vacant.withLock { $0[path] = nil }
        tellWatches()
    }

    /// The place that a path lies in; of several, the one that leads closest to it.
    func place(of path: DiskPath) -> FolderPlace? {
        places.withLock { places in
            places.filter { path.isIn($0.path) }.max { $0.path.bytes.count < $1.path.bytes.count }
        }
    }

    /// Makes sure that a watch ends with the source.
    func keep(_ watch: FolderWatch) {
        watches.withLock { watches in
            watches.removeAll { $0.value == nil }
            watches.append(WeakWatch(value: watch))
        }
    }

    private func tellWatches() {
        for watch in watches.withLock({ $0 }) { watch.value?.gather([.albums]) }
    }
}

/// A watch that is somebody else's.
private struct WeakWatch {
    weak var value: FolderWatch?
}

extension PictureFolders {
    /// Watches the albums' folders, and those where an album may come to be: the folders given here, and the ones without
    /// pictures that were gone through when albums were last asked for.
    ///
    /// What happens within 0.2 s is told once. If the folders are more than the system, or this, lets one watch, the
    /// albums come first.
    public func watch(_ albums: [PictureAlbum.ID]) async -> PictureWatch {
        let asked = albums.compactMap { album -> FolderWatch.Target? in
            guard let path = DiskPath(uri: album.text), place(of: path) != nil else { return nil }
            return FolderWatch.Target(path: path, album: album)
        }
        let vacant = vacant.withLock { $0 }
        let others = places.withLock { $0.map(\.path) }.flatMap { [$0] + (vacant[$0] ?? []) }
        var known = Set(asked.map(\.path))
        let targets =
            asked + others.filter { known.insert($0).inserted }.map { FolderWatch.Target(path: $0, album: nil) }
        let watch = FolderWatch(names, limit: watchLimit)
        keep(watch)
        await watch.start(targets)
        return PictureWatch(
            changes: AsyncStream { await watch.pending.next() }, isComplete: watch.isComplete,
            check: { await watch.lookAgain() })
    }
}
