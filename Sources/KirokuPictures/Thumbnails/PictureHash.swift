/// What tells a picture's bytes from those of all others, by which a document keeps it once.
public func pictureHash(_ bytes: [UInt8]) -> String { Checksum.sha256(of: bytes) }
