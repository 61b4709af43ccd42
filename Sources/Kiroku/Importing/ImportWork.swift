import KirokuCore

/// Reads a file for an import and works out what it will do, in the background.
struct ImportWork: Sendable {
    let path: String
    let options: ImportOptions
    /// The table of the document that the records may go into.
    let table: RecordTable?

    /// What an import into a document will do.
    struct Merge: Sendable {
        let imported: ImportedText
        let matches: [FieldMatch]
        let plan: MergePlan
        /// Fields of the text that no field of the document has the name of.
        let leftOut: [String]
    }

    /// The beginning of the file, as it will be read.
    func preview() async throws(StorageError) -> TextPreview {
        try await SeparatedTextFile.preview(path: path, count: 5, options: options.reading)
    }

    /// Reads all of the file.
    func read(progress: @escaping @Sendable (Double) -> Void) async throws(StorageError) -> ImportedText {
        try await SeparatedTextFile.read(path: path, options: options.reading, progress: progress)
    }

    /// Reads all of the file and compares it with the document.
    ///
    /// - Returns: `nil` if the records are for a new document.
    /// - Throws: ``StorageError``; ``StorageError/cancelled`` if the task was cancelled.
    @concurrent
    func merge(progress: @escaping @Sendable (Double) -> Void) async throws(StorageError) -> Merge? {
        guard let table, options.destination != .newDocument else { return nil }
        let imported = try await read(progress: progress)
        let matches = Self.matches(imported, in: table.schema)
        var key: FieldMatch?
        if case .match(let field) = options.destination {
            key = matches.first { table.schema[$0.field].id == field }
        }
        let sources = Set(matches.map(\.source))
        let leftOut = imported.table.schema.fields.indices.filter { !sources.contains($0) }
        do throws(CancellationError) {
            let plan = try MergePlan(imported.table, into: table, matches: matches, key: key)
            return Merge(
                imported: imported, matches: matches, plan: plan,
                leftOut: leftOut.map { imported.table.schema[$0].name })
        } catch {
            throw .cancelled
        }
    }

    /// By name where the text has names that the document knows; by position otherwise.
    static func matches(_ imported: ImportedText, in schema: Schema) -> [FieldMatch] {
        let named = imported.hadHeader ? FieldMatch.byName(imported.table.schema, in: schema) : []
        guard named.isEmpty else { return named }
        return (0..<min(imported.table.schema.count, schema.count)).map { FieldMatch(source: $0, field: $0) }
    }
}
