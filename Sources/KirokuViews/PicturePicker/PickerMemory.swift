import KirokuPictures

/// What a picker starts with: the album, place and order that the last picker was left with.
public struct PickerMemory: Sendable, Hashable {
    /// The chosen album.
    public var album: PictureAlbum.ID?
    /// The picture that was chosen last; the list scrolls to it without choosing it.
    public var picture: PictureReference?
    /// The order of the pictures.
    public var order: PictureOrder

    /// Creates a memory; by default an empty one.
    public init(album: PictureAlbum.ID? = nil, picture: PictureReference? = nil, order: PictureOrder = .name) {
        self.album = album
        self.picture = picture
        self.order = order
    }

    /// The memory as text of three lines, for storage.
    public var text: String {
        "\(order.rawValue)\n\(Self.line(album?.text))\n\(Self.line(picture?.text))\n"
    }

    /// Reads the text of a memory; any other text gives an empty memory.
    public init(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let order = lines.first.flatMap { PictureOrder(rawValue: $0) }
        guard let order, lines.count >= 3 else {
            self.init()
            return
        }
        self.init(
            album: lines[1].isEmpty ? nil : PictureAlbum.ID(text: lines[1]),
            picture: lines[2].isEmpty ? nil : PictureReference(text: lines[2]), order: order)
    }

    /// A text with line breaks would break the form, so it is left out.
    private static func line(_ text: String?) -> String {
        text.flatMap { $0.contains(where: \.isNewline) ? nil : $0 } ?? ""
    }
}
