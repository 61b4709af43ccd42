@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// A decimal number as it is reckoned on paper: a sign, and digits one by one, 60 of them behind the point.
struct SchoolDecimal: Comparable {
    private static let places = 60
    private static let length = 160

    private var isNegative = false
    /// The last digit first.
    private var digits = [Int](repeating: 0, count: length)

    init(_ number: DecimalNumber) {
        self.init(number.text)
    }

    /// - Parameter text: digits with a point, perhaps with a sign.
    init(_ text: String) {
        let unsigned = text.drop { $0 == "-" }
        let parts = unsigned.split(separator: ".", omittingEmptySubsequences: false)
        let decimals = parts.count == 2 ? String(parts[1]) : ""
        let all = (parts[0] + decimals).compactMap(\.wholeNumberValue)
        for (index, digit) in all.reversed().enumerated() { digits[Self.places - decimals.count + index] = digit }
        isNegative = text.hasPrefix("-") && digits.contains { $0 != 0 }
    }

    static func + (one: SchoolDecimal, other: SchoolDecimal) -> SchoolDecimal {
        var sum = one
        if one.isNegative == other.isNegative {
            sum.carry { one.digits[$0] + other.digits[$0] }
        } else {
            let (greater, smaller) = one.isShorter(than: other) ? (other, one) : (one, other)
            sum.isNegative = greater.isNegative
            sum.carry { greater.digits[$0] - smaller.digits[$0] }
        }
        if !sum.digits.contains(where: { $0 != 0 }) { sum.isNegative = false }
        return sum
    }

    static func * (one: SchoolDecimal, factor: Int) -> SchoolDecimal {
        var product = one
        product.carry { one.digits[$0] * factor }
        return product
    }

    static prefix func - (one: SchoolDecimal) -> SchoolDecimal {
        var negative = one
        negative.isNegative = !one.isNegative && one.digits.contains { $0 != 0 }
        return negative
    }

    var magnitude: SchoolDecimal { isNegative ? -self : self }

    static func < (one: SchoolDecimal, other: SchoolDecimal) -> Bool {
        if one.isNegative != other.isNegative { return one.isNegative }
        return one.isNegative ? other.isShorter(than: one) : one.isShorter(than: other)
    }

    private func isShorter(than other: SchoolDecimal) -> Bool {
        digits.reversed().lexicographicallyPrecedes(other.digits.reversed())
    }

    private mutating func carry(_ digit: (Int) -> Int) {
        var carried = 0
        for index in digits.indices {
            let value = digit(index) + carried
            digits[index] = (value % 10 + 10) % 10
            carried = (value - digits[index]) / 10
        }
    }
}
