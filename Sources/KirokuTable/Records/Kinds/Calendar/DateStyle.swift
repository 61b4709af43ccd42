import Glibc
import Synchronization

/// How dates and times are shown: as the user's locale writes them, or in the form of ISO 8601.
public struct DateStyle: Sendable, Hashable {
    private enum Piece: Sendable, Hashable {
        case year
        /// Two digits, or as many as it has.
        case month(isPadded: Bool)
        case day(isPadded: Bool)
        case text(String)

        var isDay: Bool { if case .day = self { true } else { false } }

        var text: String? { if case .text(let text) = self { text } else { nil } }
    }

    private let date: [Piece]
    private let month: [Piece]
    private let year: [Piece]
    /// The words for the halves of the day; `nil` for hours from 0 to 23.
    private let halves: [String]?

    /// 2026-12-24 and 09:30.
    public static let iso = DateStyle(dateFormat: "%Y-%m-%d", halves: nil)

    /// The style of the user's locale: "24/12/2026" or "2026年12月24日"; in the POSIX locale, ``iso``.
    ///
    /// Years have four digits in every locale, so that they can be read again. A locale that writes months as words
    /// gets ``iso``, too.
    public static var ofLocale: DateStyle {
        if LocalTime.isPlainLocale { return iso }
        let format = nl_langinfo(Int32(D_FMT)).map { String(cString: $0) } ?? ""
        let halves = [AM_STR, PM_STR].compactMap { nl_langinfo(Int32($0)).map { String(cString: $0) } }
        return DateStyle(
            dateFormat: format, halves: LocalTime.hasHalfDays && halves.allSatisfy { !$0.isEmpty } ? halves : nil)
    }

    private static let current = Mutex<DateStyle?>(nil)

    /// The style in which cells show dates and times; by default that of the locale.
    public static var shown: DateStyle {
        get { current.withLock { $0 } ?? ofLocale }
        set { current.withLock { $0 = newValue } }
    }

    /// Dates of these pieces, and hours from 0 to 23.
    private init(date: [Piece], halves: [String]? = nil) {
        self.date = date
        month = Self.without(date) { $0.isDay }
        year = Self.without(month) { if case .month = $0 { true } else { false } }
        self.halves = halves
    }

    /// - Parameters:
    ///   - dateFormat: a format of strftime, with numbers only; any other counts as that of ISO 8601.
    ///   - halves: the words for the halves of the day, if hours go from 1 to 12.
    package init(dateFormat: String, halves: [String]?) {
        let pieces =
            Self.pieces(of: dateFormat) ?? [
                .year, .text("-"), .month(isPadded: true), .text("-"), .day(isPadded: true),
            ]
        self.init(date: pieces, halves: halves)
    }

    /// The order of day, month and year.
    var order: DateOrder {
        let order = date.compactMap { piece -> Character? in
            switch piece {
            case .year: "y"
            case .month: "m"
            case .day: "d"
            case .text: nil
            }
        }
        return order.first == "y" ? .yearMonthDay : order.first == "m" ? .monthDayYear : .dayMonthYear
    }

    var isISO: Bool { self == .iso }

    /// Whether a shown date or time may contain the text, with folded width and case.
    func mayContain(_ text: String) -> Bool {
        let texts = (date.compactMap(\.text) + (halves ?? [])).joined().lowercased()
        return TextFolding([.case, .width]).folded(text).lowercased().allSatisfy {
            $0.isASCII && $0.isNumber || " -:.".contains($0) || texts.contains($0)
        }
    }

    // MARK: Showing

    package func text(_ date: CalendarDate) -> String {
        var text = TextBuffer(capacity: 64)
        append(date, to: &text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    package func text(_ time: TimeOfDay) -> String {
        var text = TextBuffer(capacity: 64)
        append(time, to: &text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    func append(_ value: CalendarDate, to text: inout TextBuffer) {
        for piece in value.isDay ? date : value.month != nil ? month : year {
            switch piece {
            case .year: text.append(digits: value.year, 4)
            case .month(let isPadded): text.append(value.month ?? 0, isPadded: isPadded)
            case .day(let isPadded): text.append(value.day ?? 0, isPadded: isPadded)
            case .text(let literal): text.append(string: literal)
            }
        }
    }

    func append(_ time: TimeOfDay, to text: inout TextBuffer) {
        guard let halves else { return time.append(to: &text) }
        text.append((time.hour + 11) % 12 + 1)
        var rest = TextBuffer(capacity: 64)
        time.append(to: &rest)
        text.append(UnsafeBufferPointer(rebasing: rest.bytes.dropFirst(2)))
        text.append(ASCII.blank)
        text.append(string: halves[time.hour / 12])
    }

    // MARK: Files

    /// The style of the user's locale for files that are read again: its dates if they are unambiguous, such as
    /// 24.12.2026, and otherwise 2026-12-24; hours from 0 to 23.
    static var ofLocaleInFiles: DateStyle { ofLocale.inFiles }

    /// The style for files that are read again.
    var inFiles: DateStyle {
        var separators: Set<String> = []
        var isPlain = date.count == 5
        for (place, piece) in date.enumerated() {
            if let text = piece.text { separators.insert(text) }
            isPlain = isPlain && (piece.text != nil) == !place.isMultiple(of: 2)
        }
        let known: Set<String> =
            switch order {
            case .dayMonthYear: ["."]
            case .yearMonthDay: ["-", "/", "."]
            case .monthDayYear: []
            }
        return isPlain && separators.count == 1 && separators.isSubset(of: known) ? DateStyle(date: date) : .iso
    }

    // MARK: The locale's format

    private static func pieces(of format: String) -> [Piece]? {
        var pieces: [Piece] = []
        var rest = format.replacing("%D", with: "%m/%d/%Y").replacing("%F", with: "%Y-%m-%d")[...]
        while let sign = rest.popFirst() {
            guard sign == "%" else {
                if case .text(let text) = pieces.last {
                    pieces[pieces.count - 1] = .text(text + String(sign))
                } else {
                    pieces.append(.text(String(sign)))
                }
                continue
            }
            let isBare = rest.first == "-"
            if isBare { rest.removeFirst() }
            switch rest.popFirst() {
            case "Y", "y": pieces.append(.year)
            case "m": pieces.append(.month(isPadded: !isBare))
            case "d": pieces.append(.day(isPadded: !isBare))
            case "e": pieces.append(.day(isPadded: false))
            default: return nil
            }
        }
        return Set(pieces.filter { $0.text == nil }.map { String(describing: $0).prefix(3) }).count == 3
            && pieces.count { $0.text == nil } == 3 ? pieces : nil
    }

    /// The pieces without one of them and its separator: the text after it, or before it if it is the last.
    private static func without(_ pieces: [Piece], _ isLeftOut: (Piece) -> Bool) -> [Piece] {
        var pieces = pieces
        guard let index = pieces.firstIndex(where: isLeftOut) else { return pieces }
        pieces.remove(at: index)
        if index < pieces.count, pieces[index].text != nil {
            pieces.remove(at: index)
        } else if index > 0, pieces[index - 1].text != nil {
            pieces.remove(at: index - 1)
        }
        return pieces
    }
}

/// The order in which people write day, month and year in numbers.
enum DateOrder: Sendable, Hashable {
    case dayMonthYear
    case monthDayYear
    case yearMonthDay

    /// The order of the user's locale; `nil` if the locale has none.
    static let ofLocale: DateOrder? = LocalTime.isPlainLocale ? nil : DateStyle.ofLocale.order
}

extension CalendarDate {
    func append(to text: inout TextBuffer, in style: DateStyle) { style.append(self, to: &text) }
}

extension TimeOfDay {
    func append(to text: inout TextBuffer, in style: DateStyle) { style.append(self, to: &text) }
}

extension DateAndTime {
    func append(to text: inout TextBuffer, in style: DateStyle) {
        style.append(date, to: &text)
        guard let time else { return }
        text.append(ASCII.blank)
        style.append(time, to: &text)
    }
}

extension TextBuffer {
    fileprivate mutating func append(_ number: Int, isPadded: Bool) {
        if isPadded { append(digits: number, 2) } else { append(number) }
    }

    fileprivate mutating func append(string text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }
}
