import KirokuCore

/// The commands, by their names on the command line.
enum CommandName: String, Sendable, CaseIterable {
    case compare
    case export
    case find
    case `import`
    case info
    case join
    case merge
    case share
    case sync
    case unshare

    /// What the command does, in one line.
    var summary: String {
        switch self {
        case .compare: localized("Show the differences between two tables.")
        case .export: localized("Write the records of a table as text.")
        case .find: localized("Write the records that match conditions.")
        case .import: localized("Add records from a file to a document or a database.")
        case .info: localized("Describe a table.")
        case .join: localized("Get a copy of a document shared on a server.")
        case .merge: localized("Merge the changes of another copy into a document.")
        case .share: localized("Share a document through a server.")
        case .sync: localized("Send and receive changes of shared documents.")
        case .unshare: localized("Stop sharing a document and keep a copy.")
        }
    }

    /// The operands after the options, as the help shows them.
    var operands: String {
        switch self {
        case .compare: "FILE OTHER"
        case .export, .info: "FILE..."
        case .unshare: "FILE"
        case .find: "FILE... CONDITION..."
        case .import: "FILE... --into=DOCUMENT"
        case .join: "ADDRESS FILE"
        case .merge: "MINE THEIRS"
        case .share: "FILE ADDRESS"
        case .sync: "FILE..."
        }
    }

    /// The options of the command, in the order of the help.
    var options: [CommandOption] {
        switch self {
        case .compare: [.key, .format, .noHeader, .output, .outputEncoding, .quiet] + Self.inputOptions
        case .export:
            [
                .format, .view, .where, .sort, .unique, .limit, .fields, .except, .noHeader, .forSpreadsheets,
                .noApostrophes,
                .output, .outputEncoding, .outputSeparator, .pictures, .quiet, .sourceField,
            ] + Self.inputOptions
        case .find:
            [
                .format, .view, .sort, .unique, .limit, .fields, .except, .noHeader, .outputSeparator, .count, .quiet,
                .sourceField,
            ] + Self.inputOptions
        case .import: [.into, .key, .fields, .strict, .pictures, .quiet, .sourceField] + Self.inputOptions
        case .info: [.format, .stats, .why, .sourceField] + Self.inputOptions
        case .join: [.where, .withPictures, .quiet, .help]
        case .sync: [.allowConnection, .sendOthers, .withPictures, .quiet, .help]
        case .merge: [.base, .quiet, .help]
        case .share: [.with, .printSQL, .quiet, .help]
        case .unshare: [.force, .help]
        }
    }

    /// The options for reading text, and `--help`, which every command has.
    private static let inputOptions: [CommandOption] = [
        .inputSeparator, .inputHeader, .inputSkip, .inputEncoding, .inputDates, .inputNumbers, .types, .allText,
        .missing, .help,
    ]
}
