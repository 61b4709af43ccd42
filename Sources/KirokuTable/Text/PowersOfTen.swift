/// The powers of ten that their type holds exactly.
///
/// Most are literals, so no access has to check whether they are initialized.
enum PowersOfTen {
    /// 10^0 … 10^19.
    static let integers: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]

    /// 10^0 … 10^38; the first access computes them.
    static let wide: [Int128] = (0..<38).reduce(into: [1]) { powers, index in powers.append(powers[index] * 10) }

    /// 10^0 … 10^22.
    static let doubles: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}
