import FoundationEssentials

/// All bytes of a file.
public func bytes(of path: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path))
}

/// Makes a file of these bytes, or replaces what is in it.
public func write(_ bytes: Data, to path: String) throws {
    try bytes.write(to: URL(filePath: path))
}
