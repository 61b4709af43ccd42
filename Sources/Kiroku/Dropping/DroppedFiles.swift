import KirokuCore

/// Files that were dropped on a window, sorted by what happens to them.
struct DroppedFiles: Sendable, Equatable {
    /// Documents, which are opened.
    var documents: [String] = []
    /// Text files, which are imported.
    var texts: [String] = []
    /// Why the others are refused.
    var refused: [StorageError] = []

    /// Whether a URI or path has the name of a document or of a table in text.
    static func isTable(_ uri: String) -> Bool {
        ([DocumentName.suffix] + tableSuffixes).contains { uri.lowercased().hasSuffix($0) }
    }

    /// The usual suffixes of files that hold a table but are not documents.
    static let tableSuffixes = [".tsv", ".csv", ".tab", ".txt", ".json", ".plist"]

    /// Looks at each file in the background, as its disk may be slow to answer.
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
