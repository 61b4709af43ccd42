import KirokuCore

/// How to read a text file, and where its records go.
struct ImportOptions: Sendable, Hashable {
    enum Destination: Sendable, Hashable {
        case newDocument
        /// All records are new, and are added at the end.
        case append
        /// Records with the same value in this field are the same record.
        case match(FieldID)
    }

    /// What happens to a column of the text.
    enum ColumnChoice: Sendable, Hashable {
        case leftOut
        /// It becomes a field of this type in the new document.
        case type(FieldType)
        /// It goes to this field of the document.
        case field(FieldID)
    }

    var encoding: TextEncoding?
    var separator: SeparatedText.Separator?
    var header = SeparatedText.ReadingOptions.Header.detected
    /// Whether the fields of a new document hold the texts of the file unchanged.
    var isAllText = false
    /// The number of lines above the table; `nil` to find them.
    var skippedLines: Int?
    /// Whether a last line that sums up the others is left out.
    var leavesOutTotal = false
    /// The ASCII character that comments begin with; `nil` to find those that begin with `#`.
    var comment: UInt8?
    /// Whether the day comes first in dates that could be either way round; `nil` to leave them as text.
    var datesAreDayFirst: Bool?
    /// The decimal sign of numbers that could have either; `nil` if the text and the user's region decide.
    var decimalSign: SeparatedText.Style.DecimalSign?
    /// Texts that stand for an empty cell.
    var missing: Set<String> = []
    var destination = Destination.newDocument
    /// What the user has chosen for some columns, by index; the others follow from the text.
    var columns: [Int: ColumnChoice] = [:]

    /// How the file is read.
    var reading: SeparatedText.ReadingOptions {
        var options = SeparatedText.ReadingOptions(
            separator: separator, header: header, encoding: encoding,
            types: isAllText && destination == .newDocument ? .text : .detected)
        options.skippedLines = skippedLines
        options.leavesOutTotal = leavesOutTotal
        options.comment = comment
        options.missing = missing
        options.datesAreDayFirst = datesAreDayFirst
        options.decimalSign = decimalSign
        return options
    }

    /// Which columns go to which fields of a document: as the user chose; the others by name if the text names a field
    /// of the document, and by position otherwise.
    func matching(in schema: Schema) -> SeparatedText.Matching {
        .chosen(
            columns.mapValues { choice in
                if case .field(let id) = choice { schema.index(of: id) } else { nil }
            })
    }
}
