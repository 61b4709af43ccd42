/// A mean or median of Ints, exact: a sum, and what it is divided by.
///
/// Two are equal if both of their parts are.
public struct Quotient: Sendable, Hashable {
    /// The sum of the numbers.
    public let dividend: Int128
    /// How many they are; greater than 0.
    public let divisor: Int

    /// As a Double, with the digits that one has.
    public var value: Double { Double(dividend) / Double(divisor) }
}
