import KirokuCore

/// What a decoder answers; the pixels of a picture follow it.
package enum DecodeAnswer: Codable, Sendable {
    case picture(PictureFacts)
    /// There is nothing to see at once.
    case nothingYet
    case failure(DecodeFailure)

    /// How many bytes of pixels follow.
    package var payloadCount: Int {
        if case .picture(let facts) = self { facts.width * facts.height * PixelBuffer.bytesPerPixel } else { 0 }
    }
}

/// What is known of a picture that was decoded.
package struct PictureFacts: Codable, Sendable {
    /// Of the pixels that follow.
    package var width: Int
    package var height: Int
    /// Of the picture itself, as it is shown; `nil` where only a thumbnail was looked at that does not tell.
    package var originalWidth: Int?
    package var originalHeight: Int?
    /// Whether this is the picture in the size that was asked for, and not something smaller to see meanwhile.
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
    /// Its pixels, turned as they are to be shown.
    public let pixels: PixelBuffer
    /// The size of the picture itself, as it is shown; `nil` where only a thumbnail was looked at that does not tell.
    public let originalSize: PixelSize?
    /// Whether this is the picture in the size that was asked for, and not something smaller to see meanwhile.
    public let isFinal: Bool

    /// A picture by what was decoded.
    public init(pixels: PixelBuffer, originalSize: PixelSize?, isFinal: Bool = true) {
        self.pixels = pixels
        self.originalSize = originalSize
        self.isFinal = isFinal
    }
}
