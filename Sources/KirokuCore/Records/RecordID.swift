/// What a record is known by in its document, from its creation on.
///
/// Identifiers ascend in record order, so they say both which record is meant and where it stands. A table leaves gaps
/// between them, so that records put between two others need no new identifiers for the rest.
public struct RecordID: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number that the document stores for it; new ones are greater than 0.
    public let rawValue: Int64

    /// The identifier that a document stores as this number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// In the order in which the records stand.
    public static func < (left: RecordID, right: RecordID) -> Bool {
        left.rawValue < right.rawValue
    }
}
