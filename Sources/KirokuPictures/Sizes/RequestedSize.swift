import KirokuCore

/// The size in which a picture is requested: at least 10×10 pixels.
public struct RequestedSize: Sendable, Hashable {
    /// The minimum length of a side, in pixels.
    static let smallestSide = 10

    /// The default size, 1000×1000.
    public static let usual = RequestedSize(pixels: PixelSize(width: 1_000, height: 1_000))

    /// The size, in pixels.
    public let pixels: PixelSize

    /// Creates a size from its sides, in pixels.
    ///
    /// - Throws: ``RequestedSizeError`` if a side is shorter than ``smallestSide``.
    public init(width: Int, height: Int) throws(RequestedSizeError) {
        guard width >= Self.smallestSide, height >= Self.smallestSide else {
            throw Reports.refused("KRK_PP_SZ", RequestedSizeError(width: width, height: height))
        }
        pixels = PixelSize(width: width, height: height)
    }

    private init(pixels: PixelSize) {
        self.pixels = pixels
    }
}

/// A requested size that is too small.
public struct RequestedSizeError: Error, Sendable, Hashable {
    /// The width that was refused, in pixels.
    public let width: Int
    /// The height that was refused, in pixels.
    public let height: Int
}

extension RequestedSizeError {
    /// What happened and what can be done, as a text for the user.
    public var message: String {
        localized(
            "A picture of {width} × {height} pixels is too small; it must be at least {least} × {least}.",
            [
                "width": localizedNumber(width), "height": localizedNumber(height),
                "least": localizedNumber(RequestedSize.smallestSide),
            ])
    }
}
