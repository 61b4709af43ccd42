extension QueryError {
    /// What happened and what can be done, for the user.
    public var message: String {
        switch self {
        case .unknownField: localized("The table no longer has one of the fields. Choose another one.")
        case .wrongComparison(let comparison, let field, let type):
            localized(
                "“{comparison}” is not for the field “{field}”, which is of the type {type}.",
                ["comparison": comparison.name, "field": ShownText.short(field), "type": type.name])
        case .wrongOperand(let comparison, let field, let type):
            localized(
                "Enter what “{comparison}” compares the field “{field}” with; it is of the type {type}.",
                ["comparison": comparison.name, "field": ShownText.short(field), "type": type.name])
        case .invalidPattern(let pattern, let reason):
            localized(
                "“{pattern}” is not a regular expression: {reason}",
                ["pattern": ShownText.short(pattern), "reason": reason])
        case .tooDeep(let limit):
            localized(
                "There are too many groups within groups; {limit} are possible.", ["limit": localizedNumber(limit)])
        case .cancelled: localized("Cancelled.")
        }
    }
}

extension Comparison {
    /// As a menu lists it, in the user's language.
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
        case .empty: localized("is empty")
        case .notEmpty: localized("is not empty")
        case .toFix: localized("is to fix")
        }
    }
}
