/// The arguments of a command, parsed according to the conventions of GNU programs.
///
/// Options may come before, between and after the operands. `--format csv`, `--format=csv`, `--form csv`, `-f csv` and
/// `-fcsv` mean the same; letters without values can be combined. Everything after `--` is an operand, and so is `-`.
struct CommandArguments {
    private var values: [(option: CommandOption, value: String)] = []
    private(set) var operands: [String] = []

    /// - Parameters:
    ///   - words: the arguments after the command's name.
    ///   - options: the options of the command.
    init(_ words: [String], options: [CommandOption]) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                return
            } else if word.hasPrefix("--") {
                try readLong(word.dropFirst(2), options, &rest)
            } else if word.hasPrefix("-"), word != "-" {
                try readLetters(word.dropFirst(), options, &rest)
            } else {
                operands.append(word)
            }
        }
    }

    /// Whether the option was given.
    func has(_ option: CommandOption) -> Bool {
        values.contains { $0.option == option }
    }

    /// The last value of the option.
    subscript(option: CommandOption) -> String? {
        values.last { $0.option == option }?.value
    }

    /// All values of the option, in order.
    func all(_ option: CommandOption) -> [String] {
        values.filter { $0.option == option }.map(\.value)
    }

    /// The only operand of the command.
    func onlyOperand(_ name: String) throws(UsageError) -> String {
        guard let first = operands.first else { throw .missingOperand(name) }
        guard operands.count == 1 else { throw .unexpectedOperand(operands[1]) }
        return first
    }

    /// The files that a command reads: its operands or, without any, standard input if something is piped into it.
    func fileOperands() throws(UsageError) -> [String] {
        if operands.isEmpty, Console.hasInput { return ["-"] }
        guard !operands.isEmpty else { throw .missingOperand("FILE") }
        return try FileOperands.expanded(operands)
    }

    /// The two operands of the command.
    func twoOperands(_ first: String, _ second: String) throws(UsageError) -> (String, String) {
        guard !operands.isEmpty else { throw .missingOperand(first) }
        guard operands.count > 1 else { throw .missingOperand(second) }
        guard operands.count == 2 else { throw .unexpectedOperand(operands[2]) }
        return (operands[0], operands[1])
    }

    /// The value of an option that takes one of these words; `nil` if the option was not given.
    func choice<Value>(
        _ option: CommandOption, among words: [(word: String, value: Value)]
    ) throws(UsageError) -> Value? {
        guard let text = self[option] else { return nil }
        guard let match = words.first(where: { $0.word == text.lowercased() }) else {
            throw .wrongValue(option: option.longForm, value: text, allowed: words.map(\.word))
        }
        return match.value
    }

    /// The value of an option that takes a whole number, at least 1; `nil` if the option was not given.
    func number(_ option: CommandOption) throws(UsageError) -> Int? {
        guard let text = self[option] else { return nil }
        guard let number = Int(text), number > 0 else { throw .wrongNumber(option: option.longForm, value: text) }
        return number
    }

    private mutating func readLong(
        _ text: Substring, _ options: [CommandOption], _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        let name = text.prefix { $0 != "=" }
        let option = try Self.option(named: name, among: options)
        var value = name.endIndex < text.endIndex ? String(text[text.index(after: name.endIndex)...]) : nil
        if option.placeholder == nil {
            guard value == nil else { throw .unexpectedValue(option: option.longForm) }
        } else if value == nil, !option.isValueOptional {
            value = rest.popFirst()
            guard value != nil else { throw .missingValue(option: option.longForm) }
        }
        values.append((option, value ?? ""))
    }

    private mutating func readLetters(
        _ letters: Substring, _ options: [CommandOption], _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.letter == letter }) else {
                throw .unknownOption("-\(letter)")
            }
            var value = ""
            if option.placeholder != nil {
                guard let given = letters.isEmpty ? rest.popFirst() : String(letters) else {
                    throw .missingValue(option: "-\(letter)")
                }
                value = given
                letters = ""
            }
            values.append((option, value))
        }
    }

    /// Finds an option by its name, or by a beginning that no other option shares.
    private static func option(
        named name: Substring, among options: [CommandOption]
    ) throws(UsageError) -> CommandOption {
        if let exact = options.first(where: { $0.rawValue == name }) { return exact }
        let candidates = options.filter { !name.isEmpty && $0.rawValue.hasPrefix(name) }
        guard let only = candidates.first else { throw .unknownOption("--\(name)") }
        guard candidates.count == 1 else { throw .ambiguousOption("--\(name)", candidates.map(\.longForm)) }
        return only
    }
}
