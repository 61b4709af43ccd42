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
    /// What fills in the cell of a new record in place of ``initialValue``; `nil` for that value.
    public private(set) var initialSource: InitialSource?
    /// What its values should be like.
    public private(set) var rules = FieldRules()
    /// The choices that it offers, in their order; only fields with choices show any, but fields of other types keep them.
    public private(set) var options: [ChoiceOption] = []
    /// Whether the texts are names of pictures; only a String field shows them, but fields of other types keep the
    /// mark.
    public private(set) var isMarkedAsPicture: Bool
    /// How its numbers are shown; only fields of numbers show any, but fields of other types keep the format.
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

    /// The same field with the mark.
    var markedAsPicture: FieldDefinition {
        var field = self
        field.isMarkedAsPicture = true
        return field
    }

    /// The same field with another source of the values in new records; one that does not suit the type is left out.
    public func with(_ source: InitialSource?) -> FieldDefinition {
        var field = self
        field.initialSource = source.flatMap { $0.suits(type) ? $0 : nil }
        return field
    }

    /// The same field with another initial value; one that is not of its type is left out.
    public func with(initialValue: CellValue) -> FieldDefinition {
        var field = self
        field.initialValue = initialValue.fits(type) ? initialValue : .empty
        return field
    }

    /// Whether its options are offered while something is entered.
    public var offersOptions: Bool { type.hasOptions || rules.isAmongOptions }

    /// Whether some values may have to be fixed though they are of the field's type.
    package var isChecked: Bool {
        !rules.isEmpty || type.hasOptions && !options.isEmpty || type.kind.usualGreatestCell != nil
    }

    /// The same field with other choices.
    public func with(_ options: [ChoiceOption]) -> FieldDefinition {
        var field = self
        field.options = options
        return field
    }

    /// The same field with other rules; those that are not possible for its type are left out.
    public func with(_ rules: FieldRules) -> FieldDefinition {
        var field = self
        field.rules = rules.suiting(type)
        return field
    }

    /// The same field with its numbers shown in another form.
    public func with(_ format: NumberFormat) -> FieldDefinition {
        var field = self
        field.numberFormat = format
        return field
    }
}
