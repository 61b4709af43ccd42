import KirokuCore

/// The table that a document is compared with, as it was read from its file.
struct OtherTable: Sendable {
    /// The file, as it was asked for.
    let path: String
    let table: RecordTable
    /// Whether the file is a document, which has pictures, and whose records have identities.
    let isDocument: Bool

    /// Reads a document or a text file, in the background.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - own: the canonical path of the document itself, which is refused.
    ///   - progress: receives the share of the work that is done, from 0 to 1, on any thread.
    @concurrent
    static func read(
        _ path: String, besides own: String?, progress: @escaping @Sendable (Double) -> Void
    ) async throws(ComparisonError) -> OtherTable {
        guard await BlockingIO.run({ CanonicalPath.of(path) }) != own else {
            throw .message(localized("This is the document itself. Choose another file to compare it with."))
        }
        do throws(StorageError) {
            guard try await BlockingIO.run({ () throws(StorageError) in try FileKind.of(path) }) == .document else {
                let found = try await TableFile.read(path: path, progress: progress)
                return OtherTable(path: path, table: found.table, isDocument: false)
            }
            return OtherTable(path: path, table: try await document(at: path, progress), isDocument: true)
        } catch .cancelled {
            throw .cancelled
        } catch {
            throw .message(error.message)
        }
    }

    private static func document(
        at path: String, _ progress: @escaping @Sendable (Double) -> Void
    ) async throws(StorageError) -> RecordTable {
        let store = DocumentStores.at(path)
        do throws(StorageError) {
            let contents = try await store.load(around: nil, beginning: nil, progress: progress)
            await store.close()
            return contents.table
        } catch {
            await store.close()
            throw error
        }
    }
}

/// Why two tables cannot be compared.
enum ComparisonError: Error, Sendable {
    case cancelled
    /// In the user's language.
    case message(String)
}
