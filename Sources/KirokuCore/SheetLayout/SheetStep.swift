/// One of the seven steps in which buttons and places of the sheet are chosen, from 0 to 6.
///
/// ``SheetButtonSize``, ``SheetXPosition`` and ``SheetYPosition`` have these steps, each with its own figures.
public protocol SheetStep: RawRepresentable<Int>, CaseIterable, Comparable, Hashable, Sendable {}

extension SheetStep {
    /// The step as controls name it: "3S", "2S", "S", "M", "L", "2L" or "3L".
    public var name: String { ["3S", "2S", "S", "M", "L", "2L", "3L"][rawValue] }

    /// Steps are ordered by their raw values.
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
