import FoundationEssentials

/// A dated folder with a copy of everything: the documents and the program's own files.
///
/// ``BackupPlan`` makes it. `contents.plist` lists the copies; it is written last.
public struct BackupSet: Sendable, Hashable {
    /// A document in the folder.
    public struct Document: Sendable, Hashable {
        /// The path of the copy.
        public let copy: String
        /// The original path of the document.
        public let path: String
    }

    /// The path of the folder.
    public let path: String
    /// The documents in the folder.
    public let documents: [Document]
    /// The names of the ``KeptFile``s.
    public let kept: [String]

    /// The path of the copy of a ``KeptFile``.
    public func copy(of file: KeptFile) -> String { Self.settings(in: path) + "/" + file.name }

    /// Reads the list of a backup folder.
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
            guard case .dictionary(let document) = value, let file = document["file"]?.text,
                let original = document["path"]?.text, Self.isName(file), original.hasPrefix("/"),
                FileKind.namesDocument(original)
            else { throw Self.malformed(path) }
            return Document(copy: Self.documents(in: path) + "/" + file, path: original)
        }
        self.kept = try kept.map { value throws(StorageError) in
            guard let name = value.text, Self.isName(name) else { throw Self.malformed(path) }
            return name
        }
    }

    init(path: String, documents: [Document], kept: [String]) {
        self.path = path
        self.documents = documents
        self.kept = kept
    }

    /// Writes the list of the folder's contents.
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

    /// Whether the text is a plain file name, which cannot lead out of the folder.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text != "." && text != ".." && !text.contains("/") && !text.utf8.contains(0)
    }

    private static func malformed(_ path: String) -> StorageError {
        .malformed(path: path, reason: localized("Its list of contents is damaged."))
    }
}
