extension SeparatedText {
    /// What is known about a text to be read.
    public struct ReadingOptions: Sendable, Hashable {
        /// Whether the first line holds the field names.
        public enum Header: Sendable, Hashable {
            /// The text decides.
            case detected
            /// The first line holds the field names.
            case present
            /// The first line is the first record; the fields are named by their numbers.
            case absent
        }

        /// How the types of the fields are determined.
        public enum Types: Sendable, Hashable {
            /// The types follow from all values.
            case detected
            /// Every field holds text, character by character.
            case text
        }

        /// The separator; `nil` to detect it.
        public var separator: Separator?
        /// Whether the first line holds the field names; ``Header/detected`` to detect it.
        public var header: Header
        /// The extension of the text's file, without the point: a hint for the separator.
        public var fileExtension: String?
        /// The encoding; `nil` for UTF-8, or for the most likely encoding if the text is not UTF-8.
        public var encoding: TextEncoding?
        /// How the types of the fields are determined.
        public var types: Types
        /// How they are determined in JSON and property lists, whose values have types; `nil` as in other texts.
        public var typesOfLists: Types?
        /// The types of some fields, by name; values that do not fit them become unfit text.
        ///
        /// A name means the field with that name, or else the only field whose name differs only in case.
        public var fieldTypes: [String: FieldType] = [:]
        /// Whether the day comes before the month in a column of ambiguous dates, such as 4/5/2026; `nil` to leave such
        /// a column as text.
        public var datesAreDayFirst: Bool?
        /// The decimal sign of ambiguous numbers, such as 1,234; `nil` if other fields, the separator and the user's
        /// region decide.
        public var decimalSign: Style.DecimalSign?
        /// The fields to read, if not all: names, as in ``fieldTypes``, or several separated by commas.
        ///
        /// All other columns of a text are skipped, and their number does not count. Names that no column has are
        /// ignored. Fields in ``fieldTypes`` are read anyway.
        public var wantedFields: [String] = []
        /// Texts that make a cell of any field empty, in quotes or not, such as "NA".
        public var missing: Set<String> = []
        /// The number of lines above the table; `nil` to find titles and comments that begin with `#`.
        public var skippedLines: Int?
        /// The ASCII character that begins comment lines; `nil` to find those that begin with `#`, unless
        /// ``skippedLines`` is given.
        public var comment: UInt8?
        /// How many records are enough: reading stops soon after this many; `nil` to read all.
        ///
        /// Types and forms follow from the records that were read. Lists and binary property lists are read as a whole.
        public var enoughRecords: Int?
        /// Whether a last line that sums up the others is left out.
        public var leavesOutTotal = false
        /// Whether empty lines are also left out of text with one field, where they are otherwise empty cells.
        public var leavesOutEmptyLines = false

        /// The order of unclear dates.
        var dateOrder: DateOrder? { datesAreDayFirst.map { $0 ? .dayMonthYear : .monthDayYear } }

        /// The decimal sign that was found in the text.
        var foundDecimalSign: FoundDecimalSign?

        /// The decimal sign of unclear numbers.
        var usedDecimalSign: FoundDecimalSign {
            foundDecimalSign ?? decimalSign.map { FoundDecimalSign(sign: $0, isKnown: true) } ?? .ofRegion
        }

        /// Whether numbers of a list are read as they are written, for fields that keep their form.
        var keepsForms = false

        /// Creates options; anything not given is detected.
        public init(
            separator: Separator? = nil, header: Header = .detected, fileExtension: String? = nil,
            encoding: TextEncoding? = nil, types: Types = .detected
        ) {
            self.separator = separator
            self.header = header
            self.fileExtension = fileExtension
            self.encoding = encoding
            self.types = types
        }
    }

    /// Reads a table from text, in UTF-8 with or without a byte order mark unless another encoding is given or
    /// detected.
    ///
    /// - Lines end with LF, CR LF or a lone CR; the last may lack its end.
    /// - A cell in double quotes may hold separators, line ends and doubled quotes. If the quotes are not closed at the
    ///   cell's end, the cell is ordinary text, including the quotes.
    /// - The separator, if not given, is the one that splits most lines into the same number of cells.
    /// - Unless specified, the first line is a header if its cells mostly differ from those below, or are years or
    ///   dates above other values. If all fields are text, it is a header if nearly all its cells are short and unique.
    ///   If each record has one more cell than the header, the first name is missing.
    /// - Lines above the table that are titles, and lines that begin with `#`, are left out unless the options set
    ///   their number.
    /// - Short records are filled up with empty cells. Longer ones add fields, named by their numbers. Empty lines are
    ///   left out, except in text with one field, where they are empty cells.
    /// - The type of a field follows from all its values. Int: whole numbers of 64 bits without `+` or leading zeros,
    ///   so they are written back identically. Float: finite numbers with decimals or exponents, of at most 17
    ///   significant digits, and whole numbers among them; if zeros at the end of several decimals distinguish values
    ///   ("1.9", "1.10"), the field is text. Decimal: numbers in their plain form, of which at least one has decimals
    ///   and more digits than a Float keeps, but no whole number has. Date, Time, and both: in the form of ISO 8601, or
    ///   dates that all have one other form with a year of four digits. Bool: `true`/`false` in lower, Title or UPPER
    ///   case. String: everything else, including numbers with blanks around them and fields without a value.
    /// - Numbers that nearly all have another form (`1.299,00 €`, `12.5 %`, `(1,234)`, `1 234,5`, `−5`) make a field of
    ///   numbers, which is shown in that form; the others are unfit texts (``ImportedText/numberNotes``).
    /// - Numbers may be in quotes. `""` is an empty text, which makes the field a String field.
    /// - NUL characters are kept. An empty text is a table with one field and no records.
    ///
    /// Corrections are listed in ``ImportedText/notices``. The work is done in the background on all processors.
    ///
    /// - Parameters:
    ///   - text: the bytes of the whole text.
    ///   - options: what is known about the text.
    ///   - progress: receives the share of the work that is done, growing up to 1, on any thread.
    /// - Throws: ``TextError``.
    @concurrent
    public static func read(
        _ text: [UInt8], options: ReadingOptions = ReadingOptions(), progress: (@Sendable (Double) -> Void)? = nil
    ) async throws(TextError) -> ImportedText {
        try await stored(text, as: options.encoding, progress: progress) { (input) async throws(TextError) in
            try await SeparatedTextReader(input: input, options: options).read().text
        }
    }

    /// Calls `read` with a text converted to UTF-8; text that is taken for UTF-8 is not validated first.
    ///
    /// - Parameters:
    ///   - text: the bytes of the whole text.
    ///   - encoding: the encoding; `nil` for UTF-8, or for the most likely encoding if `read` finds that it is not
    ///     UTF-8.
    ///   - progress: receives the share of the work that is done.
    ///   - read: reads the text.
    static func stored<Result: Sendable>(
        _ text: [UInt8], as encoding: TextEncoding?, progress: (@Sendable (Double) -> Void)?,
        _ read: (StoredText) async throws(TextError) -> Result
    ) async throws(TextError) -> Result {
        func stored(_ utf8: [UInt8], _ encoding: TextEncoding, isGuessed: Bool) -> StoredText {
            let decoding = Decoding(encoding: encoding, isGuessed: isGuessed)
            return StoredText(source: .memory(utf8), decoding: decoding, progress: progress)
        }
        if let encoding, encoding != .utf8 {
            return try await read(stored(try encoding.decode(text), encoding, isGuessed: false))
        }
        do {
            return try await read(stored(text, .utf8, isGuessed: false))
        } catch .notText(in: .utf8, let place) where encoding == nil {
            guard let (decoding, text) = TextEncoding.decodedByLikelihood(text) else {
                throw .notText(in: .utf8, from: place)
            }
            return try await read(stored(text, decoding.encoding, isGuessed: decoding.isGuessed))
        }
    }
}

/// How a text was converted to UTF-8.
struct Decoding: Sendable {
    let encoding: TextEncoding
    /// Whether the encoding was guessed.
    let isGuessed: Bool

    /// A notice if the encoding was guessed.
    var notices: [TextNotice] {
        guard isGuessed else { return [] }
        return [TextNotice(kind: .guessedEncoding(encoding), count: 1, first: TextPosition(line: 1, column: 1))]
    }
}

/// A table that was read from text.
public struct ImportedText: Sendable {
    /// The table; its fields have no initial values.
    public let table: RecordTable
    /// What was corrected in the text; empty if the text was flawless.
    public let notices: [TextNotice]
    /// The format, as given or detected.
    public let format: TableFormat
    /// Whether the field names come from the text.
    public let hadHeader: Bool
    /// What the first line was taken for; `nil` if the options decided, or the text is a list or empty.
    public let firstLine: FirstLine?
    /// The encoding, as given or detected.
    public let encoding: TextEncoding
    /// Whether the text was read to its end, rather than up to ``SeparatedText/ReadingOptions/enoughRecords``.
    public internal(set) var isWhole = true
    /// Whether a line before the table, such as `sep=;`, names the separator.
    public internal(set) var namesSeparator = false
    /// How numbers were understood, where their writer may have meant something else.
    public internal(set) var numberNotes: [NumberNote] = []
    /// What happened to a last line that sums up the others; `nil` if there is none.
    public internal(set) var total: TotalOutcome?
}

/// What a last line that sums up the others was taken for.
public enum TotalOutcome: Sendable, Hashable {
    /// It is a record like the others.
    case record
    /// It was left out of the records.
    case leftOut
}
