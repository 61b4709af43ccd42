/// How alike records must be to be taken for duplicates.
public enum Likeness: String, Sendable, Hashable, CaseIterable {
    /// The same values: 12.5 and 12.50 are, "Ann" and "ann" are not.
    case exact
    /// The same letters and signs, whatever their case, width and accents, the blanks between them, and the order of several
    /// choices.
    case folded
    /// As ``folded``, and longer texts may differ in a letter or two, but not in digits; all else must be the same.
    case similar

    /// The differences between texts that do not count.
    var folding: TextFolding { self == .exact ? .none : .letters }
}

/// The records of a table that are alike in some fields, in groups.
///
/// Each group has at least two records, and none is in two groups. Groups are in the order of their first records, and
/// the records of each in the order of the table. Records whose cells are all empty in these fields are in none.
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
    /// The fullest record of each group.
    private var fullest: [RecordID] = []

    /// No groups.
    public init() {}

    /// How many groups there are.
    public var count: Int { ends.count }

    /// The records of a group, which must be in range.
    public subscript(group: Int) -> ArraySlice<RecordID> { records[start(of: group)..<ends[group]] }

    /// How many of the ``records`` are before those of a group.
    public func start(of group: Int) -> Int { group == 0 ? 0 : ends[group - 1] }

    /// The record of a group with the most filled cells; of several, the one that was made first.
    public func fullest(of group: Int) -> RecordID { fullest[group] }

    /// Looks for records that are alike, in the background.
    ///
    /// Values are compared by 64-bit numbers that are drawn by chance for each run of the program, so two different ones
    /// are taken for the same once in some ten million tables of a million records. Costs a pass over each field, and
    /// 32 bytes a record.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - fields: the indexes of the fields that are compared, which must be in range; without any, there are no groups.
    ///   - likeness: how alike the cells of these must be.
    ///   - progress: called with the share that is done, from 0 to 1, on any thread.
    /// - Throws: `CancellationError` if the task is cancelled.
    @concurrent
    public static func of(
        _ table: RecordTable, in fields: [Int], _ likeness: Likeness,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(CancellationError) -> DuplicateGroups {
        guard !fields.isEmpty, table.count > 1 else { return DuplicateGroups() }
        let hashes = await LikenessHashes.of(table, in: fields, likeness.folding)
        if Task.isCancelled { throw CancellationError() }
        var groups = DuplicateGroups()
        var firsts = EqualNumbers.firsts(of: hashes)
        if likeness == .similar {
            let texts = ComparedTexts(table, fields)
            let joined = await Parallel.mapOnThreads([firsts]) { firsts, stop in
                SimilarTexts.joined(firsts, texts, stop, progress)
            }
            if Task.isCancelled { throw CancellationError() }
            (firsts, groups.isComplete) = joined[0]
        }
        let records = groups.collect(firsts)
        if Task.isCancelled { throw CancellationError() }
        await groups.findFullest(of: records, in: table)
        if Task.isCancelled { throw CancellationError() }
        progress(1)
        return groups
    }

    /// - Parameter firsts: for each record, the first one that it is like, or −1.
    /// - Returns: the indexes of the records, group by group.
    private mutating func collect(_ firsts: [Int]) -> [Int] {
        var counts = [Int](repeating: 0, count: firsts.count)
        for first in firsts where first >= 0 { counts[first] += 1 }
        // From here on where the next record of a group goes.
        var total = 0
        for first in counts.indices where counts[first] > 0 {
            let size = counts[first]
            if size == 1 {
                counts[first] = -1
            } else {
                counts[first] = total
                total += size
                ends.append(total)
            }
        }
        var records = [Int](repeating: 0, count: total)
        for (record, first) in firsts.enumerated() where first >= 0 && counts[first] >= 0 {
            records[counts[first]] = record
            counts[first] += 1
        }
        return records
    }

    private mutating func findFullest(of indexes: [Int], in table: RecordTable) async {
        let parts = Parallel.parts(of: table.schema.count, atLeast: 1)
        let counts = await Parallel.mapOnThreads(parts) { fields, stop in
            var counts = [Int32](repeating: 0, count: indexes.count)
            for field in fields where !stop.isSet {
                let filled = FilledCells(field, of: table)
                for (place, record) in indexes.enumerated() where filled[record] { counts[place] += 1 }
            }
            return counts
        }
        records = indexes.map { table.ids[$0] }
        fullest = (0..<count).map { group in
            var best = start(of: group)
            for place in best + 1..<ends[group] {
                let (more, most) = (filled(place), filled(best))
                if more > most || more == most && records[place] < records[best] { best = place }
            }
            return records[best]
        }

        func filled(_ place: Int) -> Int32 { counts.reduce(0) { $0 + $1[place] } }
    }
}
