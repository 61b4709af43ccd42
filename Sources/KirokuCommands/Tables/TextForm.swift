import KirokuCore

/// How the user says that text is to be read.
enum TextForm {
    /// The options `--input-…`; what is not given is seen from the text.
    static func readingOptions(_ arguments: CommandArguments) throws(UsageError) -> SeparatedText.ReadingOptions {
        SeparatedText.ReadingOptions(
            separator: try arguments.choice(.inputSeparator, among: separators),
            header: try arguments.choice(.inputHeader, among: headers) ?? .detected,
            encoding: try arguments.choice(.inputEncoding, among: encodings),
            types: arguments.has(.allText) ? .text : .detected)
    }

    private static let separators: [(word: String, value: SeparatedText.Separator)] = [
        ("tab", .tab), ("comma", .comma), ("semicolon", .semicolon),
    ]

    private static let headers: [(word: String, value: SeparatedText.ReadingOptions.Header)] = [
        ("yes", .present), ("no", .absent),
    ]

    /// By the names that people know them by: "shift_jis".
    static let encodings: [(word: String, value: TextEncoding)] = TextEncoding.allCases.map {
        ($0.name.lowercased().replacing(" ", with: "-"), $0)
    }

    /// By the same names.
    static let outputEncodings: [(word: String, value: OutputEncoding)] = OutputEncoding.allCases.map { output in
        let word = encodings.first { $0.value == output.encoding }?.word ?? output.encoding.rawValue
        return (output == .utf8WithMark ? word + "-bom" : word, output)
    }
}
