import Dispatch

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
        try await backUp(to: path, pagesPerStep: Self.pagesPerStep) { await Task.yield() }
    }

    /// Copies so many pages at a time, and lets `pause` run in between.
    func backUp(
        to path: String, pagesPerStep: Int32, pause: @Sendable () async -> Void
    ) async throws(StorageError) {
        let unpublished = try UnpublishedFile(for: path)
        do {
            try await copy(to: unpublished.hiddenPath, for: path, pagesPerStep, pause)
            try await publish(unpublished)
        } catch {
            unpublished.discard()
            throw error
        }
    }

    private func copy(
        to file: String, for path: String, _ pagesPerStep: Int32, _ pause: @Sendable () async -> Void
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
            await pause()
            guard !Task.isCancelled, self.connection === connection else { throw .cancelled }
        }
    }

    /// Waits for the disk on another thread: it may take a while to have all of the copy, and commits go on meanwhile.
    private func publish(_ file: UnpublishedFile) async throws(StorageError) {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(returning: Result { () throws(StorageError) in try file.publish() })
            }
        }
        try result.get()
    }

    /// About a megabyte, which takes some milliseconds.
    private static let pagesPerStep: Int32 = 256
}
