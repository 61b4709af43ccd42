/// A day of the Gregorian calendar, or just a month or a year: 1998-05-20, 1998-05, 1998.
///
/// Less precise dates sort first: 1998, 1998-01, 1998-01-01.
public struct CalendarDate: Sendable, Hashable, Comparable, BitwiseCopyable {
    /// The year from the tenth bit on, then four bits for the month and five for the day; 0 if unknown.
    let packed: Int32

    /// A date from its parts, or `nil` if it does not exist, such as February 30.
    ///
    /// - Parameters:
    ///   - year: from 1 to 9999.
    ///   - month: from 1 to 12; `nil` if unknown.
    ///   - day: from 1 on; `nil` if unknown, as it is without a month.
    public init?(year: Int, month: Int? = nil, day: Int? = nil) {
        guard (1...9_999).contains(year), (1...12).contains(month ?? 1) else { return nil }
        if let day {
            guard let month, day >= 1, day <= Self.dayCount(ofMonth: month, year: year) else { return nil }
        }
        packed = Int32(year << 9 | (month ?? 0) << 5 | (day ?? 0))
    }

    package init(packed: Int32) {
        self.packed = packed
    }

    /// From 1 to 9999.
    public var year: Int { Int(packed >> 9) }

    /// From 1 to 12; `nil` if only the year is known.
    public var month: Int? { packed >> 5 & 15 == 0 ? nil : Int(packed >> 5 & 15) }

    /// From 1 to 31; `nil` if only the month or the year is known.
    public var day: Int? { packed & 31 == 0 ? nil : Int(packed & 31) }

    /// How many days a month of a year has.
    public static func dayCount(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// A less precise date comes before all dates within it.
    public static func < (left: CalendarDate, right: CalendarDate) -> Bool { left.packed < right.packed }

    /// The last date within this one.
    package var end: Int32 { day != nil ? packed : month != nil ? packed | 31 : packed | 511 }

    /// Whether the day is known.
    var isDay: Bool { packed & 31 != 0 }

    /// The date in the form of ISO 8601: "1998-05-20", "1998-05", "1998".
    public var text: String { isoText }

    func append(to text: inout TextBuffer) {
        text.append(digits: year, 4)
        if let month {
            text.append(ASCII.minus)
            text.append(digits: month, 2)
        }
        if let day {
            text.append(ASCII.minus)
            text.append(digits: day, 2)
        }
    }

    /// A date in exactly the form of ``text``.
    @inline(__always)
    package init?(_ utf8: UnsafeBufferPointer<UInt8>) {
        func number(_ start: Int, _ count: Int) -> Int? { ASCII.number(utf8, start, count) }
        guard utf8.count == 4 || utf8.count == 7 || utf8.count == 10, let year = number(0, 4) else { return nil }
        if utf8.count == 4 {
            self.init(year: year)
            return
        }
        guard utf8[4] == ASCII.minus, let month = number(5, 2) else { return nil }
        if utf8.count == 7 {
            self.init(year: year, month: month)
            return
        }
        guard utf8[7] == ASCII.minus, let day = number(8, 2) else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The date for bits from a file; `nil` if they are invalid.
    package init?(bits: UInt64) {
        guard let packed = Int32(exactly: bits) else { return nil }
        let date = CalendarDate(packed: packed)
        self.init(year: date.year, month: date.month, day: date.day)
        guard self.packed == packed else { return nil }
    }
}

extension CalendarDate: Codable {
    /// Reads what ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws { self = try Self.decoded(from: decoder) }

    /// Writes the date as its ``text``.
    public func encode(to encoder: any Encoder) throws { try encodeText(to: encoder) }
}

extension CalendarDate: CalendarValue {
    /// Not a date; sorts before all others.
    public static var blank: CalendarDate { CalendarDate(packed: 0) }

    /// A date is what a field of type ``FieldType/date`` holds.
    public static var fieldType: FieldType { .date }

    /// The dates of a Date column; `nil` for a column of another type.
    public static func values(of column: Column) -> FixedColumn<CalendarDate>? {
        if case .date(let values) = column { values } else { nil }
    }

    /// A Date column of these dates.
    public static func column(of values: FixedColumn<CalendarDate>) -> Column { .date(values) }

    /// The date in a Date cell.
    public init?(_ value: CellValue) {
        guard case .date(let content) = value else { return nil }
        self = content
    }

    /// The date as the cell of a Date field.
    public var cellValue: CellValue { .date(self) }
}
