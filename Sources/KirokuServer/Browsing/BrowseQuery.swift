import KirokuCore

/// The statements that read a table page by page, each continuing where the previous one ended.
///
/// A page is found by the key of the record before it, not by counting, so it costs the same anywhere. If the first
/// field of the order may be empty, records with and without a value are requested separately: a comparison with NULL
/// has no result, and an index can be used for either part.
struct BrowseQuery: Sendable {
    let layout: ForeignLayout
    let request: BrowseRequest
    /// The source of the rows, as an SQL expression.
    private let source: String
    /// The columns that order the records; the last ones are those of the key.
    let columns: [BrowseColumn]
    private let condition: String?

    /// A part of the records, all of whose keys can be compared.
    enum Part: Sendable {
        case all, values, empty
    }

    /// A position among the records of a part.
    struct Bound: Sendable {
        /// Values of the first columns that order the part, as SQL expressions; `nil` for an empty value.
        let values: [String?]
        /// Whether records with equal values are included.
        let isInclusive: Bool
    }

    /// - Parameter facts: what is known about the table.
    init(_ facts: RemoteTableInfo, _ request: BrowseRequest) throws(ServerError) {
        let layout = facts.layout
        (self.layout, self.request, source) = (layout, request, facts.identity.source)
        var columns: [BrowseColumn] = []
        for rule in request.order.rules {
            guard let index = layout.fields.index(of: rule.field) else {
                throw .unusableCondition(reason: localized("The field is no longer in the table."))
            }
            let column = layout.source.columns[layout.columns[index]]
            columns.append(
                BrowseColumn(
                    column, collation: facts.collations[column.number], isDescending: rule.isDescending))
        }
        // An index on the fields and the key has the key in the direction of the fields.
        let isDescending = request.order.rules.last?.isDescending ?? false
        for column in facts.identity.columns where !columns.contains(where: { $0.expression == column.expression }) {
            columns.append(column.directed(isDescending))
        }
        self.columns = columns
        do throws(ForeignCondition.Untranslatable) {
            condition = try request.condition.map { (wanted) throws(ForeignCondition.Untranslatable) in
                try ForeignCondition(layout).searched(wanted, unlike: facts.unlike)
            }
        } catch {
            throw .unusableCondition(reason: error.sentence)
        }
    }

    /// The parts in their order.
    var parts: [Part] { columns[0].mayBeEmpty ? [.values, .empty] : [.all] }

    /// The part that a record is in.
    func part(of key: BrowseKey) -> Part {
        guard columns[0].mayBeEmpty else { return .all }
        return key.texts.first == .some(nil) ? .empty : .values
    }

    /// The position of a record.
    func bound(_ key: BrowseKey, isInclusive: Bool) -> Bound {
        let skipped = part(of: key) == .empty ? 1 : 0
        let values = zip(columns, key.texts).dropFirst(skipped).map { column, text in text.map(column.literal) }
        return Bound(values: values, isInclusive: isInclusive)
    }

    /// The columns that distinguish the records of a part; records with an empty first column do not need that column.
    func columns(of part: Part) -> ArraySlice<BrowseColumn> {
        part == .empty ? columns.dropFirst() : columns[...]
    }

    // MARK: Statements

    /// Selects the records of a part in their order, or in reverse.
    ///
    /// - Parameters:
    ///   - bound: the position that they are beyond; `nil` for all.
    ///   - end: the position up to which they are; `nil` for all.
    ///   - limit: the largest number of records.
    func selection(
        _ part: Part, beyond bound: Bound?, upTo end: Bound? = nil, forward: Bool, limit: Int?, what: String = "1"
    ) -> String {
        var conditions = [condition, partCondition(part)].compactMap(\.self)
        if let bound { conditions.append(comparison(part, bound, forward: forward)) }
        if let end { conditions.append(comparison(part, end, forward: !forward)) }
        let found = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        let order = columns.enumerated().map { $1.order(forward: forward, isInOnePart: $0 == 0) }
            .joined(separator: ", ")
        let most = limit.map { " LIMIT \($0)" } ?? ""
        return "SELECT \(what) FROM \(source) AS looked\(found) ORDER BY \(order)\(most)"
    }

    /// Copies the same records with their keys, whether they are complete, and their cells, for ``BrowsePageParser``.
    ///
    /// - Parameter limits: cells that exceed the size limit of a record are left out.
    func copy(
        _ part: Part, beyond bound: Bound?, upTo end: Bound? = nil, forward: Bool, limit: Int, _ limits: ServerLimits
    ) -> String {
        let key = "pg_catalog.to_json(ARRAY[\(columns.map(\.text).joined(separator: ", "))])::text AS k"
        let areShort = layout.areShort(limits)
        let conditions = areShort.sorted { $0.key < $1.key }.map(\.value)
        let isWhole = conditions.isEmpty ? "true" : conditions.joined(separator: " AND ")
        let cells = layout.columns.enumerated().map { field, column in
            let cell = "looked.\(layout.source.columns[column].readExpression)"
            return (areShort[field].map { "CASE WHEN \($0) THEN \(cell) END" } ?? cell) + " AS c\(field)"
        }
        let what = ([key, "(\(isWhole)) AS w"] + cells).joined(separator: ", ")
        let selection = selection(part, beyond: bound, upTo: end, forward: forward, limit: limit, what: what)
        return "COPY (\(selection)) TO STDOUT (FORMAT csv)"
    }

    /// Selects all browsed records, in no order.
    var whole: String {
        "SELECT 1 FROM \(layout.source.quotedName) AS looked" + (condition.map { " WHERE " + $0 } ?? "")
    }

    /// Counts the records of a sample, and how many of them are browsed.
    func sample(percent: Double) -> String {
        let met = condition.map { "pg_catalog.count(*) FILTER (WHERE \($0))" } ?? "pg_catalog.count(*)"
        return """
            SELECT pg_catalog.count(*), \(met) \
            FROM \(layout.source.quotedName) AS looked TABLESAMPLE SYSTEM (\(percent))
            """
    }

    private func partCondition(_ part: Part) -> String? {
        switch part {
        case .all: nil
        case .values: columns[0].expression + " IS NOT NULL"
        case .empty: columns[0].expression + " IS NULL"
        }
    }
}
