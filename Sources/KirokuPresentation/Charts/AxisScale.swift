import Glibc
import KirokuCore

/// The numbers along an axis: from where to where it goes, and at which of them there is a tick.
///
/// Ticks are multiples of 1, 2 or 5 times a power of ten, which are easy to read.
public struct AxisScale: Sendable, Hashable {
    /// Where the axis begins.
    public let lower: Double
    /// Where it ends; greater than ``lower``.
    public let upper: Double
    /// Ascending, from ``lower`` to ``upper``; never empty.
    public let ticks: [Double]
    /// How many digits after the point tell the ticks apart.
    public let decimals: Int

    /// An axis with room for all of `values` and for 0, which begins and ends at a tick.
    ///
    /// Between whole numbers there are no ticks but at whole numbers.
    ///
    /// - Parameters:
    ///   - values: finite numbers; without any the axis goes from 0 to 1.
    ///   - limit: about so many ticks, at the least two; there may be two more.
    public init(including values: [Double], ticks limit: Int) {
        let least = min(values.min() ?? 0, 0)
        let greatest = max(values.max() ?? 0, 0)
        let isWhole = values.allSatisfy { $0 == $0.rounded() }
        guard least < greatest else {
            self.init(0, 1, RoundStep(from: 0, to: 1, limit: limit, isWhole: isWhole))
            return
        }
        let step = RoundStep(from: least, to: greatest, limit: limit, isWhole: isWhole)
        let lower = step?.below(least) ?? least
        let upper = step?.above(greatest) ?? greatest
        // Beyond the greatest number there is no tick any more.
        self.init(lower.isFinite ? lower : least, upper.isFinite ? upper : greatest, step)
    }

    /// An axis over just this range; `nil` if the bounds are not finite or the range is empty.
    public init?(from lower: Double, to upper: Double, ticks limit: Int) {
        guard lower.isFinite, upper.isFinite, lower < upper else { return nil }
        self.init(lower, upper, RoundStep(from: lower, to: upper, limit: limit, isWhole: false))
    }

    private init(_ lower: Double, _ upper: Double, _ step: RoundStep?) {
        self.lower = lower
        self.upper = upper
        let found = step?.multiples(from: lower, to: upper) ?? []
        ticks = found.isEmpty ? [lower, upper] : found
        decimals = found.isEmpty ? 0 : step?.decimals ?? 0
    }

    /// How far along the axis a number is: 0 at ``lower``, 1 at ``upper``, and no less or more for numbers beyond.
    public func fraction(of value: Double) -> Double {
        let span = upper - lower
        // Half of each, where the difference is greater than any Double.
        let part =
            span.isFinite ? (value - lower) / span : (value / 2 - lower / 2) / (upper / 2 - lower / 2)
        return min(max(part, 0), 1)
    }

    /// A tick as it is written beside the axis, in the user's language.
    public func text(of tick: Double) -> String {
        tick.magnitude < 1e15 && decimals <= 9
            ? localizedNumber(tick, decimals: decimals) : localizedNumber(tick, significant: 3)
    }
}

/// The distance between two ticks.
extension RoundStep {
    /// The smallest step that divides the range into no more than `limit` − 1 parts; `nil` if it is too small or too far
    /// from 0 for numbers to be told apart.
    fileprivate init?(from lower: Double, to upper: Double, limit: Int, isWhole: Bool) {
        let parts = Double(max(limit, 2) - 1)
        let fitting = upper / parts - lower / parts
        let rough = isWhole ? max(fitting, 1) : fitting
        guard rough > 1e-290, rough.isFinite, max(lower.magnitude, upper.magnitude) / rough < 0x1p50 else { return nil }
        var exponent = Int(log10(rough).rounded(.down))
        // Rounding up to here may have gone a little too far, in either direction.
        let mantissa = rough / pow(10, Double(exponent))
        let factors = Self.factors.filter { $0 >= mantissa * (1 - 1e-12) }
        if factors.isEmpty { exponent += 1 }
        self.init(factor: factors.first ?? 1, exponent: exponent)
        guard multiple(1).isFinite else { return nil }
    }

    fileprivate var decimals: Int { max(0, -exponent) }

    fileprivate func below(_ value: Double) -> Double {
        let number = (value / multiple(1) + Self.tolerance).rounded(.down)
        return multiple(number) <= value ? multiple(number) : multiple(number - 1)
    }

    fileprivate func above(_ value: Double) -> Double {
        let number = (value / multiple(1) - Self.tolerance).rounded(.up)
        return multiple(number) >= value ? multiple(number) : multiple(number + 1)
    }

    fileprivate func multiples(from lower: Double, to upper: Double) -> [Double] {
        let first = (lower / multiple(1) - Self.tolerance).rounded(.up)
        let last = (upper / multiple(1) + Self.tolerance).rounded(.down)
        guard first <= last, last - first < 10_000 else { return [] }
        return (0...Int(last - first)).map { multiple(first + Double($0)) }.filter { lower <= $0 && $0 <= upper }
    }

    /// Dividing 0.3 by 0.1 gives a little less than 3.
    private static let tolerance = 1e-9
}
