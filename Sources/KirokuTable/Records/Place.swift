/// The position of a record in its table: records are in the order of their places and, where two places are equal, of
/// their identities.
///
/// A record without a place of its own is at its identity, so a table that was only appended to stores none. One that
/// was inserted between others is some steps after an identity. There is almost always room between two places; if
/// there is none, other records get new places, which is a change like any other (``PlaceChange``).
public struct Place: Hashable, Comparable, Sendable {
    /// The identity that the record comes after; a record with this identity need not exist.
    public let after: Int64
    /// How far after it.
    public let step: Int64

    /// The valid range of ``after``.
    public static let afterRange: ClosedRange<Int64> = -(1 << 62)...(1 << 62)
    /// The valid range of ``step``.
    public static let stepRange: ClosedRange<Int64> = 0...(1 << 62)

    /// A place that a document stores as these numbers.
    public init(after: Int64, step: Int64) {
        self.after = after
        self.step = step
    }

    /// The place of a record without one of its own.
    public init(_ record: RecordID) {
        self.init(after: record.rawValue, step: 0)
    }

    /// The order of records at these places.
    public static func < (left: Place, right: Place) -> Bool {
        (left.after, left.step) < (right.after, right.step)
    }

    /// The distance between records inserted one after another where there is room: it can be halved forty times, and
    /// there is room for four million.
    private static let stride: Int64 = 1 << 40

    /// `count` ascending places after `previous` and before `next`; `nil` if there is not enough room.
    ///
    /// - Parameter least: the least number of steps between two of them.
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

/// A move of a record.
public struct PlaceChange: Sendable, Hashable {
    /// The record.
    public let record: RecordID
    /// Its place before.
    public let base: Place
    /// Its place afterwards.
    public let place: Place

    /// From one place to another.
    public init(record: RecordID, base: Place, place: Place) {
        self.record = record
        self.base = base
        self.place = place
    }

    package var inverse: PlaceChange { PlaceChange(record: record, base: place, place: base) }
}
