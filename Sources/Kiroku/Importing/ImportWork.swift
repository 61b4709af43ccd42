import KirokuCore
import KirokuPictures

/// Reads a file for an import and finds out in the background what the import will do.
struct ImportWork: Sendable {
    let path: String
    let options: ImportOptions
    /// The table of the document that can take the records; `nil` if there is none.
    let table: RecordTable?
    /// How the numbers of columns are shown in a new document if the file does not specify it.
    var formats: [Int: NumberFormat] = [:]

    /// What an import into a document will do.
    struct Merge: Sendable {
        let imported: ImportedRecords
        /// The index of the field that identifies records; `nil` if all are new.
        let key: Int?
        let plan: MergePlan
    }

    /// The number of records in the preview.
    static let previewCount = 5

    /// The beginning of the file, as it will be read.
    func preview() async throws(StorageError) -> TextPreview {
        try await TableFile.preview(
            path: path, count: Self.previewCount, options: options.reading, into: target?.schema)
    }

    /// The table that takes the records; `nil` if they are for a new document.
    private var target: RecordTable? { options.destination == .newDocument ? nil : table }

    /// Reads all of the file.
    func read(progress: @escaping @Sendable (Double) -> Void) async throws(StorageError) -> ImportedText {
        try await TableFile.read(path: path, options: options.reading, progress: progress)
    }

    /// Reads all of the file as the table of a new document.
    @concurrent
    func newTable(progress: @escaping @Sendable (Double) -> Void) async throws(StorageError) -> RecordTable {
        let share = options.columns.isEmpty ? 1 : 0.5
        let found = try await read { progress($0 * share) }
        guard !options.columns.isEmpty else { return showing(found.table, named: found.table.fieldNames) }
        var reading = options.reading
        reading.header = found.hadHeader ? .present : .absent
        reading.separator = found.format.separator
        for (place, name) in found.table.fieldNames.enumerated() where options.columns[place] != .leftOut {
            reading.wantedFields.append(name)
            if case .type(let type)? = options.columns[place] { reading.fieldTypes[name] = type }
        }
        guard !reading.wantedFields.isEmpty else { throw nothingLeft }
        let table = try await TableFile.read(path: path, options: reading) { progress(share + $0 * (1 - share)) }.table
        return showing(table.offeringItsValues, named: found.table.fieldNames)
    }

    /// The table with the formats of columns.
    ///
    /// - Parameter names: the names of all columns.
    private func showing(_ table: RecordTable, named names: [String]) -> RecordTable {
        var found: [Int: NumberFormat] = [:]
        for (column, format) in formats where names.indices.contains(column) {
            guard let index = table.schema.index(named: names[column]) else { continue }
            let field = table.schema[index]
            guard field.type.showsNumbers, field.numberFormat == .asTyped,
                !(field.type.holdsWholeNumbers && format.isPercent)
            else { continue }
            found[index] = format
        }
        return table.showing(found)
    }

    private var nothingLeft: StorageError {
        .malformed(path: path, reason: localized("No column is selected for import."))
    }

    /// Reads all of the file for the fields of the document, and compares it with the document.
    ///
    /// - Parameters:
    ///   - preview: the beginning of the file, as it was shown; the first line is interpreted as in the preview.
    ///   - progress: called with the progress.
    /// - Returns: `nil` if the records are for a new document.
    /// - Throws: ``StorageError``; ``StorageError/cancelled`` if the task was cancelled.
    @concurrent
    func merge(
        like preview: TextPreview, progress: @escaping @Sendable (Double) -> Void
    ) async throws(StorageError) -> Merge? {
        guard let table = target else { return nil }
        var reading = options.reading
        if preview.format.separator != nil { reading.header = preview.hasHeader ? .present : .absent }
        let imported = try await TableFile.read(
            path: path, into: table.schema, matching: options.matching(in: table.schema), options: reading,
            progress: progress)
        guard imported.fields.contains(where: { $0 != nil }) else { throw nothingLeft }
        var key: Int?
        if case .match(let field) = options.destination { key = table.schema.index(of: field) }
        do throws(MergeError) {
            return Merge(imported: imported, key: key, plan: try MergePlan(imported.fitted, into: table, key: key))
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            case .keyIsMissing: throw .malformed(path: path, reason: error.message)
            }
        }
    }

    /// Takes the pictures of the records into the document, and then plans the merge again, as pictures may be renamed
    /// there.
    @concurrent
    static func taking(
        _ work: PictureImport, for found: Merge, into table: RecordTable, _ store: any PictureStore,
        progress: @escaping @Sendable (Double) -> Void
    ) async throws(StorageError) -> (plan: MergePlan, transfer: PictureTransfer) {
        var records = found.imported.fitted
        let (fields, transfer) = try await work.take(for: &records, into: store, progress: progress)
        do throws(MergeError) {
            var plan = try MergePlan(records, into: table, key: found.key)
            plan.pictureFields = fields
            return (plan, transfer)
        } catch {
            throw .cancelled
        }
    }
}
