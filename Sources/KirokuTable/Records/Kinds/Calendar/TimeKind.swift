/// Times of the day.
enum TimeKind: CalendarKind {
    static var name: String { localized("Time") }
    static var contentsName: String { localized("times") }
    static var findHint: String { localized("9:30, >=12:00, 9:00..17:30, = for empty") }

    static var missingValue: UnfitReason { .notATime }

    static var databaseType: String { "time" }

    /// Always to the second.
    static func databaseText(_ value: TimeOfDay) -> String? {
        value.second == nil ? value.text + ":00" : value.text
    }

    static func value(entered text: String, in context: EntryContext) throws(UnfitReason) -> TimeOfDay {
        try TimeEntry(text, in: context).time()
    }

    static func value(from other: CellValue) -> TimeOfDay? { nil }

    static var guess: (any GuessedValues.Type)? { GuessedCalendar<TimeKind>.self }

    static func isTypical(_ values: FixedColumn<TimeOfDay>) -> Bool { true }

    static func column(widening other: any GuessedValues) -> FixedColumn<TimeOfDay>? { nil }

    static func span(relative text: String, from now: LocalTime) -> (TimeOfDay, TimeOfDay)? { nil }

    static func bars(ofSorted times: [TimeOfDay], limit: Int) -> [SummaryBar] {
        CalendarBars.ofTimes(times, limit: limit)
    }

    static func meaning(_ time: TimeOfDay) -> String? { shownText(time, in: .shown) }

    static func stepped(_ time: TimeOfDay, by step: EntryStep) -> TimeOfDay? { time.stepped(by: step) }

    static var presentName: String? { localized("Now") }

    static func present(at now: LocalTime) -> TimeOfDay? { now.timeOfDay }
}
