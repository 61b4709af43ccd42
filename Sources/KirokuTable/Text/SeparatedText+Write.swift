extension SeparatedText {
    /// How values are written for the program that reads the text.
    public struct Style: Sendable, Hashable {
        /// The sign between the whole part of a number and its decimals.
        public enum DecimalSign: String, Sendable, Hashable, CaseIterable, Codable {
            /// As in 3.5.
            case point
            /// As in 3,5.
            case comma
        }

        /// The decimal sign of Float numbers; if it is also the separator, the numbers are put in quotes.
        public var decimalSign: DecimalSign
        /// The word for a true Bool.
        public var trueWord: String
        /// The word for a false Bool.
        public var falseWord: String
        /// How dates and times are written.
        public var dates: DateStyle
        /// The order of day and month for reading ambiguous dates; `nil` if unknown.
        var dateOrder: DateOrder?

        /// Creates a style, by default that of ``SeparatedText``.
        public init(
            decimalSign: DecimalSign = .point, trueWord: String = "true", falseWord: String = "false",
            dates: DateStyle = .iso
        ) {
            self.dates = dates
            self.decimalSign = decimalSign
            self.trueWord = trueWord
            self.falseWord = falseWord
        }
    }

    /// How a table is written as text.
    public struct WritingOptions: Sendable, Hashable {
        /// The separator between two cells.
        public var separator: Separator
        /// Whether the first line holds the field names.
        public var header: Bool
        /// How values are written.
        public var style: Style
        /// Whether an apostrophe is put before texts and names that a spreadsheet would take for formulas.
        ///
        /// These are texts that begin with `=`, `+`, `-`, `@`, even after blanks, with TAB or with a line end. The
        /// apostrophe becomes a part of the text when it is read back.
        public var guardsFormulas: Bool

        /// Creates options, by default for tab-separated text as ``SeparatedText`` describes it.
        public init(
            separator: Separator = .tab, header: Bool = true, style: Style = Style(), guardsFormulas: Bool = false
        ) {
            self.separator = separator
            self.header = header
            self.style = style
            self.guardsFormulas = guardsFormulas
        }

        /// Comma-separated text as Excel opens it in the user's region: with its decimal sign, and with semicolons
        /// where that is a comma; with its dates, as ``DateStyle/ofLocaleInFiles`` says.
        public static func forExcel(header: Bool = true, guardsFormulas: Bool = false) -> WritingOptions {
            let sign = usualDecimalSign()
            return WritingOptions(
                separator: sign == .comma ? .semicolon : .comma, header: header,
                style: Style(decimalSign: sign, dates: .ofLocaleInFiles), guardsFormulas: guardsFormulas)
        }
    }

    /// Writes a whole table as text, in UTF-8, in the form of ``SeparatedText``.
    ///
    /// Works in the background on all processors; `table` is a value, so it may be edited in the meantime.
    ///
    /// - Parameters:
    ///   - table: the records to write, and the fields to name.
    ///   - separator: the separator between two cells.
    ///   - header: whether the first line holds the field names.
    /// - Throws: `CancellationError` if the task was cancelled.
    @concurrent
    public static func write(
        _ table: RecordTable, separator: Separator = .tab, header: Bool = true
    ) async throws(CancellationError) -> [UInt8] {
        try await write(TablePart(table), options: WritingOptions(separator: separator, header: header))
    }

    /// Writes some records and fields of a table as text, in UTF-8.
    ///
    /// Works in the background on all processors. ``TableExport`` writes the same without holding all of it in memory.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    @concurrent
    public static func write(
        _ part: TablePart, options: WritingOptions = WritingOptions()
    ) async throws(CancellationError) -> [UInt8] {
        try await TableExport(part, as: .separatedText(options)).bytes()
    }
}
