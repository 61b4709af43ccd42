import CGtk
import Geometry

/// Pixels that a canvas can draw without copying them.
@MainActor
public final class CanvasImage {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    let surface: OpaquePointer
    private let owner: AnyObject

    /// Creates an image over existing pixels.
    ///
    /// Each pixel has 32 bits: alpha, red, green and blue from the highest byte on, the colours multiplied by alpha.
    /// There are no gaps between rows.
    ///
    /// - Parameters:
    ///   - width: from 1 to 32,767, like the height.
    ///   - pixels: all pixels, which are never written to.
    ///   - owner: an object that keeps the pixels in place while it lives.
    /// - Returns: `nil` if there are too few pixels for the size, or the size is out of range.
    public init?(width: Int, height: Int, pixels: UnsafeRawBufferPointer, owner: AnyObject) {
        guard (1...32_767).contains(width), (1...32_767).contains(height), pixels.count >= width * height * 4,
            let start = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self),
            let made = cairo_image_surface_create_for_data(
                UnsafeMutablePointer(mutating: start), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
                Int32(width * 4))
        else { return nil }
        self.width = width
        self.height = height
        self.owner = owner
        surface = made
    }

    isolated deinit {
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
    }
}

extension Painter {
    /// Draws the image in the size of the rectangle.
    ///
    /// - Parameter isExact: whether an enlarged image shows each pixel as a sharp square.
    public func image(_ image: CanvasImage, in rectangle: Rectangle, isExact: Bool = false) {
        guard rectangle.width > 0, rectangle.height > 0 else { return }
        cairo_save(cairo)
        cairo_translate(cairo, rectangle.x, rectangle.y)
        cairo_scale(cairo, rectangle.width / Double(image.width), rectangle.height / Double(image.height))
        cairo_set_source_surface(cairo, image.surface, 0, 0)
        cairo_pattern_set_filter(cairo_get_source(cairo), isExact ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
        // Beyond its edges the image repeats them, as they would be half transparent otherwise. A PDF document keeps
        // the image's own pixels, and its edges depend on the program that draws it.
        if cairo_surface_get_type(cairo_get_target(cairo)) != CAIRO_SURFACE_TYPE_PDF {
            cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
        }
        cairo_rectangle(cairo, 0, 0, Double(image.width), Double(image.height))
        cairo_fill(cairo)
        cairo_restore(cairo)
    }
}
