import KirokuCore

/// Groups of duplicates that the user reviews: merging them, leaving them out, and undoing decisions.
///
/// Groups and records are known by identity, so the table may change meanwhile. A group in which others have changed a
/// record is not merged before the user has seen it.
public struct DuplicateReview: Sendable {
    /// What happened to a group.
    public enum Outcome: Sendable, Hashable {
        /// Its records are one now.
        case merged
        /// The user has decided that its records are not duplicates.
        case leftOut
    }

    /// The groups.
    public let groups: DuplicateGroups
    /// The fields by which the records were found to be alike.
    public let fields: Set<FieldID>
    /// How alike they are.
    public let likeness: Likeness
    /// What happened to the groups that are decided.
    public private(set) var outcomes: [Int: Outcome] = [:]
    /// What the user has chosen, by group.
    public private(set) var choices: [Int: MergeChoices] = [:]
    private let groupOfRecord: [RecordID: Int]
    /// The groups that were decided together, the last ones at the end.
    private var decisions: [(groups: [Int], outcome: Outcome)] = []
    /// The records that others have changed since the user saw them.
    private var unseen: Set<RecordID> = []

    /// Looks for duplicates, in the background.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - fields: the fields that are compared; those that the table does not have do not count.
    ///   - likeness: how similar the cells of these must be.
    ///   - leftOut: groups that the user has declared not to be duplicates (``leftOut``).
    ///   - progress: called with the progress, from 0 to 1, on any thread.
    /// - Throws: `CancellationError` if the task is cancelled.
    @concurrent
    public static func of(
        _ table: RecordTable, in fields: [FieldID], _ likeness: Likeness, leavingOut leftOut: Set<[RecordID]> = [],
        progress: @escaping @Sendable (Double) -> Void
    ) async throws(CancellationError) -> DuplicateReview {
        let groups = try await DuplicateGroups.of(
            table, in: fields.compactMap { table.schema.index(of: $0) }, likeness, progress: progress)
        return DuplicateReview(groups, in: Set(fields), likeness, leftOut)
    }

    private init(
        _ groups: DuplicateGroups, in fields: Set<FieldID>, _ likeness: Likeness, _ leftOut: Set<[RecordID]>
    ) {
        self.groups = groups
        self.fields = fields
        self.likeness = likeness
        var groupOfRecord: [RecordID: Int] = [:]
        groupOfRecord.reserveCapacity(groups.records.count)
        for group in 0..<groups.count {
            for record in groups[group] { groupOfRecord[record] = group }
        }
        self.groupOfRecord = groupOfRecord
        guard !leftOut.isEmpty else { return }
        for group in 0..<groups.count where leftOut.contains(Array(groups[group])) { outcomes[group] = .leftOut }
    }

    /// The records of the groups that are not duplicates.
    public var leftOut: Set<[RecordID]> {
        Set(outcomes.lazy.filter { $0.value == .leftOut }.map { Array(groups[$0.key]) })
    }

    // MARK: Groups

    /// The group of a record; `nil` if it is in none.
    public func group(of record: RecordID) -> Int? { groupOfRecord[record] }

    /// The indexes of all records that still exist, group by group.
    public func rows(in table: RecordTable) -> [Int] { groups.records.compactMap { table.index(of: $0) } }

    /// The first record of a group that still exists.
    public func firstRecord(of group: Int, in table: RecordTable) -> Int? {
        groups[group].lazy.compactMap { table.index(of: $0) }.first
    }

    /// How many groups are not decided.
    public var openCount: Int { groups.count - outcomes.count }

    /// The next or previous group that is not decided; continues at the other end.
    ///
    /// - Parameters:
    ///   - group: where to start; −1 for before the first one.
    ///   - forward: whether it is the next one.
    public func openGroup(after group: Int, forward: Bool = true) -> Int? {
        let count = groups.count
        guard openCount > 0 else { return nil }
        let others = (1...count).lazy.map { forward ? (group + $0 + count) % count : (group - $0 + 2 * count) % count }
        return others.first { outcomes[$0] == nil }
    }

    /// The choices of a group, which are proposed at first: the fullest record stays.
    public func choices(of group: Int) -> MergeChoices {
        choices[group] ?? MergeChoices(keeping: groups.fullest(of: group))
    }

    /// The result that merging the group would have in the table; `nil` if fewer than two of its records still exist.
    public func merge(of group: Int, in table: RecordTable) -> RecordMerge? {
        RecordMerge(of: groups[group], in: table, choices(of: group))
    }

    // MARK: Deciding

    /// Keeps a record of its group.
    public mutating func keep(_ record: RecordID) {
        guard let group = openGroup(of: record) else { return }
        choices[group] = MergeChoices(keeping: record)
    }

    /// Takes the value of a field from this record's cell, or from all records of its group.
    public mutating func take(_ source: MergeChoices.Source, of field: FieldID, inGroupOf record: RecordID) {
        guard let group = openGroup(of: record) else { return }
        var chosen = choices(of: group)
        chosen.sources[field] = chosen.sources[field] == source && source == .all ? nil : source
        choices[group] = chosen
    }

    private func openGroup(of record: RecordID) -> Int? { group(of: record).flatMap { outcomes[$0] == nil ? $0 : nil } }

    /// Records what happened to groups, as one decision.
    public mutating func decide(_ groups: [Int], _ outcome: Outcome) {
        for group in groups { outcomes[group] = outcome }
        decisions.append((groups, outcome))
    }

    /// What was decided last; `nil` for nothing.
    public var lastOutcome: Outcome? { decisions.last?.outcome }

    /// Reverts the last decision; returns its groups.
    @discardableResult
    public mutating func undoDecision() -> [Int] {
        guard let last = decisions.popLast() else { return [] }
        for group in last.groups { outcomes[group] = nil }
        return last.groups
    }

    // MARK: Others

    /// Records that others have changed these records.
    public mutating func markChanged(_ records: Set<RecordID>) {
        unseen.formUnion(records.filter { groupOfRecord[$0] != nil })
    }

    /// Whether others have changed records of the group since the last message about it.
    ///
    /// The user sees a message now.
    public mutating func takeUnseen(of group: Int) -> Bool {
        if unseen.isEmpty { return false }
        let before = unseen.count
        for record in groups[group] { unseen.remove(record) }
        return unseen.count < before
    }

    /// The groups that are not merged with all others: those that are decided, and those that others have changed.
    public var leftByAll: Set<Int> { Set(outcomes.keys).union(unseen.compactMap { groupOfRecord[$0] }) }
}
