extension FieldsPlan {
    /// The schema of a new table with these fields.
    ///
    /// - Throws: ``TableError``: ``countProblem``, or the first of ``problems``.
    public func newSchema() throws(TableError) -> Schema {
        try check()
        var definitions: [FieldDefinition] = []
        for (place, draft) in drafts.enumerated() {
            definitions.append(
                try FieldDefinition(
                    id: FieldID(rawValue: place + 1), name: draft.name, type: draft.type,
                    initialValue: initialValue(of: draft),
                    isMarkedAsPicture: draft.isPicture && draft.type.holdsText))
        }
        return try Schema(fields: definitions, nextFieldID: FieldID(rawValue: drafts.count + 1))
    }
}
