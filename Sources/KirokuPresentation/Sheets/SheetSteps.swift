/// One of the seven steps, from 0 to 6, for the size or position of a sheet's buttons.
///
/// ``SheetButtonSize``, ``SheetXPosition`` and ``SheetYPosition`` have these steps, each with its own values.
public protocol SheetStep: RawRepresentable<Int>, CaseIterable, Comparable, Hashable, Sendable {}

extension SheetStep {
    /// The step as controls name it: "3S", "2S", "S", "M", "L", "2L" or "3L".
    public var name: String { ["3S", "2S", "S", "M", "L", "2L", "3L"][rawValue] }

    /// Steps are ordered by their raw values.
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// The size of the sheet's buttons and of their text, in seven steps.
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
