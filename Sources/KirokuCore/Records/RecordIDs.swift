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

    /// Whether `wished`, put in at `places`, lie between the identifiers of their neighbours.
    static func fit(_ wished: [RecordID], at places: RecordIndexes, in ids: [RecordID]) -> Bool {
        guard areAscending(wished) else { return false }
        var theirs = 0
        for run in places.runs {
            let ours = run.lowerBound - theirs
            if ours > 0, ids[ours - 1] >= wished[theirs] { return false }
            theirs += run.count
            if ours < ids.count, wished[theirs - 1] >= ids[ours] { return false }
        }
        return true
    }

    /// Identifiers for records that come after all others: those they wish for, if these come after `last` too.
    static func after(_ last: RecordID?, wished: [RecordID]) -> [RecordID] {
        let start = last ?? RecordID(rawValue: 0)
        if let first = wished.first, first > start, areAscending(wished) { return wished }
        return between(last, nil, count: wished.count) ?? []
    }

    /// `count` ascending identifiers after `previous` and before `next`; `nil` if there is no room for as many.
    static func between(_ previous: RecordID?, _ next: RecordID?, count: Int) -> [RecordID]? {
        let start = previous?.rawValue ?? 0
        var step = stride
        if let end = next?.rawValue {
            step = (end - start) / Int64(count + 1)
            guard step > 0 else { return nil }
        }
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
            if let next, next.rawValue - (previous?.rawValue ?? 0) <= Int64(2 * (needed + 1)) {
                width *= 2
                continue
            }
            if let spread = between(previous, next, count: needed) { return (window, spread) }
            width *= 2
        }
    }
}
