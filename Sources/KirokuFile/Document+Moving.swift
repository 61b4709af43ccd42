import Glibc

extension Document {
    /// Writes the whole document from memory to a new file, and continues with that.
    ///
    /// For when saving can no longer succeed, because the disk is gone or another program has changed the same records.
    /// It also makes a read-only document editable. The old file stays as it is and is closed; edits made while the
    /// copy is written are saved in the new place.
    ///
    /// - Parameters:
    ///   - path: where to write it; nothing may be there yet. The copy appears there when it is complete and durable.
    ///   - title: its title afterwards, for the user.
    ///   - progress: called with the progress from 0 to 1, on another thread.
    /// - Returns: whether all pictures were copied; unreadable ones are left out.
    /// - Throws: what ``DocumentStores/create(at:table:progress:)`` throws, and ``StorageError/busy(at:by:)`` if the
    ///   document is already being moved. The document stays in its old place then, and there is no copy.
    @discardableResult
    public func saveCopy(
        to path: String, title: String, progress: ProgressHandler? = nil
    ) async throws(StorageError) -> Bool {
        var hasPictures = true
        try await moving(to: .file(path)) { () throws(StorageError) in
            // All edits are in memory, and therefore in the copy.
            let unsaved = saver.takeUnsaved()
            var contents = DocumentContents(
                table: table, fieldWidths: fieldWidths, settings: settings, history: history)
            contents.open.open = open.list
            do throws(StorageError) {
                // Pictures of a shared document may have to be fetched from the server.
                let pictures: (any PictureStore)? = fetchPicture == nil ? saver.store : self
                let copy = try await CardFile.copy(contents, picturesOf: pictures, to: path, progress)
                // It may have been too late to stop the commit.
                guard !Task.isCancelled else {
                    await copy.file.discard()
                    throw .cancelled
                }
                hasPictures = copy.hasPictures
                self.title = title
                await switchStore(to: copy.file)
            } catch {
                saver.requeue(unsaved)
                throw error
            }
        }
        return hasPictures
    }

    /// Gives the document's file another name or folder, and continues with that.
    ///
    /// Between file systems, the file is copied, and then deleted in the old place.
    ///
    /// - Parameters:
    ///   - path: the new path; nothing may be there yet.
    ///   - progress: called with the progress of a copy from 0 to 1, on another thread.
    /// - Throws: ``StorageError``, also if the last edits cannot be saved. The document stays in its old place then.
    public func move(to path: String, progress: ProgressHandler? = nil) async throws(StorageError) {
        await finishSaving()
        if case .failed(let error) = saveState { throw error }
        guard let store = saver.store, let old = self.path else { throw .unsupported }
        do throws(StorageError) {
            try await store.move(to: path)
            saver.checkForNews()
            return
        } catch {
            // A copy would not be shared.
            guard error == .unsupported, !store.capabilities.contains(.sharing) else { throw error }
        }
        guard try await saveCopy(to: path, title: FilePath.stem(of: path), progress: progress) else { return }
        try await BlockingIO.run { () throws(StorageError) in
            guard unlink(old) == 0 else { throw SystemError.last.whileWriting(old) }
        }
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
        // The task may have been cancelled while waiting for a commit.
        guard !Task.isCancelled else { throw .cancelled }
        try await body()
    }
}
