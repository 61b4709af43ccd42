/// An edit that was not laid over what another program has written, because that has changed the same thing.
public struct EditConflict: Sendable, Hashable {
    /// What stood in the way.
    public enum Reason: Sendable, Hashable {
        /// The cell holds something else.
        case cellChanged
        /// The record is no longer there.
        case recordGone
        /// The field is no longer there, or is of another type.
        case fieldGone
        /// The record was to be deleted.
        case recordChanged
        /// The field was to be removed, to get another type, or another name or initial value.
        case fieldChanged
    }

    /// What stood in the way.
    public let reason: Reason
    /// The record, as it is called now or was called.
    public let record: RecordID?
    /// The field of the cell; `nil` for a whole record.
    public let field: FieldID?
    /// What the field is called.
    public let fieldName: String
    /// What was entered here; empty where something was deleted.
    public let own: CellValue
    /// What is there now; empty where nothing is.
    public let theirs: CellValue

    /// Whether ``Document/putBack(_:)`` can do the edit after all.
    public var canBePutBack: Bool { reason == .cellChanged || reason == .recordChanged }
}

extension Document {
    /// Makes edits after all that were not laid over what another program has written, as one step.
    ///
    /// - Parameter conflicts: those that cannot be put back, or not any more, are left out.
    /// - Returns: how many were made.
    /// - Throws: ``EditError``.
    @discardableResult
    public func putBack(_ conflicts: [EditConflict]) throws(EditError) -> Int {
        var edits: [CellEdit] = []
        var deleted: [Int] = []
        for conflict in conflicts where conflict.canBePutBack {
            guard let index = conflict.record.flatMap({ table.index(of: $0) }) else { continue }
            if conflict.reason == .recordChanged {
                deleted.append(index)
            } else if let field = conflict.field.flatMap({ table.schema.index(of: $0) }),
                conflict.own.fits(table.schema[field].type)
            {
                edits.append(CellEdit(record: index, field: field, value: conflict.own))
            }
        }
        guard !edits.isEmpty || !deleted.isEmpty else { return 0 }
        try apply { table throws(TableError) in
            var changes: [Change] = []
            if !edits.isEmpty { changes.append(try .setCells(edits, in: table)) }
            if !deleted.isEmpty { changes.append(try .deleteRecords(at: RecordIndexes(deleted), in: table)) }
            return changes.count == 1 ? changes[0] : .sequence(changes)
        }
        return edits.count + deleted.count
    }
}
