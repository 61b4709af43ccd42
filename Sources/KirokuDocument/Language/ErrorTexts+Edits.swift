extension EditError {
    /// Why something cannot be edited, for a user who has not tried yet.
    public var reason: String {
        switch self {
        case .readOnly: localized("This document is read-only.")
        case .loading: localized("The document is still being opened.")
        case .limited(let limit, nil): limit.message
        case .limited, .refused, .changedMeanwhile: message
        }
    }

    /// What happened and what can be done, for the user.
    public var message: String {
        switch self {
        case .readOnly: localized("This document is read-only. Nothing was changed.")
        case .loading: localized("The document is still being opened. Nothing was changed; try again in a moment.")
        case .refused(let error): error.message
        case .changedMeanwhile: localized("The table has changed in the meantime. Nothing was done; try again.")
        case .limited(let limit, nil): localizedSentences([limit.message, localized("Nothing was changed.")])
        case .limited(let limit, let field?):
            localizedSentences([
                localized("“{field}” cannot be edited.", ["field": ShownText.short(field)]), limit.message,
            ])
        }
    }
}

extension EditLimit {
    /// Why, in a sentence for the user.
    public var message: String {
        switch self {
        case .noRight: localized("You do not have permission to do that in the table on the server.")
        case .madeByServer: localized("The server fills it in.")
        case .onlyShown: localized("Values of this server type are read-only.")
        case .ofOtherProgram:
            localized("The fields of a table from another program can only be changed there.")
        case .noKey:
            localized("It is read-only, because the table has no key. Its owner can add a primary key.")
        case .keyNotInView: localized("It is read-only, because the view does not show the key of a single table.")
        case .keyUnusable:
            localized(
                "It is read-only, because the key fields in the address are missing or cannot be compared."
            )
        case .keyNotFilled:
            localized(
                "It is read-only, because the key fields in the address are empty in some records.")
        case .keyNotUnique:
            localized(
                "It is read-only, because the key fields in the address are the same in several records."
            )
        case .notATable: localized("It is read-only, because it is a view of other tables.")
        case .onServer:
            localized("You are viewing this table on the server. To edit records, keep a part of it here.")
        case .standby:
            localized("It is read-only, because the server is a read-only copy of another server.")
        }
    }
}

extension TableLoadError {
    /// What happened and what can be done, for the user.
    public var message: String {
        switch self {
        case .storage(let error): error.message
        case .noRecords: localized("The list has no records. The table has not been changed.")
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
