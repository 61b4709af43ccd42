import FoundationEssentials

/// The limits for decoding a picture; decoding ends when one is exceeded.
public struct DecodeLimits: Codable, Sendable, Hashable {
    /// The maximum number of pixels of a JPEG picture, which is scaled down while it is decoded.
    public var mostJPEGPixels = 300_000_000
    /// The maximum number of pixels of any other picture, each of which takes four bytes.
    public var mostPixels = 100_000_000
    /// The maximum size of the file, in bytes.
    public var mostBytes = 1 << 29
    /// The maximum memory of a decoder in bytes, including its own code.
    public var memory = 1 << 30
    /// The maximum time for a picture, in seconds.
    public var seconds = 20

    /// Creates limits that suit today's photographs and machines.
    public init() {}

    /// The limits as an argument of a program.
    package var argument: String {
        (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// The limits in an argument of a program; `nil` if it is invalid.
    package init?(argument: String) {
        guard let limits = try? JSONDecoder().decode(DecodeLimits.self, from: Data(argument.utf8)) else { return nil }
        self = limits
    }
}
