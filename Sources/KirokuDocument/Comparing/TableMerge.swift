/// What another copy of a table has changed, laid over this one.
///
/// Both have come from one table, the *base*. Changes of different cells, records and fields are all made; where both
/// have changed the same thing in different ways, this table's is kept, and the other's is told.
public struct TableMerge: Sendable {
    /// What is to be made in this table; `nil` if there is nothing.
    public let change: Change?
    /// What the other copy has changed and cannot be made here: ``EditConflict/own`` is what is here, and
    /// ``EditConflict/theirs`` what is in the other copy.
    public let conflicts: [EditConflict]
    /// The same as edits that were left out here: ``EditConflict/own`` is what is in the other copy.
    package let open: [EditConflict]

    /// Works out what to do, in the background.
    ///
    /// - Parameters:
    ///   - other: the other copy.
    ///   - table: this table.
    ///   - base: what both have come from; with `nil`, what is only in the other copy is added, its values fill empty
    ///     cells, and any other difference is a conflict.
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
