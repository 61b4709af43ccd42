import KirokuCore

/// What a decoder is asked for: one picture, in one size.
public struct DecodeRequest: Codable, Sendable, Hashable {
    /// Where the picture's bytes are.
    public enum Origin: Codable, Sendable, Hashable {
        /// A file on this machine, by its `file:` URI, which the decoder opens itself.
        case file(uri: String)
        /// These many bytes, which follow the request.
        case bytes(count: Int)
    }

    /// In which size the picture is wanted; it is never enlarged, and its aspect is kept.
    public enum Sizing: Codable, Sendable, Hashable {
        /// As large as fits in so many pixels.
        case fitting(width: Int, height: Int)
        /// The smallest that covers so many pixels.
        case covering(width: Int, height: Int)
        /// As large as it is, but with no more pixels than these in all.
        case whole(mostPixels: Int)
    }

    /// How much is done for it.
    public enum Effort: Codable, Sendable, Hashable {
        /// What is there at once: a thumbnail from the shared cache, or the small picture that the camera put in the
        /// file. Nothing else is decoded.
        case glimpse
        /// A thumbnail from the shared cache; if there is none, the picture is decoded, and the thumbnail kept for all
        /// programs.
        case thumbnail
        /// The picture is decoded, whatever the cache says.
        case picture
        /// Nothing is decoded: the cache notes that this file cannot be, until it changes.
        case noteFailure(DecodeFailure)
    }

    /// Where the picture is.
    public var origin: Origin
    /// How large it is wanted.
    public var sizing: Sizing
    /// How much is done for it.
    public var effort: Effort

    /// A request for one picture.
    public init(_ origin: Origin, _ sizing: Sizing, _ effort: Effort) {
        self.origin = origin
        self.sizing = sizing
        self.effort = effort
    }
}

extension DecodeRequest.Sizing {
    /// The size that a picture of this size gets.
    package func size(of picture: PixelSize) -> PixelSize {
        switch self {
        case .fitting(let width, let height):
            let area = PixelSize(width: width, height: height)
            let isSmall = picture.width <= area.width && picture.height <= area.height
            return isSmall ? picture : picture.fitting(in: area)
        case .covering(let width, let height):
            guard let asked = try? AskedSize(width: width, height: height) else { return picture }
            return picture.covering(asked)
        case .whole(let mostPixels):
            guard picture.count > mostPixels else { return picture }
            let share = (Double(mostPixels) / Double(picture.count)).squareRoot()
            return PixelSize(
                width: max(1, Int(Double(picture.width) * share)), height: max(1, Int(Double(picture.height) * share)))
        }
    }
}
