import Glibc

/// A number in the shortest form that reads back as the same value, as is usual in the user's language: "1,234.5", "3",
/// "1e30".
public func localizedNumber(_ number: Double) -> String { localizedDigits(number.shortText) }

/// A whole number, possibly beyond the range of `Int`, with the thousands separator of the user's language.
public func localizedNumber(_ number: Int128) -> String {
    localizedDigits(String(number))
}

/// A number rounded to a number of decimals, as is usual in the user's language: "1,234.50".
///
/// - Parameters:
///   - number: finite.
///   - decimals: 0 to 20.
public func localizedNumber(_ number: Double, decimals: Int) -> String {
    localizedDigits(fixed(number, decimals: min(max(decimals, 0), 20)))
}

/// A number rounded to a number of significant digits, without trailing zeros, as is usual in the user's language:
/// "3.33333", "0.0000012", "1e30".
///
/// - Parameters:
///   - number: finite.
///   - significant: 1 to 17.
public func localizedNumber(_ number: Double, significant: Int) -> String {
    localizedDigits(plainNumber(number, significant: significant))
}

/// The same with a point and without thousands separators.
func plainNumber(_ number: Double, significant: Int) -> String {
    let digits = min(max(significant, 1), 17)
    guard number.isFinite, number != 0 else { return number.shortText }
    let place = Int(log10(number.magnitude).rounded(.down))
    guard (-6..<16).contains(place) else {
        // The shortest form of the rounded number has no more digits than requested.
        return (Double(formatted(number, "%.*e", digits - 1)) ?? number).shortText
    }
    var text = fixed(number, decimals: max(0, digits - 1 - place))
    if text.contains(".") {
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
    }
    return text
}

/// A mean or median of whole numbers, as is usual in the user's language, exact to the last digit shown.
///
/// It has all digits of the whole part, and decimals up to six significant digits, but at least one, without trailing
/// zeros: "9,007,199,254,740,992.5", "3.33333".
public func localizedNumber(_ quotient: Quotient) -> String { localizedDigits(plainNumber(quotient)) }

/// The same with a point and without thousands separators.
///
/// - Parameter places: the number of decimals, with trailing zeros; `nil` for those that count.
func plainNumber(_ quotient: Quotient, decimals places: Int? = nil) -> String {
    let divisor = UInt128(quotient.divisor)
    var (whole, rest) = quotient.dividend.magnitude.quotientAndRemainder(dividingBy: divisor)
    // Below 1, a Double has more digits than are shown.
    guard places != nil || whole > 0 || rest == 0 else { return plainNumber(quotient.value, significant: 6) }
    let decimals = places ?? max(6 - String(whole).count, 1)
    let scale = UInt128(pow(10, Double(decimals)))
    rest = (2 * rest * scale + divisor) / (2 * divisor)
    if rest == scale { (whole, rest) = (whole + 1, 0) }
    // The leading 1 keeps the zeros that follow the point.
    var fraction = String(rest + scale).dropFirst()
    if places == nil { while fraction.last == "0" { fraction.removeLast() } }
    let sign = quotient.dividend < 0 && (whole > 0 || rest > 0) ? "-" : ""
    return sign + String(whole) + (fraction.isEmpty ? "" : "." + fraction)
}

private func fixed(_ number: Double, decimals: Int) -> String {
    let text = formatted(number, "%.*f", decimals)
    // A number that is rounded to 0 loses its sign.
    let isZero = text.allSatisfy { "-0.".contains($0) }
    return isZero && text.hasPrefix("-") ? String(text.dropFirst()) : text
}

/// A number as C formats it, but with a point in every locale.
private func formatted(_ number: Double, _ format: String, _ precision: Int) -> String {
    var bytes = [CChar](repeating: 0, count: 400)
    let count = withVaList([Int32(precision), number]) { vsnprintf(&bytes, bytes.count, format, $0) }
    let text = String(decoding: bytes.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // C writes the locale's decimal sign, which can have several bytes.
    return radix == "." ? text : text.replacing(radix, with: ".")
}

/// The digits of a number with the thousands separator and decimal sign of the user's language.
///
/// - Parameters:
///   - text: digits with a point, perhaps with a sign and an exponent.
///   - grouped: whether thousands are set apart.
///   - signs: those of the user's language.
func localizedDigits(_ text: String, grouped: Bool = true, signs: NumberSigns = .ofLocale) -> String {
    let sign = text.hasPrefix("-") ? "-" : ""
    let unsigned = text.dropFirst(sign.count)
    let whole = unsigned.prefix { $0.isASCII && $0.isNumber }
    let rest = unsigned.dropFirst(whole.count)
    guard !whole.isEmpty else { return text }
    let digits = grouped ? groupedDigits(String(whole), signs.thousands) : String(whole)
    let decimals = rest.first == "." ? signs.decimal + rest.dropFirst() : String(rest)
    return sign + digits + decimals
}

/// The signs between the digits of a number.
struct NumberSigns: Sendable, Hashable {
    /// Before the decimals.
    let decimal: String
    /// Between thousands; may be empty.
    let thousands: String

    /// Those of the user's language.
    static var ofLocale: NumberSigns { NumberSigns(decimal: radix, thousands: thousandsSeparator()) }
}

/// The decimal sign of the user's language: "." or ",", and another one in some languages.
public var localizedDecimalSign: String { radix }

/// The decimal sign of the locale.
private var radix: String {
    nl_langinfo(Int32(RADIXCHAR)).map { String(cString: $0) } ?? "."
}

/// The decimal sign of the user's locale; any sign other than a comma counts as a point.
func usualDecimalSign() -> SeparatedText.Style.DecimalSign {
    let sign = nl_langinfo(Int32(__DECIMAL_POINT)).map { String(cString: $0) }
    return sign == "," ? .comma : .point
}
