/// Which of two copies of a table has changed something since their common ancestor.
public enum ChangeOrigin: Sendable, Hashable {
    /// This one.
    case here
    /// The other one.
    case there
    /// Both, in different ways.
    case both
}

/// Which side has made each difference between two copies of a table, found from their common ancestor.
public struct ChangeOrigins: Sendable {
    /// How many of the differing records were changed in this table, in the other one, and in both.
    public private(set) var counts: [ChangeOrigin: Int] = [:]
    /// The older copy.
    public let base: RecordTable

    /// Checks each difference once, in the background.
    ///
    /// - Parameters:
    ///   - comparison: the comparison of the two copies, by identity.
    ///   - base: the common ancestor.
    /// - Throws: `CancellationError` if the task is cancelled.
    @concurrent
    public static func of(
        _ comparison: TableComparison, from base: RecordTable
    ) async throws(CancellationError) -> ChangeOrigins {
        var origins = ChangeOrigins(base: base)
        for difference in comparison.different {
            origins.counts[origins.origin(of: difference, comparison), default: 0] += 1
        }
        for record in comparison.onlyHere {
            origins.counts[origins.origin(ofOnlyHere: record, comparison), default: 0] += 1
        }
        for record in comparison.onlyThere {
            origins.counts[origins.origin(ofOnlyThere: record, comparison), default: 0] += 1
        }
        if Task.isCancelled { throw CancellationError() }
        return origins
    }

    private init(base: RecordTable) { self.base = base }

    /// Which side has changed a record: both if they have changed the same cell, otherwise the other side if it has
    /// changed any.
    package func origin(of difference: TableComparison.Difference, _ comparison: TableComparison) -> ChangeOrigin {
        var result = ChangeOrigin.here
        for match in difference.fields {
            switch origin(ofMatch: match, in: difference, comparison) {
            case .both: return .both
            case .there: result = .there
            case .here: break
            }
        }
        return result
    }

    /// Which side has changed a cell.
    package func origin(
        ofMatch match: Int, in difference: TableComparison.Difference, _ comparison: TableComparison
    ) -> ChangeOrigin {
        let field = comparison.matches[match].field
        let before = value(comparison.table.ids[difference.record], comparison.table.schema[field].id)
        if comparison.table[difference.record, field] == before { return .there }
        return comparison.value(ofOther: match, at: difference.other) == before ? .here : .both
    }

    /// Which side has added or deleted a record that the other table does not have; both if it was changed here since.
    package func origin(ofOnlyHere record: Int, _ comparison: TableComparison) -> ChangeOrigin {
        origin(ofRecord: record, of: comparison.table, isHere: true)
    }

    /// Which side has added or deleted a record that this table does not have; both if it was changed there since.
    package func origin(ofOnlyThere record: Int, _ comparison: TableComparison) -> ChangeOrigin {
        origin(ofRecord: record, of: comparison.other, isHere: false)
    }

    private func origin(ofRecord record: Int, of table: RecordTable, isHere: Bool) -> ChangeOrigin {
        guard let before = base.index(of: table.ids[record]) else { return isHere ? .here : .there }
        let isAsBefore = table.schema.fields.indices.allSatisfy { field in
            guard let index = base.schema.index(of: table.schema[field].id) else { return true }
            return base[before, index] == table[record, field]
        }
        guard isAsBefore else { return .both }
        return isHere ? .there : .here
    }

    private func value(_ record: RecordID, _ field: FieldID) -> CellValue {
        guard let index = base.index(of: record), let place = base.schema.index(of: field) else { return .empty }
        return base[index, place]
    }
}
