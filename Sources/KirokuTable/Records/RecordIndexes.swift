/// Indexes of records in a table: ascending, unique, and stored as runs, so that "all" costs no more than "one".
public struct RecordIndexes: Sendable, Hashable {
    /// The runs: ascending, not adjacent, and not empty.
    public private(set) var runs: [Range<Int>] = []

    /// No indexes.
    public init() {}

    /// All indexes of the range.
    public init(_ range: Range<Int>) {
        if !range.isEmpty { runs = [range] }
    }

    /// One index.
    public init(_ index: Int) {
        runs = [index..<index + 1]
    }

    /// From indexes in any order; repeated ones count once.
    public init<Indexes: Sequence>(_ indexes: Indexes) where Indexes.Element == Int {
        for index in indexes.sorted() {
            guard let last = runs.last else {
                runs.append(index..<index + 1)
                continue
            }
            if index < last.upperBound { continue }
            if index == last.upperBound {
                runs[runs.count - 1] = last.lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
    }

    /// Adds a run that is not empty, and neither overlaps the last one nor touches it.
    package mutating func append(_ run: Range<Int>) {
        runs.append(run)
    }

    /// Adds a run that begins where the last one ends, or later.
    package mutating func add(_ run: Range<Int>) {
        guard let last = runs.last, last.upperBound == run.lowerBound else { return runs.append(run) }
        runs[runs.count - 1] = last.lowerBound..<run.upperBound
    }

    /// How many indexes there are, not how many runs.
    public var count: Int { runs.reduce(0) { $0 + $1.count } }

    /// Whether there are no indexes.
    public var isEmpty: Bool { runs.isEmpty }

    /// The first index, or 0 if there is none.
    public var lowerBound: Int { runs.first?.lowerBound ?? 0 }

    /// One past the last index, or 0 if there is none.
    public var upperBound: Int { runs.last?.upperBound ?? 0 }

    /// Every index, ascending.
    public var all: [Int] { runs.flatMap { $0 } }

    /// The new index of the record at `index` after records were inserted that are now at these indexes.
    public func indexAfterInsertion(_ index: Int) -> Int {
        runs.reduce(index) { moved, run in run.lowerBound <= moved ? moved + run.count : moved }
    }

    /// The new index of the record at `index` after the records at these indexes were removed; `nil` if it was one of
    /// them.
    public func indexAfterRemoval(_ index: Int) -> Int? {
        var moved = index
        for run in runs where run.lowerBound <= index {
            if run.contains(index) { return nil }
            moved -= run.count
        }
        return moved
    }
}
