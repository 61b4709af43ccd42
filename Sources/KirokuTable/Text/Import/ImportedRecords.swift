extension SeparatedText {
    /// How the columns of a text are matched with the fields of an existing table.
    public enum Matching: Sendable, Hashable {
        /// By name if the text has a header with the name of at least one field; otherwise by position.
        case automatic
        /// Each column goes to the field with exactly its name; without a header, no column goes to a field.
        case byName
        /// The first column goes to the first field, and so on.
        case byPosition
        /// Some columns, by index, go to the fields with these indexes; with `nil`, or the index of no field, a column
        /// is left out. The others go to the remaining fields as with ``automatic``.
        case chosen([Int: Int?])

        /// The index of the field that each column goes to; `nil` for columns that are left out.
        ///
        /// - Parameters:
        ///   - count: the number of columns.
        ///   - header: the header's cell of each column; `nil` without a header.
        ///   - schema: the fields.
        ///   - wanted: the columns that may go to fields; `nil` for all.
        public func fields(
            ofColumns count: Int, header: [String?]?, in schema: Schema, wanted: Set<Int>? = nil
        ) -> [Int?] {
            let named = (0..<count).map { column -> Int? in
                guard let header, column < header.count else { return nil }
                return header[column].flatMap { schema.index(named: $0) }
            }
            let found =
                switch self {
                case .byName: named
                case .byPosition: Array(0..<count)
                case .automatic, .chosen: named.contains { $0 != nil } ? named : Array(0..<count)
                }
            let chosen = if case .chosen(let fields) = self { fields } else { [Int: Int?]() }
            var taken: Set<Int> = []
            func take(_ field: Int?, _ column: Int) -> Int? {
                guard let field, schema.fields.indices.contains(field), wanted?.contains(column) ?? true,
                    taken.insert(field).inserted
                else { return nil }
                return field
            }
            let kept = chosen.sorted { $0.key < $1.key }.map { ($0.key, take($0.value, $0.key)) }
            let fields = Dictionary(uniqueKeysWithValues: kept)
            return found.enumerated().map { fields[$0] ?? take($1, $0) }
        }

        /// Whether a column was left out on purpose.
        func leavesOut(_ column: Int) -> Bool {
            guard case .chosen(let fields) = self, let field = fields[column] else { return false }
            return field == nil
        }
    }

    /// Reads records from text for existing fields: for a paste, or an import into a table.
    ///
    /// The form of the text is that of ``read(_:options:progress:)``. Values are read like typed entries, by
    /// ``EntryReader``; values that do not fit their field become unfit text. A field that no column goes to has its
    /// initial value in every record. If two columns match one field, the first goes to it.
    ///
    /// Unless the options decide, the first line is a header if it differs from those below it like names from values,
    /// or if it holds only names of fields. If it holds no values, it is also a header if half of it are names of
    /// fields, or if it has a text that does not fit its field above a value that does.
    ///
    /// - Parameters:
    ///   - text: the bytes of the whole text.
    ///   - schema: the fields.
    ///   - matching: which column goes to which field.
    ///   - options: what is known about the text; ``ReadingOptions/types`` is ignored.
    ///   - style: how numbers and truth values are written. With a decimal comma, numbers with a point are unfit.
    ///   - progress: receives the share of the work that is done, growing up to 1, on any thread.
    /// - Throws: ``TextError``.
    @concurrent
    public static func read(
        _ text: [UInt8], into schema: Schema, matching: Matching = .automatic,
        options: ReadingOptions = ReadingOptions(), style: Style = Style(),
        progress: (@Sendable (Double) -> Void)? = nil
    ) async throws(TextError) -> ImportedRecords {
        try await stored(text, as: options.encoding, progress: progress) { (input) async throws(TextError) in
            try await RecordImport(input: input, options: options, schema: schema, matching: matching, style: style)
                .read()
        }
    }
}

/// Records that were read from text for the fields of a table.
public struct ImportedRecords: Sendable {
    /// The records, with the given fields.
    public let table: RecordTable
    /// The index of the field that each column of the text went to; `nil` for columns that were left out.
    public let fields: [Int?]
    /// The header's cell of each column; `nil` without a header.
    public let header: [String?]?
    /// The names of the columns, as fields would have them.
    public var columnNames: [String] { FieldNames(header: header, count: fields.count).names }
    /// What the first line was taken for; `nil` if the options decided, or the text is a list or empty.
    public let firstLine: FirstLine?
    /// What was corrected or left out in the text; empty if the text was flawless.
    public let notices: [TextNotice]
    /// The format, as given or detected.
    public let format: TableFormat
    /// The encoding, as given or detected.
    public let encoding: TextEncoding
    /// How numbers were understood, where their writer may have meant something else.
    public internal(set) var numberNotes: [NumberNote] = []
    /// What happened to a last line that sums up the others; `nil` if there is none.
    public internal(set) var total: TotalOutcome?
    /// The indexes of the columns that go to no field, except for those that were left out on purpose.
    public internal(set) var leftOut: [Int] = []

    /// Which columns were left out, for the user; `nil` if none were.
    public var leftOutMessage: String? {
        let names = columnNames
        return FittedRecords.message(onLeftOut: leftOut.map { names[$0] })
    }

    /// The records, with the fields that they have values for.
    public var fitted: FittedRecords { FittedRecords(table: table, fields: Set(fields.compactMap { $0 })) }
}
