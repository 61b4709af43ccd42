/// An exact decimal number: a whole number of up to 38 digits, and how many of these are decimals.
///
/// Trailing zeros are part of the value, as typed: 12.50 and 12.5 differ by `==`. They are the same number to
/// ``isEqual(to:)`` and ``isLess(than:)``, which are used for searching, sorting and counting. There is no −0.
///
/// Nothing here goes through a Double.
public struct DecimalNumber: Sendable, Hashable, BitwiseCopyable {
    /// The greatest number of digits, and of decimals.
    public static let mostDigits = 38
    /// Zero without decimals.
    public static let zero = DecimalNumber(unchecked: 0, places: 0)

    // An Int128 would align each cell value to 16 bytes.
    let high: Int64
    let low: UInt64
    let storedPlaces: UInt8

    /// The digits as a whole number: 1250 for 12.50.
    public var coefficient: Int128 { Int128(truncatingIfNeeded: high) << 64 | Int128(truncatingIfNeeded: low) }

    /// Whether the lower half of the coefficient is enough.
    @inline(__always)
    var isShort: Bool { high == Int64(bitPattern: low) >> 63 }

    /// The number of decimals, from 0 to ``mostDigits``: 2 for 12.50.
    public var places: Int { Int(storedPlaces) }

    /// - Parameters:
    ///   - coefficient: the digits as a whole number.
    ///   - places: how many of them are decimals.
    /// - Returns: `nil` if there are more than ``mostDigits`` of either, or `places` is negative.
    public init?(coefficient: Int128, places: Int) {
        guard coefficient.magnitude < Self.limit, (0...Self.mostDigits).contains(places) else { return nil }
        self.init(unchecked: coefficient, places: UInt8(places))
    }

    /// A whole number.
    public init(_ number: Int) {
        self.init(unchecked: Int128(number), places: 0)
    }

    @inline(__always)
    package init(unchecked coefficient: Int128, places: UInt8) {
        high = Int64(truncatingIfNeeded: coefficient >> 64)
        low = UInt64(truncatingIfNeeded: coefficient)
        storedPlaces = places
    }

    /// 10³⁸, which no coefficient reaches.
    package static let limit = UInt128(PowersOfTen.wide[mostDigits])
}

extension DecimalNumber {
    /// Whether both are the same number, such as 12.50 and 12.5.
    func isEqual(to other: DecimalNumber) -> Bool {
        places == other.places ? coefficient == other.coefficient : Self.aligned(self, other) { $0 == $1 }
    }

    /// Whether this number is less than the other.
    public func isLess(than other: DecimalNumber) -> Bool {
        places == other.places ? coefficient < other.coefficient : Self.aligned(self, other) { $0 < $1 }
    }

    /// Compares both coefficients with as many decimals, which may take 256 bits.
    private static func aligned(
        _ one: DecimalNumber, _ other: DecimalNumber, _ compare: ((Int128, UInt128), (Int128, UInt128)) -> Bool
    ) -> Bool {
        func scaled(_ number: DecimalNumber) -> (Int128, UInt128) {
            let power = PowersOfTen.wide[max(one.places, other.places) - number.places]
            let (high, low) = number.coefficient.multipliedFullWidth(by: power)
            return (high, low)
        }
        return compare(scaled(one), scaled(other))
    }

    /// The same number without zeros at the end of its decimals.
    var withoutZeros: DecimalNumber {
        var (coefficient, places) = (coefficient, storedPlaces)
        while places > 0, coefficient % 10 == 0 {
            coefficient /= 10
            places -= 1
        }
        return DecimalNumber(unchecked: coefficient, places: places)
    }

    /// The number as an Int; `nil` unless it is whole, and not too large.
    package var whole: Int? {
        let (whole, rest) = coefficient.quotientAndRemainder(dividingBy: PowersOfTen.wide[places])
        return rest == 0 ? Int(exactly: whole) : nil
    }

    /// The greatest whole number of units that is not greater than this number.
    ///
    /// - Parameter places: the decimals of a unit, up to ``mostDigits``.
    /// - Returns: at most ±10³⁸, which no coefficient reaches.
    func floor(places wanted: Int) -> Int128 {
        if wanted >= places {
            let (scaled, isOver) = coefficient.multipliedReportingOverflow(by: PowersOfTen.wide[wanted - places])
            let limit = Int128(Self.limit)
            return isOver ? (coefficient < 0 ? -limit : limit) : min(max(scaled, -limit), limit)
        }
        let (quotient, rest) = coefficient.quotientAndRemainder(dividingBy: PowersOfTen.wide[places - wanted])
        return rest < 0 ? quotient - 1 : quotient
    }

    /// The least whole number of units that is not less than this number (see ``floor(places:)``).
    func ceiling(places wanted: Int) -> Int128 {
        -DecimalNumber(unchecked: -coefficient, places: storedPlaces).floor(places: wanted)
    }
}
