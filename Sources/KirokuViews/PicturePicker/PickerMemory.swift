import KirokuPictures
import KirokuPresentation

/// The state that a picker starts with: the album, place and order of the last picker.
public struct PickerMemory: Sendable, Hashable {
    /// The chosen album.
    public var album: PictureAlbum.ID?
    /// The picture that was chosen last; the list scrolls to it without choosing it.
    public var picture: PictureReference?
    /// The order of the pictures.
    public var order: PictureOrder
    /// The widths that the user has given to albums and items; `nil` before.
    public var widths: PickerWidths?
    /// The size of the items: a step of ``ItemSize``.
    public var itemSize: ItemSize

    /// Creates a memory; by default an empty one.
    public init(
        album: PictureAlbum.ID? = nil, picture: PictureReference? = nil, order: PictureOrder = .name,
        widths: PickerWidths? = nil, itemSize: ItemSize = .usual
    ) {
        self.album = album
        self.picture = picture
        self.order = order
        self.widths = widths
        self.itemSize = itemSize
    }

    /// The memory as text of four lines, for storage.
    public var text: String {
        let blocks = [widths.map { "\($0.albums) \($0.items)" } ?? "- -", String(itemSize.rawValue)]
        return "\(order.rawValue)\n\(Self.line(album?.text))\n\(Self.line(picture?.text))\n"
            + blocks.joined(separator: " ") + "\n"
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
        // Earlier versions wrote three lines.
        let blocks = lines.count > 3 ? lines[3].split(separator: " ").map { Int($0) } : []
        guard blocks.count == 3 else { return }
        if let albums = blocks[0], let items = blocks[1] { widths = PickerWidths(albums: albums, items: items) }
        itemSize = blocks[2].flatMap { ItemSize(rawValue: $0) } ?? .usual
    }

    /// A text with line breaks would break the form, so it is left out.
    private static func line(_ text: String?) -> String {
        text.flatMap { $0.contains(where: \.isNewline) ? nil : $0 } ?? ""
    }
}
