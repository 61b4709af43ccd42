import KirokuCore

/// Pixels in memory of their own, in the form that cairo draws: four bytes each, as one number of 32 bits alpha, red,
/// green and blue from the highest byte on, the colours multiplied by alpha, rows without gaps.
public final class PixelBuffer: Sendable {
    /// How many bytes a pixel has.
    public static let bytesPerPixel = 4

    /// How many pixels these are.
    public let size: PixelSize
    private let place: UInt

    /// Room for pixels of this size, which hold nothing yet.
    ///
    /// - Parameters:
    ///   - size: not empty.
    ///   - fill: writes all of them.
    public init<Failure: Error>(
        size: PixelSize, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        self.size = size
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(size.count, 1) * Self.bytesPerPixel, alignment: 16)
        place = UInt(bitPattern: memory.baseAddress)
        try fill(UnsafeMutableRawBufferPointer(rebasing: memory[..<(size.count * Self.bytesPerPixel)]))
    }

    deinit {
        UnsafeMutableRawPointer(bitPattern: place)?.deallocate()
    }

    /// How many bytes they take.
    public var byteCount: Int { size.count * Self.bytesPerPixel }

    /// The pixels; good as long as this lives, and never written to.
    public var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: place), count: byteCount)
    }
}
