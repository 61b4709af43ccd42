/// A type that a field can hold, one for each ``FieldType``, and no other.
public protocol FieldValue: Sendable, Hashable {
    /// What a field that holds this type says of itself at run time.
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
