/// The identity of a record, which never changes and is never reused.
///
/// New ones are unique without any coordination (``RecordIDSource``), even in copies of a document on two computers. A
/// record's position is a different matter (``Place``).
public struct RecordID: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number that the document stores for it; in ``range`` for all records of a table.
    public let rawValue: Int64

    /// The identities that a document may store.
    public static let range: ClosedRange<Int64> = 1...(1 << 62)

    /// The identity that a document stores as this number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// In the order of the numbers, which is the order of records without places of their own.
    public static func < (left: RecordID, right: RecordID) -> Bool {
        left.rawValue < right.rawValue
    }

    /// Identities for the records of a new table, which need not be unique until it is a document.
    package static func first(_ count: Int) -> [RecordID] {
        var ids: [RecordID] = []
        ids.reserveLarge(count)
        for number in 0..<Int64(count) { ids.append(RecordID(rawValue: number + 1)) }
        return ids
    }
}

/// The identifier of a field within its table, independent of its name and position.
///
/// Never reused within a table.
public struct FieldID: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number that the document stores for it; in ``range`` for all fields of a table.
    public let rawValue: Int

    /// The identifiers that a document may store.
    public static let range: ClosedRange<Int> = 1...(1 << 31) - 1

    /// The identifier that a document stores as this number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// In the order in which the fields were made, which need not be the order of the schema.
    public static func < (left: FieldID, right: FieldID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The identifier of a table within its document.
public struct TableID: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number that the document stores for it, from 1 up.
    public let rawValue: Int

    /// The only table of a document; all documents have one at present.
    public static let only = TableID(rawValue: 1)

    /// The identifier that a document stores as this number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// In the order in which the tables were made.
    public static func < (left: TableID, right: TableID) -> Bool {
        left.rawValue < right.rawValue
    }
}
