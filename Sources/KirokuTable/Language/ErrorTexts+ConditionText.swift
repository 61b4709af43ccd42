extension ConditionTextError {
    /// What is wrong, where, and how to write it, for the user.
    public var message: String {
        switch problem {
        case .noCondition: localized("The condition is empty. Write one such as: Rate >= 3.5")
        case .noField: localized("Character {column}: the name of a field is missing.", atColumn())
        case .unknownField(let name):
            localized(
                "Character {column}: there is no field “{name}”. Put a name with spaces in quotation marks.",
                atColumn(["name": ShownText.short(name)]))
        case .noComparison(let field):
            localized(
                "Character {column}: add a comparison for “{name}”, such as =, <, contains or is empty.",
                atColumn(["name": ShownText.short(field)]))
        case .noOperand(let field):
            localized(
                "Character {column}: add the value to compare “{name}” with.",
                atColumn(["name": ShownText.short(field)]))
        case .noText: localized("Character {column}: add the text to find in any field.", atColumn())
        case .noSecondOperand:
            localized("Character {column}: “between” needs two numbers, such as: between 1 and 5", atColumn())
        case .unfitting(let text, let reason):
            localized("Character {column}: {reason}", atColumn(["reason": reason.message(for: text)]))
        case .unclosedQuote: localized("Character {column}: the second quotation mark or slash is missing.", atColumn())
        case .unclosedGroup: localized("Character {column}: a closing parenthesis is missing.", atColumn())
        case .unknownFlag(let flag):
            localized(
                "Character {column}: “{name}” is neither i (ignore case) nor w (ignore width).",
                atColumn(["name": flag]))
        case .unexpected(let text):
            localized(
                "Character {column}: “{name}” is not possible here. Join conditions with “and” or “or”.",
                atColumn(["name": ShownText.short(text)]))
        case .unusable(let error): localized("Character {column}: {reason}", atColumn(["reason": error.message]))
        }
    }

    /// The values for a sentence, plus the number of the character.
    private func atColumn(_ values: [String: String] = [:]) -> [String: String] {
        values.merging(["column": localizedNumber(column)]) { $1 }
    }
}
