/// The size of a picture, in pixels.
public struct PixelSize: Sendable, Hashable {
    /// The width, from 0 to ``largest``.
    public let width: Int
    /// The height, from 0 to ``largest``.
    public let height: Int

    /// The greatest length of a side.
    ///
    /// Files may contain any number as a size; with this limit, calculations with two sizes do not overflow.
    public static let largest = Int(Int32.max)

    /// Creates a size; numbers outside 0 … ``largest`` are clamped.
    public init(width: Int, height: Int) {
        self.width = min(max(width, 0), Self.largest)
        self.height = min(max(height, 0), Self.largest)
    }

    /// The number of pixels.
    public var count: Int { width * height }

    /// Whether there are no pixels.
    public var isEmpty: Bool { width == 0 || height == 0 }

    /// The size with width and height swapped.
    public var turned: PixelSize { PixelSize(width: height, height: width) }

    /// The size in which a picture of this size is made for a requested size.
    ///
    /// It is the smallest size that covers `asked` and keeps the aspect. A picture that does not cover `asked` keeps
    /// its size, as pictures are never enlarged.
    public func covering(_ asked: RequestedSize) -> PixelSize {
        let asked = asked.pixels
        guard width > asked.width, height > asked.height else { return self }
        return scaled(to: asked, byWidth: asked.width * height >= asked.height * width)
    }

    /// The largest size that fits into `area` and keeps the aspect.
    ///
    /// Small pictures are enlarged. No side is shorter than one pixel, however long the other one is, unless the area
    /// or the picture is empty.
    public func fitting(in area: PixelSize) -> PixelSize {
        guard !isEmpty, !area.isEmpty else { return PixelSize(width: 0, height: 0) }
        return scaled(to: area, byWidth: area.width * height <= area.height * width)
    }

    /// The size with the same aspect that has the width or height of `size`; the other side is rounded.
    private func scaled(to size: PixelSize, byWidth: Bool) -> PixelSize {
        byWidth
            ? PixelSize(width: size.width, height: max(1, rounded(height * size.width, dividedBy: width)))
            : PixelSize(width: max(1, rounded(width * size.height, dividedBy: height)), height: size.height)
    }
}

private func rounded(_ number: Int, dividedBy divisor: Int) -> Int {
    (number + divisor / 2) / divisor
}
