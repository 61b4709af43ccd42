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
