import KirokuCore

/// A size in which a picture is asked for: at least 10×10 pixels.
public struct AskedSize: Sendable, Hashable {
    /// The least that a side can have.
    public static let smallestSide = 10

    /// 1000×1000, which is asked for where nothing else was set.
    public static let usual = AskedSize(pixels: PixelSize(width: 1_000, height: 1_000))

    /// The size, in pixels.
    public let pixels: PixelSize

    /// A size by its sides, in pixels.
    ///
    /// - Throws: ``AskedSizeError`` if one of them is below ``smallestSide``, so that the size there was stays.
    public init(width: Int, height: Int) throws(AskedSizeError) {
        guard width >= Self.smallestSide, height >= Self.smallestSide else {
            throw Reports.refused("KRK_PP_SZ", AskedSizeError(width: width, height: height))
        }
        pixels = PixelSize(width: width, height: height)
    }

    private init(pixels: PixelSize) {
        self.pixels = pixels
    }
}

/// A size that is too small to ask for.
public struct AskedSizeError: Error, Sendable, Hashable {
    /// The width that was refused, in pixels.
    public let width: Int
    /// The height that was refused, in pixels.
    public let height: Int
}

extension AskedSizeError {
    /// What happened and what can be done, for the user.
    public var message: String {
        localized(
            "A picture of {width} × {height} pixels is too small; ask for {least} × {least} at least.",
            [
                "width": localizedNumber(width), "height": localizedNumber(height),
                "least": localizedNumber(AskedSize.smallestSide),
            ])
    }
}
