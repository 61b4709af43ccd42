/// The changes of another copy of a table, merged into this one.
///
/// Both copies come from one table, the *base*. Changes of different cells, records and fields are all made. If both
/// sides have changed the same thing in different ways, this table keeps its version, and the other one becomes a
/// conflict.
public struct TableMerge: Sendable {
    /// The change to make in this table; `nil` if there is nothing to do.
    public let change: Change?
    /// Changes of the other copy that cannot be made here: ``EditConflict/own`` is the value here,
    /// ``EditConflict/theirs`` the one in the other copy.
    public let conflicts: [EditConflict]
    /// The same conflicts as open edits of this table: ``EditConflict/own`` is the value in the other copy.
    package let open: [EditConflict]

    /// Computes the merge in the background.
    ///
    /// - Parameters:
    ///   - other: the other copy.
    ///   - table: this table.
    ///   - base: the table that both copies come from. With `nil`, records and fields that only the other copy has are
    ///     added, its values fill empty cells, and any other difference is a conflict.
    /// - Throws: `CancellationError` if the task is cancelled.
    @concurrent
    public static func of(
        _ other: RecordTable, into table: RecordTable, from base: RecordTable?
    ) async throws(CancellationError) -> TableMerge {
        let comparison = try await TableComparison.of(base ?? table, and: other, by: .identity)
        let change = base == nil ? comparison.addition : comparison.change
        let merge = Merge([change], over: table, mine: other)
        if Task.isCancelled { throw CancellationError() }
        return TableMerge(
            change: merge.change,
            conflicts: merge.open.map { conflict in
                var turned = EditConflict(
                    reason: conflict.reason, record: conflict.record, field: conflict.field,
                    fieldName: conflict.fieldName, own: conflict.theirs, theirs: conflict.own)
                turned.sides = conflict.sides?.turned
                return turned
            }, open: merge.open)
    }
}
