/// What a kind of field does with values: how they are named, compared, found, sorted, summed up, shown and edited.
protocol ValueKind: SendableMetatype {
    /// What a cell holds.
    associatedtype Value: FieldValue & Codable

    // MARK: Words

    /// The type's name, in the user's language.
    static var name: String { get }
    /// What a field holds, in the user's language: "whole numbers".
    static var contentsName: String { get }

    // MARK: Values

    /// Whether the values are texts, so that every text is valid.
    static var holdsText: Bool { get }

    /// Whether the values have dates, whose day and month stand in either order where they are typed.
    static var holdsDates: Bool { get }

    /// Whether every text is a value.
    static var takesAnyText: Bool { get }

    /// Whether a field has choices to offer.
    static var hasOptions: Bool { get }

    /// Whether a cell can have several of them.
    static var holdsSeveral: Bool { get }

    /// Whether the operands of conditions are texts.
    static var isFoundByText: Bool { get }

    /// Whether numbers that differ only in their zeros are different values.
    static var keepsForms: Bool { get }

    /// Whether a table accepts the value.
    static func isAllowed(_ value: Value) -> Bool

    /// The plain text form of the value; ``value(plain:)`` reads it back.
    static func plainText(_ value: Value) -> String

    /// The text by which records are told apart where the field identifies them.
    static func keyText(_ value: Value) -> String

    /// A number that is the same for values with the same ``keyText(_:)``, and almost never for others.
    static func keyHash(_ value: Value) -> Int

    /// The same for the cells of some records of a column; 0 for those that are empty.
    ///
    /// - Parameter folding: the differences between texts that do not count.
    static func keyHashes(of column: Value.Values, in records: Range<Int>, folding: TextFolding) -> [Int]

    /// A cell that holds both values; `nil` where a cell can hold only one.
    static func cell(_ cell: CellValue, joining other: CellValue) -> CellValue?

    /// A value of another kind converted without loss, where the result differs from what ``value(plain:)`` makes of
    /// its text.
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

    /// The operand for a typed text, where it is more than the value of the text; `nil` for none.
    static func operand(typed text: String, in context: EntryContext) throws(UnfitReason) -> Operand?

    /// What carries out one of ``comparisons``; `nil` if the operand does not match it.
    static func test(_ comparison: Comparison, _ operand: Operand) throws(QueryError) -> ValueTest?

    /// The same for a field, where its choices decide.
    static func test(
        _ comparison: Comparison, _ operand: Operand, in field: FieldDefinition
    ) throws(QueryError) -> ValueTest?

    /// What finds the values that are not among the choices of a field, and the rule that they break.
    static func optionTests(_ options: [ChoiceOption]) -> [(BrokenRule, CellTest.Matching)]

    /// The greatest value that needs no fixing where the rules of a field name none; `nil` for any.
    static var usualGreatest: Value? { get }

    /// Whether a cell holds a value.
    static func isFilled(_ column: Value.Values, _ index: Int) -> Bool

    /// Which of the 64 records from `64 * index` on have a value, the first in the lowest bit.
    static func filledWord(of column: Value.Values, at index: Int) -> UInt64

    /// What searches the shown form of the values for a text; `nil` if none can contain it.
    static func finder(of test: AnywhereTest, in column: Value.Values) -> WordMatcher?

    /// The meaning of an entry in an empty card, which may begin or end with signs.
    static func line(_ entry: FindEntry.Text) -> FindEntry.Meaning

    /// An example of such an entry, in the user's language.
    static var findHint: String { get }

    // MARK: Ordering and summing up

    /// The records, none of whose cells is empty, sorted by the rule; equal ones keep their order.
    static func sorted(
        _ records: [Int], of column: Value.Values, by rule: SortRule, in field: FieldDefinition,
        _ progress: SortProgress?
    ) async throws(QueryError) -> [Int]

    /// Roughly how many times as long as sorting numbers it takes.
    static func sortWeight(_ rule: SortRule) -> Int

    /// How many different values there are, and further figures.
    ///
    /// - Parameters:
    ///   - records: those with a value, in the order of their values; at least one.
    ///   - buckets: how many bars a chart has at most.
    static func figures(
        of records: [Int], in column: Value.Values, buckets: Int
    ) -> (distinct: Int, figures: any FieldFigures)

    /// Where in records, which are in the order of their values, each run of equal values begins; none is empty.
    static func runs(of records: [Int], in column: Value.Values) -> [Int]

    /// The different values of records, none of which is empty, in the order of sorting, and how many records have each.
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

    /// What a typed value means, in words, where that is not obvious from what was typed.
    static func meaning(_ value: Value) -> String?

    /// The value that a key takes another one to; `nil` for a kind without steps, and beyond the last value.
    static func stepped(_ value: Value, by step: EntryStep) -> Value?

    /// The value at which such steps begin in an empty cell.
    static func present(at now: LocalTime) -> Value?

    /// What that value is called, in the user's language; `nil` for a kind without one.
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
