/// What a colour is for.
///
/// The style sheet says which colour that is, in light, dark and high-contrast themes.
///
/// Roles that happen to look alike keep different names, so that they can change apart.
public enum ColorRole: String, Sendable, CaseIterable {
    /// Text as it is.
    case normal
    /// Something went well.
    case ok
    /// Something to look at.
    case caution
    /// Something went wrong.
    case error
    /// What is selected: the frame of the grid's current cell, and what belongs to it. What is not selected is ``normal``.
    case selected
    /// What is marked to be deleted: a field that is to be removed.
    case deletion
    /// A bar of a chart.
    case bar

    /// The CSS class that gives a widget the role's text colour.
    public var styleClass: String { "kiroku-" + rawValue }
}
