extension SeparatedText.ReadingOptions {
    /// The indexes of the wanted columns, at least one; `nil` for all.
    ///
    /// - Parameters:
    ///   - header: the names in the text, if it has any.
    ///   - count: the number of columns in most records.
    func wantedColumns(header: [String?]?, count: Int) -> Set<Int>? {
        guard !wantedFields.isEmpty else { return nil }
        // The further columns of longer records are named by their numbers.
        let names = FieldNames(header: header, count: max(count, Schema.fieldLimit)).names
        let index = FieldNameIndex(names)
        // All fields that an ambiguous name may stand for are included, so that the ambiguity can be reported.
        let wanted = index.fields(in: wantedFields + fieldTypes.keys).flatMap { index.candidates($0.name) }
        return wanted.isEmpty ? [0] : Set(wanted)
    }
}

extension ImportedText {
    /// The text with only the wanted fields.
    package func wanted(by options: SeparatedText.ReadingOptions) -> ImportedText {
        let all = table.schema.fields.indices
        guard let wanted = options.wantedColumns(header: table.fieldNames, count: all.count) else { return self }
        return ImportedText(
            table: table.taking(fields: all.filter(wanted.contains)), notices: notices,
            format: format, hadHeader: hadHeader, firstLine: firstLine, encoding: encoding, numberNotes: numberNotes)
    }
}
