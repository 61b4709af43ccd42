extension SeparatedText {
    /// How values are written for the program that gets the text.
    public struct Style: Sendable, Hashable {
        /// What stands between the whole part of a number and its decimals.
        public enum DecimalSign: String, Sendable, Hashable, CaseIterable, Codable {
            /// As in 3.5.
            case point
            /// As in 3,5.
            case comma
        }

        /// In Float numbers; where it is the separator, too, they stand in quotes.
        public var decimalSign: DecimalSign
        /// What stands for a true Bool.
        public var trueWord: String
        /// What stands for a false Bool.
        public var falseWord: String

        /// A style; without arguments that of the specification.
        public init(decimalSign: DecimalSign = .point, trueWord: String = "true", falseWord: String = "false") {
            self.decimalSign = decimalSign
            self.trueWord = trueWord
            self.falseWord = falseWord
        }
    }

    /// How a table is written as text.
    public struct WritingOptions: Sendable, Hashable {
        /// What stands between two cells.
        public var separator: Separator
        /// Whether the first line holds the field names.
        public var header: Bool
        /// How values are written.
        public var style: Style
        /// Whether texts and names that a spreadsheet would take for formulas get an apostrophe before them.
        ///
        /// These are texts that begin with `=`, `+`, `-`, `@`, TAB or a line end. The apostrophe is read back as a part of the
        /// text.
        public var guardsFormulas: Bool

        /// Options; without arguments tab-separated text as the specification has it.
        public init(
            separator: Separator = .tab, header: Bool = true, style: Style = Style(), guardsFormulas: Bool = false
        ) {
            self.separator = separator
            self.header = header
            self.style = style
            self.guardsFormulas = guardsFormulas
        }
    }

    /// The whole table as text, in UTF-8 (the form is described at ``SeparatedText``).
    ///
    /// Works in the background on all processors; `table` is a value, so it may be edited meanwhile.
    ///
    /// - Parameters:
    ///   - table: the records to write, and the fields to name.
    ///   - separator: what stands between two cells.
    ///   - header: whether the first line holds the field names.
    /// - Throws: `CancellationError` if the task was cancelled.
    @concurrent
    public static func write(
        _ table: RecordTable, separator: Separator = .tab, header: Bool = true
    ) async throws(CancellationError) -> [UInt8] {
        try await write(TablePart(table), options: WritingOptions(separator: separator, header: header))
    }

    /// Some records and fields of a table as text, in UTF-8.
    ///
    /// Works in the background on all processors. ``TableExport`` writes the same without having all of it in memory.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    @concurrent
    public static func write(
        _ part: TablePart, options: WritingOptions = WritingOptions()
    ) async throws(CancellationError) -> [UInt8] {
        try await TableExport(part, as: .separatedText(options)).bytes()
    }
}
