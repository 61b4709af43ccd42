import CPixbuf
import KirokuPictures

/// Decodes the bytes that are written to it, in any format.
final class PixbufLoader {
    typealias Wanted = (PixelSize) throws(DecodeFailure) -> PixelSize

    private let loader: UnsafeMutablePointer<GdkPixbufLoader>
    private let wanted: Wanted
    private var originalSize: PixelSize?
    private var refusal: DecodeFailure?

    /// - Parameter wanted: returns the size in which to decode a picture of a given size, or refuses it.
    init(_ wanted: @escaping Wanted) {
        self.wanted = wanted
        guard let made = gdk_pixbuf_loader_new() else { preconditionFailure("no loader of pictures") }
        loader = made
        let sized: @convention(c) (UnsafeMutableRawPointer?, gint, gint, UnsafeMutableRawPointer?) -> Void = {
            _, width, height, data in
            guard let data else { return }
            Unmanaged<PixbufLoader>.fromOpaque(data).takeUnretainedValue().found(Int(width), Int(height))
        }
        let this = Unmanaged.passUnretained(self).toOpaque()
        kiroku_loader_connect_size(loader, unsafeBitCast(sized, to: GCallback.self), this)
    }

    deinit {
        // An unclosed loader logs a warning; closing it twice is harmless.
        gdk_pixbuf_loader_close(loader, nil)
        g_object_unref(loader)
    }

    func write(_ bytes: [UInt8]) throws(DecodeFailure) {
        var error: UnsafeMutablePointer<GError>?
        let isGood = gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), &error) != 0
        if let refusal {
            g_clear_error(&error)
            throw refusal
        }
        if !isGood { throw failure(error) }
    }

    /// The picture, after all its bytes were written.
    func finish() throws(DecodeFailure) -> LoadedPicture {
        var error: UnsafeMutablePointer<GError>?
        let isGood = gdk_pixbuf_loader_close(loader, &error) != 0
        if let refusal {
            g_clear_error(&error)
            throw refusal
        }
        guard isGood else { throw failure(error) }
        guard let known = gdk_pixbuf_loader_get_pixbuf(loader), let originalSize else {
            throw .broken(reason: "no pixels")
        }
        return LoadedPicture(retaining: known, originalSize: originalSize)
    }

    private func found(_ width: Int, _ height: Int) {
        let size = PixelSize(width: width, height: height)
        do throws(DecodeFailure) {
            guard !size.isEmpty else { throw .broken(reason: "no pixels") }
            originalSize = size
            let wanted = try wanted(size)
            if wanted != size { gdk_pixbuf_loader_set_size(loader, gint(wanted.width), gint(wanted.height)) }
        } catch {
            refusal = error
            // A size of zero tells the loader to stop.
            gdk_pixbuf_loader_set_size(loader, 0, 0)
        }
    }

    private func failure(_ error: UnsafeMutablePointer<GError>?) -> DecodeFailure {
        guard let error else { return .broken(reason: "unknown") }
        defer { g_error_free(error) }
        if error.pointee.domain == gdk_pixbuf_error_quark() {
            switch UInt32(bitPattern: error.pointee.code) {
            case GDK_PIXBUF_ERROR_UNKNOWN_TYPE.rawValue, GDK_PIXBUF_ERROR_UNSUPPORTED_OPERATION.rawValue:
                return .unknownFormat
            case GDK_PIXBUF_ERROR_INSUFFICIENT_MEMORY.rawValue: return .endedDecoder
            default: break
            }
        }
        return .broken(reason: String(cString: error.pointee.message))
    }
}
