/// How far down the sheet's buttons are, in seven steps.
public enum SheetYPosition: Int, SheetStep {
    /// A margin of 350.
    case s3
    /// A margin of 300.
    case s2
    /// A margin of 250.
    case s
    /// A margin of 200.
    case m
    /// A margin of 150.
    case l
    /// A margin of 100.
    case l2
    /// A margin of 50.
    case l3

    /// The margin below the buttons, in pixels at a scale of 1.
    public var margin: Int { 350 - 50 * rawValue }
}
