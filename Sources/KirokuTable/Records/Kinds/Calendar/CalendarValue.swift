/// A date, time or duration: internally an ordered number, with a text in the form of ISO 8601, or for durations in the
/// form of databases.
///
/// A value may be less precise than others, such as 1998-05 and 1998-05-20; it then stands for all values within it.
protocol CalendarValue: FixedValue, Comparable {
    associatedtype Packed: FixedWidthInteger & Sendable where Packed.Magnitude: Sendable

    /// A number that is greater for later values; a less precise one comes before all values within it.
    var packed: Packed { get }

    /// The number of the last value within this one.
    var end: Packed { get }

    /// The number of the least precise time that begins with this one: of 14:56 for 14:56:00.
    var beginning: Packed { get }

    /// A value in exactly the form that ``append(to:)`` writes.
    init?(_ utf8: UnsafeBufferPointer<UInt8>)

    /// The value for bits from a file; `nil` if they are invalid.
    init?(bits: UInt64)

    /// Appends the value in the form of ISO 8601.
    func append(to text: inout TextBuffer)

    /// Appends the value in the form of a style.
    func append(to text: inout TextBuffer, in style: DateStyle)

    /// The value's number in spreadsheets, in days; `nil` if they have none for it.
    var sheetNumber: Double? { get }

    /// The spreadsheet format that shows that number like ``isoText``.
    var sheetCode: String { get }
}

extension CalendarValue {
    package var beginning: Packed { packed }

    /// The value in the form of ISO 8601.
    var isoText: String {
        var text = TextBuffer(capacity: 64)
        append(to: &text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// Reads what ``encodeText(to:)`` wrote.
    static func decoded(from decoder: any Decoder) throws -> Self {
        let container = try decoder.singleValueContainer()
        var text = try container.decode(String.self)
        guard let value = text.withUTF8({ Self($0) }) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no value of the calendar")
        }
        return value
    }

    /// Writes the value as its text.
    func encodeText(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(isoText)
    }
}

extension TextBuffer {
    /// Appends the last two or four digits of a number.
    package mutating func append(digits number: Int, _ width: Int) {
        var scale = width == 4 ? 1_000 : 10
        while scale > 0 {
            append(ASCII.zero + UInt8(truncatingIfNeeded: number / scale % 10))
            scale /= 10
        }
    }
}

extension ASCII {
    /// The number in `count` digits from `start` on; `nil` if one of them is not a digit.
    @inline(__always)
    package static func number(_ utf8: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> Int? {
        var number = 0
        for index in start..<start + count {
            let digit = digit(utf8[index])
            guard digit <= 9 else { return nil }
            number = number * 10 + Int(digit)
        }
        return number
    }
}
