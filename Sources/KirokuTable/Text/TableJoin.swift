/// Combines the tables of several files, one below another.
///
/// Fields are matched by name; fields that a file lacks are empty there. All cells are texts here: read as one text,
/// they get the types that fit the values of all files.
public struct TableJoin: Sendable {
    /// A field that some files do not have.
    public struct MissingField: Sendable, Hashable {
        /// The name of the field.
        public let field: String
        /// How many files do not have it.
        public let fileCount: Int
        /// The first of these files.
        let firstFile: String

        /// What is missing, for the user.
        public var message: String {
            localized(
                "{count} file has no field “{field}”: {file}",
                "{count} files have no field “{field}”, such as {file}", count: fileCount,
                ["field": ShownText.short(field), "file": firstFile])
        }
    }

    private struct Field {
        let name: String
        var texts = StringColumn()
        /// The types that the field has in files whose values have types.
        var types: Set<FieldType> = []
        /// Whether the text of some value could be read as one of another type.
        var needsType = false
        /// The number of files that have it.
        var fileCount = 0
        var firstFileWithout: String?
    }

    /// How many records there are.
    public private(set) var count = 0
    private var fields: [Field] = []
    private var places: [String: Int] = [:]
    private var fileCount = 0
    private var firstFile: String?
    private let hasSource: Bool

    /// - Parameter sourceField: the name of a field, the first one, that holds the name of each record's file; `nil`
    ///   for none.
    public init(sourceField: String? = nil) {
        hasSource = sourceField != nil
        guard let sourceField else { return }
        fields = [Field(name: sourceField, types: [.string], needsType: true)]
        places[sourceField] = 0
    }

    /// Adds the records of a file.
    ///
    /// - Parameters:
    ///   - table: the records.
    ///   - file: the name of the file.
    ///   - isTyped: whether the types of the fields are the file's own, as in a document, rather than found in text.
    ///   - wanted: the names of the fields to take, as in ``SeparatedText/ReadingOptions/wantedFields``; empty for all.
    /// - Throws: ``TableError/tooManyFields(limit:)``; ``TableError/repeatedFieldName(_:)`` if the file has a field
    ///   with the name of the source field.
    public mutating func add(
        _ table: RecordTable, from file: String, isTyped: Bool, wanted: [String] = []
    ) throws(TableError) {
        firstFile = firstFile ?? file
        let names = table.fieldNames
        let index = FieldNameIndex(names)
        let taken = wanted.isEmpty ? nil : Set(index.fields(in: wanted).flatMap { index.candidates($0.name) })
        var found: Set<Int> = []
        if hasSource {
            guard !names.contains(fields[0].name) else { throw .repeatedFieldName(fields[0].name) }
            for _ in 0..<table.count { fields[0].texts.append(file) }
            found.insert(0)
        }
        for (source, name) in names.enumerated() where taken?.contains(source) ?? true {
            let place = try place(of: name)
            found.insert(place)
            add(table, source, to: place, isTyped: isTyped)
        }
        for place in fields.indices where !found.contains(place) {
            fields[place].texts.appendEmpty(table.count)
            fields[place].firstFileWithout = fields[place].firstFileWithout ?? file
        }
        count += table.count
        fileCount += 1
    }

    private mutating func place(of name: String) throws(TableError) -> Int {
        if let place = places[name] { return place }
        guard fields.count < Schema.fieldLimit else { throw .tooManyFields(limit: Schema.fieldLimit) }
        var field = Field(name: name)
        field.texts.appendEmpty(count)
        if fileCount > 0 { field.firstFileWithout = firstFile }
        places[name] = fields.count
        fields.append(field)
        return fields.count - 1
    }

    private mutating func add(_ table: RecordTable, _ source: Int, to place: Int, isTyped: Bool) {
        fields[place].fileCount += 1
        let column = table.column(source)
        let hasUnfit = table.unfitCount(inField: source) > 0
        if isTyped, hasUnfit || column.hasValues {
            fields[place].types.insert(column.type)
            // A text of digits stays a text, and unfit text stays unfit.
            if hasUnfit || !Self.readTypes.contains(column.type) { fields[place].needsType = true }
        }
        guard let texts = String.values(of: column) else {
            for record in 0..<table.count { fields[place].texts.append(table[record, source].plainText) }
            return
        }
        for record in texts.indices {
            texts.withUTF8(at: record) { text in
                if let text { fields[place].texts.append(validUTF8: text) } else { fields[place].texts.appendEmpty(1) }
            }
        }
    }

    /// The types that are recognised from the plain texts of their values.
    private static let readTypes: Set<FieldType> = [.int, .float, .bool, .date, .time, .dateAndTime]

    /// The fields that some files do not have, in order.
    public var missingFields: [MissingField] {
        fields.dropFirst(hasSource ? 1 : 0).compactMap { field in
            field.firstFileWithout.map {
                MissingField(field: field.name, fileCount: fileCount - field.fileCount, firstFile: $0)
            }
        }
    }

    /// Reads all records as one text.
    ///
    /// - Parameters:
    ///   - options: how texts are read. The lines above the records of each file, and the fields to take, are already
    ///     handled.
    ///   - separator: the separator of the files, which hints at the form of numbers.
    /// - Throws: ``TextError``.
    public func read(
        _ options: SeparatedText.ReadingOptions = SeparatedText.ReadingOptions(),
        separator: SeparatedText.Separator = .tab
    ) async throws(TextError) -> ImportedText {
        try await SeparatedText.read(try await text(separator), options: joined(options, separator))
    }

    /// Reads all records as one text for existing fields.
    ///
    /// - Parameters:
    ///   - schema: the fields.
    ///   - options: how texts are read.
    ///   - separator: the separator of the files, which hints at the form of numbers.
    /// - Throws: ``TextError``.
    public func read(
        into schema: Schema, _ options: SeparatedText.ReadingOptions = SeparatedText.ReadingOptions(),
        separator: SeparatedText.Separator = .tab
    ) async throws(TextError) -> ImportedRecords {
        try await SeparatedText.read(try await text(separator), into: schema, options: joined(options, separator))
    }

    private func text(_ separator: SeparatedText.Separator) async throws(TextError) -> [UInt8] {
        guard !fields.isEmpty else { return [] }
        let table: RecordTable
        do {
            let schema = try Schema(names: fields.map(\.name), types: fields.map { _ in .string })
            table = try RecordTable(schema: schema, columns: fields.map { .string($0.texts) })
        } catch {
            preconditionFailure("the names were good before: \(error)")
        }
        do {
            return try await SeparatedText.write(table, separator: separator)
        } catch {
            throw .cancelled
        }
    }

    private func joined(
        _ options: SeparatedText.ReadingOptions, _ separator: SeparatedText.Separator
    ) -> SeparatedText.ReadingOptions {
        var joined = SeparatedText.ReadingOptions(
            separator: separator, header: .present, encoding: .utf8, types: options.types)
        joined.skippedLines = 0
        joined.datesAreDayFirst = options.datesAreDayFirst
        joined.decimalSign = options.decimalSign
        joined.fieldTypes = options.fieldTypes
        guard options.types == .detected else { return joined }
        let index = FieldNameIndex(fields.map(\.name))
        let chosen = Set(options.fieldTypes.keys.compactMap { index[$0] })
        for (place, field) in fields.enumerated() where field.needsType && !chosen.contains(place) {
            joined.fieldTypes[field.name] = field.types.count == 1 ? field.types.first : .string
        }
        return joined
    }
}

extension Column {
    /// Whether any cell has a value.
    fileprivate var hasValues: Bool { (0..<(count + 63) / 64).contains { filledWord(at: $0) != 0 } }
}
