import KirokuCore

/// Files that were dropped on a window, by what becomes of them.
struct DroppedFiles: Sendable, Equatable {
    /// Documents are opened.
    var documents: [String] = []
    /// Text files are imported.
    var texts: [String] = []
    /// Why the others cannot be taken.
    var refused: [StorageError] = []

    /// Whether a URI, or a path, is by its name that of a document or a table in text.
    static func isTable(_ uri: String) -> Bool {
        ([DocumentName.suffix] + tableSuffixes).contains { uri.lowercased().hasSuffix($0) }
    }

    /// What the names of files usually end in that hold a table and are no documents.
    static let tableSuffixes = [".tsv", ".csv", ".tab", ".txt", ".json", ".plist"]

    /// Looks at each file in the background, as it may be on a disk that is slow to answer.
    @concurrent
    static func sorted(_ paths: [String]) async -> DroppedFiles {
        var files = DroppedFiles()
        for path in paths {
            do throws(StorageError) {
                switch try FileKind.of(path) {
                case .document: files.documents.append(path)
                case .text: files.texts.append(path)
                }
            } catch {
                files.refused.append(error)
            }
        }
        return files
    }
}
