import KirokuCore

/// Why a bar chart was not changed.
///
/// It shows what it showed before then.
public enum BarChartError: ReportedError, Sendable, Hashable {
    /// A number of an appearance that there is none of.
    case appearanceOutOfRange(Int)
    /// There is a label for each value, and a value for each label.
    case countsDiffer(labels: Int, values: Int)
    /// One of the values is infinite or not a number; its place is counted from 0.
    case valueNotFinite(index: Int)
    /// The range ends where it begins or before, or one of its ends is infinite or not a number.
    case rangeEmpty(min: Double, max: Double)
    /// Smaller than 40×40 pixels, or larger than 10,000×10,000.
    case sizeOutOfRange(width: Int, height: Int)

    /// What was refused.
    public var reportText: ReportText {
        switch self {
        case .appearanceOutOfRange(let number): "appearance number out of range: \(number)"
        case .countsDiffer(let labels, let values): "\(labels) labels, but \(values) values"
        case .valueNotFinite(let index): "value \(index) is not finite"
        case .rangeEmpty(let min, let max): "empty range: \(min) to \(max)"
        case .sizeOutOfRange(let width, let height): "size out of range: \(width)×\(height)"
        }
    }
}
