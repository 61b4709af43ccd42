/// The parts of a number as people and spreadsheets write it: `1.299,00 €`, `($1,299.00)`, `12.5 %`, `1 234,5`, `−5`.
///
/// The meaning of its signs is undecided: `1,234` may be a thousand or a decimal.
struct WrittenNumber {
    /// The unit before or after the digits, with the blanks between them.
    let unit: Range<Int>
    let unitPlace: NumberFormat.UnitPlace
    let isNegative: Bool
    /// Whether it is in parentheses, which mean a negative number.
    let isBracketed: Bool
    /// Whether it is also in the plain form, ignoring zeros and length.
    let isPlain: Bool
    /// The digits, with the signs between them.
    let digits: WrittenDigits

    /// The longest such number, in bytes.
    private static let longest = 80

    /// - Parameters:
    ///   - text: in UTF-8.
    ///   - isUnit: whether these bytes are a unit, with blanks before or after it.
    /// - Returns: `nil` if it is not a number.
    init?(_ text: UnsafeBufferPointer<UInt8>, _ isUnit: (UnsafeBufferPointer<UInt8>) -> Bool) {
        guard text.count <= Self.longest, let firstDigit = text.firstIndex(where: { ASCII.digit($0) <= 9 }),
            let lastDigit = text.lastIndex(where: { ASCII.digit($0) <= 9 })
        else { return nil }
        var (start, end) = (0, text.count)
        isBracketed = text.count > 2 && text[0] == UInt8(ascii: "(") && text[end - 1] == UInt8(ascii: ")")
        if isBracketed { (start, end) = (1, end - 1) }
        var before = start..<firstDigit
        var minus = Self.minus(text, at: start)
        if minus > 0, minus <= before.count {
            before = start + minus..<firstDigit
        } else {
            // The minus sign may also be between the unit and the digits.
            minus = [1, 3].first { before.count > $0 && Self.minus(text, at: firstDigit - $0) == $0 } ?? 0
            before = start..<firstDigit - minus
        }
        let behind = lastDigit + 1..<end
        guard minus == 0 || !isBracketed, before.isEmpty || behind.isEmpty else { return nil }
        isNegative = isBracketed || minus > 0
        (unit, unitPlace) = before.isEmpty ? (behind, .after) : (before, .before)
        guard unit.isEmpty || isUnit(UnsafeBufferPointer(rebasing: text[unit])),
            let digits = WrittenDigits(text, firstDigit...lastDigit), unit.isEmpty || digits.exponent.isEmpty
        else { return nil }
        self.digits = digits
        isPlain = unit.isEmpty && !isBracketed && minus < 3 && digits.isPlain
    }

    /// The length of a minus sign, which may also be U+2212; 0 if there is none.
    private static func minus(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
        guard place >= 0, place < text.count else { return 0 }
        if text[place] == ASCII.minus { return 1 }
        guard place + 2 < text.count, text[place] == 0xe2 else { return 0 }
        return text[place + 1] == 0x88 && text[place + 2] == 0x92 ? 3 : 0
    }

    /// The interpretation of the number with this decimal sign; `nil` if it is not a number then.
    func reading(with sign: SeparatedText.Style.DecimalSign) -> WrittenDigits.Reading? { digits.reading(with: sign) }

    /// Appends the number in its plain form, "-1234.5".
    ///
    /// - Parameter isPercent: whether it is divided by 100.
    func appendPlain(
        of text: UnsafeBufferPointer<UInt8>, as reading: WrittenDigits.Reading, isPercent: Bool,
        to buffer: inout TextBuffer
    ) {
        let start = buffer.count
        if isNegative { buffer.append(ASCII.minus) }
        var left = digits.digitCount - reading.places
        var isZero = true
        for byte in text[digits.range] where ASCII.digit(byte) <= 9 {
            if left == 0 { buffer.append(ASCII.point) }
            buffer.append(byte)
            isZero = isZero && byte == ASCII.zero
            left -= 1
        }
        buffer.append(UnsafeBufferPointer(rebasing: text[digits.exponent]))
        guard isPercent || isNegative && isZero else { return }
        let plain = String(decoding: buffer.bytes[(isNegative && isZero ? start + 1 : start)...], as: UTF8.self)
        buffer.removeLast(buffer.count - start)
        buffer.append(isPercent ? PercentDigits.hundredth(of: plain) : plain)
    }
}

/// Digits with signs between them.
struct WrittenDigits {
    /// The interpretation of digits with one decimal sign.
    struct Reading {
        /// The number of decimals.
        let places: Int
        /// The thousands separator; `nil` if there is none.
        let groupSign: UInt8?
    }

    let range: Range<Int>
    let exponent: Range<Int>
    fileprivate private(set) var digitCount = 0
    /// How many signs there are between digits.
    private var signCount = 0
    /// All signs but the last, which are the same; `nil` if there are fewer than two.
    private var groupSign: UInt8?
    private var lastSign: UInt8 = 0
    private var firstGroup = 0
    private var lastGroup = 0
    private var isLedByZero = false

    /// - Parameter digits: from the first digit to the last.
    /// - Returns: `nil` if there is anything but one sign between two digits, or a sign that cannot be a thousands
    ///   separator.
    fileprivate init?(_ text: UnsafeBufferPointer<UInt8>, _ digits: ClosedRange<Int>) {
        let end = digits.upperBound + 1
        let exponentStart = text[digits].firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? end
        range = digits.lowerBound..<exponentStart
        exponent = exponentStart..<end
        var place = digits.lowerBound
        var group = 0
        while place < exponentStart {
            if ASCII.digit(text[place]) <= 9 {
                group += 1
                digitCount += 1
                place += 1
                continue
            }
            guard let (sign, length) = Self.sign(text, at: place), group > 0, takeGroup(group) else { return nil }
            if signCount > 1 {
                guard groupSign == nil || groupSign == lastSign else { return nil }
                groupSign = lastSign
            }
            lastSign = sign
            group = 0
            place += length
        }
        guard group > 0, digitCount <= DecimalNumber.mostDigits, Self.isExponent(text[exponent]),
            exponent.isEmpty || signCount < 2
        else { return nil }
        if signCount == 0 { firstGroup = group }
        lastGroup = group
        isLedByZero = text[digits.lowerBound] == ASCII.zero
        if isLedByZero, firstGroup > 1 { return nil }
    }

    /// Counts a group that a sign follows; returns false if it cannot stand between two signs.
    private mutating func takeGroup(_ count: Int) -> Bool {
        signCount += 1
        if signCount == 1 { firstGroup = count }
        return signCount == 1 || count == 3
    }

    /// Digits with at most one point.
    var isPlain: Bool { signCount == 0 || signCount == 1 && lastSign == ASCII.point }

    fileprivate func reading(with sign: SeparatedText.Style.DecimalSign) -> Reading? {
        let decimal = sign == .comma ? ASCII.comma : ASCII.point
        if signCount == 0 { return isShort(digitCount) ? Reading(places: 0, groupSign: nil) : nil }
        if lastSign == decimal {
            guard signCount == 1 || groupSign != decimal && startsGroups else { return nil }
            return Reading(places: lastGroup, groupSign: groupSign)
        }
        guard exponent.isEmpty, lastGroup == 3, startsGroups, groupSign == nil || groupSign == lastSign,
            isShort(digitCount)
        else { return nil }
        return Reading(places: 0, groupSign: lastSign)
    }

    /// The number of digits of a possible identifier: "732 829 320"; `nil` if it is more likely an amount.
    var identifierLength: Int? {
        let isAmount = signCount == 0 || isPlain || lastSign == ASCII.comma || lastGroup != 3 || !startsGroups
        return isAmount || digitCount < 6 ? nil : digitCount
    }

    private var startsGroups: Bool { firstGroup <= 3 && !isLedByZero }

    /// Longer runs of digits are more likely identifiers than amounts.
    private func isShort(_ count: Int) -> Bool { count <= 18 || !exponent.isEmpty }

    /// A sign that is allowed between digits, with its number of bytes; all blanks are one sign, and both apostrophes.
    private static func sign(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> (sign: UInt8, length: Int)? {
        let byte = text[place]
        if byte == ASCII.point || byte == ASCII.comma || byte == ASCII.blank || byte == UInt8(ascii: "'") {
            return (byte, 1)
        }
        guard place + 1 < text.count else { return nil }
        if byte == 0xc2, text[place + 1] == 0xa0 { return (ASCII.blank, 2) }
        guard byte == 0xe2, text[place + 1] == 0x80, place + 2 < text.count else { return nil }
        return switch text[place + 2] {
        case 0x89, 0xaf: (ASCII.blank, 3)
        case 0x99: (UInt8(ascii: "'"), 3)
        default: nil
        }
    }

    /// Whether the text is empty, or a letter, an optional sign, and up to three digits.
    private static func isExponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        if text.isEmpty { return true }
        let digits = text.dropFirst().drop { $0 == ASCII.minus || $0 == UInt8(ascii: "+") }
        return (1...3).contains(digits.count) && text.count - digits.count <= 2
            && digits.allSatisfy { ASCII.digit($0) <= 9 }
    }
}
