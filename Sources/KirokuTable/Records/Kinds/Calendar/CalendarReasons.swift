extension UnfitReason {
    /// Not a date in any form.
    public static let notADate = UnfitReason("not a date") { localized("“{text}” is not a date.", $0) }
    /// A day that its month does not have.
    static func noSuchDay(in month: CalendarDate) -> UnfitReason {
        let count = CalendarDate.dayCount(ofMonth: month.month ?? 1, year: month.year)
        return UnfitReason("no such day") { values in
            localized(
                "“{text}” is not a date: {month} has {days} days.",
                values.merging(["month": month.longText, "days": String(count)]) { $1 })
        }
    }
    /// A month beyond 12.
    public static let noSuchMonth = UnfitReason("no such month") {
        localized("“{text}” is not a date: a year has 12 months.", $0)
    }
    /// A year before 1 or after 9999.
    public static let noSuchYear = UnfitReason("no such year") {
        localized("“{text}” is not a date: years go from 1 to 9999.", $0)
    }
    /// The order of day and month is ambiguous.
    public static let unclearDate = UnfitReason("unclear date") {
        localized("“{text}” could be two dates. Write the year first, as in 2026-12-24.", $0)
    }
    /// Not a time in any form.
    public static let notATime = UnfitReason("not a time") { localized("“{text}” is not a time.", $0) }
    /// A time that the clock never shows.
    public static let noSuchTime = UnfitReason("no such time") {
        localized("“{text}” is not a time: a day has 24 hours, an hour 60 minutes.", $0)
    }
}
