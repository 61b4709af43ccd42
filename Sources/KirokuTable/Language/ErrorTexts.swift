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

extension FieldDefinition {
    /// What the field holds, in the user's language: pictures, or the name of its type.
    public var kindName: String { isPicture ? localized("Picture") : type.name }
}
