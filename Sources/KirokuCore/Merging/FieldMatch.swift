/// A field of an imported table, and the field of a document's table that its cells go to.
public struct FieldMatch: Sendable, Hashable {
    /// The index of the field in the imported table.
    public let source: Int
    /// The index of the field in the document's table.
    public let field: Int

    /// A pair of indexes.
    public init(source: Int, field: Int) {
        self.source = source
        self.field = field
    }

    /// The fields of two schemas that have the same names, in the order of the imported one.
    public static func byName(_ imported: Schema, in schema: Schema) -> [FieldMatch] {
        imported.fields.indices.compactMap { source in
            schema.index(named: imported[source].name).map { FieldMatch(source: source, field: $0) }
        }
    }
}
