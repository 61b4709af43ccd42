import KirokuPictures

/// What a picker starts with: the album, the position in it and the order in which the last one was left.
public struct PickerMemory: Sendable, Hashable {
    /// The album that was chosen.
    public var album: PictureAlbum.ID?
    /// The picture that was chosen last, at which the list is shown again; this does not choose it.
    public var picture: PictureReference?
    /// The order of the pictures.
    public var order: PictureOrder

    /// A memory with these values, or an empty one.
    public init(album: PictureAlbum.ID? = nil, picture: PictureReference? = nil, order: PictureOrder = .name) {
        self.album = album
        self.picture = picture
        self.order = order
    }

    /// The memory as a text of three lines, to be kept.
    public var text: String {
        "\(order.rawValue)\n\(Self.line(album?.text))\n\(Self.line(picture?.text))\n"
    }

    /// What was kept; any other text is ignored.
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

    /// A text with line breaks could not be found again, and is left out.
    private static func line(_ text: String?) -> String {
        text.flatMap { $0.contains(where: \.isNewline) ? nil : $0 } ?? ""
    }
}
