extension CardFile {
    /// Copies the document from the file, with everything that is committed before the copy is complete.
    ///
    /// The document itself is not changed.
    ///
    /// - Throws: ``StorageError/diskFull(at:)``, ``StorageError/unwritable(at:reason:)``, ``StorageError/busy(at:)``,
    ///   ``StorageError/damaged(at:reason:)``, ``StorageError/cancelled``, and ``StorageError/unsupported`` after
    ///   ``close()``.
    package func copy(into file: String, for path: String, progress: ProgressHandler?) async throws(StorageError) {
        try await copy(into: file, for: path, pagesPerStep: Self.pagesPerStep, progress) { await Task.yield() }
    }

    /// Copies this many pages at a time, and calls `pause` in between.
    func copy(
        into file: String, for path: String, pagesPerStep: Int32, _ progress: ProgressHandler? = nil,
        _ pause: @Sendable () async -> Void
    ) async throws(StorageError) {
        let connection = try opened()
        let target = try SQLiteConnection(file: file, path: path, access: .creating, lockWait: 0)
        // No one else knows the file, and it is worthless after a crash, so it is made durable only once, at the end.
        try target.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE")
        let backup = try SQLiteBackup(from: connection, to: target)
        var pagesCopied = 0
        // A program that keeps writing would make the copy start over again and again. So in the end it is made in one
        // step, for which that program has to wait.
        while try backup.copy(pages: pagesCopied > 4 * backup.pageCount ? -1 : pagesPerStep) {
            pagesCopied += Int(pagesPerStep)
            progress?(min(Double(pagesCopied) / Double(max(backup.pageCount, 1)), 1))
            await pause()
            guard !Task.isCancelled, self.connection === connection else { throw .cancelled }
        }
    }

    /// Checks the structure of the whole file, including parts that are never read, such as tables of other programs.
    ///
    /// Costs about as much as reading the file once.
    ///
    /// - Parameter limit: a larger file is not checked; in bytes.
    /// - Throws: ``StorageError/damaged(at:reason:)`` with SQLite's own words, ``StorageError/cancelled``.
    func checkStructure(upTo limit: Int = .max) throws(StorageError) {
        let connection = try opened()
        guard try fileSize(place.existingFile()) <= limit else { return }
        connection.stopWhenCancelled()
        defer { connection.endLimit() }
        let found = try connection.prepare("PRAGMA quick_check(1)")
        guard try found.step(), found[0].text != "ok" else { return }
        throw .damaged(path: path, reason: found[0].text)
    }

    /// Replaces the contents of another document with those of this one, in one transaction: other programs see the old
    /// or the new contents.
    ///
    /// It stays the same file, so every program that has it open notices the change. It is not shared afterwards, even
    /// if this document is.
    ///
    /// - Parameters:
    ///   - path: the path of the other document.
    ///   - progress: called with the progress, from 0 to 1.
    /// - Throws: ``StorageError``, ``StorageError/changedElsewhere(at:)`` if the other document is shared; it is
    ///   unchanged then.
    func restore(to path: String, progress: ProgressHandler? = nil) async throws(StorageError) {
        let file = try FilePlace(path).existingFile()
        let connection = try opened()
        let target = try SQLiteConnection(file: file, path: path, access: .writing, lockWait: lockWait)
        target.isWriting = true
        let header = CardFileHeader(try target.bytes(CardFileHeader.size))
        guard header.isSQLite, header.applicationID == CardFileFormat.applicationID else {
            throw .notADocument(path: path)
        }
        // The next sync would undo this; such a document is edited instead (``RestoreEdit``).
        if header.version == CardFileFormat.version, try target.isShared() {
            throw .changedElsewhere(path: path)
        }
        guard try !connection.isQueueing() else { return try await restoreUnshared(to: path, progress) }
        try Self.prepareForCommits(target)
        let backup = try SQLiteBackup(from: connection, to: target)
        var pagesCopied = 0
        while try backup.copy(pages: Self.pagesPerStep) {
            pagesCopied += Int(Self.pagesPerStep)
            progress?(min(Double(pagesCopied) / Double(max(backup.pageCount, 1)), 1))
            guard !Task.isCancelled else { throw .cancelled }
        }
    }

    /// Does the same with a copy of this document that is no longer shared.
    private func restoreUnshared(to path: String, _ progress: ProgressHandler?) async throws(StorageError) {
        let hidden: HiddenFile
        do throws(SystemError) {
            hidden = try HiddenFile.make(in: FilePath.folder(of: path), permissions: 0o600)
        } catch {
            throw error.whileWriting(path)
        }
        // The file is deleted with this value.
        defer { withExtendedLifetime(hidden) {} }
        try await copy(into: hidden.path, for: path, progress: nil)
        let copy = try await CardFile.open(at: hidden.path).store
        do throws(StorageError) {
            try await copy.endSharing()
            try await copy.restore(to: path, progress: progress)
            await copy.close()
        } catch {
            await copy.close()
            throw error
        }
    }

    /// About a megabyte, which takes some milliseconds.
    private static let pagesPerStep: Int32 = 256
}
