import KirokuCore

/// A condition for evaluation by a server, with exactly the same result as here.
///
/// Tests that the two could evaluate differently, such as regular expressions or case-insensitive texts, are not
/// translated.
struct ForeignCondition {
    private let layout: ForeignLayout

    /// Why a condition is not translated.
    struct Untranslatable: Error {
        let sentence: String
    }

    init(_ layout: ForeignLayout) {
        self.layout = layout
    }

    /// The condition in SQL.
    func sql(_ condition: Condition) throws(Untranslatable) -> String { try sql(condition, isDenied: false) }

    /// - Parameter isDenied: whether records that do not meet it count; otherwise “unknown” is as good as “no”, which
    ///   allows indexes and estimates.
    private func sql(_ condition: Condition, isDenied: Bool) throws(Untranslatable) -> String {
        switch condition {
        case .all(let members): try joined(members, " AND ", empty: "true", isDenied)
        case .any(let members): try joined(members, " OR ", empty: "false", isDenied)
        case .none(let members): "NOT (\(try joined(members, " OR ", empty: "false", true)))"
        case .anywhere:
            throw Untranslatable(sentence: localized("Searching all fields is not possible on a server."))
        case .cell(let test): try sql(test, isDenied: isDenied)
        }
    }

    private func joined(
        _ members: [Condition], _ sign: String, empty: String, _ isDenied: Bool
    ) throws(Untranslatable) -> String {
        var parts: [String] = []
        for member in members { parts.append(try sql(member, isDenied: isDenied)) }
        return parts.isEmpty ? empty : "(\(parts.joined(separator: sign)))"
    }

    /// The column of a field.
    func column(of field: FieldID) -> ServerColumn? {
        layout.fields.index(of: field).map { layout.source.columns[layout.columns[$0]] }
    }

    private func sql(_ test: CellCondition, isDenied: Bool) throws(Untranslatable) -> String {
        guard let field = layout.fields.index(of: test.field), let column = column(of: test.field) else {
            throw Untranslatable(sentence: localized("A field in the condition is no longer in the table."))
        }
        switch test.comparison {
        case .empty: return "\(column.quotedName) IS NULL"
        case .notEmpty: return "\(column.quotedName) IS NOT NULL"
        default: break
        }
        let type = layout.fields[field].type
        let compared =
            type.holdsText || type == .choice
            ? CellSQL.text(test, column.readExpression)
            : CellSQL.value(test, column.readExpression, cast: cast(of: column), type)
        guard let compared else {
            throw Untranslatable(
                sentence: localized(
                    "This condition on “{field}” is not possible on a server. Use values, ranges or case-sensitive text.",
                    ["field": ShownText.short(column.name)]))
        }
        // Empty values pass no comparison.
        return isDenied ? "coalesce(\(compared), false)" : "(\(compared))"
    }

    /// The cast of a column for comparisons: text for columns read as text, and local time for moments.
    private func cast(of column: ServerColumn) -> String {
        switch column.reading {
        case .asText: "text"
        case .inZone: "timestamp"
        default: column.typeName
        }
    }
}
