import FoundationEssentials
import KirokuCore

/// A picture in an album, which has not been decoded.
public struct PictureItem: Sendable, Hashable, Identifiable {
    /// The reference to the picture, which can be stored.
    public let reference: PictureReference
    /// The name for the user; for a file, its name with the suffix.
    public let name: String
    /// When the picture was last changed; `nil` if unknown.
    public let changed: Date?
    /// The size in bytes; `nil` if unknown.
    public let byteCount: Int?
    /// When the picture was taken; `nil` if unknown or not noted by a camera.
    public let taken: LocalTime?

    /// Creates an item for a picture that a source has found.
    public init(
        reference: PictureReference, name: String, changed: Date? = nil, byteCount: Int? = nil, taken: LocalTime? = nil
    ) {
        self.reference = reference
        self.name = name
        self.changed = changed
        self.byteCount = byteCount
        self.taken = taken
    }

    /// When the picture was taken, otherwise when it was last changed; `nil` if both are unknown.
    public var date: Date? { taken?.date ?? changed }

    /// The same as ``reference``.
    public var id: PictureReference { reference }
}

/// A reference to a picture, which can be stored as text.
///
/// Only the source that has made it understands it, and the picture may be gone.
public struct PictureReference: Sendable, Hashable {
    /// The text to store.
    public let text: String

    /// Creates a reference from the text of a source or from stored text, which may be anything.
    public init(text: String) {
        self.text = text
    }
}

/// A group of pictures.
public struct PictureAlbum: Sendable, Hashable, Identifiable {
    /// Identifies an album within its source.
    public struct ID: Sendable, Hashable {
        /// The source's text, which can be stored: it means the same album when the program runs again.
        public let text: String

        /// Creates an identifier from the text of a source or from stored text.
        public init(text: String) {
            self.text = text
        }
    }

    /// The identifier of the album.
    public let id: ID
    /// The name for the user.
    public let name: String
    /// The number of pictures when the source counted them; at least 1.
    public let count: Int
    /// Whether it is listed before the folders, as those of the document are.
    public let comesFirst: Bool

    /// Creates an album that a source has found; by default one of many.
    public init(id: ID, name: String, count: Int, comesFirst: Bool = false) {
        self.comesFirst = comesFirst
        self.id = id
        self.name = name
        self.count = count
    }
}
