import FoundationEssentials
import Glibc
import KirokuCore

extension PictureFolders {
    /// The pictures in a folder.
    ///
    /// With details, each takes some system calls, as its first bytes are read for the date that a camera has recorded.
    public func items(of album: PictureAlbum.ID, details: Bool) -> AsyncThrowingStream<[PictureItem], any Error> {
        AsyncThrowingStream { (continuation: AsyncThrowingStream<[PictureItem], any Error>.Continuation) in
            guard let path = DiskPath(uri: album.text), let place = place(of: path) else {
                return continuation.finish(throwing: PictureError.gone(name: album.text))
            }
            let flag = StopFlag()
            continuation.onTermination = { _ in flag.set() }
            let listing = ItemListing(folder: path, names: names, details: details)
            place.listing.async {
                do throws(SystemError) {
                    try listing.run(until: flag) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error.whileReading(picture: path.name))
                }
            }
        }
    }

    /// The file that a reference leads to; `nil` if it is gone, or is not a picture by its name.
    public func item(_ reference: PictureReference) async throws(PictureError) -> PictureItem? {
        guard let file = file(reference) else { return nil }
        return try await BlockingIO.run(on: file.place.reading) { _ throws(PictureError) in
            var status = stat()
            guard stat(file.path.terminated, &status) == 0 else {
                let error = SystemError.last
                if error.isGone { return nil }
                throw error.whileReading(picture: file.path.name)
            }
            guard status.isRegular else { return nil }
            let start = try PictureFile(path: file.path).start(CameraFacts.dateLength)
            return PictureItem(file.path, status, taken: CameraFacts(start)?.taken)
        }
    }

    /// The `file:` URI of a picture in one of the folders.
    public func fileURI(of reference: PictureReference) -> String? { file(reference)?.path.uri }

    /// The root and path of a picture; `nil` if it is outside the roots, or has no name for a picture.
    func file(_ reference: PictureReference) -> (place: FolderPlace, path: DiskPath)? {
        guard let path = DiskPath(uri: reference.text), let place = place(of: path), path != place.path,
            names.verdict(path.nameBytes) != .somethingElse
        else { return nil }
        return (place, path)
    }
}

/// Reads the pictures of one folder.
private struct ItemListing {
    /// The first batch fills the screen; later ones are larger, so that there are fewer of them.
    private static let firstBatch = 64
    private static let batch = 512

    let folder: DiskPath
    let names: PictureNames
    let details: Bool

    func run(until flag: StopFlag, found: ([PictureItem]) -> Void) throws(SystemError) {
        let reader = try FolderReader(folder)
        var scan = FolderScan(names)
        var items: [PictureItem] = []
        var size = Self.firstBatch
        while !flag.isSet, let entry = try reader.next() {
            guard scan.finding(entry, in: reader) == .picture else { continue }
            let path = folder.appending(entry.name)
            if details {
                // The file has gone since it was listed.
                guard let status = reader.status(of: entry) else { continue }
                let taken = CameraFacts(reader.firstBytes(of: entry, atMost: CameraFacts.dateLength))?.taken
                items.append(PictureItem(path, status, taken: taken))
            } else {
                items.append(PictureItem(reference: PictureReference(text: path.uri), name: path.name))
            }
            if items.count == size {
                found(items)
                items = []
                size = Self.batch
            }
        }
        if !items.isEmpty { found(items) }
    }
}

extension PictureItem {
    fileprivate init(_ path: DiskPath, _ status: stat, taken: LocalTime?) {
        let changed = status.st_mtim
        self.init(
            reference: PictureReference(text: path.uri), name: path.name,
            changed: Date(timeIntervalSince1970: Double(changed.tv_sec) + Double(changed.tv_nsec) / 1e9),
            byteCount: Int(status.st_size), taken: taken)
    }
}
