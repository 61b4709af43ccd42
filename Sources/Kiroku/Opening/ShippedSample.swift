import KirokuCore
import KirokuPictures
import KirokuPresentation

/// The document that ships with the program, to try things out with: a template with records, and their pictures.
struct ShippedSample: Sendable {
    /// The template with the records.
    let path: String
    /// The folder with the pictures that the records name.
    let pictures: String
    /// The folder for the document that is made from it.
    let folder: String
    /// The languages of its texts, the preferred one first.
    let languages: [String]

    /// The lines of text in each row, so that one sees something of the pictures.
    private static let rowLines = 2
    /// The width of pictures, in pixels at a text scale of 1: without the names of their files.
    private static let pictureWidth = 76
    /// The limit for each picture, in bytes.
    private static let mostBytes = 4 << 20

    /// The sample in the user's language.
    ///
    /// - Throws: ``StorageError`` if it cannot be read, or is not as it should be.
    @concurrent
    func template() async throws(StorageError) -> DocumentTemplate {
        let values = try await BlockingIO.run { () throws(StorageError) in try DictionaryFileLink(path: path).load() }
        guard let template = DocumentTemplate(values, languages: languages) else {
            throw .malformed(path: path, reason: localized("This is not the sample document."))
        }
        return template
    }

    /// The contents of the document, and a store that has its pictures.
    ///
    /// A picture that cannot be read is reported, and left out: its cell is then empty.
    ///
    /// - Throws: ``StorageError`` if there are no records to show.
    @concurrent
    func contents(
        of template: DocumentTemplate
    ) async throws(StorageError) -> (DocumentContents, pictures: any PictureStore) {
        var table: RecordTable
        do throws(TableError) {
            table = try template.table()
        } catch {
            throw .malformed(path: path, reason: error.message)
        }
        let store = MemoryStore(DocumentContents(table: table))
        for (field, definition) in table.schema.fields.enumerated() where definition.isPicture {
            for record in 0..<table.count {
                let name = table.displayText(record, field)
                guard !name.isEmpty else { continue }
                do throws(StorageError) {
                    let bytes = try await BlockingIO.run { () throws(StorageError) in
                        try WholeFile.read(pictures + "/" + name, limit: Self.mostBytes)
                    }
                    _ = try await store.addPicture(bytes, hash: pictureHash(bytes), name: name)
                } catch {
                    Reports.error("KRK_APP_FILES", "a picture of the sample is missing: \(error)")
                    try? table.set(.empty, at: record, field: field)
                }
            }
        }
        var settings = DocumentSettings()
        settings.rowLines = Self.rowLines
        let pictureFields = table.schema.fields.filter(\.isPicture)
        let widths = Dictionary(uniqueKeysWithValues: pictureFields.map { ($0.id, Self.pictureWidth) })
        return (DocumentContents(table: table, fieldWidths: widths, settings: settings), store)
    }
}

extension DocumentOpener {
    /// Makes a document of the sample.
    func open(
        _ sample: ShippedSample, progress: @escaping @Sendable (Double) -> Void
    ) async throws(StorageError) -> Result {
        let template = try await sample.template()
        let (contents, pictures) = try await sample.contents(of: template)
        try Folder.make(sample.folder)
        // The window of the sample knows its document by the path under which it is opened again.
        let folder = await BlockingIO.run { CanonicalPath.of(sample.folder) }
        let made = try await makeDocument(title: template.name, in: folder) { (path) throws(StorageError) in
            try await DocumentStores.create(at: path, contents, picturesOf: pictures, progress: progress)
        }
        return Result(path: made.path, contents: contents, store: made.store, imported: nil, isSample: true)
    }
}
