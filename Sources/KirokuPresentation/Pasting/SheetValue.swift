import KirokuCore

/// What the cells of spreadsheets hold, as plain text that every field reads: `3.14159265358979`, `0.125`, `true`,
/// `2024-05-01`.
enum SheetValue {
    /// A number that a spreadsheet has written, in its shortest form; `nil` for what is none.
    ///
    /// Gnumeric writes more digits than a Number field holds; whole numbers keep all of theirs.
    static func number(_ text: String) -> String? {
        if let whole = Int(text) { return String(whole) }
        guard let number = Double(text), number.isFinite else { return nil }
        let plain = number.description
        return plain.hasSuffix(".0") ? String(plain.dropLast(2)) : plain
    }

    /// A number as a cell with this format means it: perhaps a day; `nil` where only what the sheet shows says it.
    ///
    /// - Parameters:
    ///   - text: the number.
    ///   - format: the code of the format, such as `0.00%` or `YYYY-MM-DD`.
    static func number(_ text: String, format: String) -> String? {
        switch SheetFormat(format) {
        case .number: number(text)
        case .day: Double(text).flatMap(day)
        case .shown: nil
        }
    }

    /// The day with this number, counted from 30 December 1899; `nil` for a time of a day.
    private static func day(_ number: Double) -> String? {
        guard number == number.rounded(), (1...2_958_465).contains(number) else { return nil }
        // Days since 1 March of year 0, by which leap days come at the ends of years.
        let days = Int(number) + 693_899
        let era = days / 146_097
        let ofEra = days % 146_097
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * ofYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let day = ofYear - (153 * shifted + 2) / 5 + 1
        func padded(_ number: Int, _ length: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, length - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}

/// What a format of a spreadsheet makes of a number, as far as it matters for its value.
enum SheetFormat {
    case number
    case day
    /// A time, with or without a day, or something else that only the sheet can show.
    case shown

    /// - Parameter code: such as `#,##0.00`, `[$-409]D/M/YYYY` or `"about "0`.
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
            // Formats may be written in the language of the sheet; what they make of a day is then best taken as shown.
            let isDay = letters.isDisjoint(with: ["h", "s"]) && !letters.isDisjoint(with: ["y", "d"])
            self = isDay ? .day : .shown
        }
    }
}
