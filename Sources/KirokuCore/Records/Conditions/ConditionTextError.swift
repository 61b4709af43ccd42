/// Why a text is no condition for a table, and where in the text (see ``Condition/init(text:for:)``).
public struct ConditionTextError: Error, Sendable, Hashable {
    /// Where it was noticed: the number of the character, from 1.
    public let column: Int
    /// What is wrong there.
    public let problem: Problem

    /// What can be wrong with a condition's text.
    public enum Problem: Sendable, Hashable {
        /// The text has nothing but blanks.
        case noCondition
        /// A test begins with the name of a field.
        case noField
        /// The table has no field of that name.
        case unknownField(String)
        /// After the field there is nothing that says how it is compared.
        case noComparison(field: String)
        /// After the comparison there is nothing to compare with.
        case noOperand(field: String)
        /// After “any field contains” there is no text.
        case noText
        /// “between” needs two numbers with “and” in between.
        case noSecondOperand
        /// What the field is compared with is not of the field's type.
        case unfitting(String, UnfitReason)
        /// A quotation mark, or the slash of a regular expression, has no second one.
        case unclosedQuote
        /// A parenthesis that is open has no other one.
        case unclosedGroup
        /// After a text in quotation marks stands a letter that is neither `i` nor `w`.
        case unknownFlag(String)
        /// Something stands where “and”, “or” or the end would.
        case unexpected(String)
        /// The condition can be read, but not be used with the table.
        case unusable(QueryError)
    }
}
