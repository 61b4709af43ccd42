/// What the cells of a field hold.
public enum FieldType: String, Sendable, Hashable, CaseIterable, Codable {
    /// Whole numbers of 64 bits.
    case int
    /// Floating-point numbers of 64 bits; never NaN, never infinite.
    case float
    /// True or false.
    case bool
    /// Text of any length.
    case string
}
