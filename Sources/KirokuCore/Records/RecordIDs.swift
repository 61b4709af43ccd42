/// A record that goes by another identifier from now on.
public struct RecordIDMove: Sendable, Hashable {
    /// What the record was known by until now.
    public let old: RecordID
    /// What it is known by from now on.
    public let new: RecordID
}

/// Identifiers for records that are put in between others (see ``RecordID``).
enum RecordIDs {
    /// The distance between two records that are appended one after the other.
    static let stride: Int64 = 1_024

    static func areAscending(_ ids: [RecordID]) -> Bool {
        zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }
    }

    /// Whether a table can have these, in this order.
    static func areGood(_ ids: [RecordID]) -> Bool {
        guard let first = ids.first, let last = ids.last else { return true }
        return RecordID.range.contains(first.rawValue) && RecordID.range.contains(last.rawValue) && areAscending(ids)
    }

    /// Whether `wished`, put in at `places`, lie between the identifiers of their neighbours.
    static func fit(_ wished: [RecordID], at places: RecordIndexes, in ids: [RecordID]) -> Bool {
        guard areGood(wished) else { return false }
        var theirs = 0
        for run in places.runs {
            let ours = run.lowerBound - theirs
            if ours > 0, ids[ours - 1] >= wished[theirs] { return false }
            theirs += run.count
            if ours < ids.count, wished[theirs - 1] >= ids[ours] { return false }
        }
        return true
    }

    /// `count` ascending identifiers after `previous` and before `next`; `nil` if there is no room for as many.
    ///
    /// Those at the end are ``stride`` apart, or less where the range of identifiers ends.
    static func between(_ previous: RecordID?, _ next: RecordID?, count: Int) -> [RecordID]? {
        let start = previous?.rawValue ?? RecordID.range.lowerBound - 1
        let end = next?.rawValue ?? RecordID.range.upperBound + 1
        var step = (end - start) / Int64(count + 1)
        if next == nil { step = min(step, stride) }
        guard step > 0 else { return nil }
        return (0..<count).map { RecordID(rawValue: start + Int64($0 + 1) * step) }
    }

    /// The records around `place` that must get new identifiers so that `count` more fit in there, and which ones they get.
    ///
    /// The window grows on both sides until its identifiers have room for twice as many records, so that the records
    /// far from `place`, usually nearly all, keep theirs.
    static func makeRoom(in ids: [RecordID], at place: Int, count: Int) -> (window: Range<Int>, ids: [RecordID]) {
        var width = max(count, 16)
        while true {
            let window = max(0, place - width)..<min(ids.count, place + width)
            let previous = window.lowerBound > 0 ? ids[window.lowerBound - 1] : nil
            let next = window.upperBound < ids.count ? ids[window.upperBound] : nil
            let needed = window.count + count
            let end = next?.rawValue ?? RecordID.range.upperBound + 1
            if end - (previous?.rawValue ?? 0) > Int64(2 * (needed + 1)),
                let spread = between(previous, next, count: needed)
            {
                return (window, spread)
            }
            width *= 2
        }
    }

    /// The identifiers that records get which have some outside ``RecordID/range``, in record order.
    ///
    /// Those inside keep theirs, unless there is no room beside them.
    ///
    /// - Parameter ids: ascending.
    static func mended(_ ids: [RecordID]) -> [RecordID] {
        let first = ids.partitioningIndex { $0.rawValue >= RecordID.range.lowerBound }
        let end = ids.partitioningIndex { $0.rawValue > RecordID.range.upperBound }
        let good = ids[first..<end]
        if let before = between(nil, good.first, count: first),
            let after = between(good.last ?? before.last, nil, count: ids.count - end)
        {
            return before + good + after
        }
        return between(nil, nil, count: ids.count) ?? []
    }
}
