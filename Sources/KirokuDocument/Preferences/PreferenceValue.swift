/// The value of a preference, of one of four types.
public enum PreferenceValue: Sendable, Hashable {
    /// A whole number of 64 bits.
    case int(Int)
    /// Never NaN in ``Preferences``.
    case float(Double)
    /// True or false.
    case bool(Bool)
    /// Text of any length.
    case string(String)

    /// The four types.
    public enum Kind: Sendable, Hashable {
        /// A whole number of 64 bits.
        case int
        /// A number.
        case float
        /// True or false.
        case bool
        /// Text of any length.
        case string

        /// The type's name, in the user's language.
        public var name: String {
            switch self {
            case .int: localized("Whole number")
            case .float: localized("Number")
            case .bool: localized("Check box")
            case .string: localized("Text")
            }
        }
    }

    /// The type of the value.
    public var type: Kind {
        switch self {
        case .int: .int
        case .float: .float
        case .bool: .bool
        case .string: .string
        }
    }
}

/// A type that a preference can have: Int, Double, Bool or String.
public protocol PreferenceType: Sendable, Hashable {
    /// The type as a case.
    static var preferenceType: PreferenceValue.Kind { get }

    /// Extracts the value from a preference; `nil` if that has another type.
    init?(_ value: PreferenceValue)

    /// This value as a preference.
    var preferenceValue: PreferenceValue { get }
}

extension Int: PreferenceType {
    /// Int.
    public static var preferenceType: PreferenceValue.Kind { .int }

    /// The value of an Int preference.
    public init?(_ value: PreferenceValue) {
        guard case .int(let number) = value else { return nil }
        self = number
    }

    /// This number.
    public var preferenceValue: PreferenceValue { .int(self) }
}

extension Double: PreferenceType {
    /// Float.
    public static var preferenceType: PreferenceValue.Kind { .float }

    /// The value of a Float preference.
    public init?(_ value: PreferenceValue) {
        guard case .float(let number) = value else { return nil }
        self = number
    }

    /// This number.
    public var preferenceValue: PreferenceValue { .float(self) }
}

extension Bool: PreferenceType {
    /// Bool.
    public static var preferenceType: PreferenceValue.Kind { .bool }

    /// The value of a Bool preference.
    public init?(_ value: PreferenceValue) {
        guard case .bool(let flag) = value else { return nil }
        self = flag
    }

    /// True or false.
    public var preferenceValue: PreferenceValue { .bool(self) }
}

extension String: PreferenceType {
    /// String.
    public static var preferenceType: PreferenceValue.Kind { .string }

    /// The value of a String preference.
    public init?(_ value: PreferenceValue) {
        guard case .string(let text) = value else { return nil }
        self = text
    }

    /// This text.
    public var preferenceValue: PreferenceValue { .string(self) }
}
