/// A field as the user wants it to be, not yet checked.
public struct FieldDraft: Sendable, Hashable {
    /// The field that it is made from; `nil` for a new one.
    public let origin: FieldID?
    /// Its name.
    public var name: String
    /// The type of its cells.
    public var type: FieldType
    /// The initial value as typed (see ``EntryReader``); empty for an empty cell.
    public var initialText: String
    /// What computes the value of new records instead of the initial value; `nil` to use the initial value.
    public var initialSource: InitialSource?
    /// The rules for its values.
    public var rules: FieldRules
    /// The choices that it offers, in their order.
    public var options: [ChoiceOption]
    /// The texts of choices to replace in cells, such as when an option is renamed, with their new texts.
    public var renamedChoices: [String: String] = [:]
    /// Whether its texts are names of pictures; only used for String fields.
    public var isPicture: Bool
    /// How its numbers are shown; only used for fields of numbers.
    public var numberFormat: NumberFormat

    /// A new field.
    public init(
        name: String = "", type: FieldType = .string, initialText: String = "",
        initialSource: InitialSource? = nil, rules: FieldRules = FieldRules(), options: [ChoiceOption] = [],
        isPicture: Bool = false,
        numberFormat: NumberFormat = .asTyped
    ) {
        origin = nil
        self.name = name
        self.type = type
        self.initialText = initialText
        self.initialSource = initialSource
        self.rules = rules
        self.options = options
        self.isPicture = isPicture
        self.numberFormat = numberFormat
    }

    /// An unchanged field.
    public init(_ field: FieldDefinition) {
        origin = field.id
        name = field.name
        type = field.type
        initialText = field.initialValue.entryText ?? ""
        initialSource = field.initialSource
        rules = field.rules
        options = field.options
        isPicture = field.isPicture
        numberFormat = field.numberFormat
    }
}
