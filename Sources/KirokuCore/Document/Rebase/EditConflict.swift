/// An edit that was not made because another program has changed the same thing.
public struct EditConflict: Sendable, Hashable {
    /// The cause of the conflict.
    public enum Reason: String, Sendable, Hashable, Codable {
        /// The cell has another value.
        case cellChanged
        /// The record is no longer there.
        case recordGone
        /// The field is no longer there, or has another type.
        case fieldGone
        /// The record was to be deleted.
        case recordChanged
        /// The field was to be removed, or to get another type, name or initial value.
        case fieldChanged
    }

    /// The cause of the conflict.
    public let reason: Reason
    /// The record's current or former name.
    public let record: RecordID?
    /// The field of the cell; `nil` for a whole record.
    public let field: FieldID?
    /// The field's name.
    public let fieldName: String
    /// What was entered here; empty if something was deleted.
    public let own: CellValue
    /// What is there now; empty if there is nothing.
    public let theirs: CellValue

    /// Whether ``Document/putBack(_:)`` can still make the edit.
    public var canBePutBack: Bool { reason == .cellChanged || reason == .recordChanged }
}

extension Document {
    /// Makes edits that conflicted with another program's changes after all, as one step.
    ///
    /// - Parameter conflicts: those that cannot be made, or no longer, are left out.
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
