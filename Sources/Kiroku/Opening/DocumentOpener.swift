import KirokuCore

/// Brings a file into the program: documents as they are, text as a new document.
struct DocumentOpener: Sendable {
    /// Where documents are made from text files.
    let folder: String
    /// The table that ships with the program, which is told apart from texts of the user's; `nil` if that is not asked.
    var sample: String?

    /// How much of the work it is to read a text; the rest is to write the document.
    private static let readingShare = 0.1
    /// So many records take long enough to be written that they are shown before that is done.
    private static let longTable = 20_000

    /// What came of opening a file.
    struct Result: Sendable {
        /// Where the document is.
        let path: String
        let contents: DocumentContents
        let store: any DocumentStore
        /// What was mended in the text it was made from, if it was made from text.
        let imported: ImportNews?
    }

    struct ImportNews: Sendable {
        /// The text file.
        let path: String
        let records: Int
        /// How its first line was taken, where that was not said.
        let firstLine: FirstLine?
        let notices: [TextNotice]
        /// Whether it is the table that ships with the program.
        let isSample: Bool
    }

    /// Opens a document, or makes one in ``folder`` from a text file, which is left alone.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - place: where the user was in it last.
    ///   - header: whether the first line of a text holds the names of the fields.
    ///   - conversion: what is done with a document of an earlier version before its first edit is saved.
    ///   - beginning: is called on any thread with what can be looked at while the rest takes its time.
    ///   - progress: called with growing shares of the work, up to 1, from any thread.
    /// - Throws: ``StorageError``; ``StorageError/cancelled`` when the task was cancelled.
    func open(
        _ path: String, around place: RecordPlace? = nil,
        header: SeparatedText.ReadingOptions.Header = .detected, conversion: DocumentConversion? = nil,
        beginning: (@Sendable (PartialDocument) -> Void)? = nil, progress: @escaping @Sendable (Double) -> Void
    ) async throws(StorageError) -> Result {
        let kind = try await BlockingIO.run { () throws(StorageError) in try FileKind.of(path) }
        if kind == .document {
            let store = DocumentStores.at(path, conversion: conversion)
            let contents = try await store.load(around: place, beginning: beginning, progress: progress)
            return Result(path: path, contents: contents, store: store, imported: nil)
        }
        let text = try await TableFile.read(path: path, options: .init(header: header)) {
            progress($0 * Self.readingShare)
        }
        if text.table.count >= Self.longTable {
            beginning?(
                PartialDocument(contents: DocumentContents(table: text.table), likelyCount: text.table.count))
        }
        let made = try await makeDocument(text.table, title: DocumentName.title(of: path)) {
            progress(Self.readingShare + $0 * (1 - Self.readingShare))
        }
        let isSample = await BlockingIO.run { [sample] in sample.map(CanonicalPath.of) == CanonicalPath.of(path) }
        let news = ImportNews(
            path: path, records: text.table.count, firstLine: text.firstLine, notices: text.notices,
            isSample: isSample)
        return Result(
            path: made.path, contents: DocumentContents(table: text.table), store: made.store, imported: news)
    }

    /// Makes a document of a table in ``folder``, under a name that is free.
    ///
    /// - Throws: ``StorageError``; ``StorageError/cancelled`` when the task was cancelled.
    func makeDocument(
        _ table: RecordTable, title: String, progress: @escaping @Sendable (Double) -> Void
    ) async throws(StorageError) -> (path: String, store: any DocumentStore) {
        try Folder.make(folder)
        while true {
            let path = DocumentName.free(for: title, in: folder, isTaken: CanonicalPath.isTaken)
            do {
                return (path, try await DocumentStores.create(at: path, table: table, progress: progress))
            } catch .alreadyExists {
                // Another program took the name in between; the next one will do.
                continue
            }
        }
    }
}
