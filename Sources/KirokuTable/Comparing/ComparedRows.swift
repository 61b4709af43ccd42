/// The differences between two tables as rows to look at: each record here above its counterpart there.
///
/// The rows are a ``table`` of their own, with the fields of this table, and then those that only the other one has.
public struct ComparedRows: Sendable {
    /// The relation of a record to the other table.
    public enum Sort: UInt8, Sendable, Hashable, CaseIterable {
        /// Only this table has it.
        case onlyHere
        /// Only the other table has it.
        case onlyThere
        /// Both have it, with other values in some cells.
        case different
        /// Both have it, with the same values.
        case same
    }

    /// The table whose record a row shows.
    public enum Side: UInt8, Sendable, Hashable {
        /// This table.
        case here
        /// The other table.
        case there
    }

    /// Which records have rows.
    public enum Choice: Sendable, Hashable {
        /// All that are not the same.
        case allDifferences
        /// Those of one sort.
        case sort(Sort)
        /// Those in which one of the tables, or both, differ from the ancestor.
        case origin(ChangeOrigin)
    }

    /// A row.
    public struct Row: Sendable, Hashable {
        /// The relation of its record to the other table.
        public let sort: Sort
        /// The table that has the record.
        public let side: Side
        /// The index of the record in that table.
        public let record: Int
    }

    /// The comparison.
    public let comparison: TableComparison
    /// Which side has made the changes, if the common ancestor is known.
    public let origins: ChangeOrigins?
    /// Which records have rows.
    public let choice: Choice
    /// The rows.
    public let table: RecordTable
    private let rows: [PackedRow]

    /// As small as possible, because there may be two million.
    private struct PackedRow: Sendable {
        let record: Int32
        /// The index among the differences; −1 in other rows.
        let difference: Int32
        let sort: Sort
        let side: Side

        init(_ sort: Sort, _ side: Side, _ record: Int, difference: Int = -1) {
            (self.sort, self.side) = (sort, side)
            self.record = Int32(clamping: record)
            self.difference = Int32(clamping: difference)
        }
    }

    /// Makes the rows, in the background; costs a step for each of their cells.
    ///
    /// - Parameters:
    ///   - comparison: the differences.
    ///   - origins: which side has made the changes, if known.
    ///   - choice: which records to show.
    /// - Throws: `CancellationError` if the task is cancelled.
    @concurrent
    public static func of(
        _ comparison: TableComparison, origins: ChangeOrigins? = nil, _ choice: Choice = .allDifferences
    ) async throws(CancellationError) -> ComparedRows {
        let rows = packed(comparison, origins, choice)
        let schema = joinedSchema(of: comparison)
        let fields = Array(schema.fields.indices)
        let ids = RecordID.first(rows.count)
        let cells = await Parallel.mapOnThreads(fields) { field, stop in
            var cells = FieldCells(type: schema[field].type)
            cells.column.reserveCapacity(rows.count)
            let value = comparison.reader(ofJoined: field)
            for (index, row) in rows.enumerated() {
                if index & 0xfff == 0, stop.isSet { break }
                cells.append(value(row.side, Int(row.record)), of: ids[index])
            }
            return cells
        }
        if Task.isCancelled { throw CancellationError() }
        return ComparedRows(
            comparison: comparison, origins: origins, choice: choice,
            table: RecordTable(schema: schema, ids: ids, cells: cells), rows: rows)
    }

    // MARK: Rows

    /// The number of rows.
    public var count: Int { rows.count }

    /// A row, by its index, which must be in range.
    public subscript(row: Int) -> Row {
        Row(sort: rows[row].sort, side: rows[row].side, record: Int(rows[row].record))
    }

    /// Whether a row is the first one of its record: the one here, or the only one.
    public func beginsRecord(_ row: Int) -> Bool { rows[row].sort != .different || rows[row].side == .here }

    /// The rows of the record in a row.
    package func rowsOfRecord(at row: Int) -> Range<Int> {
        guard rows[row].sort == .different else { return row..<row + 1 }
        return rows[row].side == .here ? row..<row + 2 : row - 1..<row + 1
    }

    /// The row of a record of one of the tables; `nil` if it has none.
    ///
    /// Costs a pass over the rows.
    public func row(of record: Int, _ side: Side) -> Int? {
        rows.firstIndex { $0.record == record && $0.side == side }
    }

    /// The record in a row that differs in some cells, as a difference; `nil` in other rows.
    public func difference(at row: Int) -> TableComparison.Difference? {
        let index = Int(rows[row].difference)
        return index < 0 ? nil : comparison.different[index]
    }

    /// Whether a cell, by its row and its field in ``table``, has another value on the other side.
    public func differs(_ row: Int, _ field: Int) -> Bool { match(row, field) != nil }

    /// The index among the comparison's matches of a field in which the record of a row differs; `nil` if it does not.
    private func match(_ row: Int, _ field: Int) -> Int? {
        difference(at: row)?.fields.first { comparison.matches[$0].field == field }
    }

    /// Which side has changed a cell that differs, or the record of a row that is in only one table; `nil` if unknown.
    public func origin(_ row: Int, _ field: Int) -> ChangeOrigin? {
        guard let origins else { return nil }
        switch rows[row].sort {
        case .onlyHere: return origins.origin(ofOnlyHere: Int(rows[row].record), comparison)
        case .onlyThere: return origins.origin(ofOnlyThere: Int(rows[row].record), comparison)
        case .different:
            guard let difference = difference(at: row), let match = match(row, field) else { return nil }
            return origins.origin(ofMatch: match, in: difference, comparison)
        case .same: return nil
        }
    }

    /// The next cell that differs, or the one before; `nil` if there is none.
    ///
    /// For a record that is in only one table, it is the first field.
    ///
    /// - Parameters:
    ///   - row: the row to begin at.
    ///   - field: the field in this row.
    ///   - forward: whether to search later rows.
    public func nextDifference(from row: Int, _ field: Int, forward: Bool) -> (row: Int, field: Int)? {
        guard rows.indices.contains(row) else { return nil }
        func cells(_ row: Int) -> [Int] {
            difference(at: row)?.fields.map { comparison.matches[$0].field } ?? (rows[row].sort == .same ? [] : [0])
        }
        let own = rowsOfRecord(at: row)
        let first = own.lowerBound
        let inRecord = forward ? cells(row).first { $0 > field } : cells(row).last { $0 < field }
        if rows[row].sort == .different, let inRecord { return (row, inRecord) }
        var next = forward ? own.upperBound : first - 1
        while rows.indices.contains(next) {
            let cells = cells(next)
            if let field = forward ? cells.first : cells.last { return (rowsOfRecord(at: next).lowerBound, field) }
            next += forward ? 1 : -1
        }
        return nil
    }

    // MARK: Choosing

    private static func packed(
        _ comparison: TableComparison, _ origins: ChangeOrigins?, _ choice: Choice
    ) -> [PackedRow] {
        func isWanted(_ sort: Sort, _ origin: @autoclosure () -> ChangeOrigin?) -> Bool {
            switch choice {
            case .allDifferences: sort != .same
            case .sort(let wanted): sort == wanted
            case .origin(let wanted): sort != .same && origin() == wanted
            }
        }
        var rows: [PackedRow] = []
        var (nextHere, nextDifferent) = (0, 0)
        let (onlyHere, different) = (comparison.onlyHere, comparison.different)
        let showsSame = choice == .sort(.same)
        for record in showsSame ? 0..<comparison.table.count : 0..<0 {
            if nextHere < onlyHere.count, onlyHere[nextHere] == record {
                nextHere += 1
            } else if nextDifferent < different.count, different[nextDifferent].record == record {
                nextDifferent += 1
            } else {
                rows.append(PackedRow(.same, .here, record))
            }
        }
        if showsSame { return rows }
        for (index, difference) in different.enumerated() {
            while nextHere < onlyHere.count, onlyHere[nextHere] < difference.record {
                let record = onlyHere[nextHere]
                if isWanted(.onlyHere, origins?.origin(ofOnlyHere: record, comparison)) {
                    rows.append(PackedRow(.onlyHere, .here, record))
                }
                nextHere += 1
            }
            guard isWanted(.different, origins?.origin(of: difference, comparison)) else { continue }
            rows.append(PackedRow(.different, .here, difference.record, difference: index))
            rows.append(PackedRow(.different, .there, difference.other, difference: index))
        }
        for record in onlyHere[nextHere...]
        where isWanted(.onlyHere, origins?.origin(ofOnlyHere: record, comparison)) {
            rows.append(PackedRow(.onlyHere, .here, record))
        }
        for record in comparison.onlyThere
        where isWanted(.onlyThere, origins?.origin(ofOnlyThere: record, comparison)) {
            rows.append(PackedRow(.onlyThere, .there, record))
        }
        return rows
    }

    // MARK: Fields

    /// The fields of this table, and then those that only the other one has.
    private static func joinedSchema(of comparison: TableComparison) -> Schema {
        var schema = comparison.table.schema
        for field in comparison.fieldsOnlyThere.prefix(Schema.fieldLimit - schema.count) {
            let there = comparison.other.schema[field]
            let name = localized("{field} (only there)", ["field": there.name])
            guard
                let definition = try? FieldDefinition(
                    id: schema.nextFieldID, name: name.unused(among: Set(schema.fields.map(\.name))), type: there.type,
                    isMarkedAsPicture: there.isMarkedAsPicture, numberFormat: there.numberFormat),
                (try? schema.insert(definition.with(there.options), at: schema.count)) != nil
            else { break }
        }
        return schema
    }
}

extension TableComparison {
    /// Returns a function that reads a field of the joined tables, in a record of either of them.
    fileprivate func reader(ofJoined field: Int) -> (ComparedRows.Side, Int) -> CellValue {
        let (here, there) = (table, other)
        guard field < here.schema.count else {
            let source = fieldsOnlyThere[field - here.schema.count]
            return { side, record in side == .there ? there[record, source] : .empty }
        }
        let match = matches.firstIndex { $0.field == field }
        return { side, record in
            if side == .here { return here[record, field] }
            return match.map { self.value(ofOther: $0, at: record) } ?? .empty
        }
    }
}
