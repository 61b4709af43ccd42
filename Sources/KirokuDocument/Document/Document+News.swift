/// How the ``DocumentSaver`` takes in what others write to the document's store.
extension Document: SavedDocument {
    /// Checks whether others have written, if the store does not announce it.
    public func checkForNews() {
        let capabilities = capabilities
        if capabilities.contains(.news), !capabilities.contains(.watching) { saver.checkForNews() }
    }

    package func follow(from old: StorageLocation) {
        if title == FilePath.stem(of: old.name), let path { title = FilePath.stem(of: path) }
        observers.notify(.moved(from: old))
    }
}
