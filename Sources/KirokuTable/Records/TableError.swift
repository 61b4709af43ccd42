/// Why a table refuses something.
///
/// When one of these is thrown, nothing has changed.
public enum TableError: Error, Sendable, Hashable {
    /// A table would have no fields: none were given, or the last one was to be removed.
    case noFields
    /// The numbers of field names and field types differ.
    case countsDiffer(names: Int, types: Int)
    /// A field would have an empty name.
    case emptyFieldName
    /// Two fields would have this name.
    case repeatedFieldName(String)
    /// There would be more fields than ``Schema/fieldLimit``.
    case tooManyFields(limit: Int)
    /// No identifier is left for another field, because so many have been added over time.
    case noFieldIDs
    /// No field has exactly this name.
    case unknownField(String)
    /// The field has a different type than the one asked for.
    case typeDiffers(field: String, type: FieldType, asked: FieldType)
    /// The handle's field was removed, or the handle belongs to another table.
    case foreignField
    /// A value that the field's type cannot hold; also NaN and infinities in a Float field.
    case unfittingValue(field: String, type: FieldType)
    /// Rules that no field of its type can have.
    case impossibleRules(field: String, RuleMistake)
    /// Choices that no field can offer.
    case impossibleChoices(field: String, ChoiceMistake)
    /// There is no record at this index, from 0; the table has `count` of them.
    case recordOutOfRange(index: Int, count: Int)
    /// There is no field at this index, from 0; the table has `count` of them.
    case fieldOutOfRange(index: Int, count: Int)
    /// Records to be inserted do not have the table's fields.
    case fieldsDiffer
    /// A record to be inserted already exists.
    case repeatedRecord
    /// A record to be changed does not exist.
    case unknownRecord
    /// A record, by its index, has more or fewer cells than the table has fields.
    case wrongCellCount(record: Int, expected: Int, found: Int)
}

/// Why records were not found, ordered or summed up.
public enum QueryError: Error, Sendable, Hashable {
    /// The table has no such field; it may have been removed.
    case unknownField(FieldID)
    /// A comparison that the field's type does not have.
    case wrongComparison(Comparison, field: String, type: FieldType)
    /// An operand that the comparison cannot use in this field; also NaN and infinities.
    case wrongOperand(Comparison, field: String, type: FieldType)
    /// An invalid regular expression, and what is wrong with it.
    case invalidPattern(String, PatternError)
    /// Groups within groups, deeper than ``Condition/depthLimit``.
    case tooDeep(limit: Int)
    /// The task was cancelled.
    case cancelled
}
