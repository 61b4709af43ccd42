/// A type that a field can hold: `Int`, `Double`, `Bool` and `String`, and no other.
public protocol FieldValue: Sendable, Hashable {
    static var fieldType: FieldType { get }

    /// The array that holds a field of this type.
    associatedtype Values: TypedColumn where Values.Value == Self

    /// The typed array inside a column, if it is of this type.
    static func values(of column: Column) -> Values?

    /// The value inside a cell value, or `nil` if that is empty, unfit, or of another type.
    init?(_ value: CellValue)

    var cellValue: CellValue { get }
}

/// The handle of one field, which carries the type of its values: reading a String field as Int does not compile (spec 1).
///
/// A handle stays good while its field exists, whatever else is added, renamed or moved.
public struct Field<Value: FieldValue>: Sendable, Hashable {
    public let id: FieldID

    /// Handles come from ``Schema/add(_:_:initialValue:)`` and ``Schema/field(_:of:)``, which know the type.
    init(id: FieldID) {
        self.id = id
    }
}

extension Int: FieldValue {
    public static var fieldType: FieldType { .int }

    public static func values(of column: Column) -> NumberColumn<Int>? {
        if case .int(let values) = column { values } else { nil }
    }

    public init?(_ value: CellValue) {
        guard case .int(let content) = value else { return nil }
        self = content
    }

    public var cellValue: CellValue { .int(self) }
}

extension Double: FieldValue {
    public static var fieldType: FieldType { .float }

    public static func values(of column: Column) -> NumberColumn<Double>? {
        if case .float(let values) = column { values } else { nil }
    }

    public init?(_ value: CellValue) {
        guard case .float(let content) = value else { return nil }
        self = content
    }

    public var cellValue: CellValue { .float(self) }
}

extension Bool: FieldValue {
    public static var fieldType: FieldType { .bool }

    public static func values(of column: Column) -> BoolColumn? {
        if case .bool(let values) = column { values } else { nil }
    }

    public init?(_ value: CellValue) {
        guard case .bool(let content) = value else { return nil }
        self = content
    }

    public var cellValue: CellValue { .bool(self) }
}

extension String: FieldValue {
    public static var fieldType: FieldType { .string }

    public static func values(of column: Column) -> StringColumn? {
        if case .string(let values) = column { values } else { nil }
    }

    public init?(_ value: CellValue) {
        guard case .string(let content) = value else { return nil }
        self = content
    }

    public var cellValue: CellValue { .string(self) }
}
