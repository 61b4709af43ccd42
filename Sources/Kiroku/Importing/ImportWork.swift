import KirokuCore

/// Reads a file for an import and works out in the background what the import will do.
struct ImportWork: Sendable {
    let path: String
    let options: ImportOptions
    /// The table of the document that can take the records; `nil` if there is none.
    let table: RecordTable?
    /// How the numbers of columns are shown in a new document, where the file does not tell it.
    var formats: [Int: NumberFormat] = [:]

    /// What an import into a document will do.
    struct Merge: Sendable {
        let imported: ImportedText
        let matches: [FieldMatch]
        /// The field that identifies records; `nil` if all are new.
        let key: FieldMatch?
        let plan: MergePlan
        /// The names of columns that go to no field, except those that the user leaves out.
        let leftOut: [String]
    }

    /// The number of records in the preview.
    static let previewCount = 5

    /// The beginning of the file, as it will be read.
    func preview() async throws(StorageError) -> TextPreview {
        try await TableFile.preview(path: path, count: Self.previewCount, options: options.reading)
    }

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
        .malformed(path: path, reason: localized("All of its columns are left out."))
    }

    /// Reads all of the file and compares it with the document.
    ///
    /// - Returns: `nil` if the records are for a new document.
    /// - Throws: ``StorageError``; ``StorageError/cancelled`` if the task was cancelled.
    @concurrent
    func merge(progress: @escaping @Sendable (Double) -> Void) async throws(StorageError) -> Merge? {
        guard let table, options.destination != .newDocument else { return nil }
        let imported = try await read(progress: progress)
        let matches = options.matches(
            imported.table.fieldNames, hadHeader: imported.hadHeader, in: table.schema)
        guard !matches.isEmpty else { throw nothingLeft }
        var key: FieldMatch?
        if case .match(let field) = options.destination {
            key = matches.first { table.schema[$0.field].id == field }
        }
        let sources = Set(matches.map(\.source))
        let leftOut = imported.table.schema.fields.indices.filter {
            !sources.contains($0) && options.columns[$0] != .leftOut
        }
        do throws(CancellationError) {
            let plan = try MergePlan(
                imported.table, into: table, matches: matches, key: key, datesAreDayFirst: options.datesAreDayFirst,
                decimalSign: options.decimalSign ?? imported.decimalSign)
            return Merge(
                imported: imported, matches: matches, key: key, plan: plan,
                leftOut: leftOut.map { imported.table.schema[$0].name })
        } catch {
            throw .cancelled
        }
    }
}
