import KirokuCore

/// A condition as a server evaluates it, with exactly the same result as here.
///
/// What the two would not see in the same way, such as regular expressions, or texts without regard to case, is not
/// asked of a server.
struct ForeignCondition {
    private let layout: ForeignLayout

    /// Why a server is not asked.
    struct Untranslatable: Error {
        let sentence: String
    }

    init(_ layout: ForeignLayout) {
        self.layout = layout
    }

    /// The condition in SQL.
    func sql(_ condition: Condition) throws(Untranslatable) -> String { try sql(condition, isDenied: false) }

    /// - Parameter isDenied: whether a record counts that does not meet it; otherwise “not known” is as good as “no”, and
    ///   can be found by indexes and be guessed.
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
        // What is empty passes no comparison.
        return isDenied ? "coalesce(\(compared), false)" : "(\(compared))"
    }

    /// What comes as text is compared as text, and moments as they are on the clock on the wall here.
    private func cast(of column: ServerColumn) -> String {
        switch column.reading {
        case .asText: "text"
        case .inZone: "timestamp"
        default: column.typeName
        }
    }
}
