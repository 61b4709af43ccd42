/// The different values in a field, and how many records have each.
///
/// Counted once by ``RecordTable/countedValues(of:among:)``, and then listed each time the user types a letter.
public struct FieldValues: Sendable {
    /// How many cells hold a value.
    public let filledCount: Int
    /// How many cells are empty.
    public let emptyCount: Int
    /// How many cells hold text that does not fit the field's type, or a value that breaks a rule.
    public let toFixCount: Int
    private let table: RecordTable
    private let field: Int
    private let counted: [Counted]

    /// A value, by its position, and how many records have it.
    struct Counted: Sendable {
        enum Source: Sendable {
            case record(Int)
            case choice(String)
        }

        let source: Source
        let count: Int
    }

    /// A value of a list.
    public struct Listed: Sendable, Hashable {
        /// The value.
        public let content: CellContent
        /// How it is shown; of a long text, the beginning.
        public let caption: String
        /// How many records have it.
        public let count: Int
    }

    /// A list of some of the values.
    public struct List: Sendable, Hashable {
        /// The values.
        public let values: [Listed]
        /// How many more there are.
        public let moreCount: Int
        /// How many of the values are texts that are too long for a list.
        public let longCount: Int
    }

    /// The order of a list.
    public enum Order: Sendable, Hashable, CaseIterable {
        /// As records are sorted by the field.
        case value
        /// Those that most records have first.
        case count
    }

    /// Longer texts, in bytes, are not listed.
    public static let longest = 2_000

    fileprivate init(
        _ table: RecordTable, _ field: Int, _ counted: [Counted],
        _ parts: (filled: [Int], emptyCount: Int, toFixCount: Int)
    ) {
        self.table = table
        self.field = field
        self.counted = counted
        filledCount = parts.filled.count
        (emptyCount, toFixCount) = (parts.emptyCount, parts.toFixCount)
    }

    /// The number of different values; each of several choices counts separately.
    public var distinct: Int { counted.count }

    /// Lists values in the background.
    ///
    /// - Parameters:
    ///   - text: the text that their captions contain, ignoring case and width; empty for all values.
    ///   - order: how they are listed.
    ///   - limit: the greatest number of values that are listed.
    /// - Throws: ``QueryError/cancelled``.
    @concurrent
    public func list(containing text: String, by order: Order, limit: Int) async throws(QueryError) -> List {
        let texts = String.values(of: table.column(field))
        let test = TextTest(text, .anywhere, ignoring: [.case, .width])
        var folder = test.makeFolder()
        var (found, longCount): ([Int], Int) = ([], 0)
        for index in counted.indices {
            if index & 1_023 == 0, Task.isCancelled { throw .cancelled }
            if !text.isEmpty {
                var caption = caption(of: counted[index])
                guard caption.withUTF8({ test.accepts($0, &folder) }) else { continue }
            }
            if isLong(counted[index], in: texts) { longCount += 1 } else { found.append(index) }
        }
        if order == .count { found.sort { (counted[$1].count, $0) < (counted[$0].count, $1) } }
        let listed = found.prefix(limit).map { index in
            Listed(
                content: content(of: counted[index]), caption: caption(of: counted[index]),
                count: counted[index].count)
        }
        return List(values: listed, moreCount: found.count - listed.count, longCount: longCount)
    }

    private var definition: FieldDefinition { table.schema[field] }

    private func caption(of counted: Counted) -> String {
        if definition.type.holdsText, case .record(let record) = counted.source {
            return table.displayText(record, field, limit: 200)
        }
        return content(of: counted).caption(in: definition)
    }

    private func content(of counted: Counted) -> CellContent {
        switch counted.source {
        case .record(let record): .value(table[record, field])
        case .choice(let text): .value(CellValue(plain: text, of: definition.type))
        }
    }

    private func isLong(_ counted: Counted, in texts: StringColumn?) -> Bool {
        switch counted.source {
        case .record(let record): texts?.withUTF8(at: record) { ($0?.count ?? 0) > Self.longest } ?? false
        case .choice(let text): text.utf8.count > Self.longest
        }
    }
}

extension RecordTable {
    /// Counts the different values of a field, in the background.
    ///
    /// Costs about as much as sorting the records by the field.
    ///
    /// - Parameters:
    ///   - field: the field whose values are counted.
    ///   - records: the indexes of the records that count; `nil` for all.
    /// - Throws: ``QueryError/unknownField(_:)``, ``QueryError/cancelled``.
    @concurrent
    public func countedValues(of field: FieldID, among records: [Int]? = nil) async throws(QueryError) -> FieldValues {
        guard let index = schema.index(of: field) else {
            throw Reports.refused("KRK_TB_VC", .unknownField(field))
        }
        let parts = parts(of: index, among: records)
        if Task.isCancelled { throw .cancelled }
        let column = column(index)
        let counted = try await column.type.kind.counted(parts.filled, of: column, in: schema[index])
        if Task.isCancelled { throw .cancelled }
        return FieldValues(self, index, counted, parts)
    }
}
