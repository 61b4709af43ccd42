/// One field of a schema: its name, type and initial value.
public struct FieldDefinition: Sendable, Hashable {
    /// Assigned by the schema that the field is added to.
    public let id: FieldID
    /// Not empty, unique in its schema.
    public var name: String
    /// The type of its cells; a different type makes it a different field with another ``id``.
    public let type: FieldType
    /// The cell of a new record; ``CellValue/empty`` unless set.
    ///
    /// Always fits ``type``.
    public private(set) var initialValue: CellValue
    /// What computes the cell of a new record instead of ``initialValue``; `nil` to use that value.
    public private(set) var initialSource: InitialSource?
    /// The rules for its values.
    public private(set) var rules = FieldRules()
    /// The choices that it offers, in their order; only used by fields with choices, but kept by all types.
    public private(set) var options: [ChoiceOption] = []
    /// Whether the texts are names of pictures; only used by String fields, but kept by all types.
    public private(set) var isMarkedAsPicture: Bool
    /// How its numbers are shown; only used by fields of numbers, but kept by all types.
    public private(set) var numberFormat: NumberFormat

    /// - Parameters:
    ///   - id: assigned by the schema that the field is added to.
    ///   - name: not empty, and no other field of the schema has it.
    ///   - type: the type of its cells.
    ///   - initialValue: the cell of a new record.
    ///   - isMarkedAsPicture: whether its texts are names of pictures.
    ///   - numberFormat: how its numbers are shown.
    /// - Throws: ``TableError/unfittingValue(field:type:)`` if the initial value is not of the field's type.
    public init(
        id: FieldID, name: String, type: FieldType, initialValue: CellValue = .empty, isMarkedAsPicture: Bool = false,
        numberFormat: NumberFormat = .asTyped
    ) throws(TableError) {
        guard initialValue.fits(type) else {
            throw Reports.refused("KRK_TB_AF", .unfittingValue(field: name, type: type))
        }
        self.id = id
        self.name = name
        self.type = type
        self.initialValue = initialValue
        self.isMarkedAsPicture = isMarkedAsPicture
        self.numberFormat = numberFormat
    }

    /// Whether the cells are names of pictures, as in a String field with the mark.
    public var isPicture: Bool { isMarkedAsPicture && type.holdsText }

    /// The field, marked as a picture field.
    var markedAsPicture: FieldDefinition {
        var field = self
        field.isMarkedAsPicture = true
        return field
    }

    /// The field with another source of values in new records; a source that does not suit the type is dropped.
    public func with(_ source: InitialSource?) -> FieldDefinition {
        var field = self
        field.initialSource = source.flatMap { $0.suits(type) ? $0 : nil }
        return field
    }

    /// The field with another initial value; a value that is not of its type is dropped.
    public func with(initialValue: CellValue) -> FieldDefinition {
        var field = self
        field.initialValue = initialValue.fits(type) ? initialValue : .empty
        return field
    }

    /// Whether its options are offered during entry.
    public var offersOptions: Bool { type.hasOptions || rules.isAmongOptions }

    /// Whether values of the field's type may still need fixing.
    package var isChecked: Bool {
        !rules.isEmpty || type.hasOptions && !options.isEmpty || type.kind.usualGreatestCell != nil
    }

    /// The field with other choices.
    public func with(_ options: [ChoiceOption]) -> FieldDefinition {
        var field = self
        field.options = options
        return field
    }

    /// The field with other rules; those that are not possible for its type are dropped.
    public func with(_ rules: FieldRules) -> FieldDefinition {
        var field = self
        field.rules = rules.suiting(type)
        return field
    }

    /// The field with another number format.
    public func with(_ format: NumberFormat) -> FieldDefinition {
        var field = self
        field.numberFormat = format
        return field
    }
}
