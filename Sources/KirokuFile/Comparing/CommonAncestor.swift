import FoundationEssentials

/// The common ancestor of two documents: the table when both were still the same.
public struct CommonAncestor: Sendable {
    /// The table at that time.
    public let table: RecordTable
    /// When that was.
    public let time: Date
}

extension CommonAncestor {
    /// Finds the common ancestor in the journals of the documents.
    ///
    /// Each journal has the identities of its commits; the documents diverged after the latest one that both have.
    /// Reverting what either of them has committed since leads to the table at that time.
    ///
    /// - Parameters:
    ///   - file: one of the documents; loaded.
    ///   - table: the table loaded from it.
    ///   - copies: the paths of the other document and of its earlier copies, the latest first: if its own journal does
    ///     not reach back far enough, or has a gap, one of theirs may.
    /// - Returns: `nil` if unknown.
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

/// A document that was read for comparing it with another one.
public struct ReadCopy: Sendable {
    /// Its records and fields.
    public let table: RecordTable
    /// The common ancestor of both; `nil` if unknown.
    public let ancestor: CommonAncestor?

    /// Reads a document, in the background.
    ///
    /// - Parameters:
    ///   - path: the document.
    ///   - copies: the paths of the document to compare with and of its earlier copies, the latest first.
    ///   - progress: called with the progress, from 0 to 1, on any thread.
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
