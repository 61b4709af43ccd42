import Glibc

/// A distance whose multiples are easy to read: 1, 2 or 5 times a power of ten.
struct RoundStep {
    /// What the power of ten is multiplied by, ascending.
    static let factors = [1.0, 2, 5]

    let factor: Double
    let exponent: Int

    /// A whole number of steps.
    ///
    /// Dividing by a power of ten gives 0.3 where multiplying by its inverse gives 0.30000000000000004.
    func multiple(_ number: Double) -> Double {
        let whole = number * factor
        // 10^300 and more is too near to infinity to divide by.
        return exponent < 0 && exponent > -300 ? whole / pow(10, Double(-exponent)) : whole * pow(10, Double(exponent))
    }
}
