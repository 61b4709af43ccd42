import CPixbuf
import FoundationEssentials

/// A colour by its parts, 0…255.
public struct SampleColor: Sendable, Hashable {
    /// The red part.
    public let red: UInt8
    /// The green part.
    public let green: UInt8
    /// The blue part.
    public let blue: UInt8

    /// Nothing but red.
    public static let red = SampleColor(red: 255, green: 0, blue: 0)
    /// Nothing but green.
    public static let green = SampleColor(red: 0, green: 255, blue: 0)
    /// Nothing but blue.
    public static let blue = SampleColor(red: 0, green: 0, blue: 255)
    /// All of all.
    public static let white = SampleColor(red: 255, green: 255, blue: 255)

    /// A colour of these parts.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }
}

/// Real pictures, made when a test needs them.
public enum SamplePicture {
    /// A picture whose four quarters have these colours: upper left, upper right, lower left, lower right.
    public static func bytes(
        _ width: Int, _ height: Int, _ colors: [SampleColor] = [.red, .green, .blue, .white], format: String = "png",
        texts: [String: String] = [:], orientation: Int? = nil
    ) -> [UInt8] {
        guard let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, gint(width), gint(height)) else { return [] }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        guard let pixels = gdk_pixbuf_get_pixels(pixbuf) else { return [] }
        for y in 0..<height {
            for x in 0..<width {
                let color = colors[(y * 2 / height) * 2 + x * 2 / width]
                let pixel = pixels + y * stride + x * 3
                (pixel[0], pixel[1], pixel[2]) = (color.red, color.green, color.blue)
            }
        }
        let bytes = saved(pixbuf, format, texts)
        guard let orientation else { return bytes }
        return Array(bytes.prefix(2)) + exif(orientation: orientation) + bytes.dropFirst(2)
    }

    /// A JPEG picture in which a camera has put a small picture and a date.
    public static func fromCamera(_ width: Int, _ height: Int, small: [UInt8], taken: String) -> [UInt8] {
        let bytes = bytes(width, height, format: "jpeg")
        return Array(bytes.prefix(2)) + exif(orientation: 1, small: small, taken: taken) + bytes.dropFirst(2)
    }

    /// An EXIF segment of a JPEG file.
    private static func exif(orientation: Int, small: [UInt8] = [], taken: String = "") -> [UInt8] {
        // The places count from the start of the list's own bytes: 8 before the first list, then each entry has 12.
        let first = 8
        let notes = first + 2 + 2 * 12 + 4
        let second = notes + 2 + 12 + 4
        let text = Array(taken.utf8) + [0]
        let textPlace = second + 2 + 2 * 12 + 4
        let picturePlace = textPlace + text.count
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
            big(tag, 2) + big(type, 2) + big(count, 4) + (type == 3 ? big(value, 2) + [0, 0] : big(value, 4))
        }
        var data = Array("MM\0*".utf8) + big(first, 4)
        data += big(2, 2) + entry(0x0112, 3, 1, orientation) + entry(0x8769, 4, 1, notes) + big(second, 4)
        data += big(1, 2) + entry(0x9003, 2, text.count, textPlace) + big(0, 4)
        data += big(2, 2) + entry(0x0201, 4, 1, picturePlace) + entry(0x0202, 4, 1, small.count) + big(0, 4)
        data = Array("Exif\0\0".utf8) + data + text + small
        return [0xff, 0xe1] + big(data.count + 2, 2) + data
    }

    private static func saved(_ pixbuf: OpaquePointer, _ format: String, _ texts: [String: String]) -> [UInt8] {
        var keys: [UnsafeMutablePointer<CChar>?] = texts.keys.map { g_strdup("tEXt::" + $0) } + [nil]
        var values: [UnsafeMutablePointer<CChar>?] = texts.keys.map { g_strdup(texts[$0]) } + [nil]
        defer { for text in keys + values { g_free(text) } }
        var buffer: UnsafeMutablePointer<CChar>?
        var count: gsize = 0
        guard gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, format, &keys, &values, nil) != 0, let buffer
        else { return [] }
        defer { g_free(buffer) }
        return Array(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
    }

    static func big(_ number: Int, _ length: Int) -> [UInt8] {
        (0..<length).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
