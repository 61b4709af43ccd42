import KirokuCore
import Synchronization

/// Pictures in folders on the disk: each folder that holds at least one is an album.
///
/// ```swift
/// let source = PictureFolders([.init(path: directories.pictures, depth: PictureFolders.usualDepth)])
/// source.add(.init(path: "/media/camera", depth: 0))
/// ```
///
/// Pictures are recognised by their names (``PictureNames``). Links to files count; pipes, devices, folders and hidden
/// files do not, whatever their names. Links to folders are followed, but no folder is searched twice, so links may
/// form a circle. The name of an album is that of its folder, or the path from the root, such as “Trips/Kyoto”.
///
/// Albums and references are stored as `file:` URIs. A URI that leads out of the folders given here counts as gone, as
/// a document from elsewhere may contain any URI.
///
/// Each root has its own threads, made when needed, so that a disk that does not answer delays nothing else.
public final class PictureFolders: PictureSource {
    /// A folder that is searched for pictures, with the folders below it.
    public struct Root: Sendable, Hashable {
        /// The absolute path, without `.` and `..`.
        public let path: String
        /// The number of levels of folders below it to search; 0 for only the folder itself.
        public let depth: Int

        /// Creates a root.
        public init(path: String, depth: Int) {
            self.path = path
            self.depth = depth
        }
    }

    /// The depth to search where users sort pictures into folders.
    public static let usualDepth = 8

    let names: PictureNames
    let reports = FolderReports()
    let places: Mutex<[FolderPlace]> = Mutex([])
    /// The searched folders without pictures: such a folder becomes an album when a picture is added.
    let vacant: Mutex<[DiskPath: [DiskPath]]> = Mutex([:])
    let watchLimit: Int
    private let watches: Mutex<[WeakWatch]> = Mutex([])

    /// Creates a source over these folders.
    ///
    /// - Parameters:
    ///   - roots: the folders; see ``add(_:)``.
    ///   - names: which files are pictures.
    public convenience init(_ roots: [Root], names: PictureNames = .usual) {
        self.init(roots, names: names, watchLimit: 4_096)
    }

    /// - Parameter watchLimit: the maximum number of watched folders; the system limits the watches of a user, and
    ///   other programs need some.
    init(_ roots: [Root], names: PictureNames, watchLimit: Int) {
        self.names = names
        self.watchLimit = watchLimit
        for root in roots { add(root) }
    }

    deinit {
        for watch in watches.withLock({ $0 }) { watch.value?.close() }
    }

    /// The roots in the order in which they were added.
    public var roots: [Root] { places.withLock { $0.map(\.root) } }

    /// Adds a root.
    ///
    /// If it is there already, it gets the new depth. A path that is not absolute is left out and reported. Whether the
    /// folder exists is checked when pictures are requested.
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
        notifyWatches()
    }

    /// Removes the root with this path.
    public func remove(path: String) {
        guard let path = DiskPath(Array(path.utf8)) else { return }
        places.withLock { $0.removeAll { $0.path == path } }
        vacant.withLock { $0[path] = nil }
        notifyWatches()
    }

    /// The root that contains a path; of several, the nearest one.
    func place(of path: DiskPath) -> FolderPlace? {
        places.withLock { places in
            places.filter { path.isIn($0.path) }.max { $0.path.bytes.count < $1.path.bytes.count }
        }
    }

    /// Makes sure that a watch ends when the source does.
    func keep(_ watch: FolderWatch) {
        watches.withLock { watches in
            watches.removeAll { $0.value == nil }
            watches.append(WeakWatch(value: watch))
        }
    }

    private func notifyWatches() {
        for watch in watches.withLock({ $0 }) { watch.value?.gather([.albums]) }
    }
}

/// A weak reference to a watch.
private struct WeakWatch {
    weak var value: FolderWatch?
}

extension PictureFolders {
    /// Watches the folders of the albums, and those that may become albums: the roots, and the folders without pictures
    /// that were found when albums were last requested.
    ///
    /// Changes within 0.2 s are reported once. If there are more folders than the system or the source's limit allows,
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
            check: { await watch.checkAgain() })
    }
}
