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
