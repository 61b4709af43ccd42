/// Where a record stands among the others of its table: records are in the order of their places, and where two places are
/// equal, in the order of their identities.
///
/// A record without a place of its own stands at its identity, so a table that was only ever appended to stores none. One
/// that was put in between others stands some steps behind an identity. There is nearly always room between two places,
/// and where there is none, other records get new places, which is a change like any other (``PlaceChange``).
public struct Place: Hashable, Comparable, Sendable {
    /// The identity behind which the record stands; a record with this identity need not be there (any more).
    public let after: Int64
    /// How far behind it.
    public let step: Int64

    /// What a document may store as ``after``.
    public static let afterRange: ClosedRange<Int64> = -(1 << 62)...(1 << 62)
    /// What a document may store as ``step``.
    public static let stepRange: ClosedRange<Int64> = 0...(1 << 62)

    /// A place that a document stores as these numbers.
    public init(after: Int64, step: Int64) {
        self.after = after
        self.step = step
    }

    /// Where a record without a place of its own stands.
    public init(_ record: RecordID) {
        self.init(after: record.rawValue, step: 0)
    }

    /// In the order in which records stand there.
    public static func < (left: Place, right: Place) -> Bool {
        (left.after, left.step) < (right.after, right.step)
    }

    /// The distance between records that are put in one behind the other where there is room: it can be halved forty
    /// times, and there is room for four million.
    private static let stride: Int64 = 1 << 40

    /// `count` ascending places after `previous` and before `next`; `nil` if there is no room for as many.
    ///
    /// - Parameter least: how many steps must lie between two of them.
    static func between(_ previous: Place?, _ next: Place?, count: Int, least: Int64 = 1) -> [Place]? {
        let after = previous?.after ?? next.map { $0.after - 1 } ?? 0
        let start = previous?.step ?? stepRange.lowerBound
        let isOpen = next.map { $0.after > after } ?? true
        let end = isOpen ? stepRange.upperBound + 1 : next?.step ?? 0
        guard afterRange.contains(after), start < end else { return nil }
        var distance = (end - start) / Int64(count + 1)
        if isOpen { distance = min(distance, stride) }
        guard distance >= least else { return nil }
        return (0..<count).map { Place(after: after, step: start + Int64($0 + 1) * distance) }
    }
}

/// A record that stands elsewhere from now on.
public struct PlaceChange: Sendable, Hashable {
    /// The record.
    public let record: RecordID
    /// Where it stood before.
    public let base: Place
    /// Where it stands from now on.
    public let place: Place
    /// How often it was moved by then, as far as the copy knows in which that was done.
    public internal(set) var moves = 1

    /// From one place to another.
    public init(record: RecordID, base: Place, place: Place) {
        self.record = record
        self.base = base
        self.place = place
    }

    var inverse: PlaceChange { PlaceChange(record: record, base: place, place: base) }
}
