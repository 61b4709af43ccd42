/// Some records and fields of a table, in an order of their own: what is copied or exported.
///
/// A value like the table itself: the table may be edited meanwhile.
public struct TablePart: Sendable {
    /// The table that it is a part of.
    public let table: RecordTable
    /// The fields by their indexes in the table, in the order in which they are written.
    public let fields: [Int]
    let records: Records

    /// Which records there are, in the order in which they are written.
    enum Records: Sendable {
        case run(Range<Int>)
        case list([Int])
    }

    /// A whole table.
    public init(_ table: RecordTable) {
        self.table = table
        fields = Array(table.schema.fields.indices)
        records = .run(0..<table.count)
    }

    /// Some fields of some records, these in the order of the table.
    ///
    /// - Parameters:
    ///   - table: where they are from.
    ///   - records: the places of the records; `nil` for all.
    ///   - fields: the indexes of the fields, in the order wanted; `nil` for all.
    /// - Throws: ``TableError/recordOutOfRange(index:count:)``, ``TableError/fieldOutOfRange(index:count:)``,
    ///   ``TableError/noFields`` for an empty list of fields.
    public init(_ table: RecordTable, records: RecordIndexes?, fields: [Int]? = nil) throws(TableError) {
        let runs = records?.runs ?? [0..<table.count]
        try self.init(
            table, runs.count > 1 ? .list(runs.flatMap { $0 }) : .run(runs.first ?? 0..<0), fields: fields)
    }

    /// Some fields of some records, these in the order of the list: as they were sorted, say.
    ///
    /// - Parameters:
    ///   - table: where they are from.
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

    /// The same records with other fields.
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

    /// Calls `body` with the index of each record in ``table``, in the order in which they are written.
    package func forEachRecord(_ body: (Int) -> Void) {
        switch records {
        case .run(let run): run.forEach(body)
        case .list(let list): list.forEach(body)
        }
    }

    /// The index in ``table`` of one of the records, by its place here.
    ///
    /// - Parameter place: from 0, below ``recordCount``.
    public func record(at place: Int) -> Int {
        switch records {
        case .run(let run): run.lowerBound + place
        case .list(let list): list[place]
        }
    }

    /// The index of the first record and field with a character that XML has no place for.
    var firstControlCharacter: (record: Int, field: Int)? {
        for field in fields {
            let unfit = table.unfitTexts(inField: field)
            let texts = String.values(of: table.column(field))
            guard texts != nil || !unfit.isEmpty else { continue }
            for place in 0..<recordCount {
                let record = record(at: place)
                let hasControl = texts?.withUTF8(at: record) { $0.map(TextBuffer.hasXMLControl) ?? false } ?? false
                if hasControl { return (record, field) }
                guard var text = unfit[record] else { continue }
                if text.withUTF8(TextBuffer.hasXMLControl) { return (record, field) }
            }
        }
        return nil
    }

    /// The names of the fields, in their order here.
    public var fieldNames: [String] { fields.map { table.schema[$0].name } }
}
