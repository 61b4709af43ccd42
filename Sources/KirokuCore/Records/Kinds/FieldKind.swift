/// The witness of a kind of field: how its values are called, read, written, stored, found, ordered, summed up, shown and
/// edited.
///
/// There is one for each ``FieldType``, in a file of its own, and nothing else in the program asks which kind a field is.
/// Loops over many cells are functions of the witness, or closures that it makes, so they are compiled for the type of
/// its column.
protocol FieldKind: SendableMetatype {
    /// What a cell holds.
    associatedtype Value: FieldValue & Codable

    // MARK: Words

    /// The type's name, in the user's language.
    static var name: String { get }
    /// What a field holds, in the user's language: "whole numbers".
    static var contentsName: String { get }

    // MARK: Values

    /// Whether the values are texts, so that every text is one.
    static var holdsText: Bool { get }

    /// Whether a table takes the value.
    static func isAllowed(_ value: Value) -> Bool

    /// The text that stands for the value in files and everywhere; ``value(plain:)`` reads it back.
    static func plainText(_ value: Value) -> String

    /// The value that stands for one of another kind, if nothing of that is lost, where it is another one than
    /// ``value(plain:)`` makes of its text.
    static func value(from other: CellValue) -> Value?

    // MARK: Reading

    /// What a person has typed, generously; `nil` for nothing.
    static func value(
        typed text: String, decimalSign: SeparatedText.Style.DecimalSign
    ) throws(UnfitReason) -> Value?

    /// Why nothing at all cannot be compared with.
    static var missingValue: UnfitReason { get }

    /// What is written in a file, in its plain form.
    static func value(plain text: UnsafeBufferPointer<UInt8>) -> Value?

    /// What is written in a file of a style of its own: a value, unfit text, or nothing.
    static func cell(_ text: String, in style: SeparatedText.Style) -> CellValue

    /// How cells are gathered while the field's type is still to be guessed; `nil` for what is never guessed.
    static var guess: (any GuessedValues.Type)? { get }

    /// The column that the texts of a JSON or property list stand for, if it is such texts that values of this kind are
    /// written as there; `nil` if one of them is none.
    static func column(listed texts: StringColumn) -> Column?

    /// What gathers cells that are known to be of this kind.
    static func gatherer(for reader: FittingReader) -> FittedGatherer

    // MARK: Writing

    /// The values of all records, if no cell is empty and loops over them need not ask.
    static func allValues(of column: Value.Values) -> [Value]?

    /// Appends a value as it is written in a form of text.
    static func append<Form: RecordForm>(_ value: Value, to text: inout TextBuffer, in form: Form)

    /// Appends a cell, which may be empty.
    static func append<Form: RecordForm>(
        _ index: Int, of column: Value.Values, to text: inout TextBuffer, in form: Form)

    /// The value in a property list.
    static func property(_ value: Value) -> PropertyValue

    /// The value that a property list has; `nil` for one of another kind.
    static func value(of property: PropertyValue) -> Value?

    // MARK: The document's file

    /// Binds a value to a parameter of an SQLite statement.
    static func bind(_ value: Value, to statement: SQLiteStatement, at parameter: Int32) throws(StorageError)

    /// What binds the cells of a column.
    static func binder(of column: Value.Values) -> CellBinder

    /// What gathers the cells of rows; there is room for `capacity`.
    static func rowGatherer(capacity: Int) -> RowGatherer

    /// Appends a value to the bytes of the history, a tag of its own first.
    static func write(_ value: Value, to history: inout HistoryWriter)

    /// Reads what ``write(_:to:)`` wrote after the tag; `nil` if the tag is another kind's.
    static func value(
        tagged tag: UInt8, from history: inout HistoryBytes
    ) throws(HistoryBytes.Damaged) -> Value?

    // MARK: Finding

    /// In the order in which a menu lists them.
    static var comparisons: [Comparison] { get }

    /// The one that is asked for most.
    static var usualComparison: Comparison { get }

    /// What a value is compared with, when it was typed.
    static func operand(_ value: Value, ignoring ignored: TextDifferences) -> Operand

    /// What carries out one of ``comparisons``; `nil` if the operand is not for it.
    static func test(_ comparison: Comparison, _ operand: Operand) throws(QueryError) -> CellTest.Matching?

    /// Whether a cell holds a value.
    static func isFilled(_ column: Value.Values, _ index: Int) -> Bool

    /// Which of the 64 records from `64 * index` on have a value, the first in the lowest bit.
    static func filledWord(of column: Value.Values, at index: Int) -> UInt64

    /// What looks for a text in the values as they are shown; `nil` if it can be in none.
    static func finder(of test: AnywhereTest, in column: Value.Values) -> WordMatcher?

    /// What is asked for by an entry of an empty card, which may begin or end with signs.
    static func line(_ entry: FindEntry.Text) -> FindEntry.Meaning

    /// An example of such an entry, in the user's language.
    static var findHint: String { get }

    // MARK: Ordering and summing up

    /// The records, none of whose cells is empty, in the order that the rule says; equal ones stay as they stand.
    static func sorted(
        _ records: [Int], of column: Value.Values, by rule: SortRule, _ told: SortProgress?
    ) async throws(QueryError) -> [Int]

    /// How often as long as ordering by numbers it takes, about.
    static func sortWeight(_ rule: SortRule) -> Int

    /// How many different values there are, and what else can be said of them.
    ///
    /// - Parameters:
    ///   - records: those with a value, in the order of their values; at least one.
    ///   - buckets: how many bars a chart has at most.
    static func figures(
        of records: [Int], in column: Value.Values, buckets: Int
    ) -> (distinct: Int, figures: any FieldFigures)

    /// Adds the numbers of some records to a sum; does nothing for what is no number.
    static func add(_ records: [Int], of column: Value.Values, to summary: inout SelectionSummary)

    // MARK: Showing and editing

    /// What a cell shows, of a long text no more than about `limit` bytes.
    static func displayText(_ index: Int, of column: Value.Values, limit: Int) -> String

    /// Where in its cell a value stands.
    static var alignment: CellAlignment { get }

    /// What a value is edited with.
    static var control: CellControl { get }
}
