extension Change {
    /// A change before which String fields get the mark of pictures, as one; `nil` if there is nothing to change.
    ///
    /// - Parameters:
    ///   - fields: the indexes of the fields.
    ///   - schema: of the table that the change is for.
    ///   - change: what comes after that; `nil` for nothing.
    public static func marking(_ fields: [Int], of schema: Schema, before change: Change?) -> Change? {
        var parts = fields.map { Change.changeFields(.redefine(at: $0, schema[$0].markedAsPicture)) }
        if let change { parts.append(change) }
        return parts.count > 1 ? .sequence(parts) : parts.first
    }
}
