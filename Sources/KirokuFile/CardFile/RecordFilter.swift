/// The part of a condition that SQLite can check, so that records that do not meet it need not be read.
///
/// Every record that meets the condition passes. So does a record with binary data, unless SQLite can rule it out
/// otherwise, because reading refuses it. Records that pass must still be tested.
struct RecordFilter: Sendable {
    /// The filter in SQL; its values are parameters from ``firstParameter`` on.
    let text: String
    /// Whether a passing record certainly meets the condition, in SQL with the same parameters; `nil` if only reading
    /// it tells.
    let certainty: String?
    private let values: [Parameter]

    /// The parameters before it define which part of the records is read.
    private static let firstParameter: Int32 = 3
    /// With more tests than this, it is faster to read the records and test them.
    private static let mostTests = 16

    /// - Parameters:
    ///   - condition: made for the fields of these columns.
    ///   - columns: the columns in the table of records.
    /// - Returns: `nil` if SQLite cannot check anything, or only with very many tests.
    init?(_ condition: CheckedCondition, columns: [String]) {
        var writer = Writer(columns: columns)
        guard let sql = writer.sql(of: condition), writer.testCount <= Self.mostTests else { return nil }
        text = sql.filter
        certainty = sql.certainty
        values = writer.values
    }

    func bind(to statement: SQLiteStatement) throws(StorageError) {
        for (parameter, value) in zip(Self.firstParameter..., values) {
            switch value {
            case .value(.whole(let number)): try statement.bind(Int64(number), at: parameter)
            case .value(.real(let number)): try statement.bind(number, at: parameter)
            case .value(.text(let text)): try statement.bind(text, at: parameter)
            case .test(let test): try statement.bind(test, at: parameter)
            }
        }
    }

    private enum Parameter {
        case value(StoredTest.Value)
        case test(TextTest)
    }

    /// A filter, and when records that pass it certainly meet the condition.
    private struct SQL {
        let filter: String
        let certainty: String?
    }

    /// Writes conditions in SQL.
    private struct Writer {
        let columns: [String]
        var values: [Parameter] = []
        /// The number of tests and groups so far.
        var testCount = 0

        init(columns: [String]) {
            self.columns = columns
        }

        /// `nil` if any record may meet the condition.
        mutating func sql(of condition: CheckedCondition) -> SQL? {
            testCount += 1
            guard testCount <= RecordFilter.mostTests else { return nil }
            switch condition {
            case .anywhere, .none: return nil
            case .cell(let field, let test):
                guard let stored = test.stored else { return nil }
                return SQL(
                    filter: filter(stored.filter, columns[field]),
                    certainty: stored.certainty.map { Self.certainty($0, columns[field]) })
            case .all(let members):
                let parts = members.map { sql(of: $0) }
                let known = parts.compactMap(\.self)
                guard !known.isEmpty else { return nil }
                let certainties = parts.compactMap { $0?.certainty }
                return SQL(
                    filter: Self.joined(known.map(\.filter), "AND"),
                    certainty: certainties.count == parts.count ? Self.joined(certainties, "AND") : nil)
            case .any(let members):
                let parts = members.map { sql(of: $0) }
                let known = parts.compactMap(\.self)
                guard !known.isEmpty, known.count == parts.count else { return nil }
                let certainties = known.compactMap { part in
                    part.certainty.map { Self.joined([part.filter, $0], "AND") }
                }
                return SQL(
                    filter: Self.joined(known.map(\.filter), "OR"),
                    certainty: certainties.isEmpty ? nil : Self.joined(certainties, "OR"))
            }
        }

        private static func joined(_ parts: [String], _ sign: String) -> String {
            "(" + parts.joined(separator: " \(sign) ") + ")"
        }

        private mutating func parameter(_ value: StoredTest.Value) -> String { parameter(.value(value)) }

        private mutating func parameter(_ value: Parameter) -> String {
            values.append(value)
            return "?\(Int(RecordFilter.firstParameter) + values.count - 1)"
        }

        private mutating func filter(_ filter: StoredTest.Filter, _ column: String) -> String {
            let cell = Self.cell(column)
            switch filter {
            case .empty: return "(\(cell) IS NULL OR \(cell) = '' OR \(cell) > \(Self.lastText))"
            case .filled: return "\(cell) IS NOT NULL"
            case .outside(let ranges):
                let parts = ranges.map { range in
                    switch (range.from.map { parameter($0) }, range.through.map { parameter($0) }) {
                    case (nil, let through): "\(cell) > \(through ?? Self.lastText)"
                    case (let from?, let through):
                        "\(cell) NOT BETWEEN \(from) AND \(through ?? Self.lastText)"
                    }
                }
                return parts.isEmpty ? "\(cell) IS NOT NULL" : Self.joined(parts, "AND")
            case .numbers(let range):
                let (from, through) = (parameter(.real(range.lowerBound)), parameter(.real(range.upperBound)))
                return "(CAST(\(column) AS REAL) BETWEEN \(from) AND \(through) OR \(cell) > \(Self.lastText))"
            case .texts(let test):
                return "\(SQLiteConnection.textTest)(\(parameter(.test(test))), \(column))"
            }
        }

        private static func certainty(_ certainty: StoredTest.Certainty, _ column: String) -> String {
            switch certainty {
            case .empty: "\(column) IS NULL"
            case .filled: "(typeof(\(column)) <> 'blob' AND \(cell(column)) <> '')"
            case .integers(let range):
                "(typeof(\(column)) = 'integer' AND \(cell(column)) "
                    + "BETWEEN \(range.lowerBound) AND \(range.upperBound))"
            case .finiteReals: "(typeof(\(column)) = 'real' AND abs(\(column)) < 9e999)"
            case .texts: "\(cell(column)) BETWEEN '' AND \(lastText)"
            }
        }

        /// A column as stored: without type and text rules that another program has declared for it, and without using
        /// another program's index.
        private static func cell(_ column: String) -> String { "+\(column) COLLATE BINARY" }

        /// Almost all texts in UTF-8 sort before it, all binary data after it.
        private static let lastText = "'\u{10ffff}'"
    }
}
