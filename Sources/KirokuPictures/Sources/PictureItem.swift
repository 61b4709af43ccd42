import FoundationEssentials
import KirokuCore

/// A picture in an album, which nobody has looked into yet.
public struct PictureItem: Sendable, Hashable, Identifiable {
    /// What leads to it, now and later.
    public let reference: PictureReference
    /// What it is called, for the user; for a file, its name with the suffix.
    public let name: String
    /// When it was last changed, if that is known.
    public let changed: Date?
    /// How many bytes it has, if that is known.
    public let byteCount: Int?
    /// When it was taken, if a camera has noted that and it is known.
    public let taken: LocalTime?

    /// A picture that a source has found.
    public init(
        reference: PictureReference, name: String, changed: Date? = nil, byteCount: Int? = nil, taken: LocalTime? = nil
    ) {
        self.reference = reference
        self.name = name
        self.changed = changed
        self.byteCount = byteCount
        self.taken = taken
    }

    /// When it was taken, or else last changed; `nil` if neither is known.
    public var date: Date? { taken?.date ?? changed }

    /// The same as ``reference``.
    public var id: PictureReference { reference }
}

/// What leads to a picture and can be kept as text, to be turned into the picture later.
///
/// It means something to the source that made it, and there is no promise that the picture is still there.
public struct PictureReference: Sendable, Hashable {
    /// The text to keep.
    public let text: String

    /// A reference that a source has made, or that was kept; it may be anything.
    public init(text: String) {
        self.text = text
    }
}

/// Some pictures that belong together.
public struct PictureAlbum: Sendable, Hashable, Identifiable {
    /// What an album is known by, within its source.
    public struct ID: Sendable, Hashable {
        /// The source's own text, which can be kept: it names the same album when the program runs again.
        public let text: String

        /// An identifier that a source has made, or that was kept.
        public init(text: String) {
            self.text = text
        }
    }

    /// What it is known by.
    public let id: ID
    /// What it is called, for the user.
    public let name: String
    /// How many pictures it held when it was looked at; at least 1.
    public let count: Int

    /// An album that a source has found.
    public init(id: ID, name: String, count: Int) {
        self.id = id
        self.name = name
        self.count = count
    }
}
