/// Some records and fields of a table, in any order, to be copied or exported.
///
/// A part is a value: edits of the table do not change it.
public struct TablePart: Sendable {
    /// The table of which this is a part.
    public let table: RecordTable
    /// The indexes of the fields in the table, in the order in which they are written.
    public let fields: [Int]
    let records: Records

    /// The indexes of the records, in the order in which they are written.
    enum Records: Sendable {
        case run(Range<Int>)
        case list([Int])
    }

    /// Creates a part that is the whole table.
    public init(_ table: RecordTable) {
        self.table = table
        fields = Array(table.schema.fields.indices)
        records = .run(0..<table.count)
    }

    /// Creates a part with some fields of some records, in the order of the table's records.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - records: the indexes of the records; `nil` for all.
    ///   - fields: the indexes of the fields, in the order wanted; `nil` for all.
    /// - Throws: ``TableError/recordOutOfRange(index:count:)``, ``TableError/fieldOutOfRange(index:count:)``,
    ///   ``TableError/noFields`` for an empty list of fields.
    public init(_ table: RecordTable, records: RecordIndexes?, fields: [Int]? = nil) throws(TableError) {
        let runs = records?.runs ?? [0..<table.count]
        try self.init(
            table, runs.count > 1 ? .list(runs.flatMap { $0 }) : .run(runs.first ?? 0..<0), fields: fields)
    }

    /// Creates a part with some fields of some records, in the order of the list, such as after sorting.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - records: the indexes of the records.
    ///   - fields: the indexes of the fields, in the order wanted; `nil` for all.
    /// - Throws: ``TableError/recordOutOfRange(index:count:)``, ``TableError/fieldOutOfRange(index:count:)``,
    ///   ``TableError/noFields`` for an empty list of fields.
    public init(_ table: RecordTable, records: [Int], fields: [Int]? = nil) throws(TableError) {
        try self.init(table, .list(records), fields: fields)
    }

    private init(_ table: RecordTable, _ records: Records, fields: [Int]?) throws(TableError) {
        let fields = fields ?? Array(table.schema.fields.indices)
        guard !fields.isEmpty else { throw .noFields }
        for field in fields { try table.checkField(field) }
        switch records {
        case .run(let run) where !run.isEmpty:
            try table.checkRecord(run.lowerBound)
            try table.checkRecord(run.upperBound - 1)
        case .run: break
        case .list(let list): for record in list { try table.checkRecord(record) }
        }
        self.table = table
        self.fields = fields
        self.records = records
    }

    /// A part with the same records and other fields.
    ///
    /// - Parameter fields: the indexes of the fields in ``table``, in the order wanted.
    /// - Throws: ``TableError/fieldOutOfRange(index:count:)``, ``TableError/noFields`` for an empty list of fields.
    public func taking(fields: [Int]) throws(TableError) -> TablePart {
        try TablePart(table, records, fields: fields)
    }

    /// How many records there are.
    public var recordCount: Int {
        switch records {
        case .run(let run): run.count
        case .list(let list): list.count
        }
    }

    /// Calls `body` with the index in ``table`` of each record, in the order in which they are written.
    package func forEachRecord(_ body: (Int) -> Void) {
        switch records {
        case .run(let run): run.forEach(body)
        case .list(let list): list.forEach(body)
        }
    }

    /// The index in ``table`` of a record of the part.
    ///
    /// - Parameter place: the index of the record in the part: from 0, below ``recordCount``.
    public func record(at place: Int) -> Int {
        switch records {
        case .run(let run): run.lowerBound + place
        case .list(let list): list[place]
        }
    }

    /// The indexes in ``table`` of the first record and field with a character that XML does not allow.
    var firstControlCharacter: (record: Int, field: Int)? {
        for field in fields {
            let unfit = table.unfitTexts(inField: field)
            let column = table.column(field)
            let hasControl = column.type.kind.textTest(of: column, TextBuffer.hasXMLControl)
            guard hasControl != nil || !unfit.isEmpty else { continue }
            for place in 0..<recordCount {
                let record = record(at: place)
                if hasControl?(record) == true { return (record, field) }
                guard var text = unfit[record] else { continue }
                if text.withUTF8(TextBuffer.hasXMLControl) { return (record, field) }
            }
        }
        return nil
    }

    /// The number of texts and names of fields that a spreadsheet may take for formulas (see
    /// ``SeparatedText/WritingOptions/guardsFormulas``).
    ///
    /// Costs a pass over the texts.
    public var guardedCount: Int {
        func isGuarded(_ text: String) -> Bool {
            var text = text
            return text.withUTF8(FormulaGuard.isNeeded(for:))
        }
        var count = fieldNames.count(where: isGuarded)
        for field in fields {
            let unfit = table.unfitTexts(inField: field)
            let column = table.column(field)
            let isText = column.type.kind.textTest(of: column, FormulaGuard.isNeeded)
            guard isText != nil || !unfit.isEmpty else { continue }
            forEachRecord { record in
                if isText?(record) == true || unfit[record].map(isGuarded) ?? false { count += 1 }
            }
        }
        return count
    }

    /// The names of the fields, in the order of the part.
    public var fieldNames: [String] { fields.map { table.schema[$0].name } }
}
