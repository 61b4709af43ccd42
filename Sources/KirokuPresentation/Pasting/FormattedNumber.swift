import KirokuCore

/// A number as it is shown with the signs of the user's language: `1,234.50`, `$1,234.50`, `12.50%`, `(1,234)`.
struct FormattedNumber {
    /// The number alone, with a point before its decimals.
    let plainText: String

    /// - Parameters:
    ///   - text: the text that is shown.
    ///   - decimalSign: the sign before decimals; `nil` for that of the user's locale.
    /// - Returns: `nil` if it is not a number with such signs, or separators do not set thousands apart.
    init?(_ text: String, decimalSign: String? = nil) {
        let decimal = decimalSign ?? localizedDecimalSign
        var rest = String(text.unicodeScalars.map(Self.plain).map(Character.init)).trimmingWhitespace
        var isNegative = false
        if rest.first == "(", rest.last == ")" {
            rest = String(rest.dropFirst().dropLast())
            isNegative = true
        }
        // A sign can come before or after the sign of a currency.
        for _ in 0..<2 {
            if !isNegative, rest.first == "-" {
                rest.removeFirst()
                isNegative = true
            }
            rest = rest.drop(while: Self.isCurrency).trimmingWhitespace
        }
        while let last = rest.last, Self.isCurrency(last) { rest.removeLast() }
        let isShare = rest.last == "%"
        if isShare { rest.removeLast() }
        rest = rest.trimmingWhitespace
        guard let number = Self.number(rest, decimal: decimal) else { return nil }
        plainText = (isNegative ? "-" : "") + (isShare ? PercentDigits.hundredth(of: number) : number)
    }

    /// Digits with a point, from digits in groups.
    private static func number(_ text: String, decimal: String) -> String? {
        let parts = text.split(separator: decimal, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        let separators = Set(decimal == "," ? ".' ’" : ",' ’")
        let signs = Set(whole.filter { !isDigit($0) })
        guard signs.count <= 1, signs.isSubset(of: separators), fraction.allSatisfy(isDigit) else { return nil }
        let groups = whole.split(omittingEmptySubsequences: false) { !isDigit($0) }
        guard
            groups.count == 1 || groups.dropFirst().allSatisfy({ $0.count == 3 }) && (1...3).contains(groups[0].count),
            groups.contains(where: { !$0.isEmpty }) || !fraction.isEmpty
        else { return nil }
        let digits = groups.joined()
        return fraction.isEmpty ? digits : digits + "." + fraction
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    private static func isCurrency(_ character: Character) -> Bool {
        character.isCurrencySymbol || "円元원".contains(character)
    }

    /// The plain form of a character: full-width ones have the order of ASCII, and some languages set thousands apart
    /// by a blank of another width.
    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0xa0, 0x2009, 0x202f: " "
        case 0xff01...0xff5e: Unicode.Scalar(scalar.value - 0xfee0) ?? scalar
        case 0x2212: "-"
        default: scalar
        }
    }
}
