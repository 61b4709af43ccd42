import FoundationEssentials
import Glibc

/// A moment as the calendar and the clock on the wall show it, in the user's time zone.
///
/// ```swift
/// LocalTime(year: 2015, month: 5, day: 20, hour: 20, minute: 24, second: 50)?.text  // "2015/05/20 20:24:50"
/// ```
public struct LocalTime: Sendable, Hashable, CustomStringConvertible {
    /// From 1 to 9999.
    public let year: Int
    /// From 1 to 12.
    public let month: Int
    /// From 1 to 31.
    public let day: Int
    /// From 0 to 23.
    public let hour: Int
    /// From 0 to 59.
    public let minute: Int
    /// From 0 to 59.
    public let second: Int

    /// The calendar's and the clock's reading at `date`.
    ///
    /// Dates before the year 1 or after 9999 become the first or last day of that range.
    public init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        // In this order, NaN becomes the lower bound.
        self.init(Self.broken(Int(min(max(Self.moments.lowerBound, seconds), Self.moments.upperBound))))
    }

    /// A moment by its parts; `nil` if it does not exist: on February 30, at 24:00:00, or in the hour that is skipped
    /// when summer time begins.
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard (1...9_999).contains(year), (1...12).contains(month), (1...31).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        let wanted = tm(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        let found = LocalTime(Self.broken(Self.moment(wanted)))
        // A moment that does not exist is converted to another one: February 30 to March 1 or 2.
        guard found.year == year, found.month == month, found.day == day,
            found.hour == hour, found.minute == minute, found.second == second
        else { return nil }
        self = found
    }

    /// The moment, to the second.
    ///
    /// The hour that is repeated when summer time ends counts as one of the two.
    public var date: Date {
        let parts = tm(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        return Date(timeIntervalSince1970: Double(Self.moment(parts)))
    }

    /// The date: "2015/05/20".
    public var dateText: String {
        [padded(year, 4), padded(month), padded(day)].joined(separator: "/")
    }

    /// The time of day: "20:24:50".
    public var timeText: String {
        [padded(hour), padded(minute), padded(second)].joined(separator: ":")
    }

    /// Date and time of day: "2015/05/20 20:24:50".
    public var text: String { dateText + " " + timeText }

    /// The same as ``text``.
    public var description: String { text }

    private init(_ parts: tm) {
        year = Int(parts.tm_year) + 1_900
        month = Int(parts.tm_mon) + 1
        day = Int(parts.tm_mday)
        hour = Int(parts.tm_hour)
        minute = Int(parts.tm_min)
        // Time zones with leap seconds ("right/…") have a second 60.
        second = min(Int(parts.tm_sec), 59)
    }

    /// The years 1 to 9999 in every time zone, in seconds since 1970.
    private static let moments = -62_135_400_000.0...253_402_100_000.0

    private static func broken(_ moment: Int) -> tm {
        // The user may have travelled: unlike mktime, localtime_r stays with the time zone that it saw first.
        tzset()
        var moment: time_t = moment
        var parts = tm()
        localtime_r(&moment, &parts)
        return parts
    }

    private static func moment(_ parts: tm) -> Int {
        var parts = parts
        return mktime(&parts)
    }
}

extension tm {
    /// Parts within the ranges of ``LocalTime``; the system finds out whether it is summer time.
    fileprivate init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        self.init()
        tm_year = Int32(year - 1_900)
        tm_mon = Int32(month - 1)
        tm_mday = Int32(day)
        tm_hour = Int32(hour)
        tm_min = Int32(minute)
        tm_sec = Int32(second)
        tm_isdst = -1
    }
}

private func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
}
