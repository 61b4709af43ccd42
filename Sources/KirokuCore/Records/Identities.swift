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

/// What a field is known by in its table, whatever its name and its place are.
///
/// Never used again within a table.
public struct FieldID: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number that the document stores for it; in ``range`` for all fields of a table.
    public let rawValue: Int

    /// What a document may store: no field is given another one.
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

/// What a table is known by in its document.
public struct TableID: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number that the document stores for it, from 1 up.
    public let rawValue: Int

    /// The table of a document that has one, as all have today.
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
