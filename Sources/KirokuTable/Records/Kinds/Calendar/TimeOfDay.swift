/// A local time of day: 09:30, or to the second, 09:30:15, or to the microsecond, 09:30:15.25.
///
/// Less precise times sort first: 09:30, 09:30:00.
public struct TimeOfDay: Sendable, Hashable, Comparable, BitwiseCopyable {
    /// Twice the microseconds since midnight, and one more if the seconds are known.
    let packed: Int64

    /// A time from its parts, or `nil` if the clock never shows it.
    ///
    /// - Parameters:
    ///   - hour: from 0 to 23.
    ///   - minute: from 0 to 59.
    ///   - second: from 0 to 59; `nil` if unknown.
    ///   - microsecond: from 0 to 999,999; 0 without a second.
    public init?(hour: Int, minute: Int, second: Int? = nil, microsecond: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second ?? 0),
            (0...999_999).contains(microsecond), second != nil || microsecond == 0
        else { return nil }
        let microseconds = ((hour * 60 + minute) * 60 + (second ?? 0)) * 1_000_000 + microsecond
        packed = Int64(microseconds << 1 | (second == nil ? 0 : 1))
    }

    package init(packed: Int64) {
        self.packed = packed
    }

    /// From 0 to 23.
    public var hour: Int { Int(packed >> 1) / 3_600_000_000 }

    /// From 0 to 59.
    public var minute: Int { Int(packed >> 1) / 60_000_000 % 60 }

    /// From 0 to 59; `nil` if unknown.
    public var second: Int? { packed & 1 == 0 ? nil : Int(packed >> 1) / 1_000_000 % 60 }

    /// From 0 to 999,999.
    public var microsecond: Int { Int(packed >> 1) % 1_000_000 }

    /// A less precise time comes before all times within it.
    public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.packed < right.packed }

    /// How many values ``packed`` can have.
    static let packedCount: Int64 = 2 * 86_400_000_000

    /// The last time within the minute or the second; a fraction has nothing within it.
    package var end: Int64 {
        packed & 1 == 0 ? packed + 2 * 60_000_000 - 1 : microsecond == 0 ? packed + 2 * 1_000_000 - 2 : packed
    }

    /// The number of the minute for its first second.
    package var beginning: Int64 { second == 0 && microsecond == 0 ? packed - 1 : packed }

    /// The time in the form of ISO 8601, without zeros at the end: "09:30", "09:30:15", "09:30:15.25".
    public var text: String { isoText }

    func append(to text: inout TextBuffer) {
        text.append(digits: hour, 2)
        text.append(ASCII.colon)
        text.append(digits: minute, 2)
        guard let second else { return }
        text.append(ASCII.colon)
        text.append(digits: second, 2)
        var rest = microsecond
        if rest == 0 { return }
        text.append(ASCII.point)
        while rest > 0 {
            text.append(ASCII.zero + UInt8(rest / 100_000))
            rest = rest % 100_000 * 10
        }
    }

    /// A time in exactly the form of ``text``.
    @inline(__always)
    package init?(_ utf8: UnsafeBufferPointer<UInt8>) {
        guard utf8.count == 5 || utf8.count == 8 || (10...15).contains(utf8.count),
            utf8[2] == ASCII.colon, let hour = ASCII.number(utf8, 0, 2), let minute = ASCII.number(utf8, 3, 2)
        else { return nil }
        if utf8.count == 5 {
            self.init(hour: hour, minute: minute)
            return
        }
        guard utf8[5] == ASCII.colon, let second = ASCII.number(utf8, 6, 2) else { return nil }
        if utf8.count == 8 {
            self.init(hour: hour, minute: minute, second: second)
            return
        }
        guard utf8[8] == ASCII.point, utf8[utf8.count - 1] != ASCII.zero,
            var microsecond = ASCII.number(utf8, 9, utf8.count - 9)
        else { return nil }
        for _ in utf8.count..<15 { microsecond *= 10 }
        self.init(hour: hour, minute: minute, second: second, microsecond: microsecond)
    }

    /// The time for bits from a file; `nil` if they are invalid.
    package init?(bits: UInt64) {
        guard let packed = Int64(exactly: bits), packed < Self.packedCount else { return nil }
        self.init(packed: packed)
        if second == nil, packed >> 1 % 60_000_000 != 0 { return nil }
    }
}

extension TimeOfDay: Codable {
    /// Reads what ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws { self = try Self.decoded(from: decoder) }

    /// Writes the time as its ``text``.
    public func encode(to encoder: any Encoder) throws { try encodeText(to: encoder) }
}

extension TimeOfDay: CalendarValue {
    /// Not a time; it has the number of midnight.
    public static var blank: TimeOfDay { TimeOfDay(packed: 0) }

    /// A time is what a field of type ``FieldType/time`` holds.
    public static var fieldType: FieldType { .time }

    /// The times of a Time column; `nil` for a column of another type.
    public static func values(of column: Column) -> FixedColumn<TimeOfDay>? {
        if case .time(let values) = column { values } else { nil }
    }

    /// A Time column of these times.
    public static func column(of values: FixedColumn<TimeOfDay>) -> Column { .time(values) }

    /// The time in a Time cell.
    public init?(_ value: CellValue) {
        guard case .time(let content) = value else { return nil }
        self = content
    }

    /// The time as the cell of a Time field.
    public var cellValue: CellValue { .time(self) }
}
