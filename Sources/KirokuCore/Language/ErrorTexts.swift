extension TableError {
    /// What happened and what can be done, for the user.
    public var message: String {
        switch self {
        case .noFields: localized("A table needs at least one field.")
        case .countsDiffer(let names, let types):
            localized(
                "There are {names} field names but {types} field types.",
                ["names": localizedNumber(names), "types": localizedNumber(types)])
        case .emptyFieldName: localized("A field needs a name.")
        case .repeatedFieldName(let name):
            localized("There is already a field “{field}”. Choose another name.", ["field": ShownText.short(name)])
        case .tooManyFields(let limit):
            localized("A table can have at most {limit} fields.", ["limit": localizedNumber(limit)])
        case .noFieldIDs:
            localized("No more fields can be added to this document. Close it, open it again, and add the field then.")
        case .unknownField(let name): localized("There is no field “{field}”.", ["field": ShownText.short(name)])
        case .typeDiffers(let field, let type, let asked):
            localized(
                "The type of the field “{field}” is {type}, not {asked}.",
                ["field": ShownText.short(field), "type": type.name, "asked": asked.name])
        case .foreignField: localized("The field is not in this table.")
        case .impossibleChoices(let field, let mistake):
            localized("Choices of the field “{field}”: {mistake}", ["field": field, "mistake": mistake.message])
        case .impossibleRules(let field, let mistake):
            localized("Rules of the field “{field}”: {mistake}", ["field": field, "mistake": mistake.message])
        case .unfittingValue(let field, let type):
            localized(
                "The value does not fit the field “{field}”; its type is {type}.",
                ["field": ShownText.short(field), "type": type.name])
        case .recordOutOfRange(let index, let count):
            localized(
                "There is no record {record}; the table has {count}.",
                ["record": localizedNumber(index + 1), "count": localizedNumber(count)])
        case .fieldOutOfRange(let index, let count):
            localized(
                "There is no field {field}; the table has {count}.",
                ["field": localizedNumber(index + 1), "count": localizedNumber(count)])
        case .fieldsDiffer: localized("The records do not have the fields of this table.")
        case .repeatedRecord: localized("A record already exists.")
        case .unknownRecord: localized("A record no longer exists.")
        case .wrongCellCount(let record, let expected, let found):
            localized(
                "Record {record} has {found} values; the table has {expected} fields.",
                [
                    "record": localizedNumber(record + 1), "found": localizedNumber(found),
                    "expected": localizedNumber(expected),
                ])
        }
    }
}

extension EditError {
    /// Why something cannot be edited, for the user who has not tried it yet.
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

extension FieldDefinition {
    /// What the field holds, in the user's language: pictures, or the name of its type.
    public var kindName: String { isPicture ? localized("Picture") : type.name }
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
