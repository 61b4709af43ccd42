/// What the cells of a field hold.
public enum FieldType: String, Sendable, Hashable, CaseIterable, Codable {
    /// Whole numbers of 64 bits.
    case int
    /// Floating-point numbers of 64 bits; never NaN, never infinite.
    case float
    /// Exact decimal numbers of up to 38 digits.
    case decimal
    /// True or false.
    case bool
    /// Text of any length.
    case string
    /// Calendar dates, which may be just a month or a year.
    case date
    /// Times of the day.
    case time
    /// Calendar dates with a time of the day.
    case dateAndTime = "datetime"
    /// One of the field's choices.
    case choice
    /// Several of the field's choices.
    case choices
    /// Stars, from 0 to 5 or to 10.
    case rating
    /// Durations, to the second.
    case duration
}

extension FieldType {
    /// All types in the order of menus, starting with the one that can hold anything.
    public static let offered: [FieldType] = [
        .string, .int, .float, .decimal, .bool, .date, .time, .dateAndTime, .duration, .choice, .choices, .rating,
    ]

    /// The witness of this type: everything that the program knows about it.
    var kind: any FieldKind.Type {
        switch self {
        case .int: IntKind.self
        case .float: FloatKind.self
        case .bool: BoolKind.self
        case .string: StringKind.self
        case .date: DateKind.self
        case .time: TimeKind.self
        case .dateAndTime: DateAndTimeKind.self
        case .decimal: DecimalKind.self
        case .choice: ChoiceKind.self
        case .choices: ChoicesKind.self
        case .rating: RatingKind.self
        case .duration: DurationKind.self
        }
    }

    /// The PostgreSQL type of a column for a field of this type.
    package var databaseType: String { kind.databaseType }

    /// The type's name, in the user's language.
    public var name: String { kind.name }

    /// What a field of the type holds, in the user's language: "whole numbers".
    public var contentsName: String { kind.contentsName }

    /// An example of an entry in an empty card for finding, in the user's language.
    public var findHint: String { kind.findHint }

    /// Whether the cells are texts, which may name pictures, be replaced in part, and never need fixing.
    public var holdsText: Bool { kind.holdsText }

    /// Whether the cells have dates, whose order of day and month may vary when typed.
    public var holdsDates: Bool { kind.holdsDates }

    /// Whether every text is a valid value, so that only broken rules need fixing.
    public var takesAnyText: Bool { kind.takesAnyText }

    /// Whether a field has choices to offer.
    public var hasOptions: Bool { kind.hasOptions }

    /// Whether a cell can have several of them.
    public var holdsSeveral: Bool { kind.holdsSeveral }

    /// Whether cells are found by texts, in which differences can be ignored.
    package var isFoundByText: Bool { kind.isFoundByText }

    /// Whether a part of what cells show can be replaced (see ``TextReplacement``).
    public var isReplaceable: Bool { control != .checkBox }

    /// Whether the values are numbers, which are shown in a ``NumberFormat``.
    public var showsNumbers: Bool { kind.showsNumbers }

    /// Whether the values are numbers without decimals.
    public var holdsWholeNumbers: Bool { kind.holdsWholeNumbers }

    /// The alignment of values in their cells.
    public var alignment: CellAlignment { kind.alignment }

    /// The control that edits a value.
    public var control: CellControl { kind.control }
}

/// The alignment of values in their cells.
public enum CellAlignment: Sendable {
    /// At the start of the line.
    case start
    /// In the middle.
    case center
    /// At the end of the line, so that digits line up.
    case end
}

/// The control that edits a value.
public enum CellControl: Sendable {
    /// A text entry.
    case entry
    /// A text entry, and a calendar to choose a day from.
    case calendar
    /// A text entry, and a menu of the field's choices.
    case choices
    /// Stars, which a digit sets.
    case stars
    /// A check box, which goes from empty to true to false and back.
    case checkBox
}
