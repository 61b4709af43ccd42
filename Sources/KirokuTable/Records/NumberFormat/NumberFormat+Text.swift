extension NumberFormat {
    /// Doubles from here on are shown with an exponent, whatever the number of places: their last digits are not
    /// significant.
    private static let end = 1e16

    /// The number as it is shown, with the signs of the user's language.
    ///
    /// Rounds to the nearest number with ``places``, halves away from zero as in the decimal form: 1.005 becomes
    /// "1.01".
    public func text(_ number: Double) -> String { text(number, with: .ofLocale) }

    /// The number as it is shown with these signs.
    func text(_ number: Double, with signs: NumberSigns) -> String {
        guard let places = placesOfValue, number.magnitude < Self.end else {
            return text(plain: number.shortText, signs)
        }
        return text(plain: FixedDecimal(number, places: places).text, signs)
    }

    /// The number as it is shown, with the signs of the user's language.
    public func text(_ number: Int) -> String { text(Int128(number)) }

    /// A sum as it is shown, with the signs of the user's language.
    package func text(_ number: Int128) -> String {
        let places = placesOfValue ?? 0
        return text(plain: String(number) + (places > 0 ? "." + String(repeating: "0", count: places) : ""))
    }

    /// A figure of several numbers: with ``places``, or without them rounded to a number of significant digits.
    package func text(_ number: Double, significant: Int) -> String {
        places == nil ? text(plain: plainNumber(number, significant: significant)) : text(number)
    }

    /// A mean or median of whole numbers, exact to the last digit shown.
    package func text(_ quotient: Quotient) -> String { text(plain: plainNumber(quotient, decimals: placesOfValue)) }

    /// The number of decimals of a value that are shown; `nil` for as many as it has.
    var placesOfValue: Int? { places.map { isPercent ? $0 + 2 : $0 } }

    /// Digits with the signs of the user's language and the unit.
    ///
    /// - Parameter plain: the digits of the value with a point, perhaps with a sign and an exponent.
    func text(plain: String, _ signs: NumberSigns = .ofLocale) -> String {
        let shown = isPercent ? PercentDigits.hundredfold(of: plain) : plain
        let number = localizedDigits(shown, grouped: groupsThousands, signs: signs)
        guard !unit.isEmpty else { return number }
        if unitPlace == .after { return number + unit }
        return number.hasPrefix("-") ? "-" + unit + number.dropFirst() : unit + number
    }
}

/// A number rounded to a number of decimal places, halves away from zero, by its shortest decimal form.
///
/// C rounds the binary form, of which 1.005 is a little less: it would become 1.00.
struct FixedDecimal {
    /// Digits with a point; a number that is rounded to 0 has no sign.
    let text: String

    /// - Parameters:
    ///   - number: finite, less than 10¹⁶ in magnitude.
    ///   - places: from 0.
    init(_ number: Double, places: Int) {
        var (digits, point) = Self.digits(of: number.magnitude)
        if point < 0 {
            digits.insert(contentsOf: repeatElement(0, count: -point), at: 0)
            point = 0
        }
        let end = point + places
        let isUp = end < digits.count && digits[end] >= 5
        digits = Array(digits.prefix(end)) + Array(repeating: 0, count: max(0, end - digits.count))
        if isUp {
            var index = end - 1
            while index >= 0, digits[index] == 9 {
                digits[index] = 0
                index -= 1
            }
            if index >= 0 {
                digits[index] += 1
            } else {
                digits.insert(1, at: 0)
                point += 1
            }
        }
        let isNegative = number < 0 && digits.contains { $0 != 0 }
        var bytes: [UInt8] = isNegative ? [ASCII.minus] : []
        if point == 0 { bytes.append(ASCII.zero) }
        for (index, digit) in digits.enumerated() {
            if index == point { bytes.append(ASCII.point) }
            bytes.append(ASCII.zero + digit)
        }
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// The digits of the shortest form, and how many of them are before the point.
    private static func digits(of magnitude: Double) -> (digits: [UInt8], point: Int) {
        var digits: [UInt8] = []
        var (point, exponent): (Int?, Int) = (nil, 0)
        let text = magnitude.plainText
        for (index, byte) in zip(text.utf8.indices, text.utf8) {
            if byte == ASCII.point {
                point = digits.count
            } else if byte == UInt8(ascii: "e") {
                exponent = Int(text[text.utf8.index(after: index)...]) ?? 0
                break
            } else {
                digits.append(byte - ASCII.zero)
            }
        }
        let places = (point ?? digits.count) + exponent
        let zeros = digits.prefix { $0 == 0 }.count
        return zeros == digits.count ? ([], 0) : (Array(digits.dropFirst(zeros)), places - zeros)
    }
}
