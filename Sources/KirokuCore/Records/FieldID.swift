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
