extension DecimalNumber {
    /// The plain form, with all zeros at its end: "12.50", "-3", "0.007".
    public var text: String {
        var buffer = TextBuffer(capacity: 64)
        buffer.append(self)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    /// Reads digits with a sign, a point and an exponent, each of which may be missing: "12.50", ".5", "+3", "1.5e-7".
    ///
    /// - Returns: `nil` for any other text, and for a number that ``mostDigits`` cannot hold exactly.
    public init?(_ text: String) {
        let entry = EntryReader.Entry(text)
        guard entry.text == text, entry.isNumber else { return nil }
        self.init(written: text)
    }

    /// Reads a text that ``EntryReader/Entry/isNumber`` accepts; `nil` if it has too many digits.
    package init?(written text: String) {
        let bytes = Array(text.utf8)
        let mantissa = bytes.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        let hasExponent = mantissa.count < bytes.count
        let decimals = mantissa.firstIndex(of: ASCII.point).map { mantissa.count - 1 - $0 } ?? 0
        var places = decimals - (hasExponent ? Self.exponent(bytes[(mantissa.count + 1)...]) : 0)
        var digits = mantissa.map { ASCII.digit($0) }.filter { $0 <= 9 }.drop { $0 == 0 }
        if digits.isEmpty, hasExponent { places = min(max(places, 0), Self.mostDigits) }
        // With an exponent, trailing zeros are not significant.
        while hasExponent, places > Self.mostDigits, digits.last == 0 {
            digits.removeLast()
            places -= 1
        }
        guard digits.count - min(places, 0) <= Self.mostDigits, places <= Self.mostDigits else { return nil }
        let magnitude = digits.reduce(0) { $0 * 10 + Int128($1) } * PowersOfTen.wide[max(-places, 0)]
        self.init(unchecked: bytes.first == ASCII.minus ? -magnitude : magnitude, places: UInt8(max(places, 0)))
    }

    /// What follows an `e`; at most a million either way, beyond which it makes no difference.
    private static func exponent(_ bytes: ArraySlice<UInt8>) -> Int {
        let digits = bytes.map { ASCII.digit($0) }.filter { $0 <= 9 }.drop { $0 == 0 }
        let magnitude = digits.count > 6 ? 1_000_000 : digits.reduce(0) { $0 * 10 + Int($1) }
        return bytes.first == ASCII.minus ? -magnitude : magnitude
    }

    /// Reads the plain form, which is written back identically: no `+`, no exponent, no leading zeros, no `-0`, and
    /// digits on both sides of a point.
    @inline(__always)
    package init?(plain text: UnsafeBufferPointer<UInt8>) {
        let start = text.first == ASCII.minus ? 1 : 0
        // A zero may stand before 38 decimals.
        guard text.count > start, text.count - start <= Self.mostDigits + 2 else { return nil }
        var (wide, part, partDigits): (UInt128, UInt64, Int) = (0, 0, 0)
        var point: Int?
        for index in start..<text.count {
            let digit = ASCII.digit(text[index])
            if digit > 9 {
                guard text[index] == ASCII.point, point == nil, index > start else { return nil }
                point = index
                continue
            }
            part = part &* 10 &+ UInt64(digit)
            partDigits &+= 1
            if partDigits == 19 {
                // More than 38 digits are refused below, so an overflow here does not matter.
                (wide, part, partDigits) = (wide &* Self.partLimit &+ UInt128(part), 0, 0)
            }
        }
        let places = point.map { text.count - 1 - $0 } ?? 0
        let digits = text.count - start - (point == nil ? 0 : 1)
        guard point == nil || places > 0 else { return nil }
        if text[start] == ASCII.zero {
            guard digits == places + 1, places <= Self.mostDigits else { return nil }
        } else {
            guard digits <= Self.mostDigits else { return nil }
        }
        let magnitude =
            digits < 19 ? UInt128(part) : wide &* UInt128(PowersOfTen.integers[partDigits]) &+ UInt128(part)
        if start == 1, magnitude == 0 { return nil }
        let coefficient = Int128(truncatingIfNeeded: magnitude)
        self.init(unchecked: start == 1 ? -coefficient : coefficient, places: UInt8(truncatingIfNeeded: places))
    }

    /// 10¹⁹.
    private static var partLimit: UInt128 { UInt128(PowersOfTen.integers[19]) }

    /// The number rounded to a number of decimals, halves away from zero, or with zeros for those that it does not
    /// have.
    package func text(places wanted: Int) -> String {
        guard wanted < places else {
            let zeros = String(repeating: "0", count: wanted - places)
            return text + (places == 0 && wanted > 0 ? "." : "") + zeros
        }
        let unit = PowersOfTen.wide[places - wanted]
        var (quotient, rest) = coefficient.quotientAndRemainder(dividingBy: unit)
        if rest.magnitude >= unit.magnitude / 2 { quotient += coefficient < 0 ? -1 : 1 }
        return DecimalNumber(unchecked: quotient, places: UInt8(wanted)).text
    }
}

extension TextBuffer {
    /// Appends the plain form (``DecimalNumber/text``).
    package mutating func append(_ number: DecimalNumber) {
        let (coefficient, places) = (number.coefficient, number.places)
        if coefficient < 0 { append(ASCII.minus) }
        if let short = UInt64(exactly: coefficient.magnitude), places < PowersOfTen.integers.count {
            let unit = PowersOfTen.integers[places]
            appendDigits(short / unit, atLeast: 1)
            guard places > 0 else { return }
            append(ASCII.point)
            appendDigits(short % unit, atLeast: places)
        } else {
            let unit = UInt128(PowersOfTen.wide[places])
            let (whole, decimals) = coefficient.magnitude.quotientAndRemainder(dividingBy: unit)
            appendDigits(wide: whole, atLeast: 1)
            guard places > 0 else { return }
            append(ASCII.point)
            appendDigits(wide: decimals, atLeast: places)
        }
    }

    /// Appends the digits of a number below 10³⁸.
    private mutating func appendDigits(wide number: UInt128, atLeast: Int) {
        if let short = UInt64(exactly: number) { return appendDigits(short, atLeast: atLeast) }
        let (above, rest) = number.quotientAndRemainder(dividingBy: UInt128(PowersOfTen.integers[19]))
        appendDigits(UInt64(above), atLeast: max(1, atLeast - 19))
        appendDigits(UInt64(rest), atLeast: 19)
    }
}

/// A number is encoded as text, so that no reader loses a digit.
extension DecimalNumber: Codable {
    /// Reads what ``encode(to:)`` wrote.
    ///
    /// - Throws: `DecodingError` if it is not a number in its plain form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        var text = try container.decode(String.self)
        guard let number = text.withUTF8({ DecimalNumber(plain: $0) }) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no decimal number")
        }
        self = number
    }

    /// Writes the plain form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
