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
                id: table.schema.nextFieldID, name: name, type: type, initialValue: initialValue)
        } catch {
            throw .refused(error)
        }
        let contents = FieldContents(empty: definition, count: table.count)
        try apply(.changeFields(.insert(contents, at: index ?? table.schema.count)))
        return definition.id
    }

    /// Removes a field with all that is in it, as one step; the last one cannot be removed.
    ///
    /// - Throws: ``EditError``.
    public func removeField(_ field: FieldID) throws(EditError) {
        try apply(.changeFields(.remove(at: try place(of: field))))
    }

    /// Gives a field another name, as one step.
    ///
    /// - Throws: ``EditError``.
    public func renameField(_ field: FieldID, to name: String) throws(EditError) {
        let index = try place(of: field)
        var definition = table.schema[index]
        guard definition.name != name else { return }
        definition.name = name
        try apply(.changeFields(.redefine(at: index, definition)))
    }

    /// Moves a field, as one step, so that it stands at `index`.
    ///
    /// - Throws: ``EditError``.
    public func moveField(_ field: FieldID, to index: Int) throws(EditError) {
        let start = try place(of: field)
        guard start != index else { return }
        try apply(.changeFields(.move(from: start, to: index)))
    }

    /// Makes a field one of another type, as one step, and returns its new identifier.
    ///
    /// What does not convert is kept as unfit text (see ``TypeConversion``, which tells beforehand). The field keeps its name,
    /// its place and its width.
    ///
    /// - Throws: ``EditError``.
    @discardableResult
    public func retypeField(_ field: FieldID, to type: FieldType) throws(EditError) -> FieldID {
        let index = try place(of: field)
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
        let index = try place(of: field)
        guard retyping.field.type != retyping.type else { return field }
        let contents: FieldContents
        do {
            contents = try retyping.contents(id: table.schema.nextFieldID)
        } catch {
            throw .refused(error)
        }
        try apply(.changeFields(.replace(at: index, contents)), ifStill: revision)
        if let width = fieldWidths[field] { setWidth(width, of: contents.definition.id) }
        return contents.definition.id
    }

    func place(of field: FieldID) throws(EditError) -> Int {
        guard let index = table.schema.index(of: field) else {
            throw .refused(.fieldOutOfRange(index: table.schema.count, count: table.schema.count))
        }
        return index
    }
}
