extension StorageError {
    /// What happened and what can be done, for the user.
    ///
    /// Files are named without their folders.
    public var message: String {
        switch self {
        case .unsupported: localized("This location does not support the operation.")
        case .notFound(let place): localized("“{file}” does not exist.", Self.file(place))
        case .unreadable(let place, let reason):
            localized("“{file}” cannot be read: {reason}.", Self.file(place, reason))
        case .unwritable(let place, let reason):
            localized("“{file}” cannot be saved: {reason}.", Self.file(place, reason))
        case .unwritableText(let place, let reason):
            localized("“{file}” cannot be saved. {reason}", Self.file(place, reason))
        case .diskFull(let place):
            localized("“{file}” cannot be saved: the disk is full. Free some space.", Self.file(place))
        case .readOnly(let place): localized("“{file}” is read-only.", Self.file(place))
        case .busy(let place, let program?):
            localized(
                "“{file}” is in use by {program}. Close it there and try again.",
                ["file": ShownText.short(place.name), "program": ShownText.short(program)])
        case .busy(let place, nil):
            localized("“{file}” is in use by another program. Close it there and try again.", Self.file(place))
        case .notADocument(let place): localized("“{file}” is not a Kiroku document.", Self.file(place))
        case .earlierVersion(let place):
            localized(
                "“{file}” was created by a version of Kiroku before the first release. The script “convert-document” in Kiroku’s sources converts it.",
                Self.file(place))
        case .newerVersion(let place):
            localized("“{file}” was created by a later version of Kiroku. Update Kiroku to open it.", Self.file(place))
        case .damaged(let place, let reason):
            localized("“{file}” is damaged: {reason}.", Self.file(place, reason))
        case .malformed(let place, let reason):
            localized("“{file}” cannot be read. {reason}", Self.file(place, reason))
        case .changedElsewhere(let place):
            localized("Another program has changed “{file}”.", Self.file(place))
        case .alreadyExists(let place):
            localized("There is already a file “{file}”. Choose another name.", Self.file(place))
        case .notAFile(let place): localized("“{file}” is not a file.", Self.file(place))
        case .tooLarge(let place): localized("“{file}” is too large.", Self.file(place))
        case .onServer(let picture, 0):
            localized(
                "The picture “{picture}” is on the server, which cannot be reached at the moment.",
                ["picture": ShownText.short(picture)])
        case .onServer(let picture, let others):
            localized(
                "The picture “{picture}” and {count} other are on the server, which cannot be reached at the moment.",
                "The picture “{picture}” and {count} others are on the server, which cannot be reached at the moment.",
                count: others, ["picture": ShownText.short(picture)])
        case .wrongOnServer(let picture, 0):
            localized(
                "The picture “{picture}” was not fetched: the server has a different picture instead.",
                ["picture": ShownText.short(picture)])
        case .wrongOnServer(let picture, let others):
            localized(
                "The picture “{picture}” and {count} other were not fetched: the server has different pictures instead.",
                "The picture “{picture}” and {count} others were not fetched: the server has different pictures instead.",
                count: others, ["picture": ShownText.short(picture)])
        case .historyOnServer:
            localized("Earlier changes are on the server and are shown when it can be reached.")
        case .cancelled: localized("Cancelled.")
        }
    }

    /// The same for a document that is open.
    public var openDocumentMessage: String {
        switch self {
        case .notFound(let place): localized("The file “{file}” is missing.", Self.file(place))
        default: message
        }
    }

    private static func file(_ place: StorageLocation, _ reason: String = "") -> [String: String] {
        ["file": ShownText.short(place.name), "reason": reason]
    }
}
