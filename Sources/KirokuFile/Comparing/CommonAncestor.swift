import FoundationEssentials

/// What two documents have come from: the table as it was when both were still the same.
public struct CommonAncestor: Sendable {
    /// The table as it was then.
    public let table: RecordTable
    /// When that was.
    public let time: Date
}

extension CommonAncestor {
    /// Finds it out from the logs of the documents.
    ///
    /// The log of each has the marks of its commits, and where the latest that both have is, they have parted. The table
    /// of then is reached by taking back what either of them has committed since.
    ///
    /// - Parameters:
    ///   - file: one of the documents, which has been loaded.
    ///   - table: what was loaded from it.
    ///   - copies: the paths of the other document, and of copies of that from earlier times, the latest first: where its
    ///     own log does not reach back far enough, or has a gap, one of theirs may.
    /// - Returns: `nil` if it is not known.
    static func of(_ file: CardFile, _ table: RecordTable, and copies: [String]) async -> CommonAncestor? {
        for path in copies {
            if Task.isCancelled { return nil }
            let other = CardFile(path: path)
            let found = try? await of(file, table, and: other)
            await other.close()
            if let found { return found }
        }
        return nil
    }

    private static func of(
        _ file: CardFile, _ table: RecordTable, and other: CardFile
    ) async throws(StorageError) -> CommonAncestor? {
        try await other.openForReading()
        guard let commit = try await file.latestCommit(amongThoseOf: other) else { return nil }
        if let table = try await file.table(after: commit, from: table) {
            return CommonAncestor(table: table, time: commit.time)
        }
        let contents = try await other.loadForReading()
        guard let commit = try await other.latestCommit(amongThoseOf: file),
            let table = try await other.table(after: commit, from: contents.table)
        else { return nil }
        return CommonAncestor(table: table, time: commit.time)
    }
}

/// A document that was read to be compared with another one.
public struct ReadCopy: Sendable {
    /// Its records and fields.
    public let table: RecordTable
    /// What both have come from; `nil` if that is not known.
    public let ancestor: CommonAncestor?

    /// Reads a document, in the background.
    ///
    /// - Parameters:
    ///   - path: the document.
    ///   - copies: the paths of the document that it is compared with, and of copies of that from earlier times, the
    ///     latest first.
    ///   - progress: receives the share of the work that is done, from 0 to 1, on any thread.
    /// - Throws: ``StorageError``.
    @concurrent
    public static func read(
        _ path: String, comparedWith copies: [String], progress: ProgressHandler? = nil
    ) async throws(StorageError) -> ReadCopy {
        let file = CardFile(path: path)
        do throws(StorageError) {
            let table = try await file.load(around: nil, beginning: nil, progress: progress).table
            let ancestor = await CommonAncestor.of(file, table, and: copies)
            await file.close()
            return ReadCopy(table: table, ancestor: ancestor)
        } catch {
            await file.close()
            throw error
        }
    }
}
