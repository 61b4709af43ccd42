import Glibc

/// A time as people type it, in plain characters and without blanks around it: `9:30`, `9:30:15.25`, `9:30 pm`,
/// `午後9時30分`.
///
/// When a person types it, digits alone will do (`9`, `930`, `0930`, `9pm`), and `now` and `今` are the present time.
struct TimeEntry {
    private let text: String
    private let now: LocalTime?

    init(_ text: String, in context: EntryContext) {
        self.text = text.lowercased()
        now = context.now
    }

    func time() throws(UnfitReason) -> TimeOfDay {
        if let now = now?.timeOfDay, text == "now" || text == "今" { return now }
        let (digits, half) = Self.withoutHalf(text)
        var numbers = try Self.numbers(of: digits)
        if numbers.count == 1 {
            // In a file, a number alone is not a time.
            guard now != nil || half != nil || digits.hasSuffix("時") else { throw .notATime }
            if numbers[0] > 99 { numbers = [numbers[0] / 100, numbers[0] % 100] }
        }
        var hour = numbers[0]
        if let half {
            guard (0...12).contains(hour) else { throw .noSuchTime }
            hour = hour % 12 + 12 * half
        }
        let fraction = numbers.count > 3 ? numbers[3] : 0
        guard
            let time = TimeOfDay(
                hour: hour, minute: numbers.count > 1 ? numbers[1] : 0, second: numbers.count > 2 ? numbers[2] : nil,
                microsecond: fraction)
        else { throw .noSuchTime }
        return time
    }

    /// The text without the word for the half of the day, and which half that is.
    private static func withoutHalf(_ text: String) -> (text: Substring, half: Int?) {
        for (half, names) in [["am", "a.m.", "a", "午前"], ["pm", "p.m.", "p", "午後"]].enumerated() {
            let item = half == 0 ? AM_STR : PM_STR
            let own = nl_langinfo(Int32(item)).map { String(cString: $0).lowercased() } ?? ""
            for name in names + (own.isEmpty ? [] : [own]) {
                if text.hasPrefix(name) { return (text.dropFirst(name.count).drop(while: \.isWhitespace), half) }
                guard text.hasSuffix(name) else { continue }
                let rest = text.dropLast(name.count)
                return (
                    rest.prefix(
                        (rest.lastIndex { !$0.isWhitespace }.map { rest.distance(from: rest.startIndex, to: $0) + 1 })
                            ?? 0), half
                )
            }
        }
        return (text[...], nil)
    }

    /// Hours, minutes, seconds and microseconds, as far as given.
    private static func numbers(of text: Substring) throws(UnfitReason) -> [Int] {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        var pieces = parts.first?.split(omittingEmptySubsequences: false) { ":時分秒".contains($0) } ?? []
        // A unit follows its number, so the last piece is empty after a unit.
        if pieces.count > 1, pieces.last?.isEmpty == true, text.last != ":" { pieces.removeLast() }
        var numbers: [Int] = []
        for piece in pieces {
            let limit = pieces.count == 1 ? 4 : 2
            guard (1...limit).contains(piece.count), piece.allSatisfy({ $0.isASCII && $0.isNumber }),
                let number = Int(piece)
            else { throw .notATime }
            numbers.append(number)
        }
        guard (1...3).contains(numbers.count) else { throw .notATime }
        if parts.count == 2 {
            guard numbers.count == 3, (1...6).contains(parts[1].count),
                parts[1].allSatisfy({ $0.isASCII && $0.isNumber }),
                let fraction = Int(parts[1] + String(repeating: "0", count: 6 - parts[1].count))
            else { throw .notATime }
            numbers.append(fraction)
        }
        return numbers
    }
}

/// A date and a time as people type them, with a blank or a T between them; the date alone is enough.
///
/// When a person types it, `now` and `今` are the present moment.
struct DateAndTimeEntry {
    private let text: String
    private let context: EntryContext

    init(_ text: String, in context: EntryContext) {
        self.text = text
        self.context = context
    }

    func dateAndTime() throws(UnfitReason) -> DateAndTime {
        if let now = context.now, ["now", "今"].contains(text.lowercased()),
            let present = DateAndTimeKind.present(at: now)
        {
            return present
        }
        do throws(UnfitReason) {
            return try Self.joined(try DateEntry(text, in: context).date(), nil)
        } catch {
            // The text may be cut in several places: "24 Dec 2026 9:30 pm".
            for index in text.indices where text[index].isWhitespace || text[index] == "T" {
                let (date, time) = (FindEntry.trim(text[..<index]), FindEntry.trim(text[text.index(after: index)...]))
                guard !date.isEmpty, let time = try? TimeEntry(time, in: context).time(),
                    let date = try? DateEntry(date, in: context).date(), date.isDay
                else { continue }
                return try Self.joined(date, time)
            }
            throw error
        }
    }

    private static func joined(_ date: CalendarDate, _ time: TimeOfDay?) throws(UnfitReason) -> DateAndTime {
        guard let value = DateAndTime(date, time) else { throw .notADate }
        return value
    }
}
