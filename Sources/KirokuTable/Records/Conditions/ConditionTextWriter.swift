/// Writes conditions in the grammar that ``Condition/init(text:for:)`` reads.
struct ConditionTextWriter {
    let schema: Schema

    /// A group of several members is written with its word between them, any other with its name in front.
    func text(_ condition: Condition) -> String {
        switch condition {
        case .cell(let cell): test(cell)
        case .anywhere(let text, let ignored): "any field contains " + Self.quoted(text) + Self.flags(ignored)
        case .all(let members) where members.count > 1: members.map(part).joined(separator: " and ")
        case .any(let members) where members.count > 1: members.map(part).joined(separator: " or ")
        case .none(let members) where members.count == 1: "not " + members.map(part).joined()
        case .all(let members): "all" + list(members)
        case .any(let members): "any" + list(members)
        case .none(let members): "none" + list(members)
        }
    }

    private func list(_ members: [Condition]) -> String {
        "(" + members.map(text).joined(separator: ", ") + ")"
    }

    /// The condition as a part of a larger one.
    private func part(_ condition: Condition) -> String {
        switch condition {
        case .all(let members) where members.count > 1: "(" + text(condition) + ")"
        case .any(let members) where members.count > 1: "(" + text(condition) + ")"
        default: text(condition)
        }
    }

    private func test(_ cell: CellCondition) -> String {
        let name = schema.index(of: cell.field).map { schema[$0].name } ?? ""
        return [Self.field(name), Self.words(cell.comparison), operand(cell)].filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    private static func words(_ comparison: Comparison) -> String {
        switch comparison {
        case .equal: "="
        case .notEqual: "!="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        case .between: "between"
        case .contains: "contains"
        case .startsWith: "starts with"
        case .endsWith: "ends with"
        case .matches: "matches"
        case .hasAny: "has any of"
        case .hasAll: "has all of"
        case .hasNone: "has none of"
        case .empty: "is empty"
        case .notEmpty: "is not empty"
        case .toFix: "is to fix"
        }
    }

    private func operand(_ cell: CellCondition) -> String {
        switch cell.operand {
        case .nothing: ""
        case .value(let value): Self.plain(value)
        case .range(let one, let other): "\(Self.plain(one)) and \(Self.plain(other))"
        case .text(let pattern, let ignored) where cell.comparison == .matches && Self.fitsSlashes(pattern):
            "/" + pattern + "/" + Self.flags(ignored)
        case .text(let text, let ignored): Self.quoted(text) + Self.flags(ignored)
        }
    }

    /// With a point in every language, and without a ".0" that nobody types; quoted if it contains a blank.
    private static func plain(_ value: CellValue) -> String {
        let text = Double(value)?.shortText ?? value.plainText ?? ""
        return text.contains(" ") ? quoted(text) : text
    }

    /// Whether a regular expression can be written between slashes: each slash in it is escaped.
    private static func fitsSlashes(_ pattern: String) -> Bool {
        var isEscaped = false
        for scalar in pattern.unicodeScalars {
            if scalar == "/", !isEscaped { return false }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return !isEscaped
    }

    private static func flags(_ ignored: TextDifferences) -> String {
        (ignored.contains(.case) ? "i" : "") + (ignored.contains(.width) ? "w" : "")
    }

    private static func field(_ name: String) -> String {
        let isWord = name.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
        }
        return isWord && !ConditionTextReader.groupWords.contains(name.lowercased()) ? name : quoted(name)
    }

    private static func quoted(_ text: String) -> String {
        var result = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars {
            result.append(scalar)
            if scalar == "\"" { result.append(scalar) }
        }
        result.append("\"")
        return String(result)
    }
}
