/// The differences between two tables: records that are in only one of them, and cells of records that are in both.
public struct TableComparison: Sendable {
    /// How records of one table are matched with those of the other.
    public enum Pairing: Sendable, Hashable {
        /// By identity, whatever their contents; for copies of one document.
        case identity
        /// By the value of a field of each; if several have the same value, the first with the first, and so on.
        case key(FieldMatch)
        /// The first with the first, the second with the second.
        case place
    }

    /// A record that is in both, with other values in some cells.
    public struct Difference: Sendable, Hashable {
        /// The index of the record in the table.
        public let record: Int
        /// The index of the record in the other table.
        public let other: Int
        /// The cells that differ, by the indexes of their ``TableComparison/matches``.
        public let fields: [Int]
    }

    /// The fields that are compared: `source` in the other table, `field` in this one.
    public let matches: [FieldMatch]
    /// The indexes of the fields that the other table does not have.
    public let fieldsOnlyHere: [Int]
    /// The indexes of the other table's fields that this table does not have.
    public let fieldsOnlyThere: [Int]
    /// The indexes of the records that the other table does not have, ascending.
    public private(set) var onlyHere: [Int] = []
    /// The indexes of the other table's records that this table does not have, ascending.
    public private(set) var onlyThere: [Int] = []
    /// The records that differ, in the order of this table.
    public private(set) var different: [Difference] = []
    /// The number of records that are the same in both.
    public private(set) var sameCount = 0

    /// This table.
    public let table: RecordTable
    /// The other table.
    public let other: RecordTable
    /// Whether records were matched by their identities.
    package let isByIdentity: Bool
    /// For each record, its counterpart in the other table, or −1.
    package private(set) var pairs: [Int] = []
    private let cells: [MergedField]

    /// Whether nothing differs.
    public var isEmpty: Bool {
        onlyHere.isEmpty && onlyThere.isEmpty && different.isEmpty && fieldsOnlyHere.isEmpty && fieldsOnlyThere.isEmpty
    }

    /// Compares two tables, in the background.
    ///
    /// Fields are matched by identity if records are, and otherwise by name; values of another type are read as the
    /// type of this table's field. Costs a pass over each field that is not completely the same.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    @concurrent
    public static func of(
        _ table: RecordTable, and other: RecordTable, by pairing: Pairing
    ) async throws(CancellationError) -> TableComparison {
        var comparison = TableComparison(table, other, pairing)
        comparison.pairs = try comparison.pairs(by: pairing)
        try await comparison.compare(comparison.pairs)
        return comparison
    }

    private init(_ table: RecordTable, _ other: RecordTable, _ pairing: Pairing) {
        self.table = table
        self.other = other
        isByIdentity = pairing == .identity
        let matches: [FieldMatch] =
            if case .identity = pairing {
                other.schema.fields.enumerated().compactMap { source, field in
                    table.schema.index(of: field.id).map { FieldMatch(source: source, field: $0) }
                }
            } else {
                FieldMatch.byName(other.schema, in: table.schema)
            }
        let (here, there) = (Set(matches.map(\.field)), Set(matches.map(\.source)))
        self.matches = matches.sorted { $0.field < $1.field }
        fieldsOnlyHere = table.schema.fields.indices.filter { !here.contains($0) }
        fieldsOnlyThere = other.schema.fields.indices.filter { !there.contains($0) }
        cells = self.matches.map { MergedField($0, of: other, as: table.schema[$0.field].type, nil, .ofRegion) }
    }

    /// The value of the other table in a compared field, as a value of this table's field.
    ///
    /// - Parameters:
    ///   - match: the index of the field among ``matches``.
    ///   - record: the index of the record in the other table.
    public func value(ofOther match: Int, at record: Int) -> CellValue { cells[match].value(ofRow: record) }

    // MARK: Records

    private mutating func pairs(by pairing: Pairing) throws(CancellationError) -> [Int] {
        var pairs: [Int]
        switch pairing {
        case .place: pairs = (0..<table.count).map { $0 < other.count ? $0 : -1 }
        case .identity:
            pairs = table.ids == other.ids ? Array(0..<table.count) : table.ids.map { other.index(of: $0) ?? -1 }
        case .key(let key): pairs = try self.pairs(byKey: key)
        }
        onlyHere = pairs.indices.filter { pairs[$0] < 0 }
        if onlyHere.count + other.count != table.count {
            var isPaired = [Bool](repeating: false, count: other.count)
            for place in pairs where place >= 0 { isPaired[place] = true }
            onlyThere = isPaired.indices.filter { !isPaired[$0] }
        }
        return pairs
    }

    private func pairs(byKey key: FieldMatch) throws(CancellationError) -> [Int] {
        let cells = MergedField(key, of: other, as: table.schema[key.field].type, nil, .ofRegion)
        // The first record with a key, and for each record the next one with the same key.
        var first: [String: Int] = [:]
        first.reserveCapacity(other.count)
        var next = [Int](repeating: -1, count: other.count)
        for place in stride(from: other.count - 1, through: 0, by: -1) {
            if place & 0xfff == 0, Task.isCancelled { throw CancellationError() }
            let text = cells.value(ofRow: place).keyText ?? ""
            next[place] = first[text] ?? -1
            first[text] = place
        }
        var pairs: [Int] = []
        pairs.reserveCapacity(table.count)
        for record in 0..<table.count {
            if record & 0xfff == 0, Task.isCancelled { throw CancellationError() }
            let text = table[record, key.field].keyText ?? ""
            guard let place = first[text], place >= 0 else {
                pairs.append(-1)
                continue
            }
            pairs.append(place)
            first[text] = next[place]
        }
        return pairs
    }

    // MARK: Cells

    private mutating func compare(_ pairs: [Int]) async throws(CancellationError) {
        let isInPlace = table.count == other.count && !pairs.enumerated().contains { $0 != $1 }
        let (table, cells, matches, other) = (table, cells, matches, other)
        let compared = matches.indices.filter { match in
            let (here, there) = (matches[match].field, matches[match].source)
            return !isInPlace || table.cells[here] != other.cells[there]
        }
        let found = await Parallel.mapOnThreads(compared) { match, stop in
            let (here, there) = (table.cells[matches[match].field], other.cells[matches[match].source])
            if here.column.type == there.column.type, here.unfitTexts.isEmpty, there.unfitTexts.isEmpty {
                return here.column.indexes(differingFrom: there.column, at: pairs) { stop.isSet }
            }
            var records: [Int] = []
            for (record, place) in pairs.enumerated() where place >= 0 {
                if record & 0xfff == 0, stop.isSet { break }
                if table[record, matches[match].field] != cells[match].value(ofRow: place) {
                    records.append(record)
                }
            }
            return records
        }
        if Task.isCancelled { throw CancellationError() }
        var fields: [Int: [Int]] = [:]
        for (match, records) in zip(compared, found) {
            for record in records { fields[record, default: []].append(match) }
        }
        different = fields.keys.sorted().map { record in
            Difference(record: record, other: pairs[record], fields: fields[record] ?? [])
        }
        sameCount = table.count - onlyHere.count - different.count
    }
}

extension RecordTable {
    /// Whether a field has a value in each record, and none twice.
    ///
    /// Costs a pass over the field.
    public func identifiesRecords(byField field: Int) -> Bool {
        var seen: Set<String> = []
        return (0..<count).allSatisfy { record in
            self[record, field].keyText.map { seen.insert($0).inserted } ?? false
        }
    }
}

extension RecordTable {
    /// Whether this table and another one seem to be copies of one document: most fields of the smaller one are fields
    /// of the other by identity, name and type.
    ///
    /// Fields are numbered from 1 in every table, so their identities alone prove nothing.
    public func seemsToBeCopy(of other: RecordTable) -> Bool {
        let common = schema.fields.count { field in
            other.schema.index(of: field.id).map { other.schema[$0] }.map {
                $0.name == field.name && $0.type == field.type
            }
                ?? false
        }
        return common > 0 && 2 * common >= min(schema.count, other.schema.count)
    }
}
