/// A field of an imported table, matched with the field of the document's table that receives its cells.
public struct FieldMatch: Sendable, Hashable {
    /// The index of the field in the imported table.
    public let source: Int
    /// The index of the field in the document's table.
    public let field: Int

    /// A match of two fields by their indexes.
    public init(source: Int, field: Int) {
        self.source = source
        self.field = field
    }

    /// Matches fields of the same name, in the order of the imported schema.
    public static func byName(_ imported: Schema, in schema: Schema) -> [FieldMatch] {
        imported.fields.indices.compactMap { source in
            schema.index(named: imported[source].name).map { FieldMatch(source: source, field: $0) }
        }
    }
}
