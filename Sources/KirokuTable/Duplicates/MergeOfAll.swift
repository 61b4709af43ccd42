/// The merge of all groups of duplicates without contradictions.
public struct MergeOfAll: Sendable {
    /// The change that makes the merge, as one step; `nil` if there is nothing to merge.
    public let change: Change?
    /// The groups that are merged, ascending.
    public let groups: [Int]
    /// How many records are deleted.
    public let recordCount: Int

    /// Computes the merge in the background.
    ///
    /// In the compared fields, different spellings of the same value do not contradict each other; in all other fields,
    /// only equal values and empty cells do not.
    ///
    /// - Parameters:
    ///   - groups: the groups.
    ///   - left: the groups that are left alone; groups with a deleted record are also left alone.
    ///   - choices: what the user has chosen, by group.
    ///   - table: the current table.
    ///   - fields: the compared fields.
    ///   - progress: called with the progress, from 0 to 1, on another thread.
    /// - Throws: `CancellationError` if the task is cancelled.
    @concurrent
    public static func of(
        _ groups: DuplicateGroups, leaving left: Set<Int>, _ choices: [Int: MergeChoices], in table: RecordTable,
        comparing fields: Set<FieldID>, progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(CancellationError) -> MergeOfAll {
        let made = await Parallel.mapOnThreads([groups]) { groups, stop in
            Self(groups, left, choices, table, fields, stop, progress)
        }
        if Task.isCancelled { throw CancellationError() }
        return made[0]
    }

    private init(
        _ groups: DuplicateGroups, _ left: Set<Int>, _ choices: [Int: MergeChoices], _ table: RecordTable,
        _ fields: Set<FieldID>, _ stop: StopFlag, _ progress: (Double) -> Void
    ) {
        let compared = Set(fields.compactMap { table.schema.index(of: $0) })
        var merged: [Int] = []
        var edits: [CellChange] = []
        var records: [Int] = []
        for group in 0..<groups.count where !left.contains(group) {
            if group & 0xff == 0 {
                if stop.isSet { break }
                progress(Double(group) / Double(groups.count))
            }
            let chosen = choices[group] ?? MergeChoices(keeping: groups.fullest(of: group))
            guard let merge = RecordMerge(of: groups[group], in: table, chosen),
                merge.records.count == groups[group].count, !merge.contradicts(in: compared)
            else { continue }
            merged.append(group)
            edits += merge.edits
            records += merge.merged
        }
        self.groups = merged
        recordCount = records.count
        change = merged.isEmpty ? nil : .merging(edits, records, of: table)
    }
}
