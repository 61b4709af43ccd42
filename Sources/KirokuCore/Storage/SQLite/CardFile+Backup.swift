extension CardFile: BackupSource {
    /// Makes a copy of the document as it is in the file, with all that was committed before it is complete.
    ///
    /// Commits go on meanwhile. The copy appears in its place only when it is complete and durable; the document is
    /// not touched. If the task is cancelled, or the document closed, nothing is left behind.
    ///
    /// - Parameter path: where; there must be nothing yet.
    /// - Throws: ``StorageError/alreadyExists(path:)``, ``StorageError/notFound(path:)`` for a missing folder,
    ///   ``StorageError/diskFull(path:)``, ``StorageError/unwritable(path:reason:)``, ``StorageError/busy(path:)``,
    ///   ``StorageError/damaged(path:reason:)``, ``StorageError/cancelled``, and ``StorageError/unsupported`` after
    ///   ``close()``.
    public func backUp(to path: String) async throws(StorageError) {
        try await backUp(to: path, progress: nil)
    }

    /// The same; `progress` is told how far it has come.
    public func backUp(to path: String, progress: ProgressHandler?) async throws(StorageError) {
        try await backUp(to: path, pagesPerStep: Self.pagesPerStep, progress: progress) { await Task.yield() }
    }

    /// Copies so many pages at a time, and lets `pause` run in between.
    func backUp(
        to path: String, pagesPerStep: Int32, progress: ProgressHandler? = nil, pause: @Sendable () async -> Void
    ) async throws(StorageError) {
        let unpublished = try UnpublishedFile(for: path)
        try await copy(to: unpublished.hiddenPath, for: path, pagesPerStep, progress, pause)
        try await publish(unpublished)
    }

    private func copy(
        to file: String, for path: String, _ pagesPerStep: Int32, _ progress: ProgressHandler?,
        _ pause: @Sendable () async -> Void
    ) async throws(StorageError) {
        guard let connection else { throw .unsupported }
        let target = try SQLiteConnection(file: file, path: path, access: .creating, lockWait: 0)
        // Nobody else knows the file, and after a crash it is worthless: it is made durable once, at the end.
        try target.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE")
        let backup = try SQLiteBackup(from: connection, to: target)
        var pagesCopied = 0
        // Another program that writes without end would have the copy start over without end, so at last it is made
        // in one go, for which that program has to wait.
        while try backup.copy(pages: pagesCopied > 4 * backup.pageCount ? -1 : pagesPerStep) {
            pagesCopied += Int(pagesPerStep)
            progress?(min(Double(pagesCopied) / Double(max(backup.pageCount, 1)), 1))
            await pause()
            guard !Task.isCancelled, self.connection === connection else { throw .cancelled }
        }
    }

    /// Makes another document what this one is, in one transaction: whoever looks sees it as it was or as it is then.
    ///
    /// It stays the same file, so whoever has it open, in this program or another, notices.
    ///
    /// - Parameters:
    ///   - path: where the other document is.
    ///   - progress: is told how far it has come.
    /// - Throws: ``StorageError``; the other document is as it was then.
    public func putBack(to path: String, progress: ProgressHandler? = nil) async throws(StorageError) {
        let place = CardFile(path: path, lockWait: lockWait)
        let file = try place.existingFile()
        guard let connection else { throw .unsupported }
        let target = try SQLiteConnection(file: file, path: path, access: .writing, lockWait: lockWait)
        target.isWriting = true
        let header = CardFileHeader(try target.bytes(CardFileHeader.size))
        guard header.isSQLite, header.applicationID == CardFileFormat.applicationID else {
            throw .notADocument(path: path)
        }
        try Self.prepareForCommits(target)
        let backup = try SQLiteBackup(from: connection, to: target)
        var pagesCopied = 0
        while try backup.copy(pages: Self.pagesPerStep) {
            pagesCopied += Int(Self.pagesPerStep)
            progress?(min(Double(pagesCopied) / Double(max(backup.pageCount, 1)), 1))
            guard !Task.isCancelled else { throw .cancelled }
        }
    }

    /// Waits for the disk on another thread: it may take a while to have all of the copy, and commits go on meanwhile.
    private func publish(_ file: UnpublishedFile) async throws(StorageError) {
        try await BlockingIO.run { () throws(StorageError) in try file.publish() }
    }

    /// About a megabyte, which takes some milliseconds.
    private static let pagesPerStep: Int32 = 256
}
