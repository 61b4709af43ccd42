/// A date of a Japanese era, as 令和8年12月24日 or R8.12.24, converted to a year of the Gregorian calendar.
struct EraDate {
    /// The date with the year in four digits: 2026年12月24日, 2026.12.24.
    let text: String
    /// The era's first day.
    let start: CalendarDate

    private struct Era {
        let names: [String]
        /// The Gregorian year in which it begins.
        let firstYear: Int
        let start: CalendarDate?
    }

    /// Before the sixth year of Meiji, Japan had another calendar.
    private static let eras = [
        Era(names: ["令和", "㋿", "r"], firstYear: 2019, start: CalendarDate(year: 2019, month: 5, day: 1)),
        Era(names: ["平成", "㍻", "h"], firstYear: 1989, start: CalendarDate(year: 1989, month: 1, day: 8)),
        Era(names: ["昭和", "㍼", "s"], firstYear: 1926, start: CalendarDate(year: 1926, month: 12, day: 25)),
        Era(names: ["大正", "㍽", "t"], firstYear: 1912, start: CalendarDate(year: 1912, month: 7, day: 30)),
        Era(names: ["明治", "㍾", "m"], firstYear: 1868, start: CalendarDate(year: 1873, month: 1, day: 1)),
    ]

    /// - Parameter text: in lower case; `nil` if it does not begin with an era and a year.
    init?(_ text: String) {
        for era in Self.eras {
            guard let start = era.start, let name = era.names.first(where: { text.hasPrefix($0) }) else { continue }
            let rest = text.dropFirst(name.count)
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let isFirst = rest.first == "元"
            guard isFirst || (1...2).contains(digits.count), let number = isFirst ? 1 : Int(digits), number > 0 else {
                return nil
            }
            self.text = String(era.firstYear + number - 1) + rest.dropFirst(isFirst ? 1 : digits.count)
            self.start = start
            return
        }
        return nil
    }
}
