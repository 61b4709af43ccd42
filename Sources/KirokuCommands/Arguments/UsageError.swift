import KirokuCore
import KirokuServer

/// What is wrong with the arguments of a command.
enum UsageError: Error, Hashable {
    case unknownOption(String)
    /// A beginning that several options share.
    case ambiguousOption(String, [String])
    case missingValue(option: String)
    case unexpectedValue(option: String)
    /// Two options that cannot be used together.
    case exclusiveOptions(String, String)
    /// A value that the option does not take.
    case wrongValue(option: String, value: String, allowed: [String])
    /// A value that is not a whole number of at least 1.
    case wrongNumber(option: String, value: String)
    /// A file whose extension stands for a format that Kiroku does not write.
    case otherFormat(file: String, allowed: [String])
    case missingOption(String)
    /// A missing operand, named as in the help: "FILE".
    case missingOperand(String)
    case unexpectedOperand(String)
    /// A pattern of file names that no file fits.
    case noFiles(pattern: String)
    /// Standard input, where only a file is possible.
    case needsFile
    /// A text that begins like the address of a server.
    case address(ServerError)
    /// The address of a server, where only a file is possible.
    case addressForFile

    /// What is wrong, as a text for the user.
    var message: String {
        switch self {
        case .unknownOption(let option): localized("There is no option “{option}”.", ["option": option])
        case .ambiguousOption(let option, let names):
            localized(
                "“{option}” can mean {options}.", ["option": option, "options": names.joined(separator: ", ")])
        case .missingValue(let option): localized("The option “{option}” needs a value.", ["option": option])
        case .unexpectedValue(let option): localized("The option “{option}” takes no value.", ["option": option])
        case .exclusiveOptions(let one, let other):
            localized("The options “{one}” and “{other}” cannot be used together.", ["one": one, "other": other])
        case .wrongValue(let option, let value, let allowed):
            localized(
                "“{value}” is not a valid value for “{option}”. Use {values}.",
                ["value": value, "option": option, "values": allowed.joined(separator: ", ")])
        case .wrongNumber(let option, let value):
            localized(
                "“{option}” needs a whole number of at least 1, not “{value}”.", ["option": option, "value": value])
        case .otherFormat(let file, let allowed):
            localized(
                "Kiroku cannot write the format of “{file}”, only {formats}. Choose another name, or use “{option}”.",
                ["file": file, "formats": allowed.joined(separator: ", "), "option": "--format"])
        case .missingOption(let option): localized("The option “{option}” is required.", ["option": option])
        case .missingOperand(let name): localized("The argument {name} is missing.", ["name": name])
        case .unexpectedOperand(let text): localized("The argument “{text}” is not expected.", ["text": text])
        case .noFiles(let pattern): localized("No file matches “{pattern}”.", ["pattern": pattern])
        case .needsFile: localized("The window cannot read standard input. Give a file.")
        case .address(let error): error.message
        case .addressForFile:
            localized(
                "Only {commands} accept the address of a server.", ["commands": "info, find, export, import, compare"])
        }
    }
}
