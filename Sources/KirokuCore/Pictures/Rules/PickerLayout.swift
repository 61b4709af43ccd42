/// Where the blocks of a picture picker are: albums, items, preview, and a row of labels above them (spec 4).
///
/// Across: margin 5, albums 180, gap 10, items 220, gap 10, the preview with all that is left, margin 5. Upright: margin
/// 5, labels 30, the blocks with all that is left, margin 5. All in pixels at a scale of 1.
public struct PickerLayout: Sendable, Hashable {
    /// The least width and height that a picker can have.
    public static let smallest = PixelSize(width: 600, height: 350)

    /// The title: above albums and items, at the left.
    public let title: PixelFrame
    /// The message, such as the picture's size: above the preview.
    public let message: PixelFrame
    /// The list of albums.
    public let albums: PixelFrame
    /// The items of the album that is chosen.
    public let items: PixelFrame
    /// The picture that is chosen.
    public let preview: PixelFrame

    /// The blocks of a picker of this size.
    ///
    /// - Throws: ``PickerSizeError`` if it is narrower or lower than ``smallest``.
    public init(width: Int, height: Int) throws(PickerSizeError) {
        guard width >= Self.smallest.width, height >= Self.smallest.height else {
            throw PickerSizeError(width: width, height: height)
        }
        // Widths beyond any screen must not overflow either; the largest size is far enough from that.
        let size = PixelSize(width: width, height: height)
        let body = (y: Self.margin + Self.labelHeight, height: size.height - 2 * Self.margin - Self.labelHeight)
        albums = PixelFrame(x: Self.margin, y: body.y, width: Self.albumsWidth, height: body.height)
        items = PixelFrame(x: albums.maxX + Self.gap, y: body.y, width: Self.itemsWidth, height: body.height)
        let previewX = items.maxX + Self.gap
        let previewWidth = size.width - Self.margin - previewX
        preview = PixelFrame(x: previewX, y: body.y, width: previewWidth, height: body.height)
        title = PixelFrame(
            x: albums.x, y: Self.margin, width: items.maxX - albums.x, height: Self.labelHeight)
        message = PixelFrame(x: previewX, y: Self.margin, width: previewWidth, height: Self.labelHeight)
    }

    private static let margin = 5
    private static let gap = 10
    private static let labelHeight = 30
    private static let albumsWidth = 180
    private static let itemsWidth = 220
}

/// A picker that would be too small for its blocks.
public struct PickerSizeError: Error, Sendable, Hashable {
    /// The width that was refused.
    public let width: Int
    /// The height that was refused.
    public let height: Int
}
