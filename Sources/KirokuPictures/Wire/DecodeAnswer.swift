import KirokuCore

/// The answer of a decoder; the pixels of a picture follow it.
package enum DecodeAnswer: Codable, Sendable {
    case picture(PictureFacts)
    /// No picture is available without decoding.
    case nothingYet
    case failure(DecodeFailure)
}

/// The facts about a decoded picture.
package struct PictureFacts: Codable, Sendable {
    /// The width of the pixels that follow.
    package var width: Int
    package var height: Int
    /// The width of the picture itself for display; `nil` if only a thumbnail was read, which does not tell.
    var originalWidth: Int?
    var originalHeight: Int?
    /// Whether the picture has the requested size, rather than being a smaller one to show meanwhile.
    package var isFinal: Bool

    package init(width: Int, height: Int, original: PixelSize?, isFinal: Bool) {
        self.width = width
        self.height = height
        originalWidth = original?.width
        originalHeight = original?.height
        self.isFinal = isFinal
    }
}

/// A picture that can be shown.
public struct DecodedPicture: Sendable {
    /// The pixels, turned for display.
    public let pixels: PixelBuffer
    /// The size of the picture itself for display; `nil` if only a thumbnail was read, which does not tell.
    public let originalSize: PixelSize?
    /// Whether the picture has the requested size, rather than being a smaller one to show meanwhile.
    public let isFinal: Bool

    /// Creates a picture from what was decoded.
    public init(pixels: PixelBuffer, originalSize: PixelSize?, isFinal: Bool = true) {
        self.pixels = pixels
        self.originalSize = originalSize
        self.isFinal = isFinal
    }
}
