/// The powers of ten that their type holds exactly.
enum PowersOfTen {
    /// 10^0 … 10^19.
    static let integers: [UInt64] = powers(upTo: 19)

    /// 10^0 … 10^22.
    static let doubles: [Double] = powers(upTo: 22)

    private static func powers<Number: Numeric>(upTo last: Int) -> [Number] {
        var powers: [Number] = [1]
        for _ in 0..<last { powers.append(powers[powers.count - 1] * 10) }
        return powers
    }
}
