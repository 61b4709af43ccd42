extension QueryError {
    /// What happened and what can be done, for the user.
    public var message: String {
        switch self {
        case .unknownField: localized("The table no longer has one of the fields. Choose another one.")
        case .wrongComparison(let comparison, let field, let type):
            localized(
                "“{comparison}” cannot be used with the field “{field}”, whose type is {type}.",
                ["comparison": comparison.name, "field": ShownText.short(field), "type": type.name])
        case .wrongOperand(let comparison, let field, let type):
            localized(
                "Enter what “{comparison}” compares the field “{field}” with; it is of the type {type}.",
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
        case .invalidEscape: localized("The backslash has no meaning here; write two of them for a backslash.")
        case .unknownProperty: localized("There is no class of characters with this name.")
        case .unknownGroup: localized("There is no group with this number or name.")
        case .unknownGroupKind: localized("This has no meaning after “(?”.")
        case .lookBehindLength: localized("A lookbehind must have a fixed length.")
        case .classInClass: localized("Square brackets cannot be nested; write \\[ for the character itself.")
        case .classOperation:
            localized("&&, -- and ~~ have no meaning in square brackets; write \\ before the second character.")
        case .tooLarge: localized("It is too long, or its groups are nested too deeply.")
        case .other: localized("It cannot be read from here on.")
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
    /// "The regular expression took too long for 3 records; they count as not found."; `nil` if `count` is 0.
    public static func notice(givenUp count: Int) -> String? {
        guard count > 0 else { return nil }
        return localized(
            "The regular expression took too long for {count} record; it counts as not found.",
            "The regular expression took too long for {count} records; they count as not found.", count: count)
    }
}
