import FoundationEssentials

/// A value in a property list.
///
/// Property lists keep whole reals and ints apart, but readers do not: a whole ``real(_:)`` may come back as
/// ``int(_:)``. ``number`` takes both.
public enum PropertyValue: Sendable, Hashable {
    /// A whole number: `<integer>`.
    case int(Int)
    /// A number: `<real>`.
    case real(Double)
    /// `<true/>` or `<false/>`.
    case bool(Bool)
    /// Text: `<string>`.
    case string(String)
    /// To the second.
    case date(Date)
    /// Bytes: `<data>`.
    case data([UInt8])
    /// A list: `<array>`.
    case array([PropertyValue])
    /// Values by name, in no order: `<dict>`.
    case dictionary([String: PropertyValue])

    /// The value of an int or a real, or `nil` if it is neither, or an int that a Double does not hold exactly.
    public var number: Double? {
        switch self {
        case .int(let number): Double(exactly: number)
        case .real(let number): number
        default: nil
        }
    }

    /// The text of a string, or `nil` if it is something else.
    public var text: String? { if case .string(let text) = self { text } else { nil } }
}

extension PropertyValue: Codable {
    /// A decoder does not tell what comes next, so the kinds are tried in turn, the frequent ones first.
    ///
    /// Bool goes before Int: a decoder takes no number for a Bool.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .int(number)
        } else if let number = try? container.decode(Double.self) {
            self = .real(number)
        } else if let values = try? container.decode([PropertyValue].self) {
            self = .array(values)
        } else if let date = try? container.decode(Date.self) {
            self = .date(date)
        } else if let data = try? container.decode(Data.self) {
            self = .data(Array(data))
        } else {
            self = .dictionary(try container.decode([String: PropertyValue].self))
        }
    }

    /// Encodes the bare value, without a mark of its kind.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .int(let number): try container.encode(number)
        case .real(let number): try container.encode(number)
        case .bool(let flag): try container.encode(flag)
        case .string(let text): try container.encode(text)
        case .date(let date): try container.encode(date)
        case .data(let bytes): try container.encode(Data(bytes))
        case .array(let values): try container.encode(values)
        case .dictionary(let values): try container.encode(values)
        }
    }
}
