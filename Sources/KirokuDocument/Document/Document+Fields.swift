extension Document {
    /// Adds a field, as one step; it is empty in existing records.
    ///
    /// - Parameters:
    ///   - name: not empty, and no other field has it.
    ///   - type: what its cells hold.
    ///   - initialValue: the value in records that are added later.
    ///   - index: the field's index; `nil` for the end.
    /// - Throws: ``EditError``.
    @discardableResult
    public func addField(
        _ name: String, type: FieldType, initialValue: CellValue = .empty, at index: Int? = nil
    ) throws(EditError) -> FieldID {
        let definition: FieldDefinition
        do {
            definition = try FieldDefinition(
                id: table.schema.newFieldID(), name: name, type: type, initialValue: initialValue)
        } catch {
            throw .refused(error)
        }
        try changeFields { fields in
            fields.insert(definition, at: min(max(index ?? fields.count, 0), fields.count))
            return [FieldContents(empty: definition, in: table)]
        }
        return definition.id
    }

    /// Removes a field with its contents, as one step; the last field cannot be removed.
    ///
    /// - Throws: ``EditError``.
    public func removeField(_ field: FieldID) throws(EditError) {
        let index = try index(of: field)
        try changeFields { fields in
            fields.remove(at: index)
            return []
        }
    }

    /// Renames a field, as one step.
    ///
    /// - Throws: ``EditError``.
    public func renameField(_ field: FieldID, to name: String) throws(EditError) {
        var definition = try definition(of: field)
        guard definition.name != name else { return }
        definition.name = name
        try redefine(definition)
    }

    /// Shows the numbers of a field in another format, as one step; the values stay as they are.
    ///
    /// - Throws: ``EditError``.
    public func formatNumbers(of field: FieldID, as format: NumberFormat) throws(EditError) {
        let definition = try definition(of: field)
        guard definition.numberFormat != format else { return }
        try redefine(definition.with(format))
    }

    /// Moves a field to `index`, as one step.
    ///
    /// - Throws: ``EditError``.
    public func moveField(_ field: FieldID, to index: Int) throws(EditError) {
        let start = try self.index(of: field)
        guard start != index else { return }
        guard table.schema.fields.indices.contains(index) else {
            throw .refused(
                Reports.refused("KRK_DC_ED", .fieldOutOfRange(index: index, count: table.schema.count)))
        }
        try changeFields { fields in
            fields.insert(fields.remove(at: start), at: index)
            return []
        }
    }

    /// Gives a field another type, as one step, and returns its new identifier.
    ///
    /// Values that cannot be converted are kept as unfit text (``TypeConversion`` shows this beforehand). The field
    /// keeps its name, place and width.
    ///
    /// - Throws: ``EditError``.
    @discardableResult
    public func retypeField(_ field: FieldID, to type: FieldType) throws(EditError) -> FieldID {
        let index = try index(of: field)
        guard table.schema[index].type != type else { return field }
        let contents: FieldContents
        do {
            contents = try TypeConversion(index, of: table, to: type).contents(id: table.schema.newFieldID())
        } catch {
            throw .refused(error)
        }
        try changeFields(replacing: [FieldReplacement(old: field, new: contents.definition.id)]) { fields in
            fields[index] = contents.definition
            return [contents]
        }
        if let width = fieldWidths[field] { setWidth(width, of: contents.definition.id) }
        return contents.definition.id
    }

    private func definition(of field: FieldID) throws(EditError) -> FieldDefinition {
        table.schema[try index(of: field)]
    }

    private func redefine(_ definition: FieldDefinition) throws(EditError) {
        let index = try index(of: definition.id)
        try changeFields { fields in
            fields[index] = definition
            return []
        }
    }

    /// - Parameter body: changes the list of fields, and returns the added ones.
    private func changeFields(
        replacing replaced: [FieldReplacement] = [], _ body: (inout [FieldDefinition]) -> [FieldContents]
    ) throws(EditError) {
        try apply { table throws(TableError) in
            var fields = table.schema.fields
            let inserted = body(&fields)
            return try .changeFields(to: fields, inserting: inserted, replacing: replaced, in: table)
        }
    }

    package func index(of field: FieldID) throws(EditError) -> Int {
        guard let index = table.schema.index(of: field) else {
            let count = table.schema.count
            throw .refused(Reports.refused("KRK_DC_ED", .fieldOutOfRange(index: count, count: count)))
        }
        return index
    }
}
