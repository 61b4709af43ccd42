/// Reads what a person typed or pasted into a cell.
///
/// More generous than reading files: it accepts blanks around a number, a plus sign, full-width digits and signs, and
/// other words for true and false; "5 %" is 0.05. Text that does not fit is kept as it is.
public struct EntryReader: Sendable, Hashable {
    /// The type of the field.
    public let type: FieldType
    /// The decimal sign of a number, in addition to the point, which is always allowed.
    public let decimalSign: SeparatedText.Style.DecimalSign
    /// Whether a text with more digits than the number can keep is unfit, as in files: leading zeros, more than 17
    /// significant digits, or a whole number that a Float rounds; and a date such as 4/5/2026, in any locale.
    public let keepsDigits: Bool
    let context: EntryContext

    /// - Parameters:
    ///   - type: the type of the field that the text was typed into.
    ///   - decimalSign: the decimal sign; `nil` for that of the user's locale.
    ///   - keepsDigits: whether a text that would lose digits is unfit, and an ambiguous date, as in files.
    ///   - now: the moment at which a person types it, from which `today`, `+3` and `24` count in a Date field; `nil`
    ///     for a text from elsewhere, in which these are not dates.
    ///   - options: the field's choices, which are recognized whatever their case.
    public init(
        type: FieldType, decimalSign: SeparatedText.Style.DecimalSign? = nil, keepsDigits: Bool = false,
        now: LocalTime? = nil, options: [ChoiceOption] = []
    ) {
        self.init(
            type: type, decimalSign: decimalSign ?? usualDecimalSign(), keepsDigits: keepsDigits,
            dateOrder: keepsDigits ? nil : .ofLocale, now: now, options: options)
    }

    /// - Parameters:
    ///   - dateOrder: the order of day and month in ambiguous dates; `nil` if unknown.
    ///   - isPercent: whether "5" means "5 %".
    init(
        type: FieldType, decimalSign: SeparatedText.Style.DecimalSign, keepsDigits: Bool, dateOrder: DateOrder?,
        now: LocalTime? = nil, options: [ChoiceOption] = [], isPercent: Bool = false
    ) {
        self.keepsDigits = keepsDigits
        self.type = type
        self.decimalSign = decimalSign
        context = EntryContext(
            decimalSign: decimalSign, dateOrder: dateOrder, now: now, options: options, isPercent: isPercent)
    }

    /// A reader of what a person is typing into a field now; "5" is 0.05 if the field is shown in percent.
    public static func typing(into field: FieldDefinition) -> EntryReader {
        EntryReader(
            type: field.type, decimalSign: usualDecimalSign(), keepsDigits: false, dateOrder: .ofLocale,
            now: LocalTime(AppClock.shared.now), options: field.options, isPercent: field.numberFormat.isPercent)
    }

    /// A reader of what a person is typing into a field of this type now.
    public static func typing(into type: FieldType) -> EntryReader {
        EntryReader(type: type, now: LocalTime(AppClock.shared.now))
    }

    /// The resulting cell: a value of the field's type, ``CellValue/unfit(_:)``, or ``CellValue/empty`` for an empty
    /// text and, except in String fields, one of blanks.
    public func read(_ text: String) -> CellValue {
        let value = type.kind.cell(typed: text, in: context)
        return keepsDigits && losesDigits(text, as: value) ? .unfit(text) : value
    }

    /// Why the text does not fit the field's type, or `nil` if it does.
    public func reason(_ text: String) -> UnfitReason? {
        if let reason = type.kind.reason(typed: text, in: context) { return reason }
        return keepsDigits && read(text).isUnfit ? .wouldLoseDigits : nil
    }

    /// What the text means, in words: "Thu 24 Dec 2026" for "24/12"; `nil` where that is obvious, and for a text that
    /// does not fit.
    public func meaning(_ text: String) -> String? {
        type.kind.meaning(of: read(text)).flatMap { $0 == text ? nil : $0 }
    }

    /// The result of a key on a typed text: the next day, month, minute or hour; today or now if the text is empty.
    ///
    /// `nil` if the field's type has no such steps, for a text that does not fit, and beyond the last value.
    package func stepped(_ text: String, by step: EntryStep) -> CellValue? { stepped(read(text), by: step) }

    /// The same for the value of a cell.
    package func stepped(_ value: CellValue, by step: EntryStep) -> CellValue? {
        type.kind.cell(value, steppedBy: step, at: now)
    }

    /// Today or now, as a value of the field's type; `nil` if that has none.
    package var present: CellValue? { type.kind.cell(.empty, steppedBy: .small(0), at: now) }

    /// The day that a calendar shows for a cell at first: that of its value, or today.
    package func calendarDay(of value: CellValue) -> CalendarDate {
        CalendarDate(value) ?? DateAndTime(value)?.date ?? now.calendarDate
    }

    /// The cell with another day; the time stays.
    package func cell(_ value: CellValue, on day: CalendarDate) -> CellValue {
        let time = DateAndTime(value)?.time
        return time.flatMap { DateAndTime(day, $0)?.cellValue } ?? read(day.text)
    }

    private var now: LocalTime { context.now ?? LocalTime(AppClock.shared.now) }

    /// The number of decimal places of a typed number with a trailing zero after its decimal sign, such as 12.50.
    ///
    /// Only a ``NumberFormat`` with that many places shows the zero. `nil` for all other texts.
    public func typedPlaces(_ text: String) -> Int? {
        guard Double(read(text)) != nil else { return nil }
        let entry = Entry(text)
        let parts = (decimalSign == .comma ? entry.withPoint : entry).text.split(
            separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].last == "0", parts[1].count <= NumberFormat.mostPlaces,
            parts[1].allSatisfy(\.isNumber)
        else { return nil }
        return parts[1].count
    }

    /// Whether `value`, which was read from the text, loses some of its digits.
    func losesDigits(_ text: String, as value: CellValue) -> Bool {
        guard value.type?.showsNumbers == true else { return false }
        let entry = Entry(text)
        let number = (decimalSign == .comma ? entry.withPoint : entry).text.drop { $0 == "+" || $0 == "-" }
        let mantissa = number.prefix { $0.isNumber || $0 == "." }
        let whole = mantissa.prefix { $0 != "." }
        if whole.count > 1, whole.first == "0" { return true }
        guard let float = Double(value) else { return false }
        let digits = mantissa.filter { $0 != "." }.drop { $0 == "0" }
        let zeros = digits.reversed().prefix { $0 == "0" }.count
        if digits.count - zeros > 17, !PlainNumber.hasDigits(of: digits.utf8, float) { return true }
        guard whole.count == number.count else { return false }
        return Int(whole).flatMap { Double(exactly: $0) } == nil
    }
}

extension EntryReader {
    /// What was typed, without the blanks around it, and with plain characters for full-width ones and for other signs.
    struct Entry {
        let text: String

        init(_ typed: String) {
            let inner = typed.drop(while: \.isWhitespace)
            var scalars = String.UnicodeScalarView(inner.unicodeScalars.map(Self.plain))
            while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
            text = String(scalars)
        }

        private init(plain text: String) {
            self.text = text
        }

        /// The entry with a point for each comma; a text with two such signs is still not a number.
        var withPoint: Entry { Entry(plain: text.replacing(",", with: ".")) }

        /// The entry with a point as the decimal sign; a number before a percent sign is divided by 100, and so is any
        /// other if percentages are typed.
        func number(in context: EntryContext) -> Entry {
            let entry = context.decimalSign == .comma ? withPoint : self
            let hasSign = entry.text.last == "%"
            guard hasSign || context.isPercent else { return entry }
            let number = hasSign ? Entry(String(entry.text.dropLast())) : entry
            return number.isNumber ? Entry(plain: PercentDigits.hundredth(of: number.text)) : entry
        }

        /// Digits with or without a sign.
        var isWholeNumber: Bool {
            let digits = unsigned
            return !digits.isEmpty && digits.allSatisfy(Self.isDigit)
        }

        /// Digits with or without a sign, with an optional point anywhere, and an optional exponent.
        var isNumber: Bool {
            let parts = unsigned.split(maxSplits: 1, omittingEmptySubsequences: false) {
                $0 | 0x20 == UInt8(ascii: "e")
            }
            if parts.count == 2 {
                let exponent = parts[1].drop(while: Self.isSign)
                guard parts[1].count - exponent.count <= 1, !exponent.isEmpty, exponent.allSatisfy(Self.isDigit) else {
                    return false
                }
            }
            let digits = parts[0].filter { $0 != ASCII.point }
            return !digits.isEmpty && parts[0].count - digits.count <= 1 && digits.allSatisfy(Self.isDigit)
        }

        /// What can be typed into a check box: a word (see ``flag``), its first letter, or a mark.
        var mark: Bool? {
            switch text.lowercased() {
            case "y", "t", "x", "✓", "✔", "○", "◯": true
            case "n", "f", "×", "✗": false
            default: flag
            }
        }

        /// true and false, yes and no, 1 and 0, in any case, and their Japanese names.
        var flag: Bool? {
            switch text.lowercased() {
            case "true", "yes", "1", "はい": true
            case "false", "no", "0", "いいえ": false
            default: nil
            }
        }

        /// The text's bytes without one sign at their beginning.
        private var unsigned: ArraySlice<UInt8> {
            let bytes = Array(text.utf8)
            return bytes.first.map(Self.isSign) == true ? bytes.dropFirst() : bytes[...]
        }

        private static func isDigit(_ byte: UInt8) -> Bool { ASCII.digit(byte) <= 9 }

        private static func isSign(_ byte: UInt8) -> Bool { byte == ASCII.minus || byte == UInt8(ascii: "+") }

        /// Full-width characters have the same order as ASCII; U+2212 is the minus sign other than the hyphen.
        private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
            switch scalar.value {
            case 0xff01...0xff5e: Unicode.Scalar(scalar.value - 0xfee0) ?? scalar
            case 0x2212: "-"
            default: scalar
            }
        }
    }
}
