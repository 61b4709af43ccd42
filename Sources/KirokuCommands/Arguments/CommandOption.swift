/// The options of all commands; each command lists its own.
enum CommandOption: String, Sendable, CaseIterable {
    case allText = "all-text"
    case allowConnection = "allow-connection"
    case base
    case count
    case except
    case fields
    case force
    case forSpreadsheets = "for-spreadsheets"
    case format
    case help
    case inputDates = "input-dates"
    case inputEncoding = "input-encoding"
    case inputHeader = "input-header"
    case inputNumbers = "input-numbers"
    case inputSeparator = "input-separator"
    case inputSkip = "input-skip"
    case into
    case key
    case limit
    case missing
    case noApostrophes = "no-apostrophes"
    case noHeader = "no-header"
    case output
    case outputEncoding = "output-encoding"
    case outputSeparator = "output-separator"
    case pictures
    case printSQL = "print-sql"
    case quiet
    case sendOthers = "send-others"
    case sort
    case sourceField = "source-field"
    case stats
    case strict
    case types
    case unique
    case version
    case view
    case `where`
    case why
    case with
    case withPictures = "with-pictures"

    /// The option as it is typed: "--format".
    var longForm: String { "--" + rawValue }

    /// The letter of the short form, if it has one.
    var letter: Character? {
        switch self {
        case .base: "b"
        case .count: "c"
        case .fields: "F"
        case .format: "f"
        case .help: "h"
        case .into: "i"
        case .key: "k"
        case .limit: "l"
        case .noHeader: "n"
        case .output: "o"
        case .pictures: "p"
        case .quiet: "q"
        case .version: "V"
        case .sort: "s"
        case .where: "w"
        case .sourceField, .stats, .inputDates, .inputEncoding, .inputHeader, .inputNumbers, .inputSeparator,
            .inputSkip, .missing,
            .outputEncoding, .outputSeparator, .strict, .types, .except, .unique, .allText, .allowConnection, .why,
            .force,
            .printSQL, .sendOthers, .view, .with, .withPictures,
            .forSpreadsheets, .noApostrophes:
            nil
        }
    }

    /// The placeholder of the value in the help; `nil` if the option takes no value.
    var placeholder: String? {
        switch self {
        case .base: "OLD"
        case .fields, .except, .sort: "NAMES"
        case .format: "FORMAT"
        case .inputDates: "ORDER"
        case .inputEncoding, .outputEncoding, .sourceField, .view: "NAME"
        case .inputHeader: "WORD"
        case .inputNumbers: "FORM"
        case .inputSeparator, .outputSeparator: "SIGN"
        case .inputSkip: "LINES"
        case .missing: "TEXTS"
        case .types: "NAME=TYPE"
        case .into: "DOCUMENT"
        case .limit: "N"
        case .key: "NAME"
        case .output: "FILE"
        case .pictures: "FOLDER"
        case .where: "CONDITION"
        case .with: "ROLE"
        case .allText, .allowConnection, .count, .force, .printSQL, .sendOthers, .forSpreadsheets, .help,
            .noApostrophes, .noHeader,
            .quiet, .stats, .strict, .unique,
            .version, .why, .withPictures:
            nil
        }
    }

    /// Whether the value may be left out; it then belongs to the option only after an equals sign.
    var isValueOptional: Bool { self == .sourceField }
}
