/// The records and fields of a document that are wanted, so that the rest need not be loaded.
public struct DocumentSearch: Sendable {
    /// The condition for the records that are wanted; `nil` for all.
    package let condition: Condition?
    /// The fields that the condition tests, by their indexes.
    package let testedFields: [Int]
    /// The fields that are wanted, by their indexes, ascending.
    public let fields: [Int]
    /// The number of found records after which the search ends.
    package let limit: Int

    /// A search in a document with these fields.
    ///
    /// - Parameters:
    ///   - condition: the condition for the records that are wanted; `nil` for all.
    ///   - schema: the fields of the document.
    ///   - fields: the indexes of the fields that are wanted, in any order; `nil` for all. If empty, the records are
    ///     only counted.
    ///   - limit: the search ends when this many records have been found; `nil` to find all.
    /// - Throws: what ``Condition/check(for:)`` throws.
    public init(
        _ condition: Condition?, in schema: Schema, fields: [Int]? = nil, limit: Int? = nil
    ) throws(QueryError) {
        try condition?.check(for: schema)
        self.condition = condition
        let all = Array(schema.fields.indices)
        testedFields = condition?.fields.map { $0.compactMap(schema.index(of:)).sorted() } ?? all
        self.fields = fields.map { Set($0).sorted() } ?? all
        self.limit = max(limit ?? .max, 0)
    }

    /// Runs the search in a table in memory.
    package func records(of table: RecordTable) async throws(StorageError) -> FoundRecords {
        let wanted = table.taking(fields: fields)
        guard let condition else { return FoundRecords(table: wanted.first(limit), givenUpCount: 0) }
        do throws(QueryError) {
            let result = try await table.search(condition)
            let found = RecordIndexes(result.records.prefix(limit))
            return FoundRecords(table: wanted.picked(at: found), givenUpCount: result.givenUpCount)
        } catch {
            // The condition has been checked, so nothing else can go wrong.
            throw .cancelled
        }
    }
}

/// What a ``DocumentSearch`` has found.
public struct FoundRecords: Sendable {
    /// The records in the order of the document, with the wanted fields; may be empty if no fields were wanted.
    public let table: RecordTable
    /// How many records were found.
    public let count: Int
    /// How many records were left out because a regular expression took too long on their text.
    public let givenUpCount: Int

    /// The records that a search found, wherever they are kept.
    package init(table: RecordTable, givenUpCount: Int) {
        self.table = table
        self.givenUpCount = givenUpCount
        count = table.count
    }

    /// Records that were only counted.
    package init(count: Int, of schema: Schema) {
        table = RecordTable(schema: schema)
        self.count = count
        givenUpCount = 0
    }
}

extension Condition {
    /// The fields that the condition tests; `nil` for all fields.
    fileprivate var fields: Set<FieldID>? {
        switch self {
        case .cell(let cell): return [cell.field]
        case .anywhere: return nil
        case .all(let members), .any(let members), .none(let members):
            var fields: Set<FieldID> = []
            for member in members {
                guard let others = member.fields else { return nil }
                fields.formUnion(others)
            }
            return fields
        }
    }
}

extension RecordTable {
    fileprivate func first(_ limit: Int) -> RecordTable {
        count <= limit ? self : picked(at: RecordIndexes(0..<limit))
    }
}
