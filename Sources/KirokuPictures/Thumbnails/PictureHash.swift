/// The SHA-256 sum of a picture's bytes, by which a document recognises that it already has the picture.
public func pictureHash(_ bytes: [UInt8]) -> String { Checksum.sha256(of: bytes) }
