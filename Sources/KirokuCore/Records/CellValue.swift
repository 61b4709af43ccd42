/// What one cell holds, for code that learns the schema at run time.
///
/// Code that knows the schema at compile time uses ``Field`` handles instead and never sees this type.
public enum CellValue: Sendable, Hashable {
    /// Nothing. Not 0, not `false`, not `""`.
    case empty
    /// A value of an Int field.
    case int(Int)
    /// A finite number; a table refuses NaN and infinities.
    case float(Double)
    /// A value of a Bool field.
    case bool(Bool)
    /// A value of a String field; a text without characters is another thing than an empty cell.
    case string(String)
    /// What somebody typed or pasted into a typed field and what does not fit its type, kept letter by letter.
    case unfit(String)

    /// Whether a field of `type` can hold this value.
    ///
    /// Unfit text is for every type but String, which anything fits.
    public func fits(_ type: FieldType) -> Bool {
        switch self {
        case .empty: true
        case .int: type == .int
        case .float(let number): type == .float && number.isFinite
        case .bool: type == .bool
        case .string: type == .string
        case .unfit: type != .string
        }
    }

    /// The plain text form: digits, the shortest decimal form that reads back to the same Double, `true`/`false`, the
    /// text itself.
    ///
    /// `nil` for an empty cell.
    public var plainText: String? {
        switch self {
        case .empty: nil
        case .int(let number): String(number)
        case .float(let number): number.plainText
        case .bool(let flag): flag ? "true" : "false"
        case .string(let text), .unfit(let text): text
        }
    }
}
