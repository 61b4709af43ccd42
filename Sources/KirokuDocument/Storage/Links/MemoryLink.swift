import Synchronization

/// A link that keeps its contents in memory: for tests, and for contents that end with the app.
public final class MemoryLink<Contents: Sendable>: StorageLink {
    private let saved: Mutex<Contents?>
    private let defaultContents: Contents?

    /// - Parameters:
    ///   - contents: the initial contents; `nil` as if nothing has been saved yet.
    ///   - defaultContents: what ``loadDefault()`` returns.
    public init(_ contents: Contents? = nil, default defaultContents: Contents? = nil) {
        saved = Mutex(contents)
        self.defaultContents = defaultContents
    }

    /// - Throws: ``StorageError/notFound(path:)``, with an empty path, if nothing was saved yet.
    public func load() throws(StorageError) -> Contents {
        guard let contents = saved.withLock({ $0 }) else { throw .notFound(path: "") }
        return contents
    }

    /// Keeps `contents` until the next call.
    public func save(_ contents: Contents) {
        saved.withLock { $0 = contents }
    }

    /// - Throws: ``StorageError/unsupported`` if the link has no default.
    public func loadDefault() throws(StorageError) -> Contents {
        guard let defaultContents else { throw .unsupported }
        return defaultContents
    }
}
