/// What a field is known by in its table, whatever its name and its place are.
///
/// Never used again within a table.
public struct FieldID: RawRepresentable, Hashable, Comparable, Sendable {
    /// A number from 1, as the document stores it.
    public let rawValue: Int

    /// The identifier that a document stores as this number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// In the order in which the fields were made, which need not be the order of the schema.
    public static func < (left: FieldID, right: FieldID) -> Bool {
        left.rawValue < right.rawValue
    }
}
