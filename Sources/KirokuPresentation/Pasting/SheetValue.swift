import Glibc
import KirokuCore

/// The contents of spreadsheet cells as plain text that every field can read: `3.14159265358979`, `0.125`, `true`,
/// `2024-05-01`, `09:30`.
enum SheetValue {
    /// A number written by a spreadsheet, in its shortest form; `nil` if the text is not a number.
    ///
    /// Gnumeric writes more digits than a Number field holds; whole numbers keep all of theirs.
    static func number(_ text: String) -> String? {
        if let whole = Int(text) { return String(whole) }
        guard let number = Double(text), number.isFinite else { return nil }
        let plain = number.description
        return plain.hasSuffix(".0") ? String(plain.dropLast(2)) : plain
    }

    /// The value of a number in a cell with this format, which may be a day or a time; `nil` if only the text that the
    /// sheet shows can tell it.
    ///
    /// - Parameters:
    ///   - text: the number.
    ///   - format: the code of the format, such as `0.00%` or `YYYY-MM-DD`.
    static func number(_ text: String, format: String) -> String? {
        switch SheetFormat(format) {
        case .number: number(text)
        case .day: Double(text).flatMap { $0 == $0.rounded() && $0 >= 1 ? moment($0)?.date.text : nil }
        case .time: Double(text).flatMap { (0..<1).contains($0) ? moment($0)?.time?.text : nil }
        case .dayAndTime: Double(text).flatMap { $0 >= 1 ? moment($0)?.text : nil }
        case .shown: nil
        }
    }

    /// The moment with this number of days since December 30, 1899, to the second; without seconds on a full minute.
    private static func moment(_ number: Double) -> DateAndTime? {
        guard (0..<2_958_466).contains(number) else { return nil }
        // January 1, 1970, is day 25,569.
        var seconds = time_t(((number - 25_569) * 86_400).rounded())
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let second = Int(parts.tm_sec)
        let time = TimeOfDay(hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: second == 0 ? nil : second)
        return CalendarDate(year: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
            .flatMap { DateAndTime($0, time) }
    }
}

/// How the number format of a spreadsheet cell affects the value of a number.
enum SheetFormat {
    case number
    case day
    case time
    case dayAndTime
    /// Something that is only known from the text that the sheet shows.
    case shown

    /// - Parameter code: the code of the format, such as `#,##0.00`, `[$-409]D/M/YYYY` or `"about "0`.
    init(_ code: String) {
        var letters: Set<Character> = []
        var quote: Character?
        var isEscaped = false
        for character in code.lowercased() {
            if isEscaped {
                isEscaped = false
            } else if let end = quote {
                if character == end { quote = nil }
            } else if character == "\"" {
                quote = "\""
            } else if character == "[" {
                quote = "]"
            } else if character == "\\" || character == "_" || character == "*" {
                isEscaped = true
            } else if character == ";" {
                break
            } else {
                letters.insert(character)
            }
        }
        let isGeneral = ["", "general", "standard", "@"].contains(code.lowercased())
        if isGeneral || !letters.isDisjoint(with: ["0", "#", "?"]) && !letters.contains("s") {
            self = .number
        } else {
            // Formats may use the letters of the sheet's language; a day in such a format is taken as shown.
            let hasDay = !letters.isDisjoint(with: ["y", "d"])
            let hasTime = !letters.isDisjoint(with: ["h", "s"])
            self = hasDay ? (hasTime ? .dayAndTime : .day) : hasTime ? .time : .shown
        }
    }
}
