/// A duration to the second, such as an hour and a half; it may be longer than a day, or negative.
public struct TimeSpan: Sendable, Hashable, BitwiseCopyable {
    /// The possible range, in seconds: up to ±999,999,999 hours, which PostgreSQL's intervals also allow.
    public static let range = -3_599_999_999_999...3_599_999_999_999

    /// Its length in seconds, within ``range``.
    public let seconds: Int

    /// - Returns: `nil` outside of ``range``.
    public init?(seconds: Int) {
        guard Self.range.contains(seconds) else { return nil }
        self.seconds = seconds
    }

    private init(unchecked seconds: Int) {
        self.seconds = seconds
    }

    /// Whether it does not fit into a day.
    var isLong: Bool { seconds.magnitude >= 86_400 }

    // MARK: Texts

    /// The plain form: "01:30:00", "100:00:00", "-00:00:45".
    public var text: String { isoText }

    /// The form in cells: "1:30", or "1:30:15" if there are seconds.
    public var shownText: String { Self.shownText(of: Int128(seconds)) }

    /// The same for a number of seconds that may be outside of ``range``, such as a sum.
    static func shownText(of seconds: Int128) -> String {
        func twoDigits(_ number: UInt128) -> String { (number < 10 ? "0" : "") + String(number) }
        let number = seconds.magnitude
        let rest = number % 60 == 0 ? "" : ":" + twoDigits(number % 60)
        return (seconds < 0 ? "-" : "") + String(number / 3_600) + ":" + twoDigits(number / 60 % 60) + rest
    }

    /// In words, in the user's language: "1 h 30 min".
    package var words: String {
        let number = Int(seconds.magnitude)
        let values = [
            "hours": localizedNumber(number / 3_600), "minutes": localizedNumber(number / 60 % 60),
            "seconds": localizedNumber(number % 60),
        ]
        let words =
            if number % 60 == 0 {
                localized("{hours} h {minutes} min", values)
            } else if number < 3_600 {
                localized("{minutes} min {seconds} s", values)
            } else {
                localized("{hours} h {minutes} min {seconds} s", values)
            }
        return (seconds < 0 ? "−" : "") + words
    }
}

extension TimeSpan: Codable {
    /// Reads what ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws { self = try Self.decoded(from: decoder) }

    /// Writes the time span as its ``text``.
    public func encode(to encoder: any Encoder) throws { try encodeText(to: encoder) }
}

extension TimeSpan: CalendarValue {
    /// Zero.
    public static var blank: TimeSpan { TimeSpan(unchecked: 0) }

    /// A time span is what a field of type ``FieldType/duration`` holds.
    public static var fieldType: FieldType { .duration }

    /// The time spans of a Duration column; `nil` for a column of another type.
    public static func values(of column: Column) -> FixedColumn<TimeSpan>? {
        if case .duration(let values) = column { values } else { nil }
    }

    /// A Duration column of these time spans.
    public static func column(of values: FixedColumn<TimeSpan>) -> Column { .duration(values) }

    /// The time span in a Duration cell.
    public init?(_ value: CellValue) {
        guard case .duration(let content) = value else { return nil }
        self = content
    }

    /// The time span as the cell of a Duration field.
    public var cellValue: CellValue { .duration(self) }

    /// Shorter ones come first.
    public static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.seconds < right.seconds }

    var packed: Int64 { Int64(seconds - Self.range.lowerBound) }

    package var end: Int64 { packed }

    package init?(bits: UInt64) {
        guard let packed = Int(exactly: bits), packed <= Self.range.upperBound - Self.range.lowerBound else {
            return nil
        }
        self.init(unchecked: packed + Self.range.lowerBound)
    }

    /// Appends the ``text``, which is also PostgreSQL's form of intervals.
    func append(to text: inout TextBuffer) {
        if seconds < 0 { text.append(ASCII.minus) }
        let number = Int(seconds.magnitude)
        if number < 36_000 { text.append(ASCII.zero) }
        text.append(number / 3_600)
        text.append(ASCII.colon)
        text.append(digits: number / 60 % 60, 2)
        text.append(ASCII.colon)
        text.append(digits: number % 60, 2)
    }

    /// Durations do not depend on the style of dates.
    func append(to text: inout TextBuffer, in style: DateStyle) { append(to: &text) }

    /// A time span in exactly the form of ``text``.
    @inline(__always)
    package init?(_ utf8: UnsafeBufferPointer<UInt8>) {
        let start = utf8.first == ASCII.minus ? 1 : 0
        // Two to nine digits for the hours.
        let colon = utf8.count - 6
        guard (2...9).contains(colon - start), utf8[colon] == ASCII.colon, utf8[colon + 3] == ASCII.colon,
            colon - start == 2 || utf8[start] != ASCII.zero,
            let hours = ASCII.number(utf8, start, colon - start), let minutes = ASCII.number(utf8, colon + 1, 2),
            let seconds = ASCII.number(utf8, colon + 4, 2), minutes < 60, seconds < 60
        else { return nil }
        let number = (hours * 60 + minutes) * 60 + seconds
        guard start == 0 || number > 0 else { return nil }
        self.init(unchecked: start == 0 ? number : -number)
    }

    var sheetNumber: Double? { Double(seconds) / 86_400 }

    var sheetCode: String { "[h]:mm:ss" }
}

/// A duration as people type it, in plain characters and without blanks around it: `1:30`, `1:30:15`, `90 min`,
/// `2h15m`, `2 h 15`, `1.5 h`, `1時間30分`.
///
/// A minus sign before it applies to all of it.
struct DurationEntry {
    private let text: String
    private let decimalSign: SeparatedText.Style.DecimalSign

    init(_ text: String, in context: EntryContext) {
        self.text = text.lowercased()
        decimalSign = context.decimalSign
    }

    private static let units: [Int: [Substring]] = [
        3_600: ["h", "hr", "hrs", "hour", "hours", "時間"], 60: ["m", "min", "mins", "minute", "minutes", "分"],
        1: ["s", "sec", "secs", "second", "seconds", "秒"],
    ]

    func span() throws(UnfitReason) -> TimeSpan {
        var rest = text[...]
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest = rest.dropFirst().drop(while: \.isWhitespace) }
        let seconds = rest.contains(":") ? try Self.clockSeconds(rest) : try unitSeconds(rest)
        guard let span = TimeSpan(seconds: isNegative ? -seconds : seconds) else { throw .notADuration }
        return span
    }

    /// Hours and minutes, and possibly seconds, with colons between them.
    private static func clockSeconds(_ text: Substring) throws(UnfitReason) -> Int {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { throw .notADuration }
        var seconds = 0
        for (place, part) in parts.enumerated() {
            guard (1...(place == 0 ? 9 : 2)).contains(part.count), part.allSatisfy(isDigit), let number = Int(part),
                place == 0 || number < 60
            else { throw .notADuration }
            seconds = seconds * 60 + number
        }
        return parts.count == 3 ? seconds : seconds * 60
    }

    /// Numbers with units, the greatest first; the last one may lack its unit.
    private func unitSeconds(_ text: Substring) throws(UnfitReason) -> Int {
        var rest = text
        var seconds = 0
        var last: Int?
        repeat {
            let number = rest.prefix { Self.isDigit($0) || $0 == "." || $0 == "," && decimalSign == .comma }
            rest = rest.dropFirst(number.count).drop(while: \.isWhitespace)
            let word = rest.prefix(while: \.isLetter)
            rest = rest.dropFirst(word.count).drop(while: \.isWhitespace)
            let unit =
                word.isEmpty ? last.map { $0 / 60 } : Self.units.first { $0.value.contains(word) }?.key
            guard let unit, unit > 0, unit < last ?? .max, !word.isEmpty || rest.isEmpty else { throw .notADuration }
            seconds += try Self.seconds(number.replacing(",", with: "."), times: unit)
            last = unit
        } while !rest.isEmpty
        return seconds
    }

    /// A number of units, which may have decimals.
    private static func seconds(_ number: Substring, times unit: Int) throws(UnfitReason) -> Int {
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        let decimals = parts.count > 1 ? parts[1] : ""
        guard parts.count <= 2, (1...12).contains(parts[0].count), decimals.count <= 9,
            let whole = Int128(parts[0] + decimals)
        else { throw .notADuration }
        let scale = decimals.reduce(Int128(1)) { scale, _ in scale * 10 }
        let (seconds, rest) = (whole * Int128(unit)).quotientAndRemainder(dividingBy: scale)
        guard rest == 0 else { throw .notWholeSeconds }
        guard let seconds = Int(exactly: seconds), seconds <= TimeSpan.range.upperBound else { throw .notADuration }
        return seconds
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}

extension UnfitReason {
    /// Not a duration in any form.
    public static let notADuration = UnfitReason("not a duration") {
        localized("“{text}” is not a duration. Write 1:30 for hours and minutes, or 90 min.", $0)
    }
    /// A duration with fractions of a second.
    public static let notWholeSeconds = UnfitReason("not whole seconds") {
        localized("“{text}” is not a whole number of seconds.", $0)
    }
}
