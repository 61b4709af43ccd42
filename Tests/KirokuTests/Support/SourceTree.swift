import FoundationEssentials

/// The tree that these tests were compiled from.
enum SourceTree {
    /// Its folder, without a slash at the end.
    static let root = String(#filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 })

    /// The paths of all files below a folder, relative to the root, without those that are built or kept by git.
    static func files(in folder: String = "") throws -> [String] {
        var found: [String] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: root + "/" + folder).sorted() {
            if folder.isEmpty, [".git", ".build", ".swiftpm"].contains(name) { continue }
            let path = folder.isEmpty ? name : folder + "/" + name
            var isFolder = false
            guard FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder) else { continue }
            found += isFolder ? try files(in: path) : [path]
        }
        return found
    }

    /// The text of a file of the tree; what is not UTF-8 in it is replaced.
    static func text(of path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: root + "/" + path)), as: UTF8.self)
    }
}
