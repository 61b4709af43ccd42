import KirokuCore

/// The user's options for reading text.
enum TextForm {
    /// Reads the options `--input-…`; anything not given is detected.
    static func readingOptions(_ arguments: CommandArguments) throws(UsageError) -> SeparatedText.ReadingOptions {
        var options = SeparatedText.ReadingOptions(
            separator: try separator(.inputSeparator, arguments),
            header: try arguments.choice(.inputHeader, among: headers) ?? .detected,
            encoding: try encoding(arguments),
            types: arguments.has(.allText) ? .text : .detected)
        for list in arguments.all(.types) {
            for (name, type) in try types(list) { options.fieldTypes[name] = type }
        }
        for list in arguments.all(.missing) {
            options.missing.formUnion(list.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
        }
        for lines in arguments.all(.inputSkip) { try skip(lines, &options) }
        options.datesAreDayFirst = try arguments.choice(.inputDates, among: dateOrders)
        options.decimalSign = try arguments.choice(.inputNumbers, among: numberForms)
        return options
    }

    /// The value of an option that takes a separator; `nil` if it was not given.
    static func separator(
        _ option: CommandOption, _ arguments: CommandArguments
    ) throws(UsageError) -> SeparatedText.Separator? {
        if let text = arguments[option], text.count == 1, let sign = text.first,
            let separator = SeparatedText.Separator(sign)
        {
            return separator
        }
        return try arguments.choice(option, among: separators)
    }

    private static let separators: [(word: String, value: SeparatedText.Separator)] = [
        ("tab", .tab), ("comma", .comma), ("semicolon", .semicolon), ("bar", .bar),
    ]

    /// Parses "Zip=text,Price=float"; a part without a type belongs to the next name, which contains a comma.
    private static func types(_ list: String) throws(UsageError) -> [(name: String, type: FieldType)] {
        var types: [(String, FieldType)] = []
        var begun = ""
        for part in list.split(separator: ",", omittingEmptySubsequences: false) {
            begun += begun.isEmpty ? String(part) : "," + part
            guard let sign = begun.lastIndex(of: "=") else { continue }
            let word = begun[begun.index(after: sign)...].lowercased()
            guard let type = typeWords.first(where: { $0.word == word })?.value else {
                throw .wrongValue(
                    option: CommandOption.types.longForm, value: begun, allowed: typeWords.map { "NAME=" + $0.word })
            }
            types.append((String(begun[..<sign]), type))
            begun = ""
        }
        guard begun.isEmpty, !types.isEmpty else {
            throw .wrongValue(
                option: CommandOption.types.longForm, value: list, allowed: typeWords.map { "NAME=" + $0.word })
        }
        return types
    }

    /// The words for types of fields: for each type the one that `info` writes first, and at the end those of the
    /// window.
    static let typeWords: [(word: String, value: FieldType)] = [
        ("text", .string), ("int", .int), ("float", .float), ("decimal", .decimal), ("bool", .bool),
        ("date", .date), ("time", .time), ("datetime", .dateAndTime), ("choice", .choice),
        ("choices", .choices), ("rating", .rating), ("duration", .duration),
        ("whole", .int), ("number", .float), ("exact", .decimal), ("check", .bool),
    ]

    /// Parses the lines to skip: "2" at the beginning, those that begin with "#", "empty" ones, or a "total".
    private static func skip(_ lines: String, _ options: inout SeparatedText.ReadingOptions) throws(UsageError) {
        if let count = Int(lines), (0...1_000_000).contains(count) {
            options.skippedLines = count
        } else if lines.lowercased() == "empty" {
            options.leavesOutEmptyLines = true
        } else if lines.lowercased() == "total" {
            options.leavesOutTotal = true
        } else if lines.count == 1, let sign = lines.first.flatMap({ SeparatedText.Separator($0) })?.sign.asciiValue {
            options.comment = sign
        } else {
            throw .wrongValue(
                option: CommandOption.inputSkip.longForm, value: lines, allowed: ["2", "#", "empty", "total"])
        }
    }

    private static let dateOrders: [(word: String, value: Bool)] = [("day-first", true), ("month-first", false)]

    private static let numberForms: [(word: String, value: SeparatedText.Style.DecimalSign)] = [
        ("1.234,50", .comma), ("1,234.50", .point),
    ]

    private static let headers: [(word: String, value: SeparatedText.ReadingOptions.Header)] = [
        ("yes", .present), ("no", .absent),
    ]

    /// Any encoding that the C library supports; the common ones are listed if the name is wrong.
    private static func encoding(_ arguments: CommandArguments) throws(UsageError) -> TextEncoding? {
        guard let name = arguments[.inputEncoding] else { return nil }
        guard let encoding = TextEncoding(named: name) else {
            throw .wrongValue(
                option: CommandOption.inputEncoding.longForm, value: name, allowed: TextEncoding.common.map(\.word))
        }
        return encoding
    }

    /// The encodings by their usual names, such as "shift_jis".
    static let outputEncodings: [(word: String, value: OutputEncoding)] = OutputEncoding.allCases.map { output in
        (output.encoding.word + (output == .utf8WithMark ? "-bom" : ""), output)
    }
}
