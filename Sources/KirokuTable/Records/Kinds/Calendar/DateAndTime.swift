/// A date with a local time, in no particular time zone: 2026-12-24 09:30.
///
/// Like a date, it may be less precise: just a day, a month or a year. Less precise ones sort first.
public struct DateAndTime: Sendable, Hashable, Comparable, BitwiseCopyable {
    /// The date's number from the 39th bit on; below it the time's number plus one, or 0 without a time.
    let packed: Int64

    /// A date with a time; `nil` if a time is given for a date without a day.
    public init?(_ date: CalendarDate, _ time: TimeOfDay? = nil) {
        guard time == nil || date.isDay else { return nil }
        packed = Int64(date.packed) << Self.timeBits | (time.map { $0.packed + 1 } ?? 0)
    }

    private init(packed: Int64) {
        self.packed = packed
    }

    private static let timeBits = 38

    private var timePart: Int64 { packed & (1 << Self.timeBits - 1) }

    /// The date, which may be just a month or a year.
    public var date: CalendarDate { CalendarDate(packed: Int32(truncatingIfNeeded: packed >> Self.timeBits)) }

    /// The time; `nil` if unknown.
    public var time: TimeOfDay? { timePart == 0 ? nil : TimeOfDay(packed: timePart - 1) }

    /// A less precise one comes before all within it.
    public static func < (left: DateAndTime, right: DateAndTime) -> Bool { left.packed < right.packed }

    /// The last one within this one.
    package var end: Int64 {
        if let time { return packed - time.packed + time.end }
        return Int64(date.end) << Self.timeBits | TimeOfDay.packedCount
    }

    /// The number of the minute for its first second.
    package var beginning: Int64 { time.map { packed - $0.packed + $0.beginning } ?? packed }

    /// As SQLite writes it, without zeros at the end: "2026-12-24 09:30", "2026-12-24".
    public var text: String { isoText }

    func append(to text: inout TextBuffer) {
        date.append(to: &text)
        guard let time else { return }
        text.append(ASCII.blank)
        time.append(to: &text)
    }

    /// A date with or without a time in exactly the form of ``text``.
    @inline(__always)
    package init?(_ utf8: UnsafeBufferPointer<UInt8>) {
        if utf8.count <= 10 {
            guard let date = CalendarDate(utf8) else { return nil }
            self.init(date)
        } else {
            guard utf8[10] == ASCII.blank, let date = CalendarDate(UnsafeBufferPointer(rebasing: utf8[..<10])),
                let time = TimeOfDay(UnsafeBufferPointer(rebasing: utf8[11...]))
            else { return nil }
            self.init(date, time)
        }
    }

    /// The value for bits from a file; `nil` if they are invalid.
    package init?(bits: UInt64) {
        guard let packed = Int64(exactly: bits), let date = CalendarDate(bits: bits >> Self.timeBits) else {
            return nil
        }
        self.init(packed: packed)
        if timePart != 0, !date.isDay || TimeOfDay(bits: UInt64(timePart - 1)) == nil { return nil }
    }
}

extension DateAndTime: Codable {
    /// Reads what ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws { self = try Self.decoded(from: decoder) }

    /// Writes the value as its ``text``.
    public func encode(to encoder: any Encoder) throws { try encodeText(to: encoder) }
}

extension DateAndTime: CalendarValue {
    /// Not a date; sorts before all others.
    public static var blank: DateAndTime { DateAndTime(packed: 0) }

    /// A date with a time is what a field of type ``FieldType/dateAndTime`` holds.
    public static var fieldType: FieldType { .dateAndTime }

    /// The values of a column of dates and times; `nil` for a column of another type.
    public static func values(of column: Column) -> FixedColumn<DateAndTime>? {
        if case .dateAndTime(let values) = column { values } else { nil }
    }

    /// A column of these dates and times.
    public static func column(of values: FixedColumn<DateAndTime>) -> Column { .dateAndTime(values) }

    /// The content of a cell of a field of dates and times.
    public init?(_ value: CellValue) {
        guard case .dateAndTime(let content) = value else { return nil }
        self = content
    }

    /// The value as the cell of a field of dates and times.
    public var cellValue: CellValue { .dateAndTime(self) }
}
