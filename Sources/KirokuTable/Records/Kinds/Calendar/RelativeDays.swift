import Glibc

/// Days by their distance from today: "today", "+3", "-1w", "mon", and spans of them: "last 30 days", "this month".
enum RelativeDays: Sendable, Hashable {
    case days(Int)
    case months(Int)
    /// The next day with this weekday, which may be today; Sunday is 0.
    case weekday(Int)
    /// This many days up to today, or from today on if negative.
    case lastDays(Int)
    /// The week this many weeks later, from Monday on.
    case week(Int)
    /// The month this many months later.
    case month(Int)
    /// The year this many years later.
    case year(Int)

    /// - Parameter text: in lower case, without blanks around it; `nil` for one with another meaning.
    init?(_ text: String) {
        if let known = Self.words[text] ?? Self.distance(text) ?? Self.weekday(text) ?? Self.span(text) {
            self = known
        } else {
            return nil
        }
    }

    private static let words: [String: RelativeDays] = [
        "today": .days(0), "今日": .days(0), "本日": .days(0), "yesterday": .days(-1), "昨日": .days(-1),
        "tomorrow": .days(1), "明日": .days(1), "一昨日": .days(-2), "明後日": .days(2),
        "this week": .week(0), "last week": .week(-1), "next week": .week(1), "今週": .week(0), "先週": .week(-1),
        "来週": .week(1), "this month": .month(0), "last month": .month(-1), "next month": .month(1), "今月": .month(0),
        "先月": .month(-1), "来月": .month(1), "this year": .year(0), "last year": .year(-1), "next year": .year(1),
        "今年": .year(0), "去年": .year(-1), "昨年": .year(-1), "来年": .year(1),
    ]

    /// A sign, a number, and optionally the first letter of days, weeks, months or years.
    private static func distance(_ text: String) -> RelativeDays? {
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
        guard digits.count <= 6, var count = Int(digits) else { return nil }
        if sign == "-" { count.negate() }
        return switch text.dropFirst(1 + digits.count) {
        case "", "d", "日": .days(count)
        case "w", "週", "週間": .days(7 * count)
        case "m", "月", "か月", "ヶ月": .months(count)
        case "y", "年": .months(12 * count)
        default: nil
        }
    }

    private static let englishDays = [
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ]
    private static let japaneseDays = ["日", "月", "火", "水", "木", "金", "土"]

    private static func weekday(_ text: String) -> RelativeDays? {
        if text.count >= 3, let day = englishDays.firstIndex(where: { $0.hasPrefix(text) }) { return .weekday(day) }
        if let day = japaneseDays.firstIndex(where: { [$0, $0 + "曜", $0 + "曜日"].contains(text) }) {
            return .weekday(day)
        }
        for (long, short) in zip(Int32(DAY_1)...Int32(DAY_7), Int32(ABDAY_1)...Int32(ABDAY_7))
        where [long, short].contains(where: { isName($0, text) }) {
            return .weekday(Int(long - Int32(DAY_1)))
        }
        return nil
    }

    /// Whether a text is a word of the locale, with or without a point at its end.
    private static func isName(_ item: Int32, _ text: String) -> Bool {
        guard let name = nl_langinfo(item).map({ String(cString: $0).lowercased() }), !name.isEmpty else {
            return false
        }
        return name == text || name == text + "."
    }

    private static func span(_ text: String) -> RelativeDays? {
        let words = text.split(separator: " ")
        if words.count == 3, words[2] == "days" || words[2] == "day", let count = count(words[1]) {
            if words[0] == "last" || words[0] == "past" { return .lastDays(count) }
            if words[0] == "next" { return .lastDays(-count) }
        }
        guard text.hasSuffix("日") || text.hasSuffix("日間") else { return nil }
        let digits = text.drop { !($0.isASCII && $0.isNumber) }.prefix { $0.isASCII && $0.isNumber }
        guard let count = count(digits) else { return nil }
        return ["過去", "直近"].contains { text.hasPrefix($0 + digits) } ? .lastDays(count) : nil
    }

    private static func count(_ digits: Substring) -> Int? {
        digits.count <= 6 ? Int(digits).flatMap { $0 > 0 ? $0 : nil } : nil
    }

    /// The day that this is, counted from today; `nil` for a span of several, and beyond the years 1 to 9999.
    func day(from today: CalendarDate) -> CalendarDate? {
        switch self {
        case .days(let count): today.adding(days: count)
        case .months(let count): today.adding(months: count)
        case .weekday(let weekday): today.adding(days: (weekday - (today.weekday ?? 0) + 7) % 7)
        case .lastDays, .week, .month, .year: nil
        }
    }

    /// The first and the last day of the span; `nil` beyond the years 1 to 9999.
    func days(from today: CalendarDate) -> (CalendarDate, CalendarDate)? {
        func pair(_ first: CalendarDate?, _ last: CalendarDate?) -> (CalendarDate, CalendarDate)? {
            if let first, let last { (first, last) } else { nil }
        }
        switch self {
        case .days, .months, .weekday: return pair(day(from: today), day(from: today))
        case .lastDays(let count) where count > 0: return pair(today.adding(days: 1 - count), today)
        case .lastDays(let count): return pair(today, today.adding(days: -count - 1))
        case .week(let count):
            let monday = today.adding(days: 7 * count - ((today.weekday ?? 0) + 6) % 7)
            return pair(monday, monday?.adding(days: 6))
        case .month(let count):
            let month = CalendarDate(year: today.year, month: today.month)?.adding(months: count)
            return pair(month, month)
        case .year(let count):
            let year = CalendarDate(year: today.year + count)
            return pair(year, year)
        }
    }
}
