extension StorageError {
    /// What happened and what can be done, for the user.
    ///
    /// Files are named without their folders.
    public var message: String {
        switch self {
        case .unsupported: localized("This cannot be done with data from that place.")
        case .notFound(let path): localized("“{file}” does not exist.", Self.file(path))
        case .unreadable(let path, let reason):
            localized("“{file}” cannot be read: {reason}.", Self.file(path, reason))
        case .unwritable(let path, let reason):
            localized("“{file}” cannot be saved: {reason}.", Self.file(path, reason))
        case .unwritableText(let path, let reason):
            localized("“{file}” cannot be saved. {reason}", Self.file(path, reason))
        case .diskFull(let path):
            localized("“{file}” cannot be saved: the disk is full. Make some room.", Self.file(path))
        case .readOnly(let path): localized("“{file}” can only be read.", Self.file(path))
        case .busy(let path):
            localized("“{file}” is in use by another program. Close it there and try again.", Self.file(path))
        case .notADocument(let path): localized("“{file}” is not a Kiroku document.", Self.file(path))
        case .newerVersion(let path):
            localized("“{file}” was made by a later version of Kiroku. Update Kiroku to open it.", Self.file(path))
        case .damaged(let path, let reason):
            localized("“{file}” is damaged: {reason}.", Self.file(path, reason))
        case .malformed(let path, let reason):
            localized("“{file}” cannot be read. {reason}", Self.file(path, reason))
        case .changedElsewhere(let path):
            localized("Another program has changed “{file}”.", Self.file(path))
        case .alreadyExists(let path):
            localized("There is a file “{file}” already. Choose another name.", Self.file(path))
        case .notAFile(let path): localized("“{file}” is not a file.", Self.file(path))
        case .tooLarge(let path): localized("“{file}” is too large.", Self.file(path))
        case .notConverted(let path):
            localized(
                "“{file}” was made by an earlier version of Kiroku and has not been converted.", Self.file(path))
        case .cancelled: localized("Cancelled.")
        }
    }

    private static func file(_ path: String, _ reason: String = "") -> [String: String] {
        let name = FilePath.name(of: path)
        return ["file": ShownText.short(name), "reason": reason]
    }
}

extension TableLoadError {
    /// What happened and what can be done, for the user.
    public var message: String {
        switch self {
        case .storage(let error): error.message
        case .noRecords: localized("The list has no records. The table is as it was.")
        case .notARecord(let record):
            localized("Record {record} is not a list of values.", ["record": localizedNumber(record + 1)])
        case .contents(let error): error.message
        case .unfittingCell(let record, let field):
            localized(
                "The value of “{field}” in record {record} does not fit the field’s type.",
                ["field": ShownText.short(field), "record": localizedNumber(record + 1)])
        }
    }
}
