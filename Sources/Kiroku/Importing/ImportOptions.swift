import KirokuCore

/// How a text file is to be read, and where its records go.
struct ImportOptions: Sendable, Hashable {
    /// Where records go.
    enum Destination: Sendable, Hashable {
        case newDocument
        /// All records are new ones at the end.
        case append
        /// Records with the same value in this field are the same card.
        case match(FieldID)
    }

    var encoding: TextEncoding?
    var separator: SeparatedText.Separator?
    var header = SeparatedText.ReadingOptions.Header.detected
    /// Whether the fields of a new document hold text, letter by letter.
    var isAllText = false
    var destination = Destination.newDocument

    /// How the file is read.
    var reading: SeparatedText.ReadingOptions {
        SeparatedText.ReadingOptions(
            separator: separator, header: header, encoding: encoding,
            types: isAllText || destination != .newDocument ? .text : .detected)
    }
}
