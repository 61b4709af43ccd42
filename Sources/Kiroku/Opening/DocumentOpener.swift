import KirokuCore

/// Opens a file: a document as it is, a text as a new document.
struct DocumentOpener: Sendable {
    /// The folder for documents made from text files.
    let folder: String
    /// The sample that ships with the program; `nil` if it is not to be opened.
    var sample: ShippedSample?

    /// The share of the work that reading a text takes; the rest goes into writing the document.
    private static let readingShare = 0.1
    /// From this number of records on, writing takes so long that they are shown before it ends.
    private static let longTable = 20_000

    /// The result of opening a file.
    struct Result: Sendable {
        /// The path of the document.
        let path: String
        let contents: DocumentContents
        let store: any DocumentStore
        /// What was found in the text that the document was made from; `nil` if it was not made from text.
        let imported: ImportNews?
        /// Whether the document was just made from the sample.
        var isSample = false
    }

    struct ImportNews: Sendable {
        /// The text file.
        let path: String
        let records: Int
        /// How the first line was understood, if the caller did not specify it.
        let firstLine: FirstLine?
        let total: TotalOutcome?
        let notices: [TextNotice]
        /// How numbers were understood.
        let numberNotes: [NumberNote]
        /// How the text was read, and in which other ways it could be read.
        let options: SeparatedText.ReadingOptions
        let revisions: [TextRevision]
    }

    /// Opens a document, or makes one in ``folder`` from a text file, which does not change, or from the sample.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - place: where the user was in the document last.
    ///   - options: how a text is read.
    ///   - beginning: called on any thread with a part that can be shown while the rest is read or written.
    ///   - progress: called with growing shares of the work, up to 1, from any thread.
    /// - Throws: ``StorageError``; ``StorageError/cancelled`` if the task was cancelled.
    func open(
        _ path: String, around place: RecordPlace? = nil,
        options: SeparatedText.ReadingOptions = .init(),
        beginning: (@Sendable (PartialDocument) -> Void)? = nil, progress: @escaping @Sendable (Double) -> Void
    ) async throws(StorageError) -> Result {
        if let sample, await BlockingIO.run({ CanonicalPath.of(sample.path) == CanonicalPath.of(path) }) {
            return try await open(sample, progress: progress)
        }
        let kind = try await BlockingIO.run { () throws(StorageError) in try FileKind.of(path) }
        if kind == .document {
            let store = DocumentStores.at(path)
            let contents = try await store.load(around: place, beginning: beginning, progress: progress)
            return Result(path: path, contents: contents, store: store, imported: nil)
        }
        let text = try await TableFile.read(path: path, options: options) {
            progress($0 * Self.readingShare)
        }
        if text.table.count >= Self.longTable {
            beginning?(
                PartialDocument(contents: DocumentContents(table: text.table), likelyCount: text.table.count))
        }
        let made = try await makeDocument(title: DocumentName.title(of: path), in: folder) {
            (path) throws(StorageError) in
            try await DocumentStores.create(at: path, table: text.table) {
                progress(Self.readingShare + $0 * (1 - Self.readingShare))
            }
        }
        let news = ImportNews(
            path: path, records: text.table.count, firstLine: text.firstLine, total: text.total, notices: text.notices,
            numberNotes: text.numberNotes, options: options, revisions: TextRevision.offered(by: text))
        return Result(
            path: made.path, contents: DocumentContents(table: text.table), store: made.store, imported: news)
    }

    /// Makes a document in a folder, under a free name.
    ///
    /// - Parameter make: makes it at a path.
    /// - Throws: ``StorageError``; ``StorageError/cancelled`` if the task was cancelled.
    func makeDocument(
        title: String, in folder: String,
        _ make: @Sendable (_ path: String) async throws(StorageError) -> any DocumentStore
    ) async throws(StorageError) -> (path: String, store: any DocumentStore) {
        try Folder.make(folder)
        while true {
            let path = DocumentName.free(for: title, in: folder, isTaken: CanonicalPath.isTaken)
            do throws(StorageError) {
                return (path, try await make(path))
            } catch .alreadyExists {
                // Another program has taken the name meanwhile; try the next one.
                continue
            }
        }
    }
}
