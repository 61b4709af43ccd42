/// A field as a person wants it to be, not checked yet.
public struct FieldDraft: Sendable, Hashable {
    /// The field that it is made from; `nil` for a new one.
    public let origin: FieldID?
    /// What it is to be called.
    public var name: String
    /// What its cells are to hold.
    public var type: FieldType
    /// What new records are to start with, as a person types it (see ``EntryReader``); nothing for an empty cell.
    public var initialText: String
    /// Whether its texts are names of pictures; counts for a String field only.
    public var isPicture: Bool

    /// A field that is not there yet.
    public init(name: String = "", type: FieldType = .string, initialText: String = "", isPicture: Bool = false) {
        origin = nil
        self.name = name
        self.type = type
        self.initialText = initialText
        self.isPicture = isPicture
    }

    /// A field as it is.
    public init(_ field: FieldDefinition) {
        origin = field.id
        name = field.name
        type = field.type
        initialText = field.initialValue.plainText ?? ""
        isPicture = field.isPicture
    }
}
