import FoundationEssentials

/// How much a picture may cost; what costs more is given up.
public struct DecodeLimits: Codable, Sendable, Hashable {
    /// Of a JPEG picture, which is made smaller while it is decoded.
    public var mostJPEGPixels = 300_000_000
    /// Of any other picture, which takes four bytes each.
    public var mostPixels = 100_000_000
    /// Of the file.
    public var mostBytes = 1 << 29
    /// That a decoder may use, its own code included.
    public var memory = 1 << 30
    /// For one picture.
    public var seconds = 20

    /// What is right for photographs of today and the machines that show them.
    public init() {}

    /// The limits as a program's argument.
    package var argument: String {
        (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// The limits that a program was started with.
    package init?(argument: String) {
        guard let limits = try? JSONDecoder().decode(DecodeLimits.self, from: Data(argument.utf8)) else { return nil }
        self = limits
    }
}
