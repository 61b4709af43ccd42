/// How far apart the sheet's buttons are, in seven steps.
public enum SheetXPosition: Int, SheetStep {
    /// A gap of 50.
    case s3
    /// A gap of 100.
    case s2
    /// A gap of 150.
    case s
    /// A gap of 200.
    case m
    /// A gap of 250.
    case l
    /// A gap of 300.
    case l2
    /// A gap of 350.
    case l3

    /// The gap between the buttons, in pixels at a scale of 1.
    public var gap: Int { 50 * (rawValue + 1) }
}
