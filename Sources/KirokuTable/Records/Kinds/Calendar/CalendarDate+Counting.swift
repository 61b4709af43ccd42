import Glibc

/// How far a key moves a value.
package enum EntryStep: Sendable, Hashable {
    /// Days, or minutes of a time.
    case small(Int)
    /// Months, or hours of a time.
    case large(Int)
}

extension CalendarDate {
    /// Sunday is 0; `nil` if the day is not known.
    var weekday: Int? { isDay ? Int(parts.tm_wday) : nil }

    /// The day a number of days later; `nil` if this is not a day, and beyond the years 1 to 9999.
    func adding(days: Int) -> CalendarDate? {
        guard let day, abs(days) < 4_000_000 else { return nil }
        return CalendarDate(Self.parts(year: year, month: month ?? 1, day: day + days))
    }

    /// The same day a number of months later, or the last day of a shorter month; `nil` beyond the years 1 to 9999.
    func adding(months: Int) -> CalendarDate? {
        guard let month, abs(months) < 200_000 else { return nil }
        let number = year * 12 + month - 1 + months
        guard number >= 12 else { return nil }
        let (year, newMonth) = (number / 12, number % 12 + 1)
        return CalendarDate(
            year: year, month: newMonth, day: day.map { min($0, Self.dayCount(ofMonth: newMonth, year: year)) })
    }

    /// Days and months later; months later for a month, years later for a year.
    func stepped(by step: EntryStep) -> CalendarDate? {
        switch step {
        case .small(let count) where isDay: adding(days: count)
        case .small(let count) where month != nil: adding(months: count)
        case .large(let count) where month != nil: adding(months: isDay ? count : 12 * count)
        case .small(let count), .large(let count): CalendarDate(year: year + count)
        }
    }

    /// The day in words, as "Thu 24 Dec 2026"; a month as "December 2026", a year in digits.
    var longText: String {
        guard month != nil else { return text }
        // strftime's format of a day in words, such as "Thu 24 Dec 2026", or of a month, such as "December 2026".
        return formatted(isDay ? localized("%a %-d %b %Y") : localized("%B %Y"))
    }

    /// The date in a format of strftime; unknown parts count as the first.
    func formatted(_ format: String) -> String { parts.formatted(format) ?? text }

    private var parts: tm { Self.parts(year: year, month: month ?? 1, day: day ?? 1) }

    /// The parts of a day whose number may be beyond its month.
    private static func parts(year: Int, month: Int, day: Int) -> tm {
        var parts = tm(year: year, month: month, day: day)
        timegm(&parts)
        return parts
    }

    private init?(_ parts: tm) {
        self.init(year: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    }
}

extension tm {
    fileprivate init(year: Int, month: Int, day: Int) {
        self.init()
        tm_year = Int32(year - 1_900)
        tm_mon = Int32(month - 1)
        tm_mday = Int32(day)
    }
}

// The numbers of dates in spreadsheets, which disagree about days before March 1900.

extension CalendarDate {
    var sheetNumber: Double? {
        guard isDay, self >= Self.firstInSheets else { return nil }
        var parts = parts
        return Double(timegm(&parts) / 86_400 + 25_569)
    }

    private static let firstInSheets = CalendarDate(packed: 1_900 << 9 | 3 << 5 | 1)

    var sheetCode: String { "yyyy-mm-dd" }
}

extension TimeOfDay {
    var sheetNumber: Double? { Double(packed >> 1) / 86_400_000_000 }

    var sheetCode: String { second == nil ? "hh:mm" : microsecond == 0 ? "hh:mm:ss" : "hh:mm:ss.000" }
}

extension DateAndTime {
    var sheetNumber: Double? { date.sheetNumber.map { $0 + (time?.sheetNumber ?? 0) } }

    var sheetCode: String { date.sheetCode + (time.map { " " + $0.sheetCode } ?? "") }
}

extension TimeOfDay {
    /// Minutes and hours later, around the clock.
    func stepped(by step: EntryStep) -> TimeOfDay? {
        let minutes =
            switch step {
            case .small(let count): count
            case .large(let count): 60 * count
            }
        let number = ((hour * 60 + minute + minutes) % 1_440 + 1_440) % 1_440
        return TimeOfDay(hour: number / 60, minute: number % 60, second: second, microsecond: microsecond)
    }
}

extension LocalTime {
    /// The date in a style.
    public func dateText(in style: DateStyle) -> String { style.text(calendarDate) }

    /// The day that the calendar shows.
    var calendarDate: CalendarDate { CalendarDate(packed: Int32(year << 9 | month << 5 | day)) }

    /// The time that the clock shows, without seconds.
    var timeOfDay: TimeOfDay? { TimeOfDay(hour: hour, minute: minute) }
}
