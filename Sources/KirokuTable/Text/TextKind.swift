/// How a kind of field reads and writes texts: what a person types, text files, JSON and property lists.
protocol TextKind: ValueKind {
    // MARK: Reading

    /// Reads what a person has typed, generously; `nil` for an empty text.
    static func value(typed text: String, in context: EntryContext) throws(UnfitReason) -> Value?

    /// Why an empty entry cannot be an operand.
    static var missingValue: UnfitReason { get }

    /// Reads the plain form of a value in a file.
    static func value(plain text: UnsafeBufferPointer<UInt8>) -> Value?

    /// The values of texts that are all in the plain form; `nil` if one is not.
    static func column(plain texts: StringColumn) -> Column?

    /// Reads a cell of a file in its own style: a value, unfit text, or nothing.
    static func cell(_ text: String, in style: SeparatedText.Style) -> CellValue

    /// The collector of cells while the field's type is still being guessed; `nil` for a kind that is never guessed.
    static var guess: (any GuessedValues.Type)? { get }

    /// The column for texts from JSON or a property list, if values of this kind are written as texts there; `nil` if
    /// one of them is not a value.
    static func column(listed texts: StringColumn) -> Column?

    /// A collector of cells that are known to be of this kind.
    static func gatherer(for reader: FittingReader) -> FittedGatherer

    // MARK: Writing

    /// The values of all records if no cell is empty, so that loops need not check.
    static func allValues(of column: Value.Values) -> [Value]?

    /// Appends a value in a text format.
    static func append<Form: RecordForm>(_ value: Value, to text: inout TextBuffer, in form: Form)

    /// Appends a cell, which may be empty.
    static func append<Form: RecordForm>(
        _ index: Int, of column: Value.Values, to text: inout TextBuffer, in form: Form)

    /// A test for the texts of cells, by record index; `nil` for a kind whose values are not texts.
    static func textTest(
        of column: Value.Values, _ test: @escaping (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> ((Int) -> Bool)?

    /// The value in a property list.
    static func property(_ value: Value) -> PropertyValue

    /// The value for a value of a property list; `nil` if that is of another kind.
    static func value(of property: PropertyValue) -> Value?
}
