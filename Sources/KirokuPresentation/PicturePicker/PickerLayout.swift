import Geometry
import KirokuCore
import KirokuPictures

/// The blocks of a picture picker: albums, items and preview side by side below a bar.
///
/// The blocks go from edge to edge, with gaps of 7 pixels for the handles between them; the bar is 12 pixels from the
/// edges. All in pixels. In languages read from right to left, the albums are on the right. Albums and items may be
/// given other widths, as long as each block keeps 100 pixels. In a picker that is narrower than 700 pixels, each block
/// has the whole width, because only one of them is shown at a time (``showsOneBlock``).
public struct PickerLayout: Sendable, Hashable {
    /// The smallest size that a picker can have.
    public static let smallest = PixelSize(width: 360, height: 350)
    /// The usual height of the bar.
    public static let usualBarHeight = 46

    /// The bar above the blocks: title, search, order and size.
    public let bar: Rectangle
    /// The list of albums.
    public let albums: Rectangle
    /// The items of the chosen album.
    public let items: Rectangle
    /// The chosen picture, with the text about it.
    public let preview: Rectangle
    /// Whether the picker is too narrow for blocks side by side, so that they are to be shown one at a time.
    public let showsOneBlock: Bool

    /// Lays out a picker of this size.
    ///
    /// - Parameters:
    ///   - width: the width of the picker.
    ///   - height: the height of the picker.
    ///   - barHeight: the height that the bar needs, which grows with the text.
    ///   - widths: the widths of albums and items; `nil` for the usual ones in such a picker.
    ///   - readsLeftwards: whether text is read from right to left.
    /// - Throws: ``PickerSizeError`` if the picker is narrower or lower than ``smallest``.
    public init(
        width: Int, height: Int, barHeight: Int = PickerLayout.usualBarHeight, widths: PickerWidths? = nil,
        readsLeftwards: Bool = false
    ) throws(PickerSizeError) {
        guard width >= Self.smallest.width, height >= Self.smallest.height else {
            throw Reports.refused("KRK_PP_LY", PickerSizeError(width: width, height: height))
        }
        // `PixelSize` limits the numbers so that no sum overflows.
        let size = PixelSize(width: width, height: height)
        let top = min(max(barHeight, Self.usualBarHeight), Self.smallest.height / 2)
        showsOneBlock = size.width < Self.leastForBlocks
        let room = size.width - 2 * Self.gap
        let fitted = (widths ?? PickerWidths(in: room)).fitted(to: room)
        let itemsX = showsOneBlock ? 0 : fitted.albums + Self.gap
        let previewX = showsOneBlock ? 0 : itemsX + fitted.items + Self.gap
        let (albumsWidth, itemsWidth) = showsOneBlock ? (size.width, size.width) : (fitted.albums, fitted.items)
        func placed(x: Int, y: Int, width: Int, height: Int) -> Rectangle {
            let frame = Rectangle(x: x, y: y, width: width, height: height)
            return readsLeftwards ? frame.mirrored(in: Double(size.width)) : frame
        }
        bar = placed(x: Self.inset, y: 0, width: size.width - 2 * Self.inset, height: top)
        albums = placed(x: 0, y: top, width: albumsWidth, height: size.height - top)
        items = placed(x: itemsX, y: top, width: itemsWidth, height: size.height - top)
        preview = placed(x: previewX, y: top, width: size.width - previewX, height: size.height - top)
    }

    private static let inset = 12
    private static let gap = 7
    /// The minimum width for blocks side by side, in pixels.
    private static let leastForBlocks = 700
}

/// The widths of the albums and the items of a picture picker; the preview has the rest.
public struct PickerWidths: Sendable, Hashable {
    /// The width of the albums, in pixels at a scale of 1.
    public var albums: Int
    /// The width of the items.
    public var items: Int

    /// Creates widths.
    public init(albums: Int, items: Int) {
        self.albums = albums
        self.items = items
    }

    /// The widths while the user has not changed them, if there are this many pixels for all three blocks.
    ///
    /// Three of the smallest pictures are side by side; in a wide picker they have most of the room.
    init(in room: Int) {
        switch room {
        case ..<1_386: self.init(albums: 200, items: 316)
        default:
            let rest = room - 200
            self.init(albums: 200, items: rest - min(rest * 2 / 5, 640))
        }
    }

    /// The widths if there are this many pixels for all three blocks.
    func fitted(to room: Int) -> PickerWidths {
        let albums = min(max(albums, Self.least), max(room - 2 * Self.least, Self.least))
        let items = min(max(items, Self.least), max(room - albums - Self.least, Self.least))
        return PickerWidths(albums: albums, items: items)
    }

    private static let least = 100
}

/// A picker that is too small for its blocks.
public struct PickerSizeError: Error, Sendable, Hashable {
    /// The width of the picker.
    public let width: Int
    /// The height of the picker.
    public let height: Int
}

extension PickerSizeError {
    /// What happened and what can be done, as a text for the user.
    public var message: String {
        let least = PickerLayout.smallest
        return localized(
            "Pictures need a larger window: at least {width} × {height}.",
            ["width": localizedNumber(least.width), "height": localizedNumber(least.height)])
    }
}
