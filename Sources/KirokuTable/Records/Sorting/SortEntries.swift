/// The entry that is sorted in place of a record: a key that distinguishes most records, and the record's position.
struct SortEntry: Sendable {
    var key: UInt64
    /// The record's position among those being sorted; equal records stay in the order of their positions.
    let position: Int
}

/// Entries are sorted digit by digit, without comparing any two (radix sort).
///
/// Every sort goes through these loops.
enum SortEntries {
    private static let digitBits: UInt64 = 11
    /// Fewer entries are sorted faster by comparing.
    private static let fewest = 256
    /// The least number of records for a thread of its own.
    private static let leastPart = 50_000

    /// The records in the order of their keys, and in the order of `records` where keys are equal.
    ///
    /// Each processor sorts the records in its own range of keys, so that nothing has to be merged.
    static func sorted(
        _ records: [Int], by keys: some SortKeys, _ progress: SortProgress?
    ) async throws(QueryError) -> [Int] {
        let parts = await Parallel.map(ranges(of: records, by: keys)) { range in
            var entries: [SortEntry] = []
            for position in records.indices {
                let key = keys.key(of: records[position])
                if range.contains(key) { entries.append(SortEntry(key: key, position: position)) }
            }
            progress?.add(entries.count / 2)
            keys.sort(&entries, of: records)
            progress?.add(entries.count - entries.count / 2)
            return entries.map { records[$0.position] }
        }
        if Task.isCancelled { throw .cancelled }
        guard parts.count > 1 else { return parts[0] }
        var sorted: [Int] = []
        sorted.reserveCapacity(records.count)
        for part in parts { sorted.append(contentsOf: part) }
        return sorted
    }

    /// Ascending ranges of keys, as many as there are threads.
    ///
    /// Their borders are the quantiles of a sample, so they have about equally many records, unless many keys are
    /// equal.
    private static func ranges(of records: [Int], by keys: some SortKeys) -> [ClosedRange<UInt64>] {
        let count = Parallel.parts(of: records.count, atLeast: leastPart).count
        guard count > 1 else { return [0...UInt64.max] }
        let distance = max(1, records.count / 1_024)
        let sample = stride(from: 0, to: records.count, by: distance).map { keys.key(of: records[$0]) }.sorted()
        var ranges: [ClosedRange<UInt64>] = []
        var lowest: UInt64 = 0
        for part in 1..<count {
            let border = sample[sample.count * part / count]
            guard border > lowest else { continue }
            ranges.append(lowest...border - 1)
            lowest = border
        }
        return ranges + [lowest...UInt64.max]
    }

    /// Sorts by key, and by position where keys are equal; the entries must be in the order of their positions.
    static func sort(_ entries: inout [SortEntry]) {
        guard entries.count > fewest else {
            entries.sort { ($0.key, $0.position) < ($1.key, $1.position) }
            return
        }
        guard !Task.isCancelled else { return }
        let lowest = entries.reduce(UInt64.max) { min($0, $1.key) }
        let greatest = entries.reduce(UInt64.min) { max($0, $1.key) }
        let digits = (64 - UInt64((greatest - lowest).leadingZeroBitCount) + digitBits - 1) / digitBits
        guard digits > 0 else { return }
        var scratch = entries
        for digit in 0..<digits {
            distribute(entries, into: &scratch, from: lowest, shift: digit * digitBits)
            swap(&entries, &scratch)
        }
    }

    /// Sorts the entries by one digit of their keys' distance from `lowest`; those with equal digits keep their order.
    private static func distribute(
        _ entries: [SortEntry], into result: inout [SortEntry], from lowest: UInt64, shift: UInt64
    ) {
        let mask: UInt64 = 1 << digitBits &- 1
        var places = [Int](repeating: 0, count: 1 << Int(digitBits))
        entries.withUnsafeBufferPointer { entries in
            places.withUnsafeMutableBufferPointer { places in
                for entry in entries { places[Int(truncatingIfNeeded: (entry.key &- lowest) &>> shift & mask)] &+= 1 }
                var next = 0
                for index in places.indices { (places[index], next) = (next, next &+ places[index]) }
                result.withUnsafeMutableBufferPointer { result in
                    for entry in entries {
                        let digit = Int(truncatingIfNeeded: (entry.key &- lowest) &>> shift & mask)
                        result[places[digit]] = entry
                        places[digit] &+= 1
                    }
                }
            }
        }
    }
}
