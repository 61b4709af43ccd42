/// What a cell is compared with.
public enum Operand: Sendable, Hashable {
    /// For comparisons without an operand.
    case nothing
    /// A value of the field's type; numbers are finite. For a String field, ``text(_:ignoring:)``.
    case value(CellValue)
    /// For ``Comparison/between``: two values of the field's type.
    case range(CellValue, CellValue)
    /// A text, and which differences from the cell's text are ignored.
    case text(String, ignoring: TextDifferences = [])

    /// For an Int field.
    public static func int(_ number: Int) -> Operand { .value(.int(number)) }

    /// For ``Comparison/between`` in an Int field.
    public static func ints(_ one: Int, _ other: Int) -> Operand { .range(.int(one), .int(other)) }

    /// For a Float field: a finite number.
    public static func float(_ number: Double) -> Operand { .value(.float(number)) }

    /// For ``Comparison/between`` in a Float field: finite numbers.
    static func floats(_ one: Double, _ other: Double) -> Operand { .range(.float(one), .float(other)) }

    /// For a Bool field.
    public static func bool(_ flag: Bool) -> Operand { .value(.bool(flag)) }

    /// The value, if it is one of this type.
    package func value<Value: FieldValue>(_ type: Value.Type) -> Value? {
        if case .value(let value) = self { Value(value) } else { nil }
    }

    /// Both ends of a range, if they are values of this type.
    package func range<Value: FieldValue>(_ type: Value.Type) -> (one: Value, other: Value)? {
        guard case .range(let one, let other) = self, let one = Value(one), let other = Value(other) else { return nil }
        return (one, other)
    }

    /// The operand for a text that was typed for a field of this type.
    ///
    /// - Throws: why the text does not fit the type; an empty text fits only String.
    package init(typed text: String, for type: FieldType, ignoring ignored: TextDifferences) throws(UnfitReason) {
        let reader = EntryReader.typing(into: type)
        if let operand = try type.kind.operand(typed: text, in: reader.context) {
            self = operand
            return
        }
        let value = reader.read(text)
        guard value.type == type else { throw reader.reason(text) ?? type.kind.missingValue }
        self = type.kind.operand(value, ignoring: ignored)
    }

    /// The range between two operands of values; the first operand if they are not values.
    package init(from one: Operand, to other: Operand) {
        if case (.value(let one), .value(let other)) = (one, other) { self = .range(one, other) } else { self = one }
    }
}

/// An operand is encoded under a key for its type: `{"int": {"_0": 5}}`, `{"ints": {"_0": 1, "_1": 5}}`, `{"text":
/// {"_0": "a", "ignoring": 1}}`, `{"nothing": {}}`.
extension Operand: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }

        static let nothing = Key(stringValue: "nothing")
        static let text = Key(stringValue: "text")
        static let ignoring = Key(stringValue: "ignoring")
        static let first = Key(stringValue: "_0")
        static let second = Key(stringValue: "_1")

        static func value(_ type: FieldType) -> Key { Key(stringValue: type.rawValue) }
        static func range(_ type: FieldType) -> Key { Key(stringValue: type.rawValue + "s") }
    }

    /// Reads what ``encode(to:)`` wrote.
    ///
    /// - Throws: `DecodingError`, including for a type that this version does not know.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        if container.contains(.nothing) {
            self = .nothing
        } else if container.contains(.text) {
            let parts = try container.nestedContainer(keyedBy: Key.self, forKey: .text)
            self = .text(
                try parts.decode(String.self, forKey: .first),
                ignoring: try parts.decodeIfPresent(TextDifferences.self, forKey: .ignoring) ?? [])
        } else if let type = FieldType.allCases.first(where: { container.contains(.value($0)) }) {
            let parts = try container.nestedContainer(keyedBy: Key.self, forKey: .value(type))
            self = .value(try Self.value(type.kind, in: parts, .first))
        } else if let type = FieldType.allCases.first(where: { container.contains(.range($0)) }) {
            let parts = try container.nestedContainer(keyedBy: Key.self, forKey: .range(type))
            self = .range(try Self.value(type.kind, in: parts, .first), try Self.value(type.kind, in: parts, .second))
        } else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no operand"))
        }
    }

    /// Writes the operand under the key of its type.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .nothing: _ = container.nestedContainer(keyedBy: Key.self, forKey: .nothing)
        case .text(let text, let ignored):
            var parts = container.nestedContainer(keyedBy: Key.self, forKey: .text)
            try parts.encode(text, forKey: .first)
            try parts.encode(ignored, forKey: .ignoring)
        case .value(let value):
            guard let type = value.type else { return }
            var parts = container.nestedContainer(keyedBy: Key.self, forKey: .value(type))
            try Self.encode(value, type.kind, in: &parts, .first)
        case .range(let one, let other):
            guard let type = one.type else { return }
            var parts = container.nestedContainer(keyedBy: Key.self, forKey: .range(type))
            try Self.encode(one, type.kind, in: &parts, .first)
            try Self.encode(other, type.kind, in: &parts, .second)
        }
    }

    private static func value<Kind: FieldKind>(
        _ kind: Kind.Type, in parts: KeyedDecodingContainer<Key>, _ key: Key
    ) throws -> CellValue {
        try parts.decode(Kind.Value.self, forKey: key).cellValue
    }

    private static func encode<Kind: FieldKind>(
        _ value: CellValue, _ kind: Kind.Type, in parts: inout KeyedEncodingContainer<Key>, _ key: Key
    ) throws {
        try parts.encode(Kind.Value(value), forKey: key)
    }
}
