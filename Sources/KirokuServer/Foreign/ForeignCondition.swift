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
    func sql(_ condition: Condition) throws(Untranslatable) -> String {
        switch condition {
        case .all(let members): try joined(members, " AND ", empty: "true")
        case .any(let members): try joined(members, " OR ", empty: "false")
        case .none(let members): "NOT (\(try joined(members, " OR ", empty: "false")))"
        case .anywhere:
            throw Untranslatable(sentence: localized("A server cannot be asked for a text in any field."))
        case .cell(let test): try sql(test)
        }
    }

    private func joined(
        _ members: [Condition], _ sign: String, empty: String
    ) throws(Untranslatable) -> String {
        var parts: [String] = []
        for member in members { parts.append(try sql(member)) }
        return parts.isEmpty ? empty : "(\(parts.joined(separator: sign)))"
    }

    /// The column of a field.
    func column(of field: FieldID) -> ServerColumn? {
        layout.fields.index(of: field).map { layout.source.columns[layout.columns[$0]] }
    }

    private func sql(_ test: CellCondition) throws(Untranslatable) -> String {
        guard let field = layout.fields.index(of: test.field), let column = column(of: test.field) else {
            throw Untranslatable(sentence: localized("A field of the condition is no longer in the table."))
        }
        switch test.comparison {
        case .empty: return "\(column.quotedName) IS NULL"
        case .notEmpty: return "\(column.quotedName) IS NOT NULL"
        default: break
        }
        let compared =
            layout.fields[field].type.holdsText || layout.fields[field].type == .choice
            ? text(test, column) : value(test, column, layout.fields[field].type)
        guard let compared else {
            throw Untranslatable(
                sentence: localized(
                    "A server cannot be asked for this of “{field}”, only for values, ranges, and texts with regard to case.",
                    ["field": ShownText.short(column.name)]))
        }
        // What is empty passes no comparison.
        return "coalesce(\(compared), false)"
    }

    /// Texts are compared by their code points.
    private func text(_ test: CellCondition, _ column: ServerColumn) -> String? {
        let wanted: String
        switch test.operand {
        case .text(let text, ignoring: []): wanted = text
        case .value(let value): wanted = value.plainText ?? ""
        default: return nil
        }
        guard !wanted.utf8.contains(0) else { return nil }
        let (text, operand) = ("(\(column.readExpression)::text COLLATE \"C\")", SQLText.literal(wanted))
        return switch test.comparison {
        case .equal: "\(text) = \(operand)"
        case .notEqual: "\(text) <> \(operand)"
        case .contains: "position(\(operand) IN \(text)) > 0"
        case .startsWith: "starts_with(\(text), \(operand))"
        case .endsWith: "right(\(text), length(\(operand))) = \(operand)"
        default: nil
        }
    }

    /// Numbers, dates and the like are compared as such, those without a value here left out.
    private func value(_ test: CellCondition, _ column: ServerColumn, _ type: FieldType) -> String? {
        var values: [String] = []
        switch test.operand {
        case .value(let value): values = [value].compactMap(\.plainText)
        case .range(let one, let other): values = [one, other].compactMap(\.plainText)
        default: return nil
        }
        let name = column.readExpression
        let domain: String
        switch type.databaseType {
        case "bigint", "boolean": domain = "true"
        case "double precision", "numeric": domain = "\(name)::text NOT IN ('NaN', 'Infinity', '-Infinity')"
        case "date": domain = "\(name) BETWEEN '0001-01-01' AND '9999-12-31'"
        case "time": domain = "\(name) < '24:00'"
        // With or without a time of day, they are compared in another way here.
        default: return nil
        }
        let cast = column.reading == .asText ? "text" : column.typeName
        let operands = values.map { "\(SQLText.literal($0))::\(cast)" }
        let comparison: String
        switch test.comparison {
        case .equal: comparison = "="
        case .notEqual: comparison = "<>"
        case .less: comparison = "<"
        case .lessOrEqual: comparison = "<="
        case .greater: comparison = ">"
        case .greaterOrEqual: comparison = ">="
        case .between where operands.count == 2:
            return "\(domain) AND \(name) BETWEEN SYMMETRIC \(operands[0]) AND \(operands[1])"
        default: return nil
        }
        guard operands.count == 1 else { return nil }
        return "\(domain) AND \(name) \(comparison) \(operands[0])"
    }
}
