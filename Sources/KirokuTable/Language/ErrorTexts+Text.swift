extension TextError {
    /// What happened and what can be done, for the user.
    public var message: String {
        switch self {
        case .notText(let encoding, let position):
            localized(
                "It is not text in {encoding} from line {line}, column {column}. If it is text, choose its encoding with Import… in the window or with --input-encoding in the terminal.",
                position.values.merging(["encoding": encoding.name]) { $1 })
        case .notWritable(let encoding, let position):
            localized(
                "The character at line {line}, column {column} cannot be written in {encoding}. Choose UTF-8.",
                position.values.merging(["encoding": encoding.name]) { $1 })
        case .tooLarge: localized("The text is too large for a table.")
        case .tooManyFields(let found, let limit):
            localized(
                "It has {found} fields; a table can have at most {limit}. In the terminal, {command} imports some of them.",
                [
                    "found": localizedNumber(found), "limit": localizedNumber(limit),
                    "command": "kiroku import --fields=NAME,NAME…",
                ])
        case .tooManyListedFields(let found, let limit):
            localized(
                "It has {found} fields; a table can have at most {limit}.",
                ["found": localizedNumber(found), "limit": localizedNumber(limit)])
        case .noTable(.json): localized("This is a JSON file, but not a table that Kiroku can read.")
        case .noTable(.xml): localized("This is an XML file, but not a table that Kiroku can read.")
        case .noTable(.html): localized("This is an HTML file, but not a table that Kiroku can read.")
        case .noTable(.propertyList): localized("This is a property list, but not a table that Kiroku can read.")
        case .brokenList(.json, let place?):
            localized("This JSON file is damaged at line {line}, column {column}.", place.values)
        case .brokenList(_, let place?):
            localized("This XML file is damaged at line {line}, column {column}.", place.values)
        case .brokenList: localized("This property list is damaged.")
        case .repeatedName(let name, let record):
            localized(
                "Record {record} has two values named “{name}”.",
                ["record": localizedNumber(record), "name": ShownText.short(name)])
        case .otherFile(let file): file.message
        case .changed: localized("Another program changed the file while Kiroku was reading it. Try again.")
        case .controlCharacter(let record, let field):
            localized(
                "The field “{field}” of record {record} contains a control character, which a property list does not allow. Choose another format.",
                ["record": localizedNumber(record), "field": ShownText.short(field)])
        case .unknownField(let name): localized("There is no field “{field}”.", ["field": ShownText.short(name)])
        case .cancelled: localized("Cancelled.")
        }
    }
}

extension TextNotice {
    /// What was read differently from the file, and where, for the user.
    public var message: String {
        switch kind {
        case .missingCells:
            localized(
                "1 record has too few cells; the missing ones are empty (line {line}, column {column}).",
                "{count} records have too few cells; the missing ones are empty (from line {line}, column {column} on).",
                count: count, first.values)
        case .extraCells:
            localized(
                "1 record has too many cells; fields were added for them (line {line}, column {column}).",
                "{count} records have too many cells; fields were added for them (from line {line}, column {column} on).",
                count: count, first.values)
        case .strayQuote:
            localized(
                "1 cell begins with a quotation mark that is not closed (line {line}, column {column}).",
                "{count} cells begin with a quotation mark that is not closed (from line {line}, column {column} on).",
                count: count, first.values)
        case .escapedQuote:
            localized(
                "1 cell has quotation marks written as \\\" (line {line}, column {column}). They are kept as they are; write them as \"\" instead.",
                "{count} cells have quotation marks written as \\\" (from line {line}, column {column} on). They are kept as they are; write them as \"\" instead.",
                count: count, first.values)
        case .nulCharacter:
            localized(
                "1 NUL character is in the text (line {line}, column {column}).",
                "{count} NUL characters are in the text (from line {line}, column {column} on).",
                count: count, first.values)
        case .guessedEncoding(let encoding):
            localized("Read as {encoding}.", ["encoding": encoding.name])
        case .titleLine:
            localized(
                "Skipped 1 title line above the table (line {line}).",
                "Skipped {count} title lines above the table (from line {line}).",
                count: count, first.values)
        case .comment:
            localized(
                "Skipped 1 comment line that begins with # (line {line}).",
                "Skipped {count} comment lines that begin with # (from line {line}).",
                count: count, first.values)
        case .emptyLine:
            localized(
                "Skipped 1 empty line (line {line}).",
                "Skipped {count} empty lines (from line {line}).",
                count: count, first.values)
        case .unevenRecords:
            localized(
                "1 record has too few values; the missing ones are empty (record {record}).",
                "{count} records have too few values; the missing ones are empty (from record {record} on).",
                count: count, ["record": localizedNumber(first.line)])
        case .mendedName:
            localized(
                "1 field was renamed, because its name is missing, repeated or too long.",
                "{count} fields were renamed, because their names are missing, repeated or too long.",
                count: count, first.values)
        }
    }
}

extension FirstLine {
    /// What was decided, for the user.
    public var message: String {
        switch self {
        case .names: localized("The first line contains the field names.")
        case .record: localized("The first line was read as data.")
        }
    }
}

extension TotalOutcome {
    /// What was decided, for the user.
    public var message: String {
        switch self {
        case .record: localized("The last line contains totals and was read as data.")
        case .leftOut: localized("Skipped the last line, which contains totals.")
        }
    }
}

extension TextPosition {
    fileprivate var values: [String: String] {
        ["line": localizedNumber(line), "column": localizedNumber(column)]
    }
}
