/// How a kind of field handles values: naming, comparing, finding, sorting, summing up, showing and editing.
protocol ValueKind: SendableMetatype {
    /// The type of a cell's value.
    associatedtype Value: FieldValue & Codable

    // MARK: Words

    /// The type's name, in the user's language.
    static var name: String { get }
    /// What a field holds, in the user's language: "whole numbers".
    static var contentsName: String { get }

    // MARK: Values

    /// Whether the values are texts, so that every text is valid.
    static var holdsText: Bool { get }

    /// Whether the values have dates, whose order of day and month may vary when typed.
    static var holdsDates: Bool { get }

    /// Whether every text is a value.
    static var takesAnyText: Bool { get }

    /// Whether a field has choices to offer.
    static var hasOptions: Bool { get }

    /// Whether a cell can have several of them.
    static var holdsSeveral: Bool { get }

    /// Whether the operands of conditions are texts.
    static var isFoundByText: Bool { get }

    /// Whether numbers that differ only in trailing zeros are different values.
    static var keepsForms: Bool { get }

    /// Whether a table accepts the value.
    static func isAllowed(_ value: Value) -> Bool

    /// The plain text form of the value; ``value(plain:)`` reads it back.
    static func plainText(_ value: Value) -> String

    /// The text that identifies records if the field is a key.
    static func keyText(_ value: Value) -> String

    /// A hash that is the same for values with the same ``keyText(_:)``, and almost never for others.
    static func keyHash(_ value: Value) -> Int

    /// The same for the cells of some records of a column; 0 for those that are empty.
    ///
    /// - Parameter folding: the differences between texts to ignore.
    static func keyHashes(of column: Value.Values, in records: Range<Int>, folding: TextFolding) -> [Int]

    /// A cell that holds both values; `nil` if a cell can hold only one.
    static func cell(_ cell: CellValue, joining other: CellValue) -> CellValue?

    /// A value of another kind converted without loss, if the result differs from that of ``value(plain:)`` for its
    /// text.
    static func value(from other: CellValue) -> Value?

    /// Whether a value that ``value(from:)`` does not convert is read from its plain text.
    static func readsText(of other: CellValue) -> Bool

    // MARK: Finding

    /// In the order in which a menu lists them.
    static var comparisons: [Comparison] { get }

    /// The most common comparison.
    static var usualComparison: Comparison { get }

    /// The operand for a value.
    static func operand(_ value: Value, ignoring ignored: TextDifferences) -> Operand

    /// The operand for a typed text, if it is more than the value of the text; `nil` otherwise.
    static func operand(typed text: String, in context: EntryContext) throws(UnfitReason) -> Operand?

    /// The test for one of ``comparisons``; `nil` if the operand does not match it.
    static func test(_ comparison: Comparison, _ operand: Operand) throws(QueryError) -> ValueTest?

    /// The test for a field, if it depends on the field's choices.
    static func test(
        _ comparison: Comparison, _ operand: Operand, in field: FieldDefinition
    ) throws(QueryError) -> ValueTest?

    /// Tests that find the values that are not among the choices of a field, with the rule that they break.
    static func optionTests(_ options: [ChoiceOption]) -> [(BrokenRule, CellTest.Matching)]

    /// The greatest value that needs no fixing if the field's rules do not set one; `nil` for any.
    static var usualGreatest: Value? { get }

    /// Whether a cell holds a value.
    static func isFilled(_ column: Value.Values, _ index: Int) -> Bool

    /// Which of the 64 records from `64 * index` on have a value, the first in the lowest bit.
    static func filledWord(of column: Value.Values, at index: Int) -> UInt64

    /// A matcher that searches the shown form of the values for a text; `nil` if none can contain it.
    static func finder(of test: AnywhereTest, in column: Value.Values) -> WordMatcher?

    /// The meaning of an entry in an empty card; it may begin or end with signs.
    static func line(_ entry: FindEntry.Text) -> FindEntry.Meaning

    /// An example of such an entry, in the user's language.
    static var findHint: String { get }

    // MARK: Ordering and summing up

    /// The records, none of whose cells is empty, sorted by the rule; equal ones keep their order.
    static func sorted(
        _ records: [Int], of column: Value.Values, by rule: SortRule, in field: FieldDefinition,
        _ progress: SortProgress?
    ) async throws(QueryError) -> [Int]

    /// The approximate cost of sorting, relative to numbers.
    static func sortWeight(_ rule: SortRule) -> Int

    /// The number of different values, and further figures.
    ///
    /// - Parameters:
    ///   - records: the records with a value, in the order of their values; at least one.
    ///   - buckets: the largest number of bars in a chart.
    static func figures(
        of records: [Int], in column: Value.Values, buckets: Int
    ) -> (distinct: Int, figures: any FieldFigures)

    /// Where each run of equal values begins in records that are sorted by their values, none of which is empty.
    static func runs(of records: [Int], in column: Value.Values) -> [Int]

    /// The different values of records, none of which is empty, in sort order, and how many records have each.
    static func counted(
        _ records: [Int], of column: Value.Values, in field: FieldDefinition
    ) async throws(QueryError) -> [FieldValues.Counted]

    /// Adds the numbers of some records to a sum; does nothing for other kinds.
    static func add(_ records: [Int], of column: Value.Values, to numbers: inout SelectedNumbers)

    // MARK: Showing and editing

    /// What a cell shows; at most about `limit` bytes of a long text.
    ///
    /// - Parameter format: how numbers are shown.
    static func displayText(_ index: Int, of column: Value.Values, limit: Int, in format: NumberFormat) -> String

    /// Whether the values are numbers, which have a format.
    static var showsNumbers: Bool { get }

    /// Whether the values are numbers without decimals.
    static var holdsWholeNumbers: Bool { get }

    /// The value as it is shown.
    static func shownText(_ value: Value, in format: NumberFormat) -> String

    /// The value as a person would type it, with the decimal sign of the user's language.
    static func entryText(_ value: Value) -> String

    /// The meaning of a typed value in words, if it is not obvious from the typed text.
    static func meaning(_ value: Value) -> String?

    /// The value one step of a key further; `nil` for a kind without steps, and beyond the last value.
    static func stepped(_ value: Value, by step: EntryStep) -> Value?

    /// The value at which such steps begin in an empty cell.
    static func present(at now: LocalTime) -> Value?

    /// The name of that value, in the user's language; `nil` for a kind without one.
    static var presentName: String? { get }

    /// The greatest number of the numbering in a column; `nil` if there is none.
    static func greatest(of numbering: Numbering, in column: Value.Values) -> Int?

    /// A number of a numbering as a value; `nil` for a kind that is not numbered.
    static func numbered(_ text: String) -> CellValue?

    /// The alignment of values in their cells.
    static var alignment: CellAlignment { get }

    /// The control that edits a value.
    static var control: CellControl { get }
}
