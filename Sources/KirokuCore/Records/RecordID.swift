/// What a record is known by in its document, from its creation on.
///
/// Identifiers ascend in record order, so they say both which record is meant and where it stands. A table leaves gaps
/// between them, so that records put between two others need no new identifiers for the rest.
public struct RecordID: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number that the document stores for it; in ``range`` for all records of a table.
    public let rawValue: Int64

    /// What a document may store: nothing else is ever written, and what others have written outside of it is renumbered
    /// when the document is opened.
    public static let range: ClosedRange<Int64> = 1...(1 << 62)

    /// The identifier that a document stores as this number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// In the order in which the records stand.
    public static func < (left: RecordID, right: RecordID) -> Bool {
        left.rawValue < right.rawValue
    }
}
