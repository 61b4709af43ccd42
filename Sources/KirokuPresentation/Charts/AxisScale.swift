import Glibc
import KirokuCore

/// The numbers along an axis: its bounds and its ticks.
///
/// Ticks are multiples of 1, 2 or 5 times a power of ten, which are easy to read.
public struct AxisScale: Sendable, Hashable {
    /// The number at which the axis begins.
    public let lower: Double
    /// The number at which the axis ends; greater than ``lower``.
    public let upper: Double
    /// The numbers with a tick, ascending, from ``lower`` to ``upper``; never empty.
    public let ticks: [Double]
    /// The number of decimal places needed to distinguish the ticks.
    public let decimals: Int

    /// An axis with room for all of `values` and for 0, which begins and ends at a tick.
    ///
    /// If all values are whole numbers, so are the ticks.
    ///
    /// - Parameters:
    ///   - values: finite numbers; without any, the axis goes from 0 to 1.
    ///   - limit: the approximate number of ticks, at least 2; there may be up to two more.
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
        // There is no tick beyond the greatest finite number.
        self.init(lower.isFinite ? lower : least, upper.isFinite ? upper : greatest, step)
    }

    /// Creates an axis over exactly this range; `nil` if the bounds are not finite or the range is empty.
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

    /// The position of a number along the axis, from 0 at ``lower`` to 1 at ``upper``; numbers beyond are clamped.
    public func fraction(of value: Double) -> Double {
        let span = upper - lower
        // The span may exceed the greatest `Double`; half of it does not.
        let part =
            span.isFinite ? (value - lower) / span : (value / 2 - lower / 2) / (upper / 2 - lower / 2)
        return min(max(part, 0), 1)
    }

    /// The label of a tick, in the user's language.
    public func text(of tick: Double) -> String {
        tick.magnitude < 1e15 && decimals <= 9
            ? localizedNumber(tick, decimals: decimals) : localizedNumber(tick, significant: 3)
    }
}

/// The distance between two ticks.
extension RoundStep {
    /// The smallest step that divides the range into at most `limit` − 1 parts; `nil` if the step is too small to
    /// distinguish its multiples.
    fileprivate init?(from lower: Double, to upper: Double, limit: Int, isWhole: Bool) {
        let parts = Double(max(limit, 2) - 1)
        let fitting = upper / parts - lower / parts
        let rough = isWhole ? max(fitting, 1) : fitting
        guard rough > 1e-290, rough.isFinite, max(lower.magnitude, upper.magnitude) / rough < 0x1p50 else { return nil }
        var exponent = Int(log10(rough).rounded(.down))
        // Rounding may have made the mantissa slightly too large or too small.
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

    /// Allows for rounding: 0.3 / 0.1 is a little less than 3.
    private static let tolerance = 1e-9
}
