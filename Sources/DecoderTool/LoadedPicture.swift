import CPixbuf
import KirokuPictures

/// A picture in memory, in the form of gdk-pixbuf.
final class LoadedPicture {
    let pixbuf: OpaquePointer
    /// The size of the picture in the file, turned for display.
    let originalSize: PixelSize

    init(retaining pixbuf: OpaquePointer, originalSize: PixelSize) {
        self.pixbuf = pixbuf
        self.originalSize = originalSize
        g_object_ref(UnsafeMutableRawPointer(pixbuf))
    }

    private init(adopting pixbuf: OpaquePointer, originalSize: PixelSize) {
        self.pixbuf = pixbuf
        self.originalSize = originalSize
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(pixbuf))
    }

    /// The size of the pixels in memory.
    var size: PixelSize {
        PixelSize(width: Int(gdk_pixbuf_get_width(pixbuf)), height: Int(gdk_pixbuf_get_height(pixbuf)))
    }

    /// A text that is stored with the picture.
    func option(_ key: String) -> String? {
        gdk_pixbuf_get_option(pixbuf, key).map { String(cString: $0) }
    }

    // MARK: Turning and scaling

    /// The picture, rotated as its loader tells, otherwise according to `orientation`.
    func autoRotated(orElse orientation: PictureOrientation) -> LoadedPicture {
        turned(option("orientation").flatMap { Int($0) }.flatMap(PictureOrientation.init) ?? orientation)
    }

    func turned(_ orientation: PictureOrientation) -> LoadedPicture {
        let turn: (GdkPixbufRotation, isMirrored: Bool)
        switch orientation {
        case .upright: return self
        case .mirrored: turn = (GDK_PIXBUF_ROTATE_NONE, true)
        case .upsideDown: turn = (GDK_PIXBUF_ROTATE_UPSIDEDOWN, false)
        case .flipped: turn = (GDK_PIXBUF_ROTATE_UPSIDEDOWN, true)
        case .transposed: turn = (GDK_PIXBUF_ROTATE_CLOCKWISE, true)
        case .turnedLeft: turn = (GDK_PIXBUF_ROTATE_CLOCKWISE, false)
        case .transversed: turn = (GDK_PIXBUF_ROTATE_COUNTERCLOCKWISE, true)
        case .turnedRight: turn = (GDK_PIXBUF_ROTATE_COUNTERCLOCKWISE, false)
        }
        let shown = orientation.isOnItsSide ? originalSize.turned : originalSize
        return replaced(by: gdk_pixbuf_rotate_simple(pixbuf, turn.0), shown)
            .mirrored(turn.isMirrored)
    }

    private func mirrored(_ isMirrored: Bool) -> LoadedPicture {
        isMirrored ? replaced(by: gdk_pixbuf_flip(pixbuf, 1), originalSize) : self
    }

    /// The picture in this size; the same object if it has the size already.
    func scaled(to wanted: PixelSize) -> LoadedPicture {
        guard wanted != size else { return self }
        return replaced(
            by: gdk_pixbuf_scale_simple(pixbuf, gint(wanted.width), gint(wanted.height), GDK_INTERP_BILINEAR),
            originalSize)
    }

    /// The middle of the picture, in the aspect of `shape`, as cameras add black bars to small pictures.
    func cropped(toAspectOf shape: PixelSize) -> LoadedPicture {
        let part = shape.fitting(in: size)
        guard part.width < size.width || part.height < size.height, !part.isEmpty else { return self }
        let x = gint((size.width - part.width) / 2)
        let y = gint((size.height - part.height) / 2)
        return replaced(
            by: gdk_pixbuf_new_subpixbuf(pixbuf, x, y, gint(part.width), gint(part.height)), originalSize)
    }

    /// A new picture with these pixels; `self` if there are none, which happens only if memory is short.
    private func replaced(by new: OpaquePointer?, _ originalSize: PixelSize) -> LoadedPicture {
        new.map { LoadedPicture(adopting: $0, originalSize: originalSize) } ?? self
    }

    // MARK: Handing over

    /// The picture in the requested size.
    func decoded(_ sizing: DecodeRequest.Sizing) -> DecodedPicture {
        scaled(to: sizing.size(of: originalSize)).decoded(original: originalSize, isFinal: true)
    }

    func decoded(original: PixelSize?, isFinal: Bool) -> DecodedPicture {
        DecodedPicture(pixels: pixels, originalSize: original, isFinal: isFinal)
    }

    /// The pixels in the form that cairo draws.
    private var pixels: PixelBuffer {
        let size = size
        let channels = Int(gdk_pixbuf_get_n_channels(pixbuf))
        let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        let source = gdk_pixbuf_read_pixels(pixbuf)
        return PixelBuffer(size: size) { buffer in
            guard let source, let target = buffer.baseAddress?.assumingMemoryBound(to: UInt32.self) else { return }
            for y in 0..<size.height {
                var from = source + y * stride
                let to = target + y * size.width
                for x in 0..<size.width {
                    to[x] = Self.pixel(from, hasAlpha: channels == 4)
                    from += channels
                }
            }
        }
    }

    @inline(__always)
    private static func pixel(_ from: UnsafePointer<UInt8>, hasAlpha: Bool) -> UInt32 {
        let (red, green, blue) = (UInt32(from[0]), UInt32(from[1]), UInt32(from[2]))
        guard hasAlpha, from[3] != 0xff else { return 0xff00_0000 | red << 16 | green << 8 | blue }
        let alpha = UInt32(from[3])
        return alpha << 24 | times(red, alpha) << 16 | times(green, alpha) << 8 | times(blue, alpha)
    }

    /// A colour component times alpha, where 255 stands for 1, rounded to the nearest.
    @inline(__always)
    private static func times(_ part: UInt32, _ alpha: UInt32) -> UInt32 {
        let product = part * alpha + 128
        return (product + product >> 8) >> 8
    }
}
