extension CellValue {
    /// The range of a date or time in a database's text form: from the first value on, before the next one.
    ///
    /// 2026-05 is all of May, and 09:30 the whole minute. `nil` for other values.
    package var databaseSpan: (first: String, next: String)? {
        switch self {
        case .date(let date): date.databaseSpan
        case .time(let time): (Self.clock(time.microseconds), Self.clock(time.microseconds + time.length))
        case .dateAndTime(let moment):
            if let time = moment.time {
                moment.date.span(from: time.microseconds, to: time.microseconds + time.length)
            } else {
                moment.date.databaseSpan
            }
        default: nil
        }
    }

    fileprivate static let microsecondsOfDay: Int64 = 86_400_000_000

    /// A time in a database's text form: "09:30:00.250000", and "24:00:00.000000" at the end of the day.
    fileprivate static func clock(_ microseconds: Int64) -> String {
        let seconds = microseconds / 1_000_000
        let parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { ($0 < 10 ? "0" : "") + String($0) }
        let rest = String(microseconds % 1_000_000)
        return parts.joined(separator: ":") + "." + String(repeating: "0", count: 6 - rest.count) + rest
    }
}

extension TimeOfDay {
    fileprivate var microseconds: Int64 { packed >> 1 }

    /// The length of the minute, the second or the fraction, in microseconds.
    fileprivate var length: Int64 { (end >> 1) - microseconds + 1 }
}

extension CalendarDate {
    /// The first day of the date.
    private var firstDay: CalendarDate? { CalendarDate(year: year, month: month ?? 1, day: day ?? 1) }

    /// The day after the last one of the date; `nil` at the end of the calendar.
    private var nextDay: CalendarDate? {
        guard let firstDay else { return nil }
        if isDay { return firstDay.adding(days: 1) }
        return month == nil ? CalendarDate(year: year + 1, month: 1, day: 1) : firstDay.adding(months: 1)
    }

    fileprivate var databaseSpan: (first: String, next: String)? {
        firstDay.map { ($0.text, nextDay?.text ?? Self.endless) }
    }

    /// A part of the day, in microseconds.
    fileprivate func span(from first: Int64, to next: Int64) -> (first: String, next: String) {
        let begin = "\(text) \(CellValue.clock(first))"
        guard next >= CellValue.microsecondsOfDay else { return (begin, "\(text) \(CellValue.clock(next))") }
        return (begin, nextDay?.text ?? Self.endless)
    }

    /// The value after all dates in a database.
    private static let endless = "infinity"
}
