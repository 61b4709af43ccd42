/// A field in stored form: as texts on the server of a shared document, and as JSON in stored edits.
package struct StoredField: Sendable, Hashable, Codable {
    package let id: Int
    package let name: String
    package let type: String
    /// The initial value in its plain form.
    package let initial: String?
    package let isPicture: Bool
    package let format: String?
    package let source: String?
    package let rules: String?
    package let options: String?

    package init(_ field: FieldDefinition) {
        id = field.id.rawValue
        name = field.name
        type = field.type.rawValue
        initial = field.initialValue.plainText
        isPicture = field.isMarkedAsPicture
        format = field.numberFormat == .asTyped ? nil : field.numberFormat.stored
        source = field.initialSource?.stored
        rules = field.rules.stored
        options = field.options.stored
    }

    package init(
        id: Int, name: String, type: String, initial: String?, isPicture: Bool, format: String?, source: String?,
        rules: String?, options: String?
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.initial = initial
        self.isPicture = isPicture
        self.format = format
        self.source = source
        self.rules = rules
        self.options = options
    }

    /// The field; `nil` without a valid identifier, name and type.
    ///
    /// Unreadable properties are left out.
    package var definition: FieldDefinition? {
        guard FieldID.range.contains(id), let type = FieldType(rawValue: type) else { return nil }
        let initial = initial.map { CellValue(plain: $0, of: type) } ?? .empty
        let field = try? FieldDefinition(
            id: FieldID(rawValue: id), name: name, type: type, initialValue: initial, isMarkedAsPicture: isPicture,
            numberFormat: format.flatMap { NumberFormat(stored: $0) } ?? .asTyped)
        return field?.with(source.flatMap { InitialSource(stored: $0) })
            .with(rules.flatMap { FieldRules(stored: $0, for: type) } ?? FieldRules())
            .with(options.flatMap { [ChoiceOption](stored: $0) } ?? [])
    }
}

/// The fields of a table as texts, for JSON.
package struct StoredSchema: Sendable, Codable {
    private let fields: [StoredField]
    private let next: Int

    package init(_ schema: Schema) {
        fields = schema.fields.map { StoredField($0) }
        next = schema.nextFieldID.rawValue
    }

    /// The fields; `nil` if they are invalid.
    package func schema() -> Schema? {
        let definitions = fields.compactMap(\.definition)
        guard definitions.count == fields.count else { return nil }
        return try? Schema(fields: definitions, nextFieldID: FieldID(rawValue: next))
    }
}
