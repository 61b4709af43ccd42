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
    /// Days of the calendar, and months and years of which no more is known.
    case date
}

extension FieldType {
    /// All types in the order in which they are offered, the one that holds anything first.
    public static let offered: [FieldType] = [.string, .int, .float, .bool, .date]

    /// The witness of this type: all that the program knows about it.
    var kind: any FieldKind.Type {
        switch self {
        case .int: IntKind.self
        case .float: FloatKind.self
        case .bool: BoolKind.self
        case .string: StringKind.self
        case .date: DateKind.self
        }
    }

    /// The type's name, in the user's language.
    public var name: String { kind.name }

    /// What a field of the type holds, in the user's language: "whole numbers".
    public var contentsName: String { kind.contentsName }

    /// An example of what can be written into an empty card to find by, in the user's language.
    public var findHint: String { kind.findHint }

    /// Whether the cells are texts, which may name pictures, be replaced in part, and never need fixing.
    public var holdsText: Bool { kind.holdsText }

    /// Where in its cell a value stands.
    public var alignment: CellAlignment { kind.alignment }

    /// What a value is edited with.
    public var control: CellControl { kind.control }
}

/// Where in its cell a value stands.
public enum CellAlignment: Sendable {
    /// Where reading begins.
    case start
    /// In the middle.
    case center
    /// Where reading ends, so that digits stand below each other.
    case end
}

/// What a value is edited with.
public enum CellControl: Sendable {
    /// An entry, into which it is typed.
    case entry
    /// A check box, which goes from empty to true, to false, and back.
    case checkBox
}
