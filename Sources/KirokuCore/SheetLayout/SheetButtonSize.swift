/// How large the sheet's buttons are and the text on them, in seven steps.
public enum SheetButtonSize: Int, SheetStep {
    /// 120×40, font size 16.
    case s3
    /// 140×45, font size 18.
    case s2
    /// 160×50, font size 20.
    case s
    /// 200×55, font size 24.
    case m
    /// 240×60, font size 28.
    case l
    /// 280×70, font size 32.
    case l2
    /// 320×80, font size 36.
    case l3

    /// The width of a button, in pixels at a scale of 1.
    public var width: Int { [120, 140, 160, 200, 240, 280, 320][rawValue] }

    /// The height of a button, in pixels at a scale of 1.
    public var height: Int { [40, 45, 50, 55, 60, 70, 80][rawValue] }

    /// The size of the text on a button, in pixels at a scale of 1.
    public var fontSize: Int { [16, 18, 20, 24, 28, 32, 36][rawValue] }
}
