/// Dates with a time of the day.
enum DateAndTimeKind: CalendarKind {
    static var name: String { localized("Date and time") }
    static var contentsName: String { localized("dates and times") }
    static var findHint: String { localized("2026, >=2026-05, today, last 30 days, = for empty") }

    static var holdsDates: Bool { true }

    static var missingValue: UnfitReason { .notADate }

    static var databaseType: String { "timestamp" }

    /// Only whole days, always to the second.
    static func databaseText(_ value: DateAndTime) -> String? {
        guard let date = DateKind.databaseText(value.date) else { return nil }
        return date + " " + (value.time.flatMap(TimeKind.databaseText) ?? "00:00:00")
    }

    static func value(entered text: String, in context: EntryContext) throws(UnfitReason) -> DateAndTime {
        try DateAndTimeEntry(text, in: context).dateAndTime()
    }

    static func value(from other: CellValue) -> DateAndTime? { CalendarDate(other).flatMap { DateAndTime($0) } }

    static var guess: (any GuessedValues.Type)? { GuessedCalendar<DateAndTimeKind>.self }

    /// Dates alone are dates.
    static func isTypical(_ values: FixedColumn<DateAndTime>) -> Bool { values.contains { $0?.time != nil } }

    static func column(widening other: any GuessedValues) -> FixedColumn<DateAndTime>? {
        let dates = (other as? GuessedCalendar<DateKind>)?.column ?? DateKind.column(widening: other)
        return dates?.map { DateAndTime($0) ?? .blank }
    }

    static func span(relative text: String, from now: LocalTime) -> (DateAndTime, DateAndTime)? {
        guard let (first, last) = DateKind.span(relative: text, from: now), let first = DateAndTime(first),
            let last = DateAndTime(last)
        else { return nil }
        return (first, last)
    }

    static func bars(ofSorted values: [DateAndTime], limit: Int) -> [SummaryBar] {
        CalendarBars.ofDates(values, limit: limit) { $0.date }
    }

    static func meaning(_ value: DateAndTime) -> String? {
        guard let time = value.time, let shown = TimeKind.meaning(time) else { return value.date.longText }
        return value.date.longText + " " + shown
    }

    /// Days and months; the time stays.
    static func stepped(_ value: DateAndTime, by step: EntryStep) -> DateAndTime? {
        value.date.stepped(by: step).flatMap { DateAndTime($0, value.time) }
    }

    static var presentName: String? { localized("Now") }

    static func present(at now: LocalTime) -> DateAndTime? { DateAndTime(now.calendarDate, now.timeOfDay) }

    static var control: CellControl { .calendar }
}
