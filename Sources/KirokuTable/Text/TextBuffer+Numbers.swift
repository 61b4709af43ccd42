extension TextBuffer {
    /// Appends a whole number in digits.
    @inline(__always)
    package mutating func append(_ number: Int) {
        if number < 0 { append(ASCII.minus) }
        appendDigits(UInt64(number.magnitude), atLeast: 1)
    }

    /// Appends a number in the shortest form that reads back as the same value, the form of `plainText`.
    ///
    /// Most numbers have only a few decimals. If dividing such a short decimal gives exactly the same value, it is the
    /// shortest form, and found without the general search.
    package mutating func append(_ number: Double) { append(number, fewestDecimals: 1) }

    /// Appends a number in the usual form of people and spreadsheets: `2` and `0.00001`.
    ///
    /// It reads back as the same value; −0 stays `-0.0`, as the whole number 0 cannot have a sign.
    @inline(__always)
    package mutating func append(plain number: Double) {
        append(number, fewestDecimals: number == 0 && number.sign == .minus ? 1 : 0)
    }

    /// Appends a number as cells show it, with a point.
    package mutating func append(shown number: Double) {
        if number.magnitude >= 1e16 {
            append(number.shortText)
        } else {
            append(plain: number)
        }
    }

    private mutating func append(_ number: Double, fewestDecimals: Int) {
        let magnitude = number.magnitude
        guard magnitude >= 0.001 || magnitude == 0, magnitude < 1e9 else {
            return fewestDecimals > 0 ? append(number.plainText) : appendWithoutSmallExponent(number)
        }
        if let cents = Self.digits(of: magnitude, scale: 100) {
            appendDecimal(cents, decimals: 2, fewest: fewestDecimals, isNegative: number.sign == .minus)
        } else if let digits = Self.digits(of: magnitude, scale: 10_000) {
            appendDecimal(digits, decimals: 4, fewest: fewestDecimals, isNegative: number.sign == .minus)
        } else {
            append(number.plainText)
        }
    }

    /// The whole number that gives exactly `magnitude` when divided by `scale`, if there is one.
    @inline(__always)
    private static func digits(of magnitude: Double, scale: Double) -> UInt64? {
        let digits = UInt64(magnitude * scale + 0.5)
        return Double(digits) / scale == magnitude ? digits : nil
    }

    /// Appends `digits` with a point before the last `decimals` of them, without trailing zeros beyond the fewest
    /// decimals.
    private mutating func appendDecimal(_ digits: UInt64, decimals: Int, fewest: Int, isNegative: Bool) {
        var (digits, decimals) = (digits, decimals)
        while decimals > fewest, digits % 10 == 0 {
            digits /= 10
            decimals -= 1
        }
        if isNegative { append(ASCII.minus) }
        let scale = UInt64(PowersOfTen.integers[decimals])
        appendDigits(digits / scale, atLeast: 1)
        guard decimals > 0 else { return }
        append(ASCII.point)
        appendDigits(digits % scale, atLeast: decimals)
    }

    /// Appends the decimal digits of `number`, at least `atLeast` of them, with leading zeros.
    @inline(__always)
    mutating func appendDigits(_ number: UInt64, atLeast: Int) {
        var width = atLeast
        while width < PowersOfTen.integers.count, number >= PowersOfTen.integers[width] { width += 1 }
        let place = room(for: width)
        var rest = number
        for index in stride(from: width - 1, through: 0, by: -1) {
            place[index] = ASCII.zero + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        advance(by: width)
    }
}

extension TextBuffer {
    /// Appends the shortest form, without ".0", and without exponents down to −6.
    fileprivate mutating func appendWithoutSmallExponent(_ number: Double) {
        let start = count
        append(number.plainText)
        if bytes[start...].suffix(2).elementsEqual(".0".utf8) { return removeLast(2) }
        // No other numbers have negative exponents.
        guard number.magnitude < 0.001, let sign = bytes.lastIndex(of: UInt8(ascii: "e")), sign > start,
            let exponent = Int(String(decoding: bytes[(sign + 1)...], as: UTF8.self))
        else { return }
        let mantissa = Array(bytes[start..<sign])
        removeLast(count - start)
        if exponent < -6 {
            mantissa.withUnsafeBufferPointer { append($0) }
            append(UInt8(ascii: "e"))
            append(exponent)
        } else {
            append(number < 0 ? "-0." : "0." as StaticString)
            for _ in 1..<(-exponent) { append(ASCII.zero) }
            for byte in mantissa where ASCII.digit(byte) <= 9 { append(byte) }
        }
    }
}

extension Double {
    /// The shortest form, without ".0", and without exponents down to −6.
    var textWithoutSmallExponent: String {
        var text = TextBuffer(capacity: 32)
        text.appendWithoutSmallExponent(self)
        return String(decoding: text.bytes, as: UTF8.self)
    }
}
