/// What a record is known by, from its creation on and for ever: identities never change, and none is used again.
///
/// New ones are unique without asking anybody (``RecordIDSource``), also in copies of one document on two computers. Where a
/// record stands is something else (``Place``).
public struct RecordID: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number that the document stores for it; in ``range`` for all records of a table.
    public let rawValue: Int64

    /// What a document may store.
    public static let range: ClosedRange<Int64> = 1...(1 << 62)

    /// The identity that a document stores as this number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// In the order of the numbers, which is the order of records without places of their own.
    public static func < (left: RecordID, right: RecordID) -> Bool {
        left.rawValue < right.rawValue
    }

    /// Identities for the records of a new table, which are to be no others' until it is a document.
    static func first(_ count: Int) -> [RecordID] {
        (0..<count).map { RecordID(rawValue: Int64($0) + 1) }
    }
}
