extension PreferenceError {
    /// What happened, for the user.
    public var message: String {
        switch self {
        case .empty: localized("There are no preferences.")
        case .unknownKey(let key): localized("There is no preference “{key}”.", ["key": ShownText.short(key)])
        case .storedTypeDiffers(let key, let stored, let asked):
            localized(
                "The preference “{key}” has the type {type}, not {asked}.",
                ["key": ShownText.short(key), "type": stored.name, "asked": asked.name])
        case .newTypeDiffers(let key, let stored, let new):
            localized(
                "The preference “{key}” has the type {type}; a value of the type {new} does not fit.",
                ["key": ShownText.short(key), "type": stored.name, "new": new.name])
        case .notANumber(let key):
            localized("The preference “{key}” must be a number.", ["key": ShownText.short(key)])
        }
    }
}

extension PreferencesNotice {
    /// What happened and where the old preferences are, for the user.
    public var message: String {
        let file = keptAs?.split(separator: "/").last.map { ShownText.short(String($0)) }
        return switch (reason, file, isKept) {
        case (.otherVersion, let file?, _):
            localized(
                "The preferences are from another version of Kiroku and have been reset. The old ones are in “{file}”.",
                ["file": file])
        case (.otherVersion, nil, true):
            localized("The preferences are from another version of Kiroku and have been reset.")
        case (.otherVersion, nil, false):
            localized(
                "The preferences are from another version of Kiroku, and the file cannot be renamed. Changes are not saved."
            )
        case (.damaged, let file?, _):
            localized(
                "The preferences are damaged and have been reset. The old ones are in “{file}”.", ["file": file])
        case (.damaged, nil, true): localized("The preferences are damaged and have been reset.")
        case (.damaged, nil, false):
            localized("The preferences are damaged, and the file cannot be renamed. Changes are not saved.")
        case (.unreadable, let file?, _):
            localized(
                "The preferences cannot be read and have been reset. The old ones are in “{file}”.", ["file": file])
        case (.unreadable, nil, true): localized("The preferences cannot be read and have been reset.")
        case (.unreadable, nil, false):
            localized("The preferences cannot be read, and the file cannot be renamed. Changes are not saved.")
        }
    }
}
