/// How similar records must be to count as duplicates.
public enum Likeness: String, Sendable, Hashable, CaseIterable {
    /// Equal values: 12.5 and 12.50 are equal, "Ann" and "ann" are not.
    case exact
    /// The same letters and signs, ignoring case, width, accents, blanks, and the order of several choices.
    case folded
    /// As ``folded``, but longer texts may differ in a letter or two, except digits; everything else must be the same.
    case similar

    /// The differences between texts that are ignored.
    var folding: TextFolding { self == .exact ? .none : .letters }
}

/// Groups of records that are alike in some fields.
///
/// Each group has at least two records, and no record is in two groups. Groups are in the order of their first records,
/// and the records of each group in the order of the table. Records whose cells in these fields are all empty are in no
/// group.
public struct DuplicateGroups: Sendable {
    /// Whether everything was compared.
    ///
    /// If very many texts are almost alike, some that differ in a letter or two may have been left out
    /// (``Likeness/similar``).
    public private(set) var isComplete = true
    /// The records of all groups, group by group.
    public private(set) var records: [RecordID] = []
    /// Where the records of each group end.
    private var ends: [Int] = []
    /// The record with the most filled cells of each group.
    private var fullest: [RecordID] = []

    /// No groups.
    public init() {}

    /// The number of groups.
    public var count: Int { ends.count }

    /// The records of a group, which must be in range.
    public subscript(group: Int) -> ArraySlice<RecordID> { records[start(of: group)..<ends[group]] }

    /// How many of the ``records`` are before those of a group.
    public func start(of group: Int) -> Int { group == 0 ? 0 : ends[group - 1] }

    /// The record of a group with the most filled cells; of several, the oldest one.
    public func fullest(of group: Int) -> RecordID { fullest[group] }

    /// Searches for records that are alike, in the background.
    ///
    /// Values are compared by 64-bit hashes with a random seed for each run of the program, so two different values are
    /// confused about once in ten million tables of a million records. Costs a pass over each field, and 32 bytes a
    /// record.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - fields: the indexes of the compared fields, which must be in range; without any, there are no groups.
    ///   - likeness: how similar their cells must be.
    ///   - progress: called with the progress, from 0 to 1, on any thread.
    /// - Throws: `CancellationError` if the task is cancelled.
    @concurrent
    public static func of(
        _ table: RecordTable, in fields: [Int], _ likeness: Likeness,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(CancellationError) -> DuplicateGroups {
        guard !fields.isEmpty, table.count > 1 else { return DuplicateGroups() }
        let hashes = await LikenessHashes.of(table, in: fields, likeness.folding)
        if Task.isCancelled { throw CancellationError() }
        var equal = await EqualNumbers.found(in: hashes)
        var isComplete = true
        if likeness == .similar {
            let firsts = equal.firsts(in: hashes)
            let texts = ComparedTexts(table, fields)
            let joined = await Parallel.mapOnThreads([firsts]) { firsts, stop in
                SimilarTexts.joined(firsts, texts, stop, progress)
            }
            if Task.isCancelled { throw CancellationError() }
            equal = EqualNumbers(in: joined[0].firsts.map { $0 < 0 ? 0 : LikenessHashes.mixed($0, 0) })
            isComplete = joined[0].isComplete
        }
        if Task.isCancelled { throw CancellationError() }
        let groups = DuplicateGroups(equal, in: table, await emptyCounts(of: table), isComplete: isComplete)
        if Task.isCancelled { throw CancellationError() }
        progress(1)
        return groups
    }

    /// - Parameter emptyCounts: how many cells of each record are empty; nothing if no cell is.
    private init(_ equal: EqualNumbers, in table: RecordTable, _ emptyCounts: [Int32], isComplete: Bool) {
        self.isComplete = isComplete
        let records = equal.indexes.map { table.ids[$0] }
        fullest = equal.ends.indices.map { group in
            var best = equal.start(of: group)
            var fewest = emptyCount(best)
            for place in best + 1..<equal.ends[group] {
                let count = emptyCount(place)
                if count < fewest || count == fewest && records[place] < records[best] {
                    (best, fewest) = (place, count)
                }
            }
            return records[best]
        }
        self.records = records
        ends = equal.ends

        func emptyCount(_ place: Int) -> Int32 { emptyCounts.isEmpty ? 0 : emptyCounts[equal.indexes[place]] }
    }

    /// How many cells of each record are empty; nothing if no cell is.
    private static func emptyCounts(of table: RecordTable) async -> [Int32] {
        let parts = Parallel.parts(of: table.schema.count, atLeast: 1)
        let counts = await Parallel.mapOnThreads(parts) { fields, stop in
            var counts: [Int32] = []
            for field in fields where !stop.isSet {
                FilledCells(field, of: table).forEachEmpty { record in
                    if counts.isEmpty { counts = Array(repeating: 0, count: table.count) }
                    counts[record] += 1
                }
            }
            return counts
        }
        return counts.reduce([]) { sums, counts in
            sums.isEmpty ? counts : counts.isEmpty ? sums : zip(sums, counts).map(+)
        }
    }
}
