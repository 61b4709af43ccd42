import KirokuCore
import KirokuPictures

/// Files that were dropped on a window, grouped by what is done with them.
struct DroppedFiles: Sendable, Equatable {
    /// Documents, which are opened.
    var documents: [String] = []
    /// Text files, which are imported.
    var texts: [String] = []
    /// The URIs of pictures, which go into records.
    var pictures: [String] = []
    /// Why the others are refused.
    var refused: [StorageError] = []
    /// How many more cannot be reached by a path.
    var distant = 0

    /// A file as the other program names it, and its path, if it is on this computer.
    struct File: Sendable {
        let uri: String
        let path: String?
    }

    /// The usual suffixes of files that hold a table but are not documents.
    static let tableSuffixes = [".tsv", ".csv", ".tab", ".txt", ".json", ".plist"]

    /// Looks at each file in the background, as its disk may be slow to answer.
    ///
    /// - Parameters:
    ///   - files: the paths of the dropped files.
    ///   - areForPicture: whether they were dropped on a picture's place: a file whose name is not that of a table is
    ///     then a picture, perhaps a broken one.
    @concurrent
    static func sorted(_ files: [File], areForPicture: Bool) async -> DroppedFiles {
        var sorted = DroppedFiles()
        for file in files {
            if PictureNames.usual.isPicture(file.uri) || areForPicture && !isTable(file.uri) {
                sorted.pictures.append(file.uri)
            } else if let path = file.path {
                sorted.add(path, file.uri)
            } else {
                sorted.distant += 1
            }
        }
        return sorted
    }

    /// Adds a file whose name does not tell that it is a picture; its first bytes may.
    private mutating func add(_ path: String, _ uri: String) {
        do throws(StorageError) {
            let start = try FileKind.start(of: path, count: PictureFormat.markLength)
            switch FileKind.of(path, beginningWith: start) {
            case .document: documents.append(path)
            case .text where PictureFormat(start) != nil: pictures.append(uri)
            case .text: texts.append(path)
            }
        } catch {
            refused.append(error)
        }
    }

    /// Whether a URI is by its name that of a document or a table in text.
    private static func isTable(_ uri: String) -> Bool {
        ([DocumentName.suffix] + tableSuffixes).contains { uri.lowercased().hasSuffix($0) }
    }
}
