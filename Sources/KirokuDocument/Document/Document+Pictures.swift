extension Document {
    /// Makes records show pictures of the document in one of their fields, as one step.
    ///
    /// Marks the field as a picture field, if it is not one yet.
    ///
    /// - Parameters:
    ///   - names: the names of the pictures in the document, for one record after another; `nil` leaves a record as it
    ///     is.
    ///   - records: the indexes of existing records; if there are more names, records are added at the end.
    ///   - field: a String field.
    /// - Throws: ``EditError``; also if the field is of another type or does not exist.
    public func choosePictures(
        _ names: [String?], for records: [Int], field: FieldID
    ) throws(EditError) {
        let index = try index(of: field)
        let definition = table.schema[index]
        guard definition.type.holdsText else {
            let error = TableError.typeDiffers(field: definition.name, type: definition.type, asked: .string)
            throw .refused(Reports.refused("KRK_DC_ED", error))
        }
        let edits = zip(records, names).compactMap { record, name in
            name.map { CellEdit(record: record, field: index, value: .string($0)) }
        }
        var new = table.newRecords(max(0, names.count - records.count))
        for (record, name) in names.dropFirst(records.count).enumerated() {
            if let name { try? new.set(.string(name), at: record, field: index) }
        }
        guard names.contains(where: { $0 != nil }) else { return }
        try apply(title: .choosePictures(names.count { $0 != nil })) { table throws(TableError) in
            for record in records { try table.checkRecord(record) }
            let change = table.change(setting: edits, appending: new)
            return .marking(definition.isPicture ? [] : [index], of: table, before: change) ?? .sequence([])
        }
    }

    /// Makes records show pictures of the document in a new field, as one step.
    ///
    /// - Parameters:
    ///   - names: as above.
    ///   - records: as above.
    ///   - name: the name of the field, which gets a number if another field has it.
    ///   - neighbor: the field to insert it after; `nil` for the end.
    /// - Returns: the new field; `nil` if there are no names, and then nothing changes.
    /// - Throws: ``EditError``.
    @discardableResult
    public func choosePictures(
        _ names: [String?], for records: [Int], inNewField name: String, after neighbor: FieldID? = nil
    ) throws(EditError) -> FieldID? {
        guard names.contains(where: { $0 != nil }) else { return nil }
        let id = table.schema.newFieldID()
        try apply(title: .choosePictures(names.count { $0 != nil })) { table throws(TableError) in
            for record in records { try table.checkRecord(record) }
            var schema = table.schema
            let index = neighbor.flatMap { schema.index(of: $0) }.map { $0 + 1 } ?? schema.count
            let field = try FieldDefinition(
                id: id, name: table.unusedFieldName(name), type: .string, isMarkedAsPicture: true)
            try schema.insert(field, at: index)
            var cells = FieldCells(repeating: .empty, type: field.type, count: table.count)
            for (record, name) in zip(records, names) {
                if let name { cells.set(.string(name), at: record, of: table.ids[record]) }
            }
            let adding = try Change.changeFields(
                to: schema.fields, inserting: [FieldContents(field, records: table.ids, cells: cells)], in: table)
            guard names.count > records.count else { return adding }
            var wider = table
            _ = try wider.apply(adding)
            var new = wider.newRecords(names.count - records.count)
            for (record, name) in names.dropFirst(records.count).enumerated() {
                if let name { try new.set(.string(name), at: record, field: index) }
            }
            return wider.change(appending: new).map { .sequence([adding, $0]) } ?? adding
        }
        return id
    }

    /// Empties these cells, as one step; the pictures that they show stay in the document.
    ///
    /// - Parameter cells: cells of picture fields; others are left alone.
    /// - Returns: how many cells were emptied.
    /// - Throws: ``EditError``.
    @discardableResult
    public func removePictures(from cells: some Sequence<CellPosition>) throws(EditError) -> Int {
        let edits = cells.filter { cell in
            table.schema.fields.indices.contains(cell.field) && table.schema[cell.field].isPicture
                && (0..<table.count).contains(cell.record) && table.isFilled(cell.record, cell.field)
        }.map { CellEdit(record: $0.record, field: $0.field, value: .empty) }
        guard !edits.isEmpty else { return 0 }
        try setCells(edits, title: .removePictures(edits.count))
        return edits.count
    }
}
