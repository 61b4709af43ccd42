import FoundationEssentials

/// Files of the package's `data` folder.
enum DataFile {
    static func text(_ name: String) throws -> String {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return String(decoding: try Data(contentsOf: URL(filePath: "\(root)/data/\(name)")), as: UTF8.self)
    }
}
