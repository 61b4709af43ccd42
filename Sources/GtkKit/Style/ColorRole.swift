/// The purpose of a colour.
///
/// The style sheet has a colour for each role, in light, dark and high-contrast themes.
///
/// Roles that look alike have different names, so that they can be changed separately.
public enum ColorRole: String, Sendable, CaseIterable {
    /// Ordinary text.
    case normal
    /// Less prominent text that everyone can still read: a remark, a type, a number, a hint.
    case muted
    /// A success.
    case ok
    /// Something that needs attention.
    case caution
    /// A failure.
    case error
    /// A selection, such as the frame of the grid's current cell.
    case selected
    /// Something that could be selected but is not, such as the name of another picture.
    case unselected
    /// Something that will be deleted, such as a field.
    case deletion
    /// Something that could be deleted but will stay.
    case deletionUnselected = "deletion-unselected"
    /// What is in this one of two tables, if they differ.
    case here
    /// What is in the other one of two tables, if they differ.
    case there
    /// Something that two have changed in different ways.
    case conflict
    /// A bar of a chart.
    case bar
    /// The marks of choices.
    case choiceRed = "choice-red"
    case choiceOrange = "choice-orange"
    case choiceYellow = "choice-yellow"
    case choiceGreen = "choice-green"
    case choiceTeal = "choice-teal"
    case choiceBlue = "choice-blue"
    case choicePurple = "choice-purple"
    case choicePink = "choice-pink"
    case choiceBrown = "choice-brown"
    case choiceGray = "choice-gray"
    /// The others who have the document open, each with one of these.
    case person1 = "person-1"
    case person2 = "person-2"
    case person3 = "person-3"
    case person4 = "person-4"
    case person5 = "person-5"
    case person6 = "person-6"

    /// The colours that distinguish people.
    public static let people: [ColorRole] = [.person1, .person2, .person3, .person4, .person5, .person6]

    /// The CSS class that gives a widget the role's text colour.
    public var styleClass: String { "kiroku-" + rawValue }
}
