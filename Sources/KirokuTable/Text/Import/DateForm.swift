/// The form of all dates in a column, if it is not the plain one: 24/12/2026, 12-24-2026, 2026/1/4, 24.12.2026 9:30.
///
/// Years have four digits, because 24/12/26 would be too ambiguous.
struct DateForm: Sendable, Hashable {
    let order: DateOrder
    let hasTime: Bool
    /// Whether points separate the numbers, as in 4.5.2026; in ambiguous dates, the day then comes first.
    let hasPoints: Bool

    /// The forms that every text of a column has; none if it has no texts.
    ///
    /// Two forms if all dates are ambiguous. A column of other texts costs one look at the first.
    static func forms(of texts: StringColumn) -> [DateForm] {
        var shape: (separator: UInt8, hasTime: Bool)?
        var orders: [DateOrder] = []
        for index in texts.indices {
            let continues = texts.withUTF8(at: index) { text in
                guard let text else { return true }
                guard let parts = DateDigits(text) else { return false }
                if let shape {
                    guard shape == (parts.separator, parts.time != nil) else { return false }
                } else {
                    shape = (parts.separator, parts.time != nil)
                    orders = [.dayMonthYear, .monthDayYear, .yearMonthDay]
                }
                orders.removeAll { parts.date(in: $0) == nil }
                return !orders.isEmpty
            }
            if !continues { return [] }
        }
        let hasPoints = shape?.separator == ASCII.point
        return orders.map { DateForm(order: $0, hasTime: shape?.hasTime ?? false, hasPoints: hasPoints) }
    }

    /// The orders that a date with numbers for day and month can have; `nil` for any other text.
    static func orders(of text: UnsafeBufferPointer<UInt8>) -> Set<DateOrder>? {
        guard let parts = DateDigits(text) else { return nil }
        let orders = Set([DateOrder.dayMonthYear, .monthDayYear, .yearMonthDay].filter { parts.date(in: $0) != nil })
        return parts.separator == ASCII.point && orders.count > 1 ? [.dayMonthYear] : orders
    }

    /// The order that all such dates among texts have; `nil` if they do not show it, or have none in common.
    static func order(in texts: StringColumn) -> DateOrder? {
        var orders: Set<DateOrder>?
        for index in texts.indices {
            guard let its = texts.withUTF8(at: index, { $0.flatMap { Self.orders(of: $0) } }) else { continue }
            orders = orders?.intersection(its) ?? its
            if orders?.isEmpty == true { return nil }
        }
        return orders?.count == 1 ? orders?.first : nil
    }

    /// The form that a column has, or `nil` if it has none or several with different meanings.
    ///
    /// - Parameter order: the order of day and month in ambiguous dates; `nil` if unknown.
    static func form(of texts: StringColumn, _ order: DateOrder?) -> DateForm? {
        let forms = forms(of: texts)
        guard forms.count > 1 else { return forms.first }
        let order = order ?? (forms[0].hasPoints ? .dayMonthYear : nil)
        return forms.first { $0.order == order }
    }

    /// The column as dates, or as dates with times; all texts must have this form.
    func column(of texts: StringColumn) -> Column {
        var dates = FixedColumn<CalendarDate>()
        var moments = FixedColumn<DateAndTime>()
        for index in texts.indices {
            let parts = texts.withUTF8(at: index) { $0.flatMap { DateDigits($0) } }
            let date = parts?.date(in: order)
            if hasTime { moments.append(date.flatMap { DateAndTime($0, parts?.time) }) } else { dates.append(date) }
        }
        return hasTime ? .dateAndTime(moments) : .date(dates)
    }
}

/// The three numbers of a date with the same sign between them, and the time after it.
private struct DateDigits {
    let separator: UInt8
    let time: TimeOfDay?
    private let numbers: (Int, Int, Int)
    private let isYearFirst: Bool

    init?(_ text: UnsafeBufferPointer<UInt8>) {
        func digits(from start: Int, most: Int) -> (number: Int, end: Int)? {
            var end = start
            while end < text.count, end - start < most, ASCII.digit(text[end]) <= 9 { end += 1 }
            return end > start ? ASCII.number(text, start, end - start).map { ($0, end) } : nil
        }
        guard text.count >= 8, text.count <= 30, let first = digits(from: 0, most: 4), first.end < text.count,
            let second = digits(from: first.end + 1, most: 2), second.end < text.count,
            let third = digits(from: second.end + 1, most: 4)
        else { return nil }
        separator = text[first.end]
        isYearFirst = first.end == 4
        let lastCount = third.end - second.end - 1
        guard separator == text[second.end], "-/.".utf8.contains(separator),
            isYearFirst ? lastCount <= 2 : first.end <= 2 && lastCount == 4
        else { return nil }
        numbers = (first.number, second.number, third.number)
        if third.end == text.count {
            time = nil
            return
        }
        guard [ASCII.blank, UInt8(ascii: "T")].contains(text[third.end]),
            let hour = digits(from: third.end + 1, most: 2),
            let time = TimeOfDay(hour.number, behind: UnsafeBufferPointer(rebasing: text[hour.end...]))
        else { return nil }
        self.time = time
    }

    func date(in order: DateOrder) -> CalendarDate? {
        guard isYearFirst == (order == .yearMonthDay) else { return nil }
        return switch order {
        case .yearMonthDay: CalendarDate(year: numbers.0, month: numbers.1, day: numbers.2)
        case .dayMonthYear: CalendarDate(year: numbers.2, month: numbers.1, day: numbers.0)
        case .monthDayYear: CalendarDate(year: numbers.2, month: numbers.0, day: numbers.1)
        }
    }
}

extension TimeOfDay {
    /// The time of an hour, which may have one digit, and of what follows it: ":30:15".
    fileprivate init?(_ hour: Int, behind rest: UnsafeBufferPointer<UInt8>) {
        var text = TextBuffer(capacity: 64)
        text.append(digits: hour, 2)
        text.append(rest)
        self.init(text.bytes)
    }
}

/// A column of dates with an ambiguous order of day and month.
public struct UnclearDates: Sendable, Hashable {
    /// The field that they are in.
    public let field: String
    /// Its first dates, as in the text; at most three different ones.
    public let samples: [String]

    /// What is ambiguous, for the user.
    public var message: String {
        localized(
            "In “{field}”, the order of day and month is unclear: {samples}.",
            ["field": ShownText.short(field), "samples": samples.joined(separator: ", ")])
    }
}

extension RecordTable {
    /// The text fields that contain dates with an unknown order of day and month.
    ///
    /// They stay text unless ``SeparatedText/ReadingOptions/datesAreDayFirst`` sets the order.
    public func unclearDates() -> [UnclearDates] {
        schema.fields.indices.compactMap { field in
            guard let texts = String.values(of: column(field)) else { return nil }
            let forms = DateForm.forms(of: texts)
            guard forms.count > 1, !forms[0].hasPoints else { return nil }
            var samples: [String] = []
            for text in texts.lazy.compactMap({ $0 }) where !samples.contains(text) {
                samples.append(text)
                if samples.count == 3 { break }
            }
            return UnclearDates(field: schema[field].name, samples: samples)
        }
    }

    /// The table with the texts of fields that are all dates in one form as dates, and with durations.
    func readingDates(_ options: SeparatedText.ReadingOptions) -> RecordTable {
        guard options.types == .detected else { return self }
        let chosen = options.chosenTypes(of: fieldNames)
        let found = schema.fields.indices.map { field -> Column? in
            guard chosen[field] == nil, let texts = String.values(of: column(field)) else { return nil }
            return DateForm.form(of: texts, options.dateOrder)?.column(of: texts) ?? DurationKind.column(written: texts)
        }
        guard found.contains(where: { $0 != nil }) else { return self }
        do {
            let types = found.enumerated().map { $1?.type ?? schema[$0].type }
            let formats = schema.fields.map(\.numberFormat)
            let dated = try Schema(names: fieldNames, types: types).with(formats)
            let columns = found.enumerated().map { $1.map { FieldCells(column: $0, unfitTexts: [:]) } ?? cells[$0] }
            return RecordTable(schema: dated, ids: ids, cells: columns)
        } catch {
            preconditionFailure("the names were good before: \(error)")
        }
    }
}
