extension ConditionTextError {
    /// What is wrong, where, and how it is written, for the user.
    public var message: String {
        switch problem {
        case .noCondition: localized("There is no condition. Write one such as: Rate >= 3.5")
        case .noField: said("Character {column}: the name of a field is missing.")
        case .unknownField(let name):
            said(
                "Character {column}: there is no field “{name}”. A name with blanks is put in quotation marks.",
                ["name": ShownText.short(name)])
        case .noComparison(let field):
            said(
                "Character {column}: write how “{name}” is compared, such as =, <, contains or is empty.",
                ["name": ShownText.short(field)])
        case .noOperand(let field):
            said("Character {column}: write what “{name}” is compared with.", ["name": ShownText.short(field)])
        case .noSecondOperand: said("Character {column}: between needs two numbers, such as: between 1 and 5")
        case .unfitting(let text, let reason):
            said("Character {column}: {reason}", ["reason": reason.message(for: text)])
        case .unclosedQuote: said("Character {column}: the second quotation mark or slash is missing.")
        case .unclosedGroup: said("Character {column}: a closing parenthesis is missing.")
        case .unknownFlag(let flag):
            said(
                "Character {column}: “{name}” is none of i (case does not count) and w (width does not count).",
                ["name": flag])
        case .unexpected(let text):
            said(
                "Character {column}: “{name}” has no place here. Join conditions with and, or.",
                ["name": ShownText.short(text)])
        case .unusable(let error): said("Character {column}: {reason}", ["reason": error.message])
        }
    }

    private func said(_ english: String, _ values: [String: String] = [:]) -> String {
        localized(english, values.merging(["column": localizedNumber(column)]) { $1 })
    }
}
