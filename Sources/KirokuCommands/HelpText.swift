import KirokuCore

/// The output of `--help`.
enum HelpText {
    /// The help of the program.
    static var ofProgram: String {
        var text = localized("Usage: {usage}", ["usage": "kiroku [FILE]..."]) + "\n"
        text += localized("  or:  {usage}", ["usage": "kiroku COMMAND [OPTION]... FILE"]) + "\n"
        text += localized("Keep tables of records, in a window or with commands in the terminal.") + "\n\n"
        text += localized("Commands:") + "\n"
        text += TextColumns.lines(CommandName.allCases.map { ["  " + $0.rawValue, $0.summary] })
        text += "\n" + localized("Options:") + "\n"
        text += TextColumns.lines([
            row(.help, localized("show this help")), row(.version, localized("show the version")),
            ["      " + Invocation.browserOption, localized("show the window in a browser")],
            ["      " + WindowArguments.times + "FILE", localized("write when the window did not respond")],
        ])
        text += "\n"
        text += localized("A file is a Kiroku document or tab-, comma- or semicolon-separated text.") + "\n"
        text += localized("Use “{command}” for help about a command.", ["command": "kiroku COMMAND --help"]) + "\n"
        text += localized("For details, see the manual page: {command}.", ["command": "man kiroku"]) + "\n"
        return text
    }

    /// The help of a command.
    static func of(_ command: CommandName) -> String {
        let usage = "kiroku \(command.rawValue) [OPTION]... \(command.operands)"
        var text = localized("Usage: {usage}", ["usage": usage]) + "\n" + command.summary + "\n\n"
        text += TextColumns.lines(command.options.map { row($0, summary(of: $0, in: command)) })
        for note in notes(of: command) { text += "\n" + note + "\n" }
        return text
    }

    private static func row(_ option: CommandOption, _ summary: String) -> [String] {
        let letter = option.letter.map { "-\($0), " } ?? "    "
        let value = option.placeholder.map { option.isValueOptional ? "[=\($0)]" : "=\($0)" } ?? ""
        return ["  " + letter + option.longForm + value, summary]
    }

    private static func summary(of option: CommandOption, in command: CommandName) -> String {
        switch option {
        case .allText: localized("read every field as text, unchanged")
        case .base: localized("the common ancestor of both documents")
        case .count: localized("write only the number of matching records")
        case .except: localized("all fields except these: NAME,NAME…")
        case .force: localized("stop sharing even if edits have not been sent")
        case .fields: localized("only these fields, in order: NAME,… or 1,3-5")
        case .forSpreadsheets: localized("keep spreadsheets from reading text as formulas")
        case .format where command == .info: localized("text or json")
        case .format: localized("tsv, csv, excel-csv, table, json, jsonl, md, …")
        case .help: localized("show this help")
        case .inputDates: localized("dates such as 4/5/2026: day-first or month-first")
        case .inputEncoding: localized("encoding of text files that are read")
        case .inputHeader: localized("whether the first line has the names: yes or no")
        case .inputNumbers: localized("numbers such as 1,234: 1.234,50 or 1,234.50")
        case .inputSeparator: localized("tab, comma, semicolon, bar, or any sign")
        case .inputSkip: localized("lines to skip: number, sign, empty, total")
        case .into: localized("the document; it is created if it does not exist")
        case .key:
            command == .compare
                ? localized("match records by this field")
                : localized("update records with the same value in this field")
        case .limit: localized("only the first N records")
        case .missing: localized("texts that stand for an empty cell: NA,-…")
        case .noApostrophes: localized("no apostrophes before texts in utf-8-bom")
        case .noHeader: localized("omit the line of field names")
        case .output: localized("write to this file instead of standard output")
        case .outputEncoding: localized("encoding of text files that are written")
        case .outputSeparator: localized("cell separator: tab, comma, semicolon, bar, …")
        case .pictures:
            command == .export
                ? localized("write the pictures to this folder")
                : localized("import the records’ pictures from this folder")
        case .printSQL: localized("show the SQL without running it")
        case .quiet:
            command == .find || command == .compare
                ? localized("write nothing, set only the exit status") : localized("report nothing but errors")
        case .sort: localized("sort by NAME,…; greatest first: -NAME")
        case .sourceField: localized("add a first field with each record’s file name")
        case .stats: localized("show statistics for each field")
        case .strict: localized("import nothing if a value does not fit its field")
        case .types: localized("types of fields: NAME=TYPE,NAME=TYPE…")
        case .unique: localized("write equal records once")
        case .with: localized("share with this role; can be repeated")
        case .allowConnection: localized("allow the documents to connect from now on")
        case .sendOthers: localized("also send edits made by others in these files")
        case .withPictures: localized("fetch all pictures, not only those viewed")
        case .version: localized("show the version")
        case .view: localized("only the records of this view, in its order")
        case .why: localized("show which cells make fields text")
        case .where: localized("only records that match; can be repeated")
        }
    }

    private static func notes(of command: CommandName) -> [String] {
        let input = localized("FILE is a document or text; “-” is standard input.")
        let several = localized("Several files are read as one table. Fields are matched by name.")
        let server = localized(
            "FILE can also be a table in PostgreSQL: {address}", ["address": "postgresql://server/database?table=NAME"])
        return switch command {
        case .compare:
            [
                input + "\n" + server,
                localized("Without --key: by identity in documents, by the first field in other files."),
                localized("Exit status: 0 if there are no differences, 1 if there are, 2 on error."),
            ]
        case .export, .info: [input + "\n" + server, several]
        case .find:
            [
                localized("A condition is a field, a comparison and a value, such as:"),
                "  'Rating>=4.5'  'Place contains \"castle\"'  'Note is empty'",
                input + "\n" + server, several,
                localized("The first argument that is not a file begins the conditions."),
                localized("Exit status: 0 if records were found, 1 if not, 2 if there was an error."),
            ]
        case .join:
            [
                server,
                localized(
                    "FILE becomes a normal document; “{command}” keeps it in sync.", ["command": "kiroku sync"]),
            ]
        case .share:
            [
                localized(
                    "ADDRESS is a PostgreSQL database: {address}",
                    ["address": "postgresql://server/database?table=NAME"]),
                localized("Put a password in {file}.", ["file": "~/.pgpass"]),
            ]
        case .sync:
            [localized("Exit status: 0 if in sync, 1 if there are conflicts, 2 on failure.")]
        case .unshare: [localized("The document keeps all its records. Those on the server are not deleted.")]
        case .merge:
            [
                localized("Changes are merged into MINE. If both changed the same, MINE keeps its value."),
                localized("Exit status: 0 if everything was merged, 1 if not, 2 if there was an error."),
            ]
        case .import:
            [
                input + "\n" + server, several,
                localized("DOCUMENT can also be such a table; it then gets all records or none."),
                localized("Fields are matched by name. Values that do not fit are kept as text to fix."),
            ]
        }
    }
}
