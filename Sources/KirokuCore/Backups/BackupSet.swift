import FoundationEssentials

/// A dated folder with a copy of everything: documents, and what a program keeps for itself.
///
/// ``BackupPlan`` makes it. Besides the copies it has a list of them, `contents.plist`, which is written last.
public struct BackupSet: Sendable, Hashable {
    /// A document in the folder.
    public struct Document: Sendable, Hashable {
        /// Where the copy is.
        public let copy: String
        /// Where the document was.
        public let path: String
    }

    /// The folder.
    public let path: String
    /// The documents, in the order of their names.
    public let documents: [Document]
    /// The names of the ``KeptFile``s.
    public let kept: [String]

    /// Where the copy of a ``KeptFile`` is.
    public func copy(of file: KeptFile) -> String { Self.settings(in: path) + "/" + file.name }

    /// The backup in a folder.
    ///
    /// - Throws: ``StorageError/notFound(path:)`` if the folder has no list, ``StorageError/malformed(path:reason:)``,
    ///   ``StorageError/newerVersion(path:)``, ``StorageError/unreadable(path:reason:)``.
    public init(at path: String) throws(StorageError) {
        let contents = try DictionaryFileLink(path: Self.list(in: path)).load()
        guard case .int(let version) = contents["version"] else { throw Self.malformed(path) }
        guard version <= Self.version else { throw .newerVersion(path: path) }
        guard case .array(let documents) = contents["documents"], case .array(let kept) = contents["settings"] else {
            throw Self.malformed(path)
        }
        self.path = path
        self.documents = try documents.map { value throws(StorageError) in
            guard case .dictionary(let document) = value, case .string(let file) = document["file"],
                case .string(let original) = document["path"], Self.isName(file), original.hasPrefix("/"),
                FileKind.namesDocument(original)
            else { throw Self.malformed(path) }
            return Document(copy: Self.documents(in: path) + "/" + file, path: original)
        }
        self.kept = try kept.map { value throws(StorageError) in
            guard case .string(let name) = value, Self.isName(name) else { throw Self.malformed(path) }
            return name
        }
    }

    init(path: String, documents: [Document], kept: [String]) {
        self.path = path
        self.documents = documents
        self.kept = kept
    }

    /// Writes the list of what is in the folder.
    func writeList() throws(StorageError) {
        let entries = documents.map {
            PropertyValue.dictionary(["file": .string(FilePath.name(of: $0.copy)), "path": .string($0.path)])
        }
        try DictionaryFileLink(path: Self.list(in: path)).save([
            "version": .int(Self.version), "documents": .array(entries), "settings": .array(kept.map { .string($0) }),
        ])
    }

    static func documents(in folder: String) -> String { folder + "/documents" }

    static func settings(in folder: String) -> String { folder + "/settings" }

    private static func list(in folder: String) -> String { folder + "/contents.plist" }

    private static let version = 1

    /// Whether it is the name of something in a folder, and leads nowhere else.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text != "." && text != ".." && !text.contains("/") && !text.utf8.contains(0)
    }

    private static func malformed(_ path: String) -> StorageError {
        .malformed(path: path, reason: localized("Its list of contents is damaged."))
    }
}
