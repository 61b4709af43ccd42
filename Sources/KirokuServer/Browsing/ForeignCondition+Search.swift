import KirokuCore

extension ForeignCondition {
    /// The condition in a form for which the server can use its indexes.
    ///
    /// Exact comparisons are repeated in a form that an index supports, and a comparison without a result counts as
    /// failed, which does not change the records found.
    ///
    /// - Parameter unlike: columns whose collations can treat different texts as equal, by number.
    func searched(_ condition: Condition, unlike: Set<Int>) throws(Untranslatable) -> String {
        switch condition {
        case .all(let members):
            var parts: [String] = []
            for member in members { parts.append(try searched(member, unlike: unlike)) }
            return parts.isEmpty ? "true" : parts.joined(separator: " AND ")
        case .cell(let test):
            let exact = try sql(condition)
            return [hint(test, unlike), exact].compactMap(\.self).joined(separator: " AND ")
        case .any(let members) where members.count == 1: return try searched(members[0], unlike: unlike)
        default: return try sql(condition)
        }
    }

    /// A comparison that can use an index, and that holds for all records that meet a test, and possibly for others.
    private func hint(_ test: CellCondition, _ unlike: Set<Int>) -> String? {
        guard let column = column(of: test.field) else { return nil }
        let name = column.quotedName
        switch test.operand {
        case .text(let text, ignoring: []) where Self.texts.contains(column.typeName):
            let isPlain = !text.utf8.contains(0)
            switch test.comparison {
            case .equal where isPlain: return "\(name) = \(SQLText.literal(text))::\(column.typeName)"
            case .startsWith where isPlain && !unlike.contains(column.number) && column.typeName != "bpchar":
                return "\(name) LIKE \(SQLText.literal(Self.pattern(text) + "%"))"
            default: return nil
            }
        case .text(let text, ignoring: []) where column.typeName == "uuid" && test.comparison == .equal:
            return Self.isIdentifier(text) ? "\(name) = \(SQLText.literal(text))::uuid" : nil
        case .value(let value):
            guard column.reading == .asItIs, column.type != .choice, let text = value.plainText,
                let sign = Self.signs[test.comparison]
            else { return nil }
            return "\(name) \(sign) \(SQLText.literal(text))::\(column.typeName)"
        case .range(let one, let other):
            guard column.reading == .asItIs, test.comparison == .between, let one = one.plainText,
                let other = other.plainText
            else { return nil }
            let ends = [one, other].map { "\(SQLText.literal($0))::\(column.typeName)" }
            return "\(name) >= least(\(ends[0]), \(ends[1])) AND \(name) <= greatest(\(ends[0]), \(ends[1]))"
        default: return nil
        }
    }

    private static let texts: Set<String> = ["text", "character varying", "bpchar", "name"]

    private static let signs: [Comparison: String] = [
        .equal: "=", .less: "<", .lessOrEqual: "<=", .greater: ">", .greaterOrEqual: ">=",
    ]

    /// A text escaped for a pattern, so that it matches only itself.
    private static func pattern(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    }

    private static func isIdentifier(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
            && text.allSatisfy(\.isASCII)
    }
}
