import Glibc

/// A date as people type it, in plain characters and without blanks around it.
///
/// The year first, with any sign between the parts or none (`2026-12-24`, `2026/12/24`, `20261224`, `2026年12月24日`), may
/// leave out unknown parts (`2026-12`, `2026`). Otherwise day and month come in the locale's order (`24.12.2026`,
/// `24/12`), or in the other order if only that makes a date; without a year, it is in the current one. `today` and
/// `今日` are today.
struct DateEntry {
    private let text: String
    private let today: CalendarDate?
    private let isDayFirst: Bool?

    /// - Parameters:
    ///   - text: what was typed.
    ///   - today: `nil` where it does not matter, as in a file.
    ///   - isDayFirst: whether the day comes before the month; `nil` if the locale does not say.
    init(_ text: String, today: CalendarDate?, isDayFirst: Bool? = Self.localeIsDayFirst) {
        self.text = text
        self.today = today
        self.isDayFirst = isDayFirst
    }

    func date() throws(UnfitReason) -> CalendarDate {
        if let today, text.lowercased() == "today" || text == "今日" { return today }
        let parts = text.split(omittingEmptySubsequences: false) { "-/.年月日".contains($0) }
        var numbers: [Int] = []
        for part in text.hasSuffix("日") || text.hasSuffix("月") || text.hasSuffix("年") ? parts.dropLast() : parts[...] {
            let digits = part.filter { !$0.isWhitespace }
            guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }), digits.count <= 8,
                let number = Int(digits)
            else { throw .notADate }
            numbers.append(number)
        }
        switch (numbers.count, parts[0].count) {
        case (1, 8): return try Self.date(numbers[0] / 10_000, numbers[0] / 100 % 100, numbers[0] % 100)
        case (1, 4): return try Self.date(numbers[0])
        case (2, 4): return try Self.date(numbers[0], numbers[1])
        case (3, 4): return try Self.date(numbers[0], numbers[1], numbers[2])
        case (2, 1...2):
            guard let today else { throw .notADate }
            return try dayAndMonth(numbers[0], numbers[1], year: today.year)
        case (3, 1...2) where parts[2].count == 4: return try dayAndMonth(numbers[0], numbers[1], year: numbers[2])
        default: throw .notADate
        }
    }

    private static func date(_ year: Int, _ month: Int? = nil, _ day: Int? = nil) throws(UnfitReason) -> CalendarDate {
        guard let date = CalendarDate(year: year, month: month, day: day) else { throw .noSuchDate }
        return date
    }

    /// In the locale's order, or in the only order that makes a date.
    private func dayAndMonth(_ one: Int, _ other: Int, year: Int) throws(UnfitReason) -> CalendarDate {
        let dayFirst = CalendarDate(year: year, month: other, day: one)
        let monthFirst = CalendarDate(year: year, month: one, day: other)
        switch (dayFirst, monthFirst, isDayFirst) {
        case (nil, nil, _): throw .noSuchDate
        case (let date?, nil, _), (nil, let date?, _), (let date?, _, true), (_, let date?, false): return date
        case (let date?, let same, nil) where date == same: return date
        default: throw .unclearDate
        }
    }

    /// Whether the user's locale writes the day before the month.
    static var localeIsDayFirst: Bool? {
        let locale = setlocale(LC_TIME, nil).map { String(cString: $0) } ?? "C"
        if locale == "C" || locale == "POSIX" || locale.hasPrefix("C.") { return nil }
        let format = nl_langinfo(Int32(D_FMT)).map { String(cString: $0) } ?? ""
        guard let day = format.firstIndex(where: { "de".contains($0) }) else {
            return format.contains("%D") ? false : nil
        }
        return format.firstIndex(where: { "mbB".contains($0) }).map { day < $0 }
    }
}

extension CalendarDate {
    /// The day that the application's clock shows.
    static var today: CalendarDate? {
        let now = LocalTime(AppClock.shared.now)
        return CalendarDate(year: now.year, month: now.month, day: now.day)
    }
}

extension UnfitReason {
    /// Not a date in any form.
    public static let notADate = UnfitReason("not a date") { localized("“{text}” is not a date.", $0) }
    /// A month or day that the calendar does not have.
    public static let noSuchDate = UnfitReason("no such date") {
        localized("“{text}” is not a date: the calendar has no such day.", $0)
    }
    /// Day and month could be either way round.
    public static let unclearDate = UnfitReason("unclear date") {
        localized("“{text}” could be two dates. Write the year first, as in 2026-12-24.", $0)
    }
}
