import KirokuCore

/// A request to a decoder for one picture in one size.
public struct DecodeRequest: Codable, Sendable, Hashable {
    /// The place of the picture's bytes.
    public enum Origin: Codable, Sendable, Hashable {
        /// A file on this machine, by its `file:` URI, which the decoder opens itself.
        case file(uri: String)
        /// This number of bytes, which follow the request.
        case bytes(count: Int)
    }

    /// The size of the result; it keeps the aspect, and is never larger than the picture.
    public enum Sizing: Codable, Sendable, Hashable {
        /// The largest size that fits into this many pixels.
        case fitting(width: Int, height: Int)
        /// The smallest size that covers this many pixels.
        case covering(width: Int, height: Int)
        /// The full size, but no more than this number of pixels in total.
        case whole(mostPixels: Int)
    }

    /// How much work to do for the picture.
    public enum Effort: Codable, Sendable, Hashable {
        /// Returns what is available at once: a shared thumbnail, or the small picture of a camera in the file.
        ///
        /// Nothing else is decoded.
        case glimpse
        /// Returns a shared thumbnail; if there is none, decodes the picture and stores the thumbnail for all programs.
        case thumbnail
        /// Decodes the picture, whether there is a thumbnail or not.
        case picture
        /// Only records in the cache that this file cannot be decoded until it changes.
        case noteFailure(DecodeFailure)
    }

    /// The place of the picture.
    public var origin: Origin
    /// The size of the result.
    public var sizing: Sizing
    /// How much work to do.
    public var effort: Effort

    /// Creates a request for one picture.
    public init(_ origin: Origin, _ sizing: Sizing, _ effort: Effort) {
        self.origin = origin
        self.sizing = sizing
        self.effort = effort
    }
}

extension DecodeRequest.Sizing {
    /// The size of the result for a picture of this size.
    package func size(of picture: PixelSize) -> PixelSize {
        switch self {
        case .fitting(let width, let height):
            let area = PixelSize(width: width, height: height)
            let isSmall = picture.width <= area.width && picture.height <= area.height
            return isSmall ? picture : picture.fitting(in: area)
        case .covering(let width, let height):
            guard let asked = try? RequestedSize(width: width, height: height) else { return picture }
            return picture.covering(asked)
        case .whole(let mostPixels):
            guard picture.count > mostPixels else { return picture }
            let share = (Double(mostPixels) / Double(picture.count)).squareRoot()
            return PixelSize(
                width: max(1, Int(Double(picture.width) * share)), height: max(1, Int(Double(picture.height) * share)))
        }
    }
}
