/// A place where something is kept, as errors name it and the user knows it.
public enum StorageLocation: Sendable, Hashable {
    /// A file or a folder, by its path.
    case file(String)
    /// The program's own memory, under a name.
    case memory(String)

    /// Its name for the user: for a file, its name without folders.
    public var name: String {
        switch self {
        case .file(let path): FilePath.name(of: path)
        case .memory(let name): name
        }
    }

    /// Its path on disk; `nil` if it is not on disk.
    public var path: String? {
        if case .file(let path) = self { path } else { nil }
    }
}

extension StorageLocation: CustomDebugStringConvertible {
    /// For reports to developers: the path, or the name in memory.
    public var debugDescription: String {
        switch self {
        case .file(let path): path
        case .memory(let name): "memory: " + name
        }
    }
}
