import KirokuCore

/// Brings a file into the program: documents as they are, text as a new document.
struct DocumentOpener: Sendable {
    /// Where documents are made from text files.
    let folder: String

    /// What came of opening a file.
    struct Result: Sendable {
        /// Where the document is.
        let path: String
        let opened: OpenedDocument
        /// What was mended in the text it was made from, if it was made from text.
        let imported: ImportNews?
    }

    struct ImportNews: Sendable {
        let fileName: String
        let records: Int
        let notices: [TextNotice]
    }

    /// Opens a document, or makes one in ``folder`` from a text file, which is left alone.
    ///
    /// - Parameter progress: called with growing shares of the work, up to 1, from any thread.
    /// - Throws: ``StorageError``; ``StorageError/cancelled`` when the task was cancelled.
    func open(_ path: String, progress: @escaping @Sendable (Double) -> Void) async throws(StorageError) -> Result {
        if try FileKind.of(path) == .document {
            let opened = try await CardFile.open(at: path, progress: progress)
            return Result(path: path, opened: opened, imported: nil)
        }
        let text = try await SeparatedTextFile.read(path: path) { progress($0 * 0.4) }
        let document = try await makeDocument(text.table, title: DocumentName.title(of: path)) {
            progress(0.4 + $0 * 0.6)
        }
        let name = FilePath.name(of: path)
        let news = ImportNews(fileName: name, records: text.table.count, notices: text.notices)
        return Result(path: document.path, opened: document.opened, imported: news)
    }

    /// Makes a document of a table in ``folder``, under a name that is free.
    ///
    /// - Throws: ``StorageError``; ``StorageError/cancelled`` when the task was cancelled.
    func makeDocument(
        _ table: RecordTable, title: String, progress: @escaping @Sendable (Double) -> Void
    ) async throws(StorageError) -> (path: String, opened: OpenedDocument) {
        try Folder.make(folder)
        while true {
            let path = DocumentName.free(for: title, in: folder, isTaken: CanonicalPath.isTaken)
            do {
                let file = try await CardFile.create(at: path, table: table, progress: progress)
                return (path, OpenedDocument(contents: DocumentContents(table: table), link: file))
            } catch .alreadyExists {
                // Another program took the name in between; the next one will do.
                continue
            }
        }
    }
}
