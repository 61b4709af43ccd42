import Dispatch

/// An absolute path as the system has it: bytes, which need not be text.
package struct DiskPath: Sendable, Hashable {
    /// Without a zero, and without slashes at the end but for the root itself.
    package let bytes: [UInt8]

    /// `nil` if it is not absolute, or goes through `.` or `..`, by which a path could lead out of its folder.
    package init?(_ bytes: [UInt8]) {
        guard bytes.first == Self.slash, !bytes.contains(0) else { return nil }
        let parts = bytes.split(separator: Self.slash)
        guard !parts.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }) else { return nil }
        self.bytes = parts.isEmpty ? [Self.slash] : parts.flatMap { [Self.slash] + $0 }
    }

    private init(known bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Something in this folder.
    func appending(_ name: [UInt8]) -> DiskPath {
        DiskPath(known: (isRoot ? [] : bytes) + [Self.slash] + name)
    }

    /// The last part as text; what is no text is shown as a question mark in a diamond.
    package var name: String { isRoot ? "/" : String(decoding: nameBytes, as: UTF8.self) }

    /// The last part; of the root, none.
    var nameBytes: [UInt8] { Array(bytes.suffix(from: (bytes.lastIndex(of: Self.slash) ?? -1) + 1)) }

    /// Whether this is in `folder`, however deep, or the folder itself.
    package func isIn(_ folder: DiskPath) -> Bool {
        guard bytes.starts(with: folder.bytes) else { return false }
        return folder.isRoot || bytes.count == folder.bytes.count || bytes[folder.bytes.count] == Self.slash
    }

    /// What comes after `folder` and its slash, as text; the name if this is the folder itself, `nil` if it lies
    /// elsewhere.
    func name(below folder: DiskPath) -> String? {
        guard isIn(folder) else { return nil }
        if self == folder { return name }
        return String(decoding: bytes.dropFirst(folder.isRoot ? 1 : folder.bytes.count + 1), as: UTF8.self)
    }

    /// The path with a zero at its end, for a call of the system.
    package var terminated: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }

    private var isRoot: Bool { bytes.count == 1 }
    private static let slash = UInt8(ascii: "/")
}

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
