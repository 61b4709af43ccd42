import KirokuCore
import Synchronization

extension PictureFolders {
    /// The folders that hold at least one picture; all roots are searched at the same time.
    ///
    /// If a root is on a disk that does not answer, the albums of the others are delivered, but the stream ends only
    /// when the disk answers or the consumer stops. A root is searched up to 20,000 folders.
    public func albums() -> AsyncStream<PictureAlbum> {
        let places = places.withLock { $0 }
        let roots = Set(places.map(\.path))
        return AsyncStream { continuation in
            let flag = StopFlag()
            continuation.onTermination = { _ in flag.set() }
            if places.isEmpty { continuation.finish() }
            let listing = AlbumListing(count: places.count)
            for place in places {
                place.walking.async { [weak self, names, reports] in
                    var walk = FolderWalk(from: place.path, depth: place.root.depth, names: names, reports: reports)
                    var vacant: [DiskPath] = []
                    walk.run(until: flag) { finding in
                        if finding.count == 0 { vacant.append(finding.path) }
                        // A folder that was added as a root has its own name, not one relative to another root.
                        let isElsewhere = finding.path != place.path && roots.contains(finding.path)
                        guard finding.count > 0, !isElsewhere, listing.isNew(finding.path) else { return }
                        continuation.yield(finding.album(in: place))
                    }
                    if !flag.isSet { self?.vacant.withLock { $0[place.path] = vacant } }
                    if listing.isLast() { continuation.finish() }
                }
            }
        }
    }
}

/// What the walks through several roots share.
private final class AlbumListing: Sendable {
    private let state: Mutex<(left: Int, known: Set<DiskPath>)>

    init(count: Int) {
        state = Mutex((count, []))
    }

    /// Whether no walk has found this folder before; notes that one has.
    func isNew(_ path: DiskPath) -> Bool { state.withLock { $0.known.insert(path).inserted } }

    /// Records that a walk has ended, and returns whether it was the last.
    func isLast() -> Bool {
        state.withLock { state in
            state.left -= 1
            return state.left == 0
        }
    }
}

extension FolderWalk.Finding {
    fileprivate func album(in place: FolderPlace) -> PictureAlbum {
        PictureAlbum(
            id: PictureAlbum.ID(text: path.uri), name: path.name(below: place.path) ?? path.name, count: count)
    }
}
