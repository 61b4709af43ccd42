import KirokuCore

/// The field that pictures go into.
enum PictureField: Sendable, Hashable {
    /// A Text field, which becomes a field of pictures if it is not one yet.
    case existing(FieldID)
    /// A new field that is made for them after this one, or in the last place if this is `nil`.
    case new(after: FieldID?)

    /// The name of a new field for pictures in this table.
    static func newName(in table: RecordTable) -> String { table.unusedFieldName(localized("Picture")) }

    /// The field as a choice in a list.
    func title(in table: RecordTable) -> String {
        switch self {
        case .existing(let id):
            let field = table.schema.index(of: id).map { table.schema[$0] }
            let name = ShownText.short(field?.name ?? "")
            return field?.isPicture == true ? name : localized("“{field}”, replacing its texts", ["field": name])
        case .new: return localized("A new field, “{field}”", ["field": ShownText.short(Self.newName(in: table))])
        }
    }
}

extension Document {
    /// Makes records show pictures in a field of this table, or in a new one, as one step.
    ///
    /// - Returns: the field; `nil` if it no longer exists or there are no names.
    /// - Throws: ``EditError``.
    func choosePictures(
        _ names: [String?], for records: [Int], in field: PictureField
    ) throws(EditError) -> FieldID? {
        switch field {
        case .existing(let id):
            guard table.schema.index(of: id) != nil else { return nil }
            try choosePictures(names, for: records, field: id)
            return id
        case .new(let neighbor):
            let name = PictureField.newName(in: table)
            return try choosePictures(names, for: records, inNewField: name, after: neighbor)
        }
    }
}
