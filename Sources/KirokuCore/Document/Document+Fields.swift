extension Document {
    /// Adds a field, as one step; the records that are there are empty in it.
    ///
    /// - Parameters:
    ///   - name: not empty, and no other field has it.
    ///   - type: what its cells hold.
    ///   - initialValue: what records start with that are added later.
    ///   - index: where the field stands then; `nil` for the end.
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

    /// Removes a field with all that is in it, as one step; the last one cannot be removed.
    ///
    /// - Throws: ``EditError``.
    public func removeField(_ field: FieldID) throws(EditError) {
        let index = try index(of: field)
        try changeFields { fields in
            fields.remove(at: index)
            return []
        }
    }

    /// Gives a field another name, as one step.
    ///
    /// - Throws: ``EditError``.
    public func renameField(_ field: FieldID, to name: String) throws(EditError) {
        var definition = try definition(of: field)
        guard definition.name != name else { return }
        definition.name = name
        try redefine(definition)
    }

    /// Moves a field, as one step, so that it stands at `index`.
    ///
    /// - Throws: ``EditError``.
    public func moveField(_ field: FieldID, to index: Int) throws(EditError) {
        let start = try self.index(of: field)
        guard start != index else { return }
        guard table.schema.fields.indices.contains(index) else {
            throw .refused(.fieldOutOfRange(index: index, count: table.schema.count))
        }
        try changeFields { fields in
            fields.insert(fields.remove(at: start), at: index)
            return []
        }
    }

    /// Makes a field one of another type, as one step, and returns its new identifier.
    ///
    /// What does not convert is kept as unfit text (see ``TypeConversion``, which tells beforehand). The field keeps its name,
    /// its place and its width.
    ///
    /// - Throws: ``EditError``.
    @discardableResult
    public func retypeField(_ field: FieldID, to type: FieldType) throws(EditError) -> FieldID {
        let index = try index(of: field)
        guard table.schema[index].type != type else { return field }
        let retyping: TypeConversion
        do {
            retyping = try TypeConversion(index, of: table, to: type)
        } catch {
            throw .refused(error)
        }
        return try retype(retyping, ifStill: revision)
    }

    /// Makes a field one of another type, as one step, as it was rehearsed in the background.
    ///
    /// Costs no pass over the cells here.
    ///
    /// - Parameters:
    ///   - retyping: what becomes of the cells (see ``TypeConversion/rehearsed(_:of:to:)``).
    ///   - revision: what ``revision`` was when the table was taken that it was rehearsed for.
    /// - Returns: the field's new identifier.
    /// - Throws: ``EditError/changedMeanwhile``, and what ``retypeField(_:to:)`` throws.
    @discardableResult
    public func retype(_ retyping: TypeConversion, ifStill revision: Int) throws(EditError) -> FieldID {
        let field = retyping.field.id
        let index = try index(of: field)
        guard retyping.field.type != retyping.type else { return field }
        let contents: FieldContents
        do {
            contents = try retyping.contents(id: table.schema.newFieldID())
        } catch {
            throw .refused(error)
        }
        guard self.revision == revision else { throw .changedMeanwhile }
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

    /// - Parameter body: changes the list of fields, and returns those that come.
    private func changeFields(
        replacing replaced: [FieldReplacement] = [], _ body: (inout [FieldDefinition]) -> [FieldContents]
    ) throws(EditError) {
        try apply { table throws(TableError) in
            var fields = table.schema.fields
            let inserted = body(&fields)
            return try .changeFields(to: fields, inserting: inserted, replacing: replaced, in: table)
        }
    }

    func index(of field: FieldID) throws(EditError) -> Int {
        guard let index = table.schema.index(of: field) else {
            throw .refused(.fieldOutOfRange(index: table.schema.count, count: table.schema.count))
        }
        return index
    }
}
