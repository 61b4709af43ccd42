import FoundationEssentials
import KirokuCore

/// The objects of a shared document on its server: its table, and the schema for Kiroku's own data.
struct SharedLayout: Sendable, Hashable {
    /// The identity of the document.
    var document: String
    /// The schema for Kiroku's own data: lower-case letters, digits and underscores, so it needs no quotes.
    var home: String
    /// The table, with its schema, quoted.
    var table: String
    /// The table's name alone, for showing.
    var name = ""
    /// How often its fields have been changed.
    var version: Int
    var fields: Schema
    /// The names of the columns, in the order of the fields, quoted.
    var columns: [String]
    /// Their comments; see ``FieldColumns``.
    var comments: [String?] = []
    /// The constraint that keeps the records' identities unique; `nil` if it was removed.
    var keyConstraint: String?

    /// The version of the format of documents on a server.
    static let format = 3

    /// The columns of the table that belong to no field.
    enum Own {
        static let record = "kiroku_record"
        static let after = "kiroku_after"
        static let step = "kiroku_step"
        static let texts = "kiroku_texts"
        static let all = [record, after, step, texts]
    }

    /// Names that are not allowed for the column of a field: those in ``Own``, and PostgreSQL's system columns.
    static let reserved: Set<String> = Set(Own.all + ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"])

    /// The name of the schema for a document.
    static func home(of document: String) -> String {
        "kiroku_" + document.filter { $0 != "-" }.prefix(12)
    }

    /// Whether the name of a schema on a server can be one of these.
    static func isHome(_ name: String) -> Bool {
        name.hasPrefix("kiroku_")
            && name.dropFirst(7).allSatisfy { $0.isASCII && ($0.isNumber || $0.isLetter && $0.isLowercase) }
    }

    /// The names of the table and its columns, quoted.
    var quotedNames: [String] { columns + [SQLText.name(name)] }

    // MARK: Reading

    /// An expression for the text of a cell, as Kiroku shows it: the column's text, unless a separate text is stored
    /// for exactly this value.
    ///
    /// - Parameter value: an expression for the text of the column.
    func text(of field: Int, else value: String? = nil) -> String {
        let (column, type) = (columns[field], fields[field].type.databaseType)
        guard type != "text" else { return column }
        let id = fields[field].id.rawValue
        return """
            CASE WHEN \(Own.texts) ? '\(id)' AND \(Own.texts) #>> '{\(id),0}' IS NOT DISTINCT FROM \(column)::text \
            THEN \(Own.texts) #>> '{\(id),1}' ELSE \(value ?? "\(column)::text") END
            """
    }

    /// All columns that are read of a record.
    var selection: String {
        ([Own.record, Own.after, Own.step] + fields.fields.indices.map { text(of: $0) }).joined(separator: ", ")
    }

    /// A condition that a record is short enough to be kept here.
    func isHeld(_ limits: ServerLimits) -> String {
        let texts = fields.fields.indices.filter { fields[$0].type.databaseType == "text" }.map { columns[$0] }
        let lengths = (texts + ["\(Own.texts)::text"]).map { "coalesce(pg_catalog.octet_length(\($0)), 0)::bigint" }
        return "\(lengths.joined(separator: " + ")) <= \(limits.recordBytes)"
    }
}

/// A cell as stored in a table on a server.
struct SharedCell {
    /// The text of the column's value.
    let column: String?
    /// The text that Kiroku shows, if it differs: unfit text, or a less precise value.
    let text: String?

    init(_ value: CellValue, type: FieldType) {
        let plain = value.plainText
        if type.databaseType == "text" {
            (column, text) = (plain, nil)
        } else {
            column = value.databaseText
            text = column == plain ? nil : plain
        }
    }

    /// Texts of fields as stored with a record, by field number.
    static func json(_ texts: [(field: FieldID, cell: SharedCell)]) -> String? {
        let kept = texts.compactMap { field, cell in cell.text.map { (String(field.rawValue), [cell.column, $0]) } }
        guard !kept.isEmpty else { return nil }
        let bytes = try? JSONEncoder().encode(Dictionary(kept) { _, last in last })
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}
