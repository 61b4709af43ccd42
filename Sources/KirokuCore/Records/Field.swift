/// A type that a field can hold: `Int`, `Double`, `Bool` and `String`, and no other.
public protocol FieldValue: Sendable, Hashable {
    /// What a field that holds this type says of itself at run time.
    static var fieldType: FieldType { get }

    /// The array that holds a field of this type.
    associatedtype Values: TypedColumn where Values.Value == Self

    /// The typed array inside a column, if it is of this type.
    static func values(of column: Column) -> Values?

    /// The value inside a cell value, or `nil` if that is empty, unfit, or of another type.
    init?(_ value: CellValue)

    /// The value as a cell that may be of any type.
    var cellValue: CellValue { get }
}

/// The handle of one field, which carries the type of its values: reading a String field as Int does not compile.
///
/// A handle stays good while its field exists, whatever else is added, renamed or moved. Handles come from
/// ``Schema/add(_:_:initialValue:)`` and ``Schema/field(_:of:)``, which know the type.
///
/// It is good for the table whose schema it came from, for copies of that table, and for the same document when it is read
/// again: it names the field by identifier, and identifiers are counted per table. On another table it therefore means
/// the field that has this identifier there, if that is of the same type. Where there is none,
/// ``RecordTable/value(at:_:)`` and ``RecordTable/set(_:at:_:)`` throw ``TableError/foreignField``; the calls that throw
/// nothing end the program, as this is a mistake in it.
public struct Field<Value: FieldValue>: Sendable, Hashable {
    /// The field that it stands for.
    public let id: FieldID
}

extension Int: FieldValue {
    /// An Int field is of type ``FieldType/int``.
    public static var fieldType: FieldType { .int }

    /// The numbers of an Int column; `nil` for a column of another type.
    public static func values(of column: Column) -> NumberColumn<Int>? {
        if case .int(let values) = column { values } else { nil }
    }

    /// The number in an Int cell; a Float is not converted.
    public init?(_ value: CellValue) {
        guard case .int(let content) = value else { return nil }
        self = content
    }

    /// The number as the cell of an Int field.
    public var cellValue: CellValue { .int(self) }
}

extension Double: FieldValue {
    /// A Double is what a field of type ``FieldType/float`` holds.
    public static var fieldType: FieldType { .float }

    /// The numbers of a Float column; `nil` for a column of another type.
    public static func values(of column: Column) -> NumberColumn<Double>? {
        if case .float(let values) = column { values } else { nil }
    }

    /// The number in a Float cell; an Int is not converted.
    public init?(_ value: CellValue) {
        guard case .float(let content) = value else { return nil }
        self = content
    }

    /// The number as the cell of a Float field, which refuses NaN and infinities.
    public var cellValue: CellValue { .float(self) }
}

extension Bool: FieldValue {
    /// A Bool field is of type ``FieldType/bool``.
    public static var fieldType: FieldType { .bool }

    /// The flags of a Bool column; `nil` for a column of another type.
    public static func values(of column: Column) -> BoolColumn? {
        if case .bool(let values) = column { values } else { nil }
    }

    /// The flag in a Bool cell.
    public init?(_ value: CellValue) {
        guard case .bool(let content) = value else { return nil }
        self = content
    }

    /// The flag as the cell of a Bool field.
    public var cellValue: CellValue { .bool(self) }
}

extension String: FieldValue {
    /// A String field is of type ``FieldType/string``.
    public static var fieldType: FieldType { .string }

    /// The texts of a String column; `nil` for a column of another type.
    public static func values(of column: Column) -> StringColumn? {
        if case .string(let values) = column { values } else { nil }
    }

    /// The text in a String cell; unfit text is not taken for it.
    public init?(_ value: CellValue) {
        guard case .string(let content) = value else { return nil }
        self = content
    }

    /// The text as the cell of a String field; `""` is a text, not an empty cell.
    public var cellValue: CellValue { .string(self) }
}
