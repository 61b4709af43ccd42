import Glibc

/// A date as people type it, in plain characters and without blanks around it.
///
/// The year first, with any sign between the parts or none (`2026-12-24`, `2026/12/24`, `20261224`, `2026年12月24日`), may
/// leave out unknown parts (`2026-12`, `2026`). Otherwise the parts come in the locale's order (`24.12.2026`,
/// `24/12/26`), or in another order if only that makes a date; the month may be a word (`24 Dec 2026`). Two digits are
/// a year from 1969 to 2068. Years of Japanese eras are understood, too (`令和8年12月24日`, `R8.12.24`).
///
/// When a person types it, missing parts are taken from today (`24/12`, `24`), and words and distances count from today
/// (see ``RelativeDays``).
struct DateEntry {
    private let text: String
    private let today: CalendarDate?
    private let order: DateOrder?

    init(_ text: String, in context: EntryContext) {
        self.text = text.lowercased()
        today = context.now?.calendarDate
        order = context.dateOrder
    }

    func date() throws(UnfitReason) -> CalendarDate {
        if let today, let relative = RelativeDays(text) {
            if let day = relative.day(from: today) { return day }
            throw .noSuchYear
        }
        guard let era = EraDate(text) else { return try Self.date(of: text, order, today) }
        let date = try Self.date(of: era.text, order, today)
        guard date.end >= era.start.packed else { throw .notADate }
        return date
    }

    // MARK: Parts

    private static func date(
        of text: String, _ order: DateOrder?, _ today: CalendarDate?
    ) throws(UnfitReason) -> CalendarDate {
        guard let parts = DateParts(text) else { throw .notADate }
        let numbers = parts.numbers.map(\.value)
        if let month = parts.month {
            return try date(in: month, numbers, isYearFirst: parts.numbers.first?.digits == 4, today)
        }
        switch parts.numbers.map(\.digits) {
        case [8]: return try date(numbers[0] / 10_000, numbers[0] / 100 % 100, numbers[0] % 100)
        case [4]: return try date(numbers[0])
        case [2]:
            guard let today, let month = today.month else { throw .notADate }
            return try date(today.year, month, numbers[0])
        case [4, 2]: return try date(numbers[0], numbers[1])
        case [2, 4]: return try date(numbers[1], numbers[0])
        case [2, 2]:
            guard let today else { throw .notADate }
            return try dayAndMonth(numbers[0], numbers[1], year: today.year, order)
        case [4, 2, 2]: return try date(numbers[0], numbers[1], numbers[2])
        case [2, 2, 4]: return try dayAndMonth(numbers[0], numbers[1], year: numbers[2], order)
        case [2, 2, 2]:
            guard let order else { throw .unclearDate }
            if order == .yearMonthDay { return try date(fullYear(numbers[0]), numbers[1], numbers[2]) }
            return try dayAndMonth(numbers[0], numbers[1], year: fullYear(numbers[2]), order)
        default: throw .notADate
        }
    }

    /// With the month as a word.
    private static func date(
        in month: Int, _ numbers: [Int], isYearFirst: Bool, _ today: CalendarDate?
    ) throws(UnfitReason) -> CalendarDate {
        switch numbers.count {
        case 1 where numbers[0] > 999: return try date(numbers[0], month)
        case 1:
            guard let today else { throw .notADate }
            return try date(today.year, month, numbers[0])
        case 2:
            let (day, year) = isYearFirst ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
            return try date(year > 99 ? year : fullYear(year), month, day)
        default: throw .notADate
        }
    }

    /// In the usual order, or in the only order that makes a date.
    private static func dayAndMonth(
        _ one: Int, _ other: Int, year: Int, _ order: DateOrder?
    ) throws(UnfitReason) -> CalendarDate {
        let dayFirst = CalendarDate(year: year, month: other, day: one)
        let monthFirst = CalendarDate(year: year, month: one, day: other)
        switch (dayFirst, monthFirst, order) {
        case (nil, nil, .dayMonthYear): return try date(year, other, one)
        case (nil, nil, nil) where other <= 12: return try date(year, other, one)
        case (nil, nil, _): return try date(year, one, other)
        case (let date?, nil, _), (nil, let date?, _), (let date?, _, .dayMonthYear): return date
        case (_, let date?, .monthDayYear), (_, let date?, .yearMonthDay): return date
        case (let date?, let same?, nil) where date == same: return date
        default: throw .unclearDate
        }
    }

    private static func date(_ year: Int, _ month: Int? = nil, _ day: Int? = nil) throws(UnfitReason) -> CalendarDate {
        guard (1...9_999).contains(year) else { throw .noSuchYear }
        guard let month else { return try date(year: year) }
        guard let whole = CalendarDate(year: year, month: month) else { throw .noSuchMonth }
        guard let day else { return whole }
        guard let date = CalendarDate(year: year, month: month, day: day) else { throw .noSuchDay(in: whole) }
        return date
    }

    private static func date(year: Int) throws(UnfitReason) -> CalendarDate {
        guard let date = CalendarDate(year: year) else { throw .noSuchYear }
        return date
    }

    /// As in POSIX.
    private static func fullYear(_ year: Int) -> Int { year < 69 ? 2_000 + year : 1_900 + year }
}

/// The numbers of a typed date, and its month if that is a word.
private struct DateParts {
    struct Number {
        let value: Int
        /// 2 also stands for a single digit.
        let digits: Int
    }

    private(set) var numbers: [Number] = []
    private(set) var month: Int?

    /// - Parameter text: in lower case; `nil` if it contains anything but numbers, a month, and signs between them.
    init?(_ text: String) {
        var rest = text[...]
        while true {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let word = digits.isEmpty ? rest.prefix { $0.isLetter && !Self.units.contains($0) } : ""
            if let value = Int(digits), digits.count <= 8 {
                numbers.append(Number(value: value, digits: max(digits.count, 2)))
            } else if !word.isEmpty, month == nil, let number = Self.month(named: word) {
                month = number
            } else {
                return nil
            }
            rest = rest.dropFirst(digits.count + word.count)
            guard let next = Self.withoutSign(rest, isAfterWord: digits.isEmpty) else { return nil }
            rest = next
            if rest.isEmpty { return }
        }
    }

    private static let units = "年月日년월일"

    /// The text after the sign between two parts, or after the last part; `nil` if there is no sign, or too much.
    private static func withoutSign(_ text: Substring, isAfterWord: Bool) -> Substring? {
        if text.isEmpty { return text }
        let afterBlanks = text.drop(while: \.isWhitespace)
        guard let sign = afterBlanks.first, units.contains(sign) || "-/.,".contains(sign) else {
            // Between two numbers, a blank could also separate a date from a time.
            let hasWord = isAfterWord || afterBlanks.first?.isLetter == true
            return hasWord && afterBlanks.count < text.count ? afterBlanks : nil
        }
        let rest = afterBlanks.dropFirst().drop(while: \.isWhitespace)
        // A part must follow each sign, except that the point of 24.12. and units belong to the part before them.
        return rest.isEmpty && !units.contains(sign) && !(sign == "." && !isAfterWord) ? nil : rest
    }

    private static let englishMonths = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    private static func month(named word: Substring) -> Int? {
        if word.count >= 3, let month = englishMonths.firstIndex(where: { $0.hasPrefix(word) }) { return month + 1 }
        let names = zip(Int32(MON_1)...Int32(MON_12), Int32(ABMON_1)...Int32(ABMON_12))
        for (index, name) in names.enumerated()
        where [name.0, name.1].contains(where: { isName($0, word) }) {
            return index + 1
        }
        return nil
    }

    private static func isName(_ item: Int32, _ word: Substring) -> Bool {
        guard let name = nl_langinfo(item).map({ String(cString: $0).lowercased() }), !name.isEmpty else {
            return false
        }
        return name == word || name == word + "."
    }
}
