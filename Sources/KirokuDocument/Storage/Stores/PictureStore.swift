/// Keeps the pictures of a document.
///
/// Every ``DocumentStore`` is one. A ``Document`` passes each call on to its current store, so code that works with an
/// open document calls the document.
public protocol PictureStore: Sendable {
    /// All pictures of the document, in the order of their names.
    ///
    /// - Throws: ``StorageError``.
    func pictures() async throws(StorageError) -> [StoredPicture]

    /// The bytes of a picture, or `nil` if the document has none of that name.
    ///
    /// - Throws: ``StorageError``; ``StorageError/tooLarge(path:)`` if it has more bytes than `limit`,
    ///   ``StorageError/onServer(picture:others:)`` if they are on a server and cannot be fetched,
    ///   ``StorageError/cancelled`` if the task was cancelled.
    func picture(named name: String, atMost limit: Int) async throws(StorageError) -> [UInt8]?

    /// Makes sure that the bytes of a picture are on this machine; returns at once if they are, or if there is no such
    /// picture.
    ///
    /// - Throws: ``StorageError``; ``StorageError/onServer(picture:others:)`` if they cannot be fetched,
    ///   ``StorageError/cancelled`` if the task was cancelled.
    func fetch(pictureNamed name: String) async throws(StorageError)

    /// Adds a picture to the document; a picture that is added repeatedly is kept once.
    ///
    /// It is durable when this returns. Adding a picture is not a step of the history: undo restores the cell's text.
    ///
    /// - Parameters:
    ///   - bytes: the picture's own bytes, which are kept as they are.
    ///   - hash: identifies them: their SHA-256 sum.
    ///   - name: the wanted name; if another picture has it, a number is added.
    /// - Returns: its name in the document.
    /// - Throws: ``StorageError``; nothing was added then.
    func addPicture(_ bytes: [UInt8], hash: String, name: String) async throws(StorageError) -> String

    /// Removes pictures from the document permanently; those that are not there are ignored.
    ///
    /// Pictures of a shared document stay on the server, and are fetched again when needed.
    ///
    /// The file does not shrink before ``giveSpaceBack()``; until then the space is reused.
    ///
    /// - Throws: ``StorageError``; all of them are still there then.
    func removePictures(named names: [String]) async throws(StorageError)

    /// Returns unused space in the file to the disk, such as after large pictures were removed.
    ///
    /// - Throws: ``StorageError``. The document is unchanged then, only larger than necessary.
    func giveSpaceBack() async throws(StorageError)
}

extension PictureStore {
    /// All pictures are here.
    public func fetch(pictureNamed name: String) async throws(StorageError) {}
}

/// A picture that is kept in a document.
public struct StoredPicture: Sendable, Hashable {
    /// Its name in the document, which is the text of the cells that show it.
    public let name: String
    /// How many bytes it has.
    public let byteCount: Int
    /// Identifies its bytes: their SHA-256 sum, as it was given with them.
    public let hash: String
    /// Whether its bytes are on this machine; otherwise they are on the server of a shared document.
    public let isHere: Bool

    /// A picture of this many bytes.
    public init(name: String, byteCount: Int, hash: String, isHere: Bool = true) {
        self.name = name
        self.byteCount = byteCount
        self.hash = hash
        self.isHere = isHere
    }
}

/// The names of pictures in a document.
public enum PictureName {
    /// Longer names are of no use, and make cells hard to read.
    private static let mostCharacters = 80

    /// A name that fits in a cell and in a line of text, made from a file's name.
    public static func readable(_ name: String) -> String {
        let kept = name.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f && $0 != "/" && $0 != "\u{2028}" }
        let text = String(String.UnicodeScalarView(kept)).trimmingSpaces
        let (stem, suffix) = parts(of: text)
        let short = stem.prefix(mostCharacters) + suffix
        return short.isEmpty ? "picture" : String(short)
    }

    /// The name, with the smallest number that makes it different from others.
    package static func unused(_ name: String, among taken: Set<String>) -> String {
        let (stem, suffix) = parts(of: name)
        var (candidate, number) = (name, 2)
        while taken.contains(candidate) {
            candidate = "\(stem) \(number)\(suffix)"
            number += 1
        }
        return candidate
    }

    /// The name, with the smallest number that makes it unique if it is taken: "Kyoto 2.jpg".
    package static func unique(_ name: String, isTaken: (String) throws(StorageError) -> Bool) throws(StorageError)
        -> String
    {
        let name = readable(name)
        let (stem, suffix) = parts(of: name)
        var candidate = name
        var number = 2
        while try isTaken(candidate) {
            candidate = "\(stem) \(number)\(suffix)"
            number += 1
        }
        return candidate
    }

    /// The name without its suffix, and the suffix with its dot, if it is as short as suffixes usually are.
    private static func parts(of name: String) -> (stem: Substring, suffix: Substring) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex, name[dot...].count <= 6 else {
            return (name[...], "")
        }
        return (name[..<dot], name[dot...])
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
