extension Document {
    /// Has records show pictures of the document in one of their fields, as one step.
    ///
    /// The field is marked as one of pictures, if it is not yet.
    ///
    /// - Parameters:
    ///   - names: what the pictures are called in the document, for one record after the other; `nil` leaves a record as
    ///     it is.
    ///   - records: the indexes of the records that are there; where there are more names, records are added at the end.
    ///   - field: a String field.
    /// - Throws: ``EditError``; also if the field is of another type, or there is none of that identifier.
    public func choosePictures(
        _ names: [String?], for records: [Int], field: FieldID
    ) throws(EditError) {
        let index = try place(of: field)
        let definition = table.schema[index]
        var changes: [Change] = []
        if !definition.isPicture { changes.append(try marking(definition, at: index)) }
        let missing = names.count - records.count
        var places = records
        if missing > 0 {
            var new = RecordTable(schema: table.schema)
            for _ in 0..<missing { new.addRecord() }
            changes.append(.insertRecords(new, at: RecordIndexes(table.count..<table.count + missing)))
            places += table.count..<table.count + missing
        }
        let edits = zip(places, names).compactMap { record, name in
            name.map { CellEdit(record: record, field: index, value: .string($0)) }
        }
        guard !edits.isEmpty else { return }
        changes.append(.setCells(edits))
        try apply(changes.count == 1 ? changes[0] : .sequence(changes), title: .choosePictures(edits.count))
    }

    /// Empties these cells, as one step; the pictures that they show stay in the document.
    ///
    /// - Parameter cells: of fields of pictures; others are left alone.
    /// - Returns: how many cells were emptied.
    /// - Throws: ``EditError``.
    @discardableResult
    public func removePictures(from cells: some Sequence<CellPosition>) throws(EditError) -> Int {
        let edits = cells.filter { cell in
            table.schema.fields.indices.contains(cell.field) && table.schema[cell.field].isPicture
                && (0..<table.count).contains(cell.record) && table.isFilled(cell.record, cell.field)
        }.map { CellEdit(record: $0.record, field: $0.field, value: .empty) }
        guard !edits.isEmpty else { return 0 }
        try apply(.setCells(edits), title: .removePictures(edits.count))
        return edits.count
    }

    private func marking(_ field: FieldDefinition, at index: Int) throws(EditError) -> Change {
        guard field.type.holdsText else {
            throw .refused(.typeDiffers(field: field.name, type: field.type, asked: .string))
        }
        return .changeFields(.redefine(at: index, field.markedAsPicture))
    }
}
