/// Days, months and years of the calendar.
enum DateKind: CalendarKind {
    static var name: String { localized("Date") }
    static var contentsName: String { localized("dates") }
    static var findHint: String { localized("2026, >=2026-05, today, last 30 days, = for empty") }

    static var holdsDates: Bool { true }

    static var missingValue: UnfitReason { .notADate }

    static var databaseType: String { "date" }

    /// Only whole days; PostgreSQL has no year 0.
    static func databaseText(_ value: CalendarDate) -> String? {
        value.isDay && value.year > 0 ? value.text : nil
    }

    static func value(entered text: String, in context: EntryContext) throws(UnfitReason) -> CalendarDate {
        try DateEntry(withoutMidnight(text), in: context).date()
    }

    /// Removes the midnight that some programs add to a day: 2026-12-24T00:00:00.
    private static func withoutMidnight(_ text: String) -> String {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
        guard parts.count == 2, parts[0].utf8.count >= 8 else { return text }
        let clock = parts[1].hasSuffix("Z") ? parts[1].dropLast() : parts[1]
        let isMidnight = ["00:00", "00:00:00"].contains(clock.prefix { $0 != "." })
        return isMidnight && clock.drop { $0 != "." }.allSatisfy { $0 == "." || $0 == "0" } ? String(parts[0]) : text
    }

    static func value(from other: CellValue) -> CalendarDate? {
        DateAndTime(other).flatMap { $0.time == nil ? $0.date : nil }
    }

    static var guess: (any GuessedValues.Type)? { GuessedCalendar<DateKind>.self }

    /// Years or months alone are not typical of dates.
    static func isTypical(_ values: FixedColumn<CalendarDate>) -> Bool { values.contains { $0?.isDay ?? false } }

    /// Whole numbers, if all of them are years of four digits.
    static func column(widening other: any GuessedValues) -> FixedColumn<CalendarDate>? {
        guard let ints = (other as? GuessedInts)?.column,
            ints.allSatisfy({ $0.map { (1_000...9_999).contains($0) } ?? true })
        else { return nil }
        return ints.map { CalendarDate(year: $0) ?? .blank }
    }

    /// A number that another program has written is a year.
    static func rowGatherer(capacity: Int) -> RowGatherer {
        valueGatherer(capacity: capacity) { value, content in
            switch content {
            case .text: CalendarDate(value.utf8)
            case .integer: Int(exactly: value.integer).flatMap { CalendarDate(year: $0) }
            case .real, .null, .blob: nil
            }
        }
    }

    static func span(relative text: String, from now: LocalTime) -> (CalendarDate, CalendarDate)? {
        RelativeDays(text)?.days(from: now.calendarDate)
    }

    static func bars(ofSorted dates: [CalendarDate], limit: Int) -> [SummaryBar] {
        CalendarBars.ofDates(dates, limit: limit) { $0 }
    }

    static func meaning(_ date: CalendarDate) -> String? { date.longText }

    static func stepped(_ date: CalendarDate, by step: EntryStep) -> CalendarDate? { date.stepped(by: step) }

    static var presentName: String? { localized("Today") }

    static func present(at now: LocalTime) -> CalendarDate? { now.calendarDate }

    static var control: CellControl { .calendar }
}
