/// Why options cannot be the choices of a field.
public enum ChoiceMistake: Error, Sendable, Hashable {
    /// There are more than ``ChoiceOption/limit``.
    case tooMany
    /// One has no text.
    case empty
    /// Two differ only in case, width or blanks.
    case repeated(String)
    /// In a field of several choices, one contains the separator.
    case separator(String)

    /// The message for the user.
    public var message: String {
        switch self {
        case .tooMany:
            localized("A field can have {number} choices.", ["number": localizedNumber(ChoiceOption.limit)])
        case .empty: localized("A choice has no text.")
        case .repeated(let text): localized("“{text}” is listed twice.", ["text": ShownText.short(text)])
        case .separator(let text):
            localized(
                "“{text}” contains a semicolon, which separates choices.",
                ["text": ShownText.short(text)])
        }
    }
}

extension [ChoiceOption] {
    /// Why a field of a type cannot have these choices; `nil` if it can.
    public func mistake(for type: FieldType) -> ChoiceMistake? {
        if count > ChoiceOption.limit { return .tooMany }
        var seen: Set<String> = []
        for option in self {
            let folded = Self.folded(option.text)
            if folded.isEmpty { return .empty }
            if !seen.insert(folded).inserted { return .repeated(option.text) }
            if type.holdsSeveral, option.text.contains(Choices.separator) { return .separator(option.text) }
        }
        return nil
    }
}
