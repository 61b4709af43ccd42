/// The purpose of a colour.
///
/// The style sheet has a colour for each role, in light, dark and high-contrast themes.
///
/// Roles that look alike have different names, so that they can be changed separately.
public enum ColorRole: String, Sendable, CaseIterable {
    /// Ordinary text.
    case normal
    /// Text that stands back, and can still be read by everybody: a remark, a type, a number, a hint.
    case muted
    /// A success.
    case ok
    /// Something that needs attention.
    case caution
    /// A failure.
    case error
    /// A selection, such as the frame of the grid's current cell; what is not selected is ``normal``.
    case selected
    /// Something that will be deleted, such as a field.
    case deletion
    /// What is in this one of two tables, where they differ.
    case here
    /// What is in the other one of two tables, where they differ.
    case there
    /// Something that two have changed in different ways.
    case conflict
    /// A bar of a chart.
    case bar

    /// The CSS class that gives a widget the role's text colour.
    public var styleClass: String { "kiroku-" + rawValue }
}
