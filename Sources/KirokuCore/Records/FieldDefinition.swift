/// One field of a schema: its name, its type, and what a new record starts with (spec 1).
public struct FieldDefinition: Sendable, Hashable {
    /// Given by the schema that the field is added to.
    public let id: FieldID
    /// Not empty, unique in its schema.
    public var name: String
    /// What its cells hold; another type makes another field, with another ``id``.
    public let type: FieldType
    /// The cell of a new record; ``CellValue/empty`` unless set.
    ///
    /// Always fits ``type``.
    public let initialValue: CellValue

    /// - Throws: ``TableError/unfittingValue(field:type:)`` if the initial value is not of the field's type.
    public init(id: FieldID, name: String, type: FieldType, initialValue: CellValue = .empty) throws(TableError) {
        guard initialValue.fits(type) else { throw .unfittingValue(field: name, type: type) }
        self.id = id
        self.name = name
        self.type = type
        self.initialValue = initialValue
    }
}
