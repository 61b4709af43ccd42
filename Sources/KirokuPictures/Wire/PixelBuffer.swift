import KirokuCore

/// Pixels in separate memory, in the form that cairo draws.
///
/// Each pixel is a number of 32 bits: alpha, red, green and blue from the highest byte on, the colours multiplied by
/// alpha. There are no gaps between rows.
public final class PixelBuffer: Sendable {
    /// The number of bytes in a pixel.
    public static let bytesPerPixel = 4

    /// The size of the picture in pixels.
    public let size: PixelSize
    private let place: UInt

    /// Creates a buffer of this size.
    ///
    /// - Parameters:
    ///   - size: the size, which is not empty.
    ///   - fill: writes all pixels.
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

    /// The number of bytes in all pixels.
    public var byteCount: Int { size.count * Self.bytesPerPixel }

    /// The pixels, valid while the buffer lives, and never written to.
    public var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: place), count: byteCount)
    }
}
