extension QueryError {
    /// What happened and what can be done, for the user.
    public var message: String {
        switch self {
        case .unknownField: localized("One of the fields is no longer in the table. Choose another one.")
        case .wrongComparison(let comparison, let field, let type):
            localized(
                "“{comparison}” cannot be used with the field “{field}” of the type {type}.",
                ["comparison": comparison.name, "field": ShownText.short(field), "type": type.name])
        case .wrongOperand(let comparison, let field, let type):
            localized(
                "Enter a value for “{comparison}” that fits the field “{field}” of the type {type}.",
                ["comparison": comparison.name, "field": ShownText.short(field), "type": type.name])
        case .invalidPattern(let pattern, let error):
            localized(
                "“{pattern}” is not a regular expression: {mistake} (Character {position})",
                [
                    "pattern": ShownText.short(pattern), "mistake": error.mistake.message,
                    "position": localizedNumber(error.position),
                ])
        case .tooDeep(let limit):
            localized(
                "Groups are nested too deeply; {limit} levels are possible.", ["limit": localizedNumber(limit)])
        case .cancelled: localized("Cancelled.")
        }
    }
}

extension PatternError.Mistake {
    /// What is wrong with the regular expression, for the user.
    public var message: String {
        switch self {
        case .unclosedGroup: localized("A closing parenthesis is missing.")
        case .unopenedGroup: localized("The closing parenthesis has no opening one.")
        case .unclosedClass: localized("A closing square bracket is missing.")
        case .nothingToRepeat: localized("There is nothing to repeat before *, +, ? or {.")
        case .invalidCount: localized("The numbers in braces are too large, or the first is greater than the second.")
        case .invalidRange: localized("A range in square brackets goes from a greater character to a smaller one.")
        case .invalidEscape: localized("The backslash is not allowed here; write \\\\ for a backslash.")
        case .unknownProperty: localized("There is no class of characters with this name.")
        case .unknownGroup: localized("There is no group with this number or name.")
        case .unknownGroupKind: localized("This is not allowed after “(?”.")
        case .lookBehindLength: localized("A lookbehind must have a fixed length.")
        case .classInClass: localized("Square brackets cannot be nested; write \\[ for the character itself.")
        case .classOperation:
            localized("&&, -- and ~~ are not allowed in square brackets; write \\ before the second character.")
        case .tooLarge: localized("It is too long, or its groups are nested too deeply.")
        case .other: localized("There is a mistake here.")
        }
    }
}

extension Comparison {
    /// Its name in a menu, in the user's language.
    public var name: String {
        switch self {
        case .equal: localized("is")
        case .notEqual: localized("is not")
        case .less: localized("is less than")
        case .lessOrEqual: localized("is at most")
        case .greater: localized("is more than")
        case .greaterOrEqual: localized("is at least")
        case .between: localized("is between")
        case .contains: localized("contains")
        case .startsWith: localized("starts with")
        case .endsWith: localized("ends with")
        case .matches: localized("matches")
        case .hasAny: localized("has any of")
        case .hasAll: localized("has all of")
        case .hasNone: localized("has none of")
        case .empty: localized("is empty")
        case .notEmpty: localized("is not empty")
        case .toFix: localized("is to fix")
        }
    }
}

extension SearchResult {
    /// "The regular expression took too long for 3 records, which were not searched."; `nil` if `count` is 0.
    public static func notice(givenUp count: Int) -> String? {
        guard count > 0 else { return nil }
        return localized(
            "The regular expression took too long for {count} record, which was not searched.",
            "The regular expression took too long for {count} records, which were not searched.", count: count)
    }
}
