import Glibc

/// Reads texts as numbers if only their form would be lost.
enum PlainNumber {
    /// Reads a 64-bit whole number that is written back identically: no `+`, leading zeros, `-0` or blanks.
    @inline(__always)
    static func int(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = text.first else { return nil }
        let isNegative = first == ASCII.minus
        let start = isNegative ? 1 : 0
        let digits = text.count - start
        guard digits > 0, digits <= 19 else { return nil }
        if text[start] == ASCII.zero { return digits == 1 && !isNegative ? 0 : nil }
        var magnitude: UInt64 = 0
        for index in start..<text.count {
            let digit = ASCII.digit(text[index])
            guard digit <= 9 else { return nil }
            magnitude = magnitude &* 10 &+ UInt64(digit)
        }
        guard magnitude <= UInt64(Int.max) + (isNegative ? 1 : 0) else { return nil }
        return Int(truncatingIfNeeded: isNegative ? 0 &- magnitude : magnitude)
    }

    /// Reads a finite number in decimal or exponent form.
    ///
    /// Rejects texts that would lose something: those that ``int(_:)`` rejects for leading zeros or `+`, a point
    /// without digits after it ("5." is an ordinal), more than 17 significant digits that a Double does not have, and
    /// whole numbers that a Double cannot hold exactly.
    @inline(__always)
    static func float(_ text: UnsafeBufferPointer<UInt8>) -> (value: Double, decimals: Decimals)? {
        guard let form = DecimalForm(text) else { return nil }
        if form.isWhole {
            guard let whole = int(text), let value = Double(exactly: whole) else { return nil }
            return (value, .none)
        }
        guard let value = form.value(of: text) else { return nil }
        if form.significantDigits > 17, !hasDigits(of: text, value) { return nil }
        let endsInZero = form.trailingZeros > 0 && form.decimals > 1
        return (value, Decimals(count: form.decimals, endsInZero: endsInZero, form: form.writtenForm))
    }

    /// Whether a number has all significant digits of a text, as when the text has more digits than necessary.
    static func hasDigits(of text: some Sequence<UInt8>, _ number: Double) -> Bool {
        func significant(_ digits: some Sequence<UInt8>) -> [UInt8] {
            let all = digits.filter { ASCII.digit($0) <= 9 }.drop { $0 == ASCII.zero }
            return all.dropLast(all.reversed().prefix { $0 == ASCII.zero }.count)
        }
        let mantissa = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        let digits = significant(mantissa)
        guard (1...100).contains(digits.count) else { return digits.isEmpty }
        let written = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            let count = withVaList([Int32(digits.count - 1), number.magnitude]) {
                vsnprintf(buffer.baseAddress.unsafelyUnwrapped, buffer.count, "%.*e", $0)
            }
            return buffer.prefix(Int(max(count, 0))).map { UInt8(bitPattern: $0) }
        }
        return significant(written.prefix { $0 != UInt8(ascii: "e") }) == digits
    }

    /// Reads `true` and `false`, in lower case, Title case or UPPER case.
    @inline(__always)
    static func bool(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
        BoolWord(text)?.value
    }
}

/// How many digits a number has after the point, and whether the last of several is a zero.
struct Decimals {
    static let none = Decimals(count: 0, endsInZero: false, form: .whole)

    let count: Int
    let endsInZero: Bool
    /// The form in which the number is written.
    let form: FloatForm
}

/// The parts of a number's text.
private struct DecimalForm {
    /// The digits without the point; wrong if there are more than 19.
    private var mantissa: UInt64 = 0
    private var exponent = 0
    private var isNegative = false
    /// Without leading zeros.
    private var digitCount = 0
    private(set) var decimals = 0
    /// The number of zeros at the end of the digits.
    private(set) var trailingZeros = 0
    /// Whether there is neither a point nor an exponent.
    private(set) var isWhole = true

    private var isPlain = true

    /// The form to write the number back; odd unless it has no exponent, a digit before the point, and so few digits
    /// that a Double determines them.
    var writtenForm: FloatForm {
        isPlain && max(digitCount, decimals) <= FloatForm.mostDigits ? FloatForm(decimals: UInt8(decimals)) : .odd
    }

    /// Without leading and trailing zeros.
    var significantDigits: Int { digitCount - trailingZeros }

    @inline(__always)
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        var index = 0
        if text.first == ASCII.minus {
            isNegative = true
            index = 1
        }
        let integerStart = index
        readDigits(text, &index)
        let integerDigits = index - integerStart
        if integerDigits > 1, text[integerStart] == ASCII.zero { return nil }
        if index < text.count, text[index] == ASCII.point {
            index += 1
            let start = index
            readDigits(text, &index)
            decimals = index - start
            guard decimals > 0 else { return nil }
            isWhole = false
        }
        guard integerDigits + decimals > 0 else { return nil }
        isPlain = integerDigits > 0 && index == text.count
        countDigits(text, integerStart..<index)
        exponent = -decimals
        if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
            guard let written = Self.exponent(text, from: index + 1) else { return nil }
            exponent += written
            isWhole = false
            index = text.count
        }
        guard index == text.count else { return nil }
    }

    @inline(__always)
    private mutating func readDigits(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
        while index < text.count {
            let digit = ASCII.digit(text[index])
            guard digit <= 9 else { return }
            mantissa = mantissa &* 10 &+ UInt64(digit)
            index += 1
        }
    }

    /// Counts the digits in a range that holds digits and at most one point.
    @inline(__always)
    private mutating func countDigits(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        func isDigit(_ index: Int) -> Bool { text[index] != ASCII.point }
        func isZeroOrPoint(_ index: Int) -> Bool { text[index] == ASCII.zero || text[index] == ASCII.point }
        digitCount = range.count - (decimals > 0 ? 1 : 0)
        var first = range.lowerBound
        while first < range.upperBound, isZeroOrPoint(first) {
            if isDigit(first) { digitCount -= 1 }
            first += 1
        }
        var last = range.upperBound - 1
        while last >= range.lowerBound, isZeroOrPoint(last) {
            if isDigit(last) { trailingZeros += 1 }
            last -= 1
        }
    }

    /// Reads up to four digits with an optional sign; no Double needs more.
    private static func exponent(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        var isNegative = false
        if index < text.count, text[index] == ASCII.minus || text[index] == UInt8(ascii: "+") {
            isNegative = text[index] == ASCII.minus
            index += 1
        }
        guard index < text.count, text.count - index <= 4 else { return nil }
        var exponent = 0
        while index < text.count {
            let digit = ASCII.digit(text[index])
            guard digit <= 9 else { return nil }
            exponent = exponent * 10 + Int(digit)
            index += 1
        }
        return isNegative ? -exponent : exponent
    }

    /// The nearest Double; `nil` if that is infinite, or 0 for a number other than 0.
    @inline(__always)
    func value(of text: UnsafeBufferPointer<UInt8>) -> Double? {
        let magnitude: Double
        if digitCount > 19 {
            magnitude = Double(String(decoding: text, as: UTF8.self))?.magnitude ?? .infinity
        } else if mantissa < 1 << 53, exponent.magnitude <= 22 {
            // Both are exact, so the single operation rounds to the nearest Double.
            let scale = PowersOfTen.doubles[Int(exponent.magnitude)]
            magnitude = exponent < 0 ? Double(mantissa) / scale : Double(mantissa) * scale
        } else if exponent < 0, exponent >= -19, mantissa > 0 {
            magnitude = Self.quotient(mantissa, PowersOfTen.integers[-exponent])
        } else {
            magnitude = Double(String(decoding: text, as: UTF8.self))?.magnitude ?? .infinity
        }
        guard magnitude.isFinite, magnitude > 0 || mantissa == 0 else { return nil }
        return isNegative ? -magnitude : magnitude
    }

    /// The Double nearest to `dividend / divisor`, both more than 0, ties to even.
    ///
    /// Both are shifted to fill 64 bits. The quotient then has 63 or 64 bits: 53 are kept, and the rest, with the
    /// remainder, decides the rounding.
    private static func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
        let dividendShift = dividend.leadingZeroBitCount
        let divisorShift = divisor.leadingZeroBitCount
        let high = dividend << dividendShift
        let (quotient, remainder) = (divisor << divisorShift).dividingFullWidth((high >> 1, high << 63))
        let dropped = 64 - 53 - quotient.leadingZeroBitCount
        let half: UInt64 = 1 << (dropped - 1)
        let rest = quotient & (half << 1 - 1)
        var kept = quotient >> dropped
        if rest > half || rest == half && (remainder > 0 || kept & 1 == 1) { kept += 1 }
        return scalbn(Double(kept), Int32(dropped - 63 + divisorShift - dividendShift))
    }
}
