extension SeparatedText {
    /// How a text is to be read, where that is known.
    public struct ReadingOptions: Sendable, Hashable {
        /// Whether the first line holds the field names.
        public enum Header: Sendable, Hashable {
            /// To be seen from the text.
            case detected
            /// It does.
            case present
            /// It is the first record; the fields get names by their numbers.
            case absent
        }

        /// What becomes of the types of the fields.
        public enum Types: Sendable, Hashable {
            /// They follow from all values.
            case detected
            /// Every field holds text, letter by letter.
            case text
        }

        /// `nil` to see it from the text.
        public var separator: Separator?
        /// ``Header/detected`` to see it from the text.
        public var header: Header
        /// Of the file that the text comes from, without the point: a hint for the separator.
        public var fileExtension: String?
        /// `nil` for UTF-8, or if it is not that, for the encoding that it most likely is.
        public var encoding: TextEncoding?
        /// ``Types/detected`` to see them from the text.
        public var types: Types
        /// The types of some fields, by their names; what does not fit them is unfit text.
        ///
        /// A name means the field that is called so, or if there is none, the only one that differs from it in case alone.
        public var fieldTypes: [String: FieldType] = [:]
        /// Texts whose cells are empty, in every field, whether they are in quotes or not: "NA", for example.
        public var missing: Set<String> = []
        /// How many lines stand before the table.
        public var skippedLines = 0
        /// What lines begin with that are no records, in ASCII; `nil` if there are none.
        public var comment: UInt8?
        /// Whether empty lines are left out of text of one field, too, where they are empty cells otherwise.
        public var leavesOutEmptyLines = false

        /// Options that leave to the text what is not given.
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

    /// Reads a table from text, in UTF-8 with or without a byte order mark unless said or seen otherwise.
    ///
    /// - Lines end with LF, CR LF or a lone CR; the last may lack its end.
    /// - A cell in double quotes may hold separators, line ends and doubled quotes. Where the quotes are not closed at
    ///   the cell's end, the cell is ordinary text, quotes and all.
    /// - The separator, if not given, is the one that cuts most lines into equally many cells.
    /// - The first line, if not said, is a header if its cells are mostly unlike those below, or are years or dates over
    ///   other values; over fields that are all text, if nearly all have a short name of their own. Where each record has one
    ///   cell more than it, its first name is missing.
    /// - Records that are too short end in empty cells. Longer ones make new fields, named by their number. Empty lines
    ///   are left out, but for text of one field, where they are empty cells.
    /// - The type of a field follows from all its values. Int: whole numbers of 64 bits without `+` or leading zeros, so
    ///   that they are written back letter by letter. Float: finite numbers with decimals or exponents, of at most 17
    ///   significant digits, and whole numbers between them; if zeros at the end of several decimals set values apart
    ///   ("1.9", "1.10"), it is text. Bool: `true`/`false` in lower, Title or UPPER case. String: everything else,
    ///   blanks around a number included, and fields without a value.
    /// - Numbers may be in quotes. `""` is a text without characters, so its field is a String field.
    /// - NUL characters are kept. An empty text is a table with one field and no records.
    ///
    /// What was mended on the way is told in ``ImportedText/notices``. Works in the background on all processors.
    ///
    /// - Parameters:
    ///   - text: the bytes of the whole text.
    ///   - options: what is known of the text beforehand.
    ///   - progress: called with growing shares of the work that is done, up to 1, from any thread.
    /// - Throws: ``TextError``.
    @concurrent
    public static func read(
        _ text: [UInt8], options: ReadingOptions = ReadingOptions(), progress: (@Sendable (Double) -> Void)? = nil
    ) async throws(TextError) -> ImportedText {
        try await stored(text, as: options.encoding, progress: progress) { (input) async throws(TextError) in
            try await SeparatedTextReader(input: input, options: options).read().text
        }
    }

    /// Calls `read` with a text in UTF-8, which is not known to be valid where it is taken as it is.
    ///
    /// - Parameters:
    ///   - text: the bytes of the whole text.
    ///   - encoding: `nil` for UTF-8, or if that makes `read` fail, for the one that is most likely.
    ///   - progress: called with growing shares of the work that is done.
    ///   - read: reads it.
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

/// How a text came to be UTF-8.
struct Decoding: Sendable {
    let encoding: TextEncoding
    /// Nothing said so.
    let isGuessed: Bool

    /// Tells of a guess.
    var notices: [TextNotice] {
        guard isGuessed else { return [] }
        return [TextNotice(kind: .guessedEncoding(encoding), count: 1, first: TextPosition(line: 1, column: 1))]
    }
}

/// A table that was read from text.
public struct ImportedText: Sendable {
    /// Fields and records; the fields have no initial values.
    public let table: RecordTable
    /// What in the text was mended; empty for a flawless one.
    public let notices: [TextNotice]
    /// The one that was given or seen.
    public let format: TableFormat
    /// Whether the field names come from the text.
    public let hadHeader: Bool
    /// What the first line was seen to be; `nil` where that was said, or the text is a list or empty.
    public let firstLine: FirstLine?
    /// The one that was given or seen.
    public let encoding: TextEncoding
}
