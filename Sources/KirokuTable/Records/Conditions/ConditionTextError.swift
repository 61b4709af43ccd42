/// Why a text is not a valid condition for a table, and where in the text (see ``Condition/init(text:for:)``).
public struct ConditionTextError: Error, Sendable, Hashable {
    /// The position of the error: the number of the character, from 1.
    public let column: Int
    /// What is wrong there.
    public let problem: Problem

    /// What can be wrong with a condition's text.
    public enum Problem: Sendable, Hashable {
        /// The text is empty or blank.
        case noCondition
        /// A test begins with the name of a field.
        case noField
        /// The table has no field of that name.
        case unknownField(String)
        /// The field is not followed by a comparison.
        case noComparison(field: String)
        /// The comparison is not followed by an operand.
        case noOperand(field: String)
        /// “any field contains” is not followed by a text.
        case noText
        /// “between” needs two numbers with “and” in between.
        case noSecondOperand
        /// The operand is not of the field's type.
        case unfitting(String, UnfitReason)
        /// A quotation mark, or the slash of a regular expression, is not closed.
        case unclosedQuote
        /// A parenthesis is not closed.
        case unclosedGroup
        /// A quoted text is followed by a letter other than `i` and `w`.
        case unknownFlag(String)
        /// There is something else where “and”, “or” or the end was expected.
        case unexpected(String)
        /// The condition can be read, but not used with the table.
        case unusable(QueryError)
    }

    /// Whether the condition could be used if the fields were of other types.
    public var dependsOnTypes: Bool {
        switch problem {
        case .unfitting, .unusable: true
        default: false
        }
    }
}
