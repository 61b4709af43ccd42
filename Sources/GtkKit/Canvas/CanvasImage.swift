import CGtk
import Geometry

/// Pixels that a canvas can draw, without a copy of them.
@MainActor
public final class CanvasImage {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    let surface: OpaquePointer
    private let owner: AnyObject

    /// An image over given pixels: 32 bits each, alpha, red, green and blue from the highest byte on, the colours
    /// multiplied by alpha, rows without gaps.
    ///
    /// - Parameters:
    ///   - width: from 1 to 32,767, as the height.
    ///   - pixels: all of them; never written to.
    ///   - owner: keeps the pixels where they are for as long as it lives.
    /// - Returns: `nil` if there are too few pixels for the size, or the size is not possible.
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
    /// Draws the image as large as the rectangle.
    ///
    /// - Parameter isExact: whether each pixel is to be seen as it is, where the image is enlarged.
    public func image(_ image: CanvasImage, in rectangle: Rectangle, isExact: Bool = false) {
        guard rectangle.width > 0, rectangle.height > 0 else { return }
        cairo_save(cairo)
        cairo_translate(cairo, rectangle.x, rectangle.y)
        cairo_scale(cairo, rectangle.width / Double(image.width), rectangle.height / Double(image.height))
        cairo_set_source_surface(cairo, image.surface, 0, 0)
        cairo_pattern_set_filter(cairo_get_source(cairo), isExact ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
        // What lies beyond the edges counts like the edges, which would be half transparent otherwise. In a PDF document
        // the image keeps its own pixels; its edges are up to the drawing.
        if cairo_surface_get_type(cairo_get_target(cairo)) != CAIRO_SURFACE_TYPE_PDF {
            cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
        }
        cairo_rectangle(cairo, 0, 0, Double(image.width), Double(image.height))
        cairo_fill(cairo)
        cairo_restore(cairo)
    }
}
