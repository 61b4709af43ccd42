import Dispatch

/// One of the folders that pictures are looked for in, with the threads for what is done there.
///
/// Each kind of work has a line of its own, so that nobody waits for an album while a thousand folders are gone through.
struct FolderPlace: Sendable {
    let root: PictureFolders.Root
    let path: DiskPath
    /// Going through the folders.
    let walking = DispatchQueue(label: "kiroku.pictures.walking", qos: .userInitiated)
    /// Reading what is in an album.
    let listing = DispatchQueue(label: "kiroku.pictures.listing", qos: .userInitiated)
    /// Reading single pictures.
    let reading = DispatchQueue(label: "kiroku.pictures.reading", qos: .userInitiated)

    init?(_ root: PictureFolders.Root) {
        guard let path = DiskPath(Array(root.path.utf8)) else { return nil }
        self.root = root
        self.path = path
    }
}
