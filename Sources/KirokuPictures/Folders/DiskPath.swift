import Dispatch

/// An absolute path as the system has it: bytes, which may not be valid text.
package struct DiskPath: Sendable, Hashable {
    /// The bytes, without a zero, and without a slash at the end except for the root.
    package let bytes: [UInt8]

    /// Returns `nil` if the path is not absolute, or contains `.` or `..`, which could lead out of its folder.
    package init?(_ bytes: [UInt8]) {
        guard bytes.first == Self.slash, !bytes.contains(0) else { return nil }
        let parts = bytes.split(separator: Self.slash)
        guard !parts.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }) else { return nil }
        self.bytes = parts.isEmpty ? [Self.slash] : parts.flatMap { [Self.slash] + $0 }
    }

    private init(known bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The path of something in this folder.
    func appending(_ name: [UInt8]) -> DiskPath {
        DiskPath(known: (isRoot ? [] : bytes) + [Self.slash] + name)
    }

    /// The last part as text, with replacement characters for invalid bytes.
    package var name: String { isRoot ? "/" : String(decoding: nameBytes, as: UTF8.self) }

    /// The last part; empty for the root.
    var nameBytes: [UInt8] { Array(bytes.suffix(from: (bytes.lastIndex(of: Self.slash) ?? -1) + 1)) }

    /// Whether the path is in `folder`, at any depth, or is the folder itself.
    package func isIn(_ folder: DiskPath) -> Bool {
        guard bytes.starts(with: folder.bytes) else { return false }
        return folder.isRoot || bytes.count == folder.bytes.count || bytes[folder.bytes.count] == Self.slash
    }

    /// The part after `folder` and its slash, as text; the name if this is the folder itself, `nil` if it is elsewhere.
    func name(below folder: DiskPath) -> String? {
        guard isIn(folder) else { return nil }
        if self == folder { return name }
        return String(decoding: bytes.dropFirst(folder.isRoot ? 1 : folder.bytes.count + 1), as: UTF8.self)
    }

    /// The path with a zero at its end, for a system call.
    package var terminated: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }

    private var isRoot: Bool { bytes.count == 1 }
    private static let slash = UInt8(ascii: "/")
}

/// One of the folders that are searched for pictures, with the queues for the work there.
///
/// Each kind of work has its own queue, so that no album has to wait while a thousand folders are searched.
struct FolderPlace: Sendable {
    let root: PictureFolders.Root
    let path: DiskPath
    /// For searching the folders.
    let walking = DispatchQueue(label: "kiroku.pictures.walking", qos: .userInitiated)
    /// For listing the contents of an album.
    let listing = DispatchQueue(label: "kiroku.pictures.listing", qos: .userInitiated)
    /// For reading single pictures.
    let reading = DispatchQueue(label: "kiroku.pictures.reading", qos: .userInitiated)

    init?(_ root: PictureFolders.Root) {
        guard let path = DiskPath(Array(root.path.utf8)) else { return nil }
        self.root = root
        self.path = path
    }
}
