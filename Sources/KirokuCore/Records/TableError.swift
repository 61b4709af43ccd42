/// What a table refuses to do.
///
/// Nothing was changed when one of these is thrown.
public enum TableError: Error, Sendable, Hashable {
    case noFields
    case countsDiffer(names: Int, types: Int)
    case emptyFieldName
    case repeatedFieldName(String)
    case tooManyFields(limit: Int)
    case unknownField(String)
    /// The field is of another type than the one it was asked for as.
    case typeDiffers(field: String, type: FieldType, asked: FieldType)
    /// A value that the field's type cannot hold; also NaN and infinities in a Float field.
    case unfittingValue(field: String, type: FieldType)
    case recordOutOfRange(index: Int, count: Int)
    case fieldOutOfRange(index: Int, count: Int)
    /// Records to be inserted do not have the table's fields.
    case fieldsDiffer
    case wrongCellCount(record: Int, expected: Int, found: Int)
}
