import FoundationEssentials

/// The limits for decoding a picture; decoding ends when one is exceeded.
public struct DecodeLimits: Codable, Sendable, Hashable {
    /// The most pixels of a JPEG picture, which is scaled down while it is decoded.
    public var mostJPEGPixels = 300_000_000
    /// The most pixels of any other picture, which take four bytes each.
    public var mostPixels = 100_000_000
    /// The most bytes of the file.
    public var mostBytes = 1 << 29
    /// The most bytes of memory that a decoder may use, including its own code.
    public var memory = 1 << 30
    /// The longest time for a picture, in seconds.
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
