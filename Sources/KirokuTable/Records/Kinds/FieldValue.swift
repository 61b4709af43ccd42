/// A type that a field can hold; there is exactly one for each ``FieldType``.
public protocol FieldValue: Sendable, Hashable {
    /// The run-time type of a field that holds this type.
    static var fieldType: FieldType { get }

    /// The array that holds a field of this type.
    associatedtype Values: TypedColumn where Values.Value == Self

    /// The typed array inside a column, if it is of this type.
    static func values(of column: Column) -> Values?

    /// The column that holds this array.
    static func column(of values: Values) -> Column

    /// The value inside a cell value, or `nil` if that is empty, unfit, or of another type.
    init?(_ value: CellValue)

    /// The value as a cell that may be of any type.
    var cellValue: CellValue { get }
}

/// The handle of one field, which carries the type of its values: reading a String field as Int does not compile.
///
/// A handle stays valid while its field exists, whatever else is added, renamed or moved. Handles come from
/// ``Schema/add(_:_:initialValue:)`` and ``Schema/field(_:of:)``, which know the type.
///
/// It is valid for the table whose schema it came from, for copies of that table, and for the same document when it is
/// read again: it names the field by identifier, which is unique within a table. In another table it therefore means
/// the field with the same identifier, if that has the same type. If there is none, ``RecordTable/value(at:_:)`` and
/// ``RecordTable/set(_:at:_:)`` throw ``TableError/foreignField``; calls that do not throw end the program, because
/// this is a programming error.
public struct Field<Value: FieldValue>: Sendable, Hashable {
    /// The field that it stands for.
    public let id: FieldID
}
