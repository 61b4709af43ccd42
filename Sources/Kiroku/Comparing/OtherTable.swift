import KirokuCore

/// The table that a document is compared with, as it was read from its file.
struct OtherTable: Sendable {
    /// The file, as it was asked for.
    let path: String
    let table: RecordTable
    /// Whether the file is a document, which has pictures, and whose records have identities.
    let isDocument: Bool
    /// The common ancestor of this table and the document that it is compared with; `nil` if that is not known.
    var ancestor: CommonAncestor?

    /// Reads a document or a text file, in the background.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - own: the canonical path of the document itself, which is refused.
    ///   - copies: the paths of the document, and of its backups, the latest first, if their common ancestor is wanted.
    ///   - progress: called with the progress, from 0 to 1, on any thread.
    @concurrent
    static func read(
        _ path: String, besides own: String?, comparedWith copies: [String],
        progress: @escaping @Sendable (Double) -> Void
    ) async throws(ComparisonError) -> OtherTable {
        guard await BlockingIO.run({ CanonicalPath.of(path) }) != own else {
            throw .message(localized("This is the document itself. Choose another file to compare it with."))
        }
        do throws(StorageError) {
            guard try await BlockingIO.run({ () throws(StorageError) in try FileKind.of(path) }) == .document else {
                let found = try await TableFile.read(path: path, progress: progress)
                return OtherTable(path: path, table: found.table, isDocument: false)
            }
            let copy = try await ReadCopy.read(path, comparedWith: copies, progress: progress)
            return OtherTable(path: path, table: copy.table, isDocument: true, ancestor: copy.ancestor)
        } catch {
            throw .of(error)
        }
    }
}

/// The older copy of a comparison, which shows who has changed what.
enum OlderCopy: Sendable {
    /// The common ancestor of both, found in their logs.
    case ancestor(CommonAncestor)
    /// A document that the user has chosen.
    case file(OtherTable)

    var table: RecordTable {
        switch self {
        case .ancestor(let ancestor): ancestor.table
        case .file(let other): other.table
        }
    }
}

/// Why two tables cannot be compared.
enum ComparisonError: Error, Sendable {
    case cancelled
    /// In the user's language.
    case message(String)

    /// What has gone wrong with a file.
    static func of(_ error: StorageError) -> ComparisonError {
        error == .cancelled ? .cancelled : .message(error.message)
    }
}
