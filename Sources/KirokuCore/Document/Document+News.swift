/// What others write to the document's store, which the ``DocumentSaver`` takes in.
extension Document: SavedDocument {
    /// Looks whether others have written, if the store does not tell by itself.
    public func checkForNews() {
        let capabilities = capabilities
        if capabilities.contains(.news), !capabilities.contains(.watching) { saver.checkForNews() }
    }

    func follow(from old: StorageLocation) {
        if title == FilePath.stem(of: old.name), let path { title = FilePath.stem(of: path) }
        observers.notify(.moved(from: old))
    }
}
