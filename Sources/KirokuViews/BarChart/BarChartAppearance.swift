/// In which of two ways a bar chart is drawn.
public enum BarChartAppearance: Int, Sendable, CaseIterable {
    /// Bars stand side by side on a line, their labels below them: for what has an order of its own, like numbers.
    case upright = 1
    /// Bars lie one below the other, their labels before them: for long labels.
    case lying = 2
}
