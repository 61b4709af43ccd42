/// The size of a picture, in pixels.
public struct PixelSize: Sendable, Hashable {
    /// From 0 to ``largest``.
    public let width: Int
    /// From 0 to ``largest``.
    public let height: Int

    /// The most that a side can have.
    ///
    /// Sizes come from files that may hold any number; with this limit, what is computed from two of them never
    /// overflows.
    public static let largest = Int(Int32.max)

    /// A size; numbers outside 0 … ``largest`` are taken for the nearer end.
    public init(width: Int, height: Int) {
        self.width = min(max(width, 0), Self.largest)
        self.height = min(max(height, 0), Self.largest)
    }

    /// How many pixels these are.
    public var count: Int { width * height }

    /// Whether there is not one pixel.
    public var isEmpty: Bool { width == 0 || height == 0 }

    /// The size on its side: width and height change places.
    public var turned: PixelSize { PixelSize(width: height, height: width) }

    /// What a picture of this size gets when it is asked for in a size.
    ///
    /// The aspect is kept, and it is the smallest size that covers `asked`. A picture is never enlarged: one that does
    /// not cover it stays as it is.
    public func covering(_ asked: AskedSize) -> PixelSize {
        let asked = asked.pixels
        guard width > asked.width, height > asked.height else { return self }
        return scaled(to: asked, byWidth: asked.width * height >= asked.height * width)
    }

    /// The largest size that fits into `area` with the aspect kept.
    ///
    /// Small pictures are enlarged. No side gets shorter than one pixel, however long the other one is, unless the area
    /// or the picture is empty.
    public func fitting(in area: PixelSize) -> PixelSize {
        guard !isEmpty, !area.isEmpty else { return PixelSize(width: 0, height: 0) }
        return scaled(to: area, byWidth: area.width * height <= area.height * width)
    }

    /// The aspect kept, as wide as `size` or as high; the other side to the nearest pixel.
    private func scaled(to size: PixelSize, byWidth: Bool) -> PixelSize {
        byWidth
            ? PixelSize(width: size.width, height: max(1, rounded(height * size.width, dividedBy: width)))
            : PixelSize(width: max(1, rounded(width * size.height, dividedBy: height)), height: size.height)
    }
}

private func rounded(_ number: Int, dividedBy divisor: Int) -> Int {
    (number + divisor / 2) / divisor
}
