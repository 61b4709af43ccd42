import Geometry
import KirokuCore
import KirokuPictures

/// The blocks of a picture picker: albums, items, preview, and a row of labels above them.
///
/// Horizontally: margin 5, albums 180, gap 10, items 220, gap 10, the preview with the rest, margin 5. Vertically:
/// margin 5, labels 30, the blocks with the rest, margin 5. All in pixels at a scale of 1. In languages read from right
/// to left, the albums are on the right. Albums and items may be given other widths, as far as each block keeps 100 pixels.
public struct PickerLayout: Sendable, Hashable {
    /// The smallest size that a picker can have.
    public static let smallest = PixelSize(width: 600, height: 350)

    /// The title, above albums and items.
    public let title: Rectangle
    /// The message, such as the picture's size, above the preview.
    public let message: Rectangle
    /// The list of albums.
    public let albums: Rectangle
    /// The items of the chosen album.
    public let items: Rectangle
    /// The chosen picture.
    public let preview: Rectangle

    /// Lays out a picker of this size.
    ///
    /// - Parameters:
    ///   - width: the width of the picker.
    ///   - height: the height of the picker.
    ///   - widths: the widths of albums and items.
    ///   - readsLeftwards: whether text is read from right to left.
    /// - Throws: ``PickerSizeError`` if the picker is narrower or lower than ``smallest``.
    public init(
        width: Int, height: Int, widths: PickerWidths = PickerWidths(), readsLeftwards: Bool = false
    ) throws(PickerSizeError) {
        guard width >= Self.smallest.width, height >= Self.smallest.height else {
            throw Reports.refused("KRK_PP_LY", PickerSizeError(width: width, height: height))
        }
        // `PixelSize` limits the numbers so that no sum overflows.
        let size = PixelSize(width: width, height: height)
        let body = (y: Self.margin + Self.labelHeight, height: size.height - 2 * Self.margin - Self.labelHeight)
        let fitted = widths.fitted(to: size.width - 2 * Self.margin - 2 * Self.gap)
        let itemsX = Self.margin + fitted.albums + Self.gap
        let previewX = itemsX + fitted.items + Self.gap
        let previewWidth = size.width - Self.margin - previewX
        func label(x: Int, width: Int) -> Rectangle {
            Rectangle(x: x, y: Self.margin, width: width, height: Self.labelHeight)
        }
        func block(x: Int, width: Int) -> Rectangle {
            Rectangle(x: x, y: body.y, width: width, height: body.height)
        }
        func placed(_ frame: Rectangle) -> Rectangle { readsLeftwards ? frame.mirrored(in: Double(size.width)) : frame }
        albums = placed(block(x: Self.margin, width: fitted.albums))
        items = placed(block(x: itemsX, width: fitted.items))
        preview = placed(block(x: previewX, width: previewWidth))
        title = placed(label(x: Self.margin, width: itemsX + fitted.items - Self.margin))
        message = placed(label(x: previewX, width: previewWidth))
    }

    private static let margin = 5
    private static let gap = 10
    private static let labelHeight = 30
}

/// The widths of the albums and the items of a picture picker; the preview has the rest.
public struct PickerWidths: Sendable, Hashable {
    /// The width of the albums, in pixels at a scale of 1.
    public var albums: Int
    /// The width of the items.
    public var items: Int

    /// Creates widths; by default those of every picker that nobody has changed.
    public init(albums: Int = 180, items: Int = 220) {
        self.albums = albums
        self.items = items
    }

    /// The widths where there are so many pixels for all three blocks.
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
    /// What happened and what can be done, for the user.
    public var message: String {
        let least = PickerLayout.smallest
        return localized(
            "Pictures need a larger window: at least {width} × {height}.",
            ["width": localizedNumber(least.width), "height": localizedNumber(least.height)])
    }
}
