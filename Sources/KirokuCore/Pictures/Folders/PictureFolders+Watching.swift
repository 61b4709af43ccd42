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
