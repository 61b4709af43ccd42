/// The indexes of numbers that occur more than once in a list, group by group.
///
/// Groups are in the order of their first indexes, and the indexes of each ascend. 0 is in no group.
struct EqualNumbers: Sendable {
    private(set) var indexes: [Int] = []
    /// Where the indexes of each group end.
    private(set) var ends: [Int] = []

    private init() {}

    /// Finds the groups in a list.
    init(in numbers: [Int]) {
        let found = Self(in: [PartedNumbers(numbers)], parts: PartedNumbers.parts)
        self.init(joining: [found], count: numbers.count)
    }

    /// Finds the groups in several consecutive lists, on all processors.
    ///
    /// If the task is cancelled, the result is meaningless.
    static func found(in lists: [PartedNumbers]) async -> EqualNumbers {
        let parts = Parallel.parts(of: PartedNumbers.parts.count, atLeast: 1)
        let found = await Parallel.mapOnThreads(parts) { parts, stop in
            stop.isSet ? EqualNumbers() : EqualNumbers(in: lists, parts: parts)
        }
        return EqualNumbers(joining: found, count: lists.last?.end ?? 0)
    }

    /// Finds the groups in some parts, one part after another.
    private init(in lists: [PartedNumbers], parts: Range<Int>) {
        let counts = parts.map { part in lists.reduce(0) { $0 + $1.entries(in: part).count } }
        var finder = PartFinder(most: counts.max() ?? 0)
        indexes.reserveCapacity(counts.reduce(0, +))
        for part in parts { finder.find(in: lists.map { $0.entries(in: part) }, &indexes, &ends) }
    }

    /// Joins the groups found in different parts of `count` numbers.
    private init(joining found: [EqualNumbers], count: Int) {
        // For each index, the group that begins with it, counted from 1 through all groups found.
        var groups = [Int32](repeating: 0, count: count)
        var total: Int32 = 0
        for found in found {
            for group in found.ends.indices {
                total += 1
                groups[found.indexes[found.start(of: group)]] = total
            }
        }
        ends.reserveCapacity(Int(total))
        indexes = [Int](unsafeUninitializedCapacity: found.reduce(0) { $0 + $1.indexes.count }) { indexes, taken in
            for number in groups where number > 0 {
                var (owner, group) = (0, Int(number) - 1)
                while group >= found[owner].ends.count {
                    group -= found[owner].ends.count
                    owner += 1
                }
                for place in found[owner].start(of: group)..<found[owner].ends[group] {
                    indexes.initializeElement(at: taken, to: found[owner].indexes[place])
                    taken += 1
                }
                ends.append(taken)
            }
        }
    }

    /// For each index, the first one with the same number; −1 for those of 0.
    ///
    /// - Parameter lists: the lists in which the groups were found.
    func firsts(in lists: [PartedNumbers]) -> [Int] {
        var firsts = [Int](repeating: -1, count: lists.last?.end ?? 0)
        for entry in lists.lazy.map(\.entries).joined() { firsts[entry.index] = entry.index }
        for group in ends.indices {
            let first = indexes[start(of: group)]
            for place in start(of: group)..<ends[group] { firsts[indexes[place]] = first }
        }
        return firsts
    }

    /// How many indexes are before those of a group.
    func start(of group: Int) -> Int { group == 0 ? 0 : ends[group - 1] }
}

/// The numbers of a list other than 0, with their indexes, divided into parts by their highest byte, so that a hash
/// table for one part fits in the cache.
struct PartedNumbers: Sendable {
    struct Entry {
        let number: Int
        let index: Int
    }

    static let parts = 0..<256

    /// All entries, part by part.
    let entries: [Entry]
    /// Where the entries of each part end.
    private let ends: [Int]
    /// The index after the last number.
    let end: Int

    /// - Parameter first: the index of the first number.
    init(_ numbers: [Int], from first: Int = 0) {
        func part(_ number: Int) -> Int { Int(UInt64(bitPattern: Int64(number)) >> 56) }
        var counts = [Int](repeating: 0, count: Self.parts.count)
        for number in numbers where number != 0 { counts[part(number)] += 1 }
        var total = 0
        var next = counts.map { count in
            defer { total += count }
            return total
        }
        entries = [Entry](unsafeUninitializedCapacity: total) { entries, count in
            for (index, number) in numbers.enumerated() where number != 0 {
                let part = part(number)
                entries.initializeElement(at: next[part], to: Entry(number: number, index: first + index))
                next[part] += 1
            }
            count = total
        }
        ends = next
        end = first + numbers.count
    }

    /// The entries of one part, in the order of their indexes.
    func entries(in part: Int) -> ArraySlice<Entry> { entries[(part == 0 ? 0 : ends[part - 1])..<ends[part]] }
}

/// Finds equal numbers in one part after another, reusing its memory.
private struct PartFinder {
    /// A hash table of groups, counted from 1; 0 is a free slot, and at least half of the slots are free.
    private var slots: [Int32]
    /// The number of each group.
    private var numbers: [Int]
    /// The number of entries of each group, and later the position for its next index.
    private var counts: [Int]
    /// The group of each entry.
    private var groups: [Int32]

    /// - Parameter most: the largest number of entries in a part.
    init(most: Int) {
        var size = 16
        while size < 2 * most { size *= 2 }
        slots = Array(repeating: 0, count: size)
        numbers = Array(repeating: 0, count: most)
        counts = Array(repeating: 0, count: most)
        groups = Array(repeating: 0, count: most)
    }

    /// Appends the groups in a part.
    mutating func find(in lists: [ArraySlice<PartedNumbers.Entry>], _ indexes: inout [Int], _ ends: inout [Int]) {
        let count = takeGroups(of: lists)
        // Numbers that occur once are in no group.
        var total = indexes.count
        for group in 0..<count {
            let size = counts[group]
            counts[group] = size > 1 ? total : -1
            guard size > 1 else { continue }
            total += size
            ends.append(total)
        }
        indexes.append(contentsOf: repeatElement(0, count: total - indexes.count))
        var place = 0
        for list in lists {
            for entry in list {
                let group = Int(groups[place])
                place += 1
                guard counts[group] >= 0 else { continue }
                indexes[counts[group]] = entry.index
                counts[group] += 1
            }
        }
    }

    /// Records the group of each entry, and the size of each group; returns the number of groups.
    private mutating func takeGroups(of lists: [ArraySlice<PartedNumbers.Entry>]) -> Int {
        slots.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
        let mask = slots.count - 1
        var (place, count) = (0, 0)
        for list in lists {
            for entry in list {
                var slot = entry.number & mask
                while slots[slot] != 0, numbers[Int(slots[slot]) - 1] != entry.number { slot = (slot + 1) & mask }
                if slots[slot] == 0 {
                    numbers[count] = entry.number
                    counts[count] = 0
                    count += 1
                    slots[slot] = Int32(count)
                }
                let group = Int(slots[slot]) - 1
                counts[group] += 1
                groups[place] = Int32(group)
                place += 1
            }
        }
        return count
    }
}
