import KirokuCore

/// Tests of a cell in SQL, with exactly the same result as here; `nil` for tests that a server could evaluate
/// differently, such as regular expressions or case-insensitive texts.
enum CellSQL {
    /// A test of a text, compared by code points.
    ///
    /// - Parameter expression: an expression for the cell's text.
    static func text(_ test: CellCondition, _ expression: String) -> String? {
        let wanted: String
        switch test.operand {
        case .text(let text, ignoring: []): wanted = text
        case .value(let value): wanted = value.plainText ?? ""
        default: return nil
        }
        guard !wanted.utf8.contains(0) else { return nil }
        let (text, operand) = ("((\(expression))::text COLLATE \"C\")", SQLText.literal(wanted))
        return switch test.comparison {
        case .equal: "\(text) = \(operand)"
        case .notEqual: "\(text) <> \(operand)"
        case .contains: "position(\(operand) IN \(text)) > 0"
        case .startsWith: "starts_with(\(text), \(operand))"
        case .endsWith: "right(\(text), length(\(operand))) = \(operand)"
        default: nil
        }
    }

    /// A test of numbers, dates and the like, which leaves out those without a value here.
    ///
    /// - Parameters:
    ///   - name: an expression for the cell's value.
    ///   - cast: the cast for comparing it.
    ///   - type: the type of the field.
    static func value(_ test: CellCondition, _ name: String, cast: String, _ type: FieldType) -> String? {
        let values: [CellValue]
        switch test.operand {
        case .value(let value): values = [value]
        case .range(let one, let other): values = [one, other]
        default: return nil
        }
        switch type.databaseType {
        case "bigint", "boolean", "smallint": return number(test.comparison, values, name, cast)
        case "double precision", "numeric":
            let compared = number(test.comparison, values, name, cast)
            return compared.map { "\(name)::text NOT IN ('NaN', 'Infinity', '-Infinity') AND \($0)" }
        case "interval":
            // Others may be in days or months, or have fractions of a second.
            let compared = number(test.comparison, values, name, cast)
            return compared.map { "\(name)::text ~ '^-?[0-9]{2,9}:[0-5][0-9]:[0-5][0-9]$' AND \($0)" }
        case "date", "time", "timestamp":
            let domain =
                type.databaseType == "time"
                ? "\(name) < '24:00'" : "\(name) >= '0001-01-01' AND \(name) < '10000-01-01'"
            return time(test.comparison, values, name, cast).map { "\(domain) AND \($0)" }
        default: return nil
        }
    }

    private static func number(
        _ comparison: Comparison, _ values: [CellValue], _ name: String, _ cast: String
    ) -> String? {
        let operands = values.compactMap(\.plainText).map { "\(SQLText.literal($0))::\(cast)" }
        if comparison == .between, operands.count == 2 {
            return "\(name) BETWEEN SYMMETRIC \(operands[0]) AND \(operands[1])"
        }
        guard let sign = sign(comparison), operands.count == 1 else { return nil }
        return "\(name) \(sign) \(operands[0])"
    }

    private static func sign(_ comparison: Comparison) -> String? {
        switch comparison {
        case .equal: "="
        case .notEqual: "<>"
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        default: nil
        }
    }

    /// A less precise time stands for all times within it.
    private static func time(
        _ comparison: Comparison, _ values: [CellValue], _ name: String, _ cast: String
    ) -> String? {
        let spans = values.compactMap(\.databaseSpan).map { span in
            (first: "\(SQLText.literal(span.first))::\(cast)", next: "\(SQLText.literal(span.next))::\(cast)")
        }
        if comparison == .between, spans.count == 2 {
            let (one, other) = (spans[0], spans[1])
            return "\(name) >= least(\(one.first), \(other.first)) AND \(name) < greatest(\(one.next), \(other.next))"
        }
        guard spans.count == 1, let span = spans.first else { return nil }
        return switch comparison {
        case .equal: "\(name) >= \(span.first) AND \(name) < \(span.next)"
        case .notEqual: "NOT (\(name) >= \(span.first) AND \(name) < \(span.next))"
        case .less: "\(name) < \(span.first)"
        case .lessOrEqual: "\(name) < \(span.next)"
        case .greater: "\(name) >= \(span.next)"
        case .greaterOrEqual: "\(name) >= \(span.first)"
        default: nil
        }
    }
}
