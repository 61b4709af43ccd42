/// Fetching the pictures of a shared document from its server.
extension PictureStore {
    /// How many pictures are requested at a time.
    private static var batch: Int { 32 }

    /// Fetches some pictures, or all, before an action that needs them; without them, its output would lack them.
    ///
    /// - Parameters:
    ///   - names: the pictures to fetch; `nil` for all.
    ///   - progress: called with the progress, up to 1.
    /// - Throws: ``StorageError/onServer(picture:others:)`` with those that cannot be fetched,
    ///   ``StorageError/cancelled``. If the server has something else in the place of some, the others are fetched, and
    ///   then it throws ``StorageError/wrongOnServer(picture:others:)``. Fetched pictures stay.
    @concurrent
    public func fetchPictures(
        named names: Set<String>? = nil, progress: @Sendable (Double) -> Void = { _ in }
    ) async throws(StorageError) {
        let missing = try await pictures().filter { !$0.isHere && names?.contains($0.name) ?? true }.map(\.name)
        var wrong: [String] = []
        for start in stride(from: 0, to: missing.count, by: Self.batch) {
            progress(Double(start) / Double(missing.count))
            let batch = missing[start..<min(start + Self.batch, missing.count)]
            let (failure, refused) = await withTaskGroup(of: StorageError?.self) { group in
                for name in batch { group.addTask { await self.failure(fetching: name) } }
                var (first, refused): (StorageError?, [String]) = (nil, [])
                for await failure in group {
                    if case .wrongOnServer(let name, _)? = failure { refused.append(name) }
                    guard let failure, failure.stopsOthers, first == nil else { continue }
                    first = failure
                    group.cancelAll()
                }
                return (first, refused)
            }
            wrong += refused
            if Task.isCancelled { throw .cancelled }
            guard let failure else { continue }
            guard case .onServer = failure else { throw failure }
            let rest = try await pictures().count { !$0.isHere && names?.contains($0.name) ?? true }
            throw .onServer(picture: missing[start], others: max(0, rest - 1))
        }
        if let first = wrong.min() { throw .wrongOnServer(picture: first, others: wrong.count - 1) }
        progress(1)
    }

    private func failure(fetching name: String) async -> StorageError? {
        do throws(StorageError) {
            try await fetch(pictureNamed: name)
            return nil
        } catch {
            return error
        }
    }
}

extension StorageError {
    /// Whether fetching other pictures would fail, too.
    fileprivate var stopsOthers: Bool {
        if case .wrongOnServer = self { false } else { true }
    }
}
