extension Document {
    /// Writes the whole document, as it is in memory, to a new file, and goes on there.
    ///
    /// The way out when saving cannot succeed any more: the disk is gone, or another program has changed the same
    /// records. It also makes a document that can only be read one that can be edited. The old file stays as it is and is
    /// given free; what is edited while the copy is written is saved in the new place.
    ///
    /// - Parameters:
    ///   - path: where; there must be nothing yet. The copy appears there when it is complete and durable.
    ///   - title: what the user knows it by from then on.
    ///   - progress: is told how far it has come, from 0 to 1, on another thread.
    /// - Returns: whether all its pictures came along; those that cannot be read any more, as the disk is gone, do not.
    /// - Throws: what ``DocumentStores/create(at:table:progress:)`` throws, and ``StorageError/busy(at:)`` if the document
    ///   is on its way elsewhere already. The document goes on in its old place then, and there is no copy.
    @discardableResult
    public func saveCopy(
        to path: String, title: String, progress: ProgressHandler? = nil
    ) async throws(StorageError) -> Bool {
        var hasPictures = true
        try await moving(to: .file(path)) { () throws(StorageError) in
            // All of it is in memory, and so in the copy.
            let unsaved = saver.takePending()
            let contents = DocumentContents(
                table: table, fieldWidths: fieldWidths, settings: settings, history: history)
            do throws(StorageError) {
                let copy = try await CardFile.copy(contents, picturesOf: saver.store, to: path, progress)
                // It may have been too late to stop it.
                guard !Task.isCancelled else {
                    await copy.file.discard()
                    throw .cancelled
                }
                hasPictures = copy.hasPictures
                self.title = title
                await goOn(in: copy.file)
            } catch {
                saver.putBack(unsaved)
                throw error
            }
        }
        return hasPictures
    }

    func moving(
        to place: StorageLocation, _ body: () async throws(StorageError) -> Void
    ) async throws(StorageError) {
        guard !isMoving else { throw .busy(at: place) }
        isMoving = true
        await saver.hold()
        defer {
            isMoving = false
            saver.release()
        }
        // It may have been stopped while a commit was waited for.
        guard !Task.isCancelled else { throw .cancelled }
        try await body()
    }
}
