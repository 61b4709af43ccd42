import KirokuCore

/// The output of `--help`.
enum HelpText {
    /// The help of the program.
    static var ofProgram: String {
        var text = localized("Usage: {usage}", ["usage": "kiroku [FILE]..."]) + "\n"
        text += localized("  or:  {usage}", ["usage": "kiroku COMMAND [OPTION]... FILE"]) + "\n"
        text += localized("Keep tables of records: in a window, or with commands in the terminal.") + "\n\n"
        text += localized("Commands:") + "\n"
        text += TextColumns.lines(CommandName.allCases.map { ["  " + $0.rawValue, $0.summary] })
        text += "\n" + localized("Options:") + "\n"
        text += TextColumns.lines([
            row(.help, localized("show this help")), row(.version, localized("show the version")),
            ["      " + Invocation.browserOption, localized("show the window in a browser")],
            ["      " + WindowArguments.times + "FILE", localized("write how long the window was busy at a time")],
        ])
        text += "\n"
        text += localized("A file is a Kiroku document or tab-, comma- or semicolon-separated text.") + "\n"
        text += localized("“{command}” tells more about a command.", ["command": "kiroku COMMAND --help"]) + "\n"
        text += localized("The manual page tells the rest: {command}.", ["command": "man kiroku"]) + "\n"
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
        case .allText: localized("read every field as text, letter by letter")
        case .base: localized("the document that both have come from")
        case .count: localized("write only the number of records")
        case .except: localized("all fields but these: NAME,NAME…")
        case .force: localized("even if edits have not been sent")
        case .fields: localized("only these fields, in order: NAME,… or 1,3-5")
        case .forSpreadsheets: localized("keep spreadsheets from seeing formulas in texts")
        case .format where command == .info: localized("text or json")
        case .format: localized("tsv, csv, excel-csv, table, json, jsonl, md, …")
        case .help: localized("show this help")
        case .inputDates: localized("dates such as 4/5/2026: day-first or month-first")
        case .inputEncoding: localized("encoding of the text that is read")
        case .inputHeader: localized("whether its first line has the names: yes or no")
        case .inputNumbers: localized("numbers such as 1,234: 1.234,50 or 1,234.50")
        case .inputSeparator: localized("tab, comma, semicolon, bar, or any sign")
        case .inputSkip: localized("lines to leave out: number, sign, empty, total")
        case .into: localized("the document; it is made if there is none")
        case .key:
            command == .compare
                ? localized("find records in the other table by this field")
                : localized("change records with the same value in this field")
        case .limit: localized("only this many records, the first ones")
        case .missing: localized("texts that stand for an empty cell: NA,-…")
        case .noApostrophes: localized("no apostrophes before texts in utf-8-bom")
        case .noHeader: localized("without a line of field names")
        case .output: localized("write to this file instead of standard output")
        case .outputEncoding: localized("encoding of the text that is written")
        case .outputSeparator: localized("between cells: tab, comma, semicolon, bar, …")
        case .pictures:
            command == .export
                ? localized("write the pictures as files into this folder")
                : localized("take the records’ pictures from this folder")
        case .printSQL: localized("show what would be made on the server, and make nothing")
        case .quiet:
            command == .find || command == .compare
                ? localized("write nothing, only set the exit status") : localized("report nothing but errors")
        case .sort: localized("sort by NAME,…; greatest first: -NAME")
        case .sourceField: localized("a first field with each record’s file name")
        case .stats: localized("sum up what each field holds")
        case .strict: localized("import nothing if something does not fit its field")
        case .types: localized("types of fields: NAME=TYPE,NAME=TYPE…")
        case .unique: localized("write equal records once")
        case .with: localized("let this role use it, too; repeated: several")
        case .allowConnection: localized("let the documents connect, from now on")
        case .sendOthers: localized("also send what others have edited in these files")
        case .withPictures: localized("fetch all pictures, not only those looked at")
        case .version: localized("show the version")
        case .why: localized("show which cells made fields text")
        case .where: localized("only records that meet this; repeated: all")
        }
    }

    private static func notes(of command: CommandName) -> [String] {
        let input = localized("FILE is a document or text; “-” is text from standard input.")
        let several = localized("Several files are one table: fields with the same name are one field.")
        let server = localized(
            "It may also be a table in PostgreSQL: {address}", ["address": "postgresql://server/database?table=NAME"])
        return switch command {
        case .compare:
            [
                input + "\n" + server,
                localized("Without --key: by identity in documents, elsewhere by the first field."),
                localized("Exit status: 0 if nothing differs, 1 if something does, 2 if there was an error."),
            ]
        case .export, .info: [input + "\n" + server, several]
        case .find:
            [
                localized("A condition is a field, a comparison and a value, such as:"),
                "  'Rating>=4.5'  'Place contains \"castle\"'  'Note is empty'",
                input + "\n" + server, several,
                localized("The conditions begin with the first argument that is not a file."),
                localized("Exit status: 0 if records were found, 1 if not, 2 if there was an error."),
            ]
        case .join:
            [
                server,
                localized(
                    "FILE is a document like any other; “{command}” keeps it in sync.", ["command": "kiroku sync"]),
            ]
        case .share:
            [
                localized(
                    "ADDRESS is a PostgreSQL database: {address}",
                    ["address": "postgresql://server/database?table=NAME"]),
                localized("A password belongs into {file}.", ["file": "~/.pgpass"]),
            ]
        case .sync:
            [localized("Exit status: 0 if in sync, 1 if there are conflicts, 2 on failure.")]
        case .unshare: [localized("The document keeps all its records; those on the server stay as well.")]
        case .merge:
            [
                localized("MINE gets the changes; what both have changed stays as it is there."),
                localized("Exit status: 0 if all was merged, 1 if not, 2 if there was an error."),
            ]
        case .import:
            [
                input + "\n" + server, several,
                localized("As DOCUMENT, it is written to as a whole or not at all."),
                localized("Fields are matched by name. What does not fit a field is kept as text to fix."),
            ]
        }
    }
}
