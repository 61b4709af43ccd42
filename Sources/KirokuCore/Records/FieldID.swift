/// What a field is known by in its table, whatever its name and its place are. Never used again within a table.
public struct FieldID: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public static func < (left: FieldID, right: FieldID) -> Bool {
        left.rawValue < right.rawValue
    }
}
