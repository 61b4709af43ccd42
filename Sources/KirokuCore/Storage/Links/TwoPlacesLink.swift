/// A link that saves to two places and loads from the first (spec 2).
public struct TwoPlacesLink<Contents: Sendable>: StorageLink {
    private let first: any StorageLink<Contents>
    private let second: any StorageLink<Contents>

    /// - Parameters:
    ///   - first: where the contents are saved, and loaded from.
    ///   - second: where they are saved, too.
    public init(_ first: any StorageLink<Contents>, _ second: any StorageLink<Contents>) {
        self.first = first
        self.second = second
    }

    /// What is kept in the first place.
    public func load() throws(StorageError) -> Contents {
        try first.load()
    }

    /// Saves to the second place even when the first fails, so that the contents are safe in one at least.
    ///
    /// - Throws: the error of the first place that failed.
    public func save(_ contents: Contents) throws(StorageError) {
        var failure: StorageError?
        for place in [first, second] {
            do {
                try place.save(contents)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// What ships with the app, from the first place.
    public func loadDefault() throws(StorageError) -> Contents {
        try first.loadDefault()
    }
}
