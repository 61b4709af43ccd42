/// What one cell holds, for code that learns the schema at run time.
///
/// Code that knows the schema at compile time uses ``Field`` handles instead and never sees this type.
public enum CellValue: Sendable, Hashable {
    /// Nothing. Not 0, not `false`, not `""`.
    case empty
    /// A value of an Int field.
    case int(Int)
    /// A finite number; a table refuses NaN and infinities.
    case float(Double)
    /// A value of a Bool field.
    case bool(Bool)
    /// A value of a String field; a text without characters is not an empty cell.
    case string(String)
    /// A value of a Date field.
    case date(CalendarDate)
    /// A value of a Time field.
    case time(TimeOfDay)
    /// A value of a field of dates and times.
    case dateAndTime(DateAndTime)
    /// A value of a Decimal field; 12.50 and 12.5 are two values.
    case decimal(DecimalNumber)
    /// A value of a Choice field.
    case choice(Choice)
    /// A value of a Choices field.
    case choices(Choices)
    /// A value of a Rating field.
    case rating(Rating)
    /// A value of a Duration field.
    case duration(TimeSpan)
    /// Text that was typed or pasted into a field and does not fit its type, kept letter by letter.
    case unfit(String)

    /// The type of the value; `nil` for an empty cell and for unfit text.
    public var type: FieldType? {
        switch self {
        case .empty, .unfit: nil
        case .int: .int
        case .float: .float
        case .bool: .bool
        case .string: .string
        case .date: .date
        case .time: .time
        case .dateAndTime: .dateAndTime
        case .decimal: .decimal
        case .choice: .choice
        case .choices: .choices
        case .rating: .rating
        case .duration: .duration
        }
    }

    /// Whether a field of `type` can hold this value.
    ///
    /// Unfit text is possible in every type except those that take any text.
    public func fits(_ type: FieldType) -> Bool {
        if let own = self.type { return own == type && own.kind.isAllowed(self) }
        return !isUnfit || !type.takesAnyText
    }

    /// Whether this is text that does not fit its field's type.
    public var isUnfit: Bool { unfitText != nil }

    /// The text that does not fit its field's type; `nil` for values and empty cells.
    public var unfitText: String? {
        if case .unfit(let text) = self { text } else { nil }
    }

    /// The plain text form: digits, the shortest decimal form that reads back to the same Double, `true`/`false`, the
    /// text itself.
    ///
    /// `nil` for an empty cell.
    public var plainText: String? { type.map { $0.kind.plainText(of: self) } ?? unfitText }

    /// The text that identifies records if the field is a key; `nil` for an empty cell.
    var keyText: String? { type.map { $0.kind.keyText(of: self) } ?? unfitText }

    /// The value as cells show it: a number in the format of its field, everything else as ``plainText``.
    ///
    /// `nil` for an empty cell.
    public func shownText(in format: NumberFormat) -> String? {
        type.map { $0.kind.shownText(of: self, in: format) } ?? unfitText
    }

    /// The value as a person would type it, with the decimal sign of the user's language: "100", "12.5", "1e-7".
    ///
    /// ``EntryReader`` reads the same value from it; `nil` for an empty cell.
    public var entryText: String? { type.map { $0.kind.entryText(of: self) } ?? unfitText }

    /// The same for a field whose numbers are shown in a format: a percentage has its sign, "5%" for 0.05.
    public func entryText(in format: NumberFormat) -> String? {
        guard format.isPercent, type?.showsNumbers == true, let text = entryText else { return entryText }
        let digits = PercentDigits.hundredfold(of: text.replacing(",", with: "."))
        return (usualDecimalSign() == .comma ? digits.replacing(".", with: ",") : digits) + "%"
    }
}

extension CellValue {
    /// A value of a field of this type from its plain text; an invalid text becomes unfit text.
    package init(plain text: String, of type: FieldType) {
        self = type.kind.cell(plain: text) ?? (type.takesAnyText ? .empty : .unfit(text))
    }

    /// The text of the value in a column of ``FieldType/databaseType``, in the server's form; `nil` for an empty cell,
    /// and for a value that such a column cannot hold.
    package var databaseText: String? { type.flatMap { $0.kind.databaseText(of: self) } }
}
