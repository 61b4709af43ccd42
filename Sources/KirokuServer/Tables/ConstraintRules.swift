import KirokuCore

/// The rules for single columns that follow from simple conditions of a table or of the domains of its columns.
///
/// Other conditions are left to the server, which refuses edits that violate them.
struct ConstraintRules {
    private(set) var rules: FieldRules
    /// The only allowed values of a text, in their order; `nil` for any.
    private(set) var values: [String]?
    /// The name of the column in conditions.
    private let name: String
    private let type: FieldType
    private let precision: ColumnPrecision?
    private let harmlessCasts: Set<String>
    /// Whether moments are read in a time zone, so that bounds would have to be converted.
    private let isZoned: Bool

    /// - Parameters:
    ///   - column: the column's name; `nil` for `VALUE`.
    ///   - type: the field type of the column.
    init(_ column: String?, _ type: ColumnTypes) {
        name = column ?? "VALUE"
        (self.type, rules, precision) = (type.type, type.rules, type.precision)
        harmlessCasts = type.harmlessCasts
        isZoned = type.reading == .inZone
    }

    /// Continues with conditions that use another name for the same column.
    init(_ column: String, after other: ConstraintRules) {
        name = column
        (type, rules, precision, isZoned) = (other.type, other.rules, other.precision, other.isZoned)
        harmlessCasts = other.harmlessCasts
        values = other.values
    }

    /// Takes a condition into account that each row meets; a condition that is unknown counts as met.
    mutating func add(_ condition: ConstraintText) {
        switch condition {
        case .all(let parts): for part in parts { add(part) }
        case .any(let parts):
            // An empty value meets each simple condition anyway.
            let others = parts.filter { $0 != .isNull(.name(name)) }
            if others.count == 1 { add(others[0]) } else { addValues(among: others) }
        case .isNotNull(let operand) where isColumn(operand): rules.isRequired = true
        case .not(.isNull(let operand)) where isColumn(operand): rules.isRequired = true
        case .equalsAny(let operand, let list) where isColumn(operand):
            if case .array(let members) = list.withoutCasts.0 { limit(to: members) }
        case .comparison(let left, let sign, let right):
            if isColumn(left) {
                compare(sign, right)
            } else if isColumn(right) {
                compare(Self.turned(sign), left)
            } else if isLength(left), let number = right.constant.flatMap({ Int($0) }) {
                limitLength(sign, number)
            } else if isLength(right), let number = left.constant.flatMap({ Int($0) }) {
                limitLength(Self.turned(sign), number)
            }
        default: break
        }
    }

    private static func turned(_ sign: String) -> String {
        switch sign {
        case "<": ">"
        case "<=": ">="
        case ">": "<"
        case ">=": "<="
        default: sign
        }
    }

    // MARK: Operands

    /// Whether an expression is the column, possibly converted without changing values.
    private func isColumn(_ text: ConstraintText) -> Bool {
        let (inner, types) = text.withoutCasts
        guard inner == .name(name) else { return false }
        return harmlessCasts.isSuperset(of: types)
    }

    private func isLength(_ text: ConstraintText) -> Bool {
        guard type.holdsText, case .call(let function, let arguments) = text.withoutCasts.0, arguments.count == 1 else {
            return false
        }
        return ["length", "char_length", "character_length"].contains(function) && isColumn(arguments[0])
    }

    /// A constant as a value of the column; `nil` if it is not one.
    private func value(_ text: ConstraintText) -> CellValue? {
        guard let plain = text.constant else { return nil }
        let value = CellValue(plain: plain, of: type)
        return value.isUnfit || value == .empty ? nil : value
    }

    // MARK: Rules

    private mutating func compare(_ sign: String, _ operand: ConstraintText) {
        if type.holdsText || type.hasOptions {
            guard let text = operand.constant else { return }
            if sign == "<>", text.isEmpty { rules.shortest = max(rules.shortest ?? 1, 1) }
            if sign == "=" { limit(to: [operand]) }
            return
        }
        guard FieldRules.hasRange(type), !isZoned else { return }
        if type.databaseType == "date", ["<=", ">="].contains(sign), operand == .call("CURRENT_DATE", []) {
            if sign == "<=" { rules.greatest = .present } else { rules.least = .present }
            return
        }
        guard let value = value(operand) else { return }
        switch sign {
        case ">=": raise(to: value)
        case "<=": lower(to: value)
        case ">": if let next = neighbour(of: value, 1) { raise(to: next) }
        case "<": if let next = neighbour(of: value, -1) { lower(to: next) }
        case "=":
            raise(to: value)
            lower(to: value)
        default: break
        }
    }

    private mutating func raise(to value: CellValue) {
        if case .value(let least)? = rules.least, !least.isLess(than: value, of: type) { return }
        rules.least = .value(value)
    }

    private mutating func lower(to value: CellValue) {
        if case .value(let greatest)? = rules.greatest, !value.isLess(than: greatest, of: type) { return }
        rules.greatest = .value(value)
    }

    /// The next value that a column can hold, where there is one.
    private func neighbour(of value: CellValue, _ step: Int) -> CellValue? {
        guard let text = value.plainText else { return nil }
        switch type.databaseType {
        case "bigint":
            return Int(text).flatMap { number in
                let (next, isOver) = number.addingReportingOverflow(step)
                return isOver ? nil : CellValue(plain: String(next), of: type)
            }
        case "numeric":
            guard case .decimals(let places)? = precision, (0...30).contains(places), text == "0" else { return nil }
            let unit = places == 0 ? "1" : "0." + String(repeating: "0", count: places - 1) + "1"
            return CellValue(plain: step > 0 ? unit : "-" + unit, of: type)
        default: return nil
        }
    }

    private mutating func limitLength(_ sign: String, _ number: Int) {
        let (least, most): (Int?, Int?) =
            switch sign {
            case ">=": (number, nil)
            case ">": (number + 1, nil)
            case "<=": (nil, number)
            case "<": (nil, number - 1)
            case "=": (number, number)
            default: (nil, nil)
            }
        if let least, FieldRules.lengths.contains(least) { rules.shortest = max(rules.shortest ?? 0, least) }
        if let most, FieldRules.lengths.contains(most) { rules.longest = min(rules.longest ?? most, most) }
    }

    // MARK: Values

    /// Adds the values of `a = 'x' OR a = 'y'`, which is equivalent to a list.
    private mutating func addValues(among parts: [ConstraintText]) {
        var members: [ConstraintText] = []
        for part in parts {
            switch part {
            case .comparison(let left, "=", let right) where isColumn(left): members.append(right)
            case .equalsAny(let left, let list) where isColumn(left):
                guard case .array(let more) = list.withoutCasts.0 else { return }
                members += more
            default: return
            }
        }
        limit(to: members)
    }

    private mutating func limit(to members: [ConstraintText]) {
        let texts = members.filter { $0.withoutCasts.0 != .null }.compactMap(\.constant)
        guard texts.count == members.count, !texts.isEmpty else { return }
        if type.holdsText || type.hasOptions {
            values = values.map { known in known.filter { texts.contains($0) } } ?? texts
        } else if FieldRules.hasRange(type), !isZoned {
            let values = members.compactMap { value($0) }
            guard values.count == members.count, var least = values.first, var greatest = values.first else { return }
            for value in values {
                if value.isLess(than: least, of: type) { least = value }
                if greatest.isLess(than: value, of: type) { greatest = value }
            }
            raise(to: least)
            lower(to: greatest)
        }
    }
}
