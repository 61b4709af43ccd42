import CoreTestSupport

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

extension SeededGenerator {
    /// A condition that the table's fields accept.
    mutating func condition(for table: RecordTable, depth: Int) -> Condition {
        if depth > 0, chance(1, in: 2) {
            let members = (0..<Int.random(in: 0...3, using: &self)).map { _ in condition(for: table, depth: depth - 1) }
            return pick([.all(members), .any(members), .none(members)])
        }
        if chance(1, in: 8) {
            return .anywhere(pick(["", "a", "é", "日", "1", "-1", ".5", "e", "true", "no", text()]))
        }
        let field = pick(table.schema.fields)
        let comparison = pick(Comparison.all(for: field.type).filter { $0 != .matches })
        if [.empty, .notEmpty, .toFix].contains(comparison) { return .test(field.id, comparison) }
        return .test(field.id, comparison, operand(for: comparison, type: field.type))
    }

    private mutating func operand(for comparison: Comparison, type: FieldType) -> Operand {
        switch (type, comparison) {
        case (.int, .between): .ints(int(), int())
        case (.int, _): .int(int())
        case (.float, .between): .floats(float(), float())
        case (.float, _): .float(float())
        case (.bool, _): .bool(chance(1, in: 2))
        case (.date, .between): .range(.date(date()), .date(date()))
        case (.date, _): .value(.date(date()))
        case (.time, .between): .range(.time(time()), .time(time()))
        case (.time, _): .value(.time(time()))
        case (.dateAndTime, .between): .range(.dateAndTime(moment()), .dateAndTime(moment()))
        case (.dateAndTime, _): .value(.dateAndTime(moment()))
        case (.decimal, .between): .range(.decimal(decimal()), .decimal(decimal()))
        case (.decimal, _): .value(.decimal(decimal()))
        case (.rating, .between): .range(.rating(rating()), .rating(rating()))
        case (.rating, _): .value(.rating(rating()))
        case (.duration, .between): .range(.duration(duration()), .duration(duration()))
        case (.duration, _): .value(.duration(duration()))
        case (.choice, _), (.choices, _): .text(pick(["a; é", "a", "日", "", choiceText()]))
        case (.string, _): .text(pick(["", "a", "é", "aa", "日", "本語", "\t", "\0", "12", text()]))
        }
    }

    private mutating func int() -> Int {
        pick([.min, .max, 0, -1, 1 << 53, Int.random(in: -999...999, using: &self)])
    }

    private mutating func float() -> Double {
        pick([-0.0, 0, 1, .leastNonzeroMagnitude, 0.1, Double.random(in: -1_000...1_000, using: &self)])
    }
}

extension Condition {
    /// Whether a record matches, in the simplest way there is.
    func naiveMatches(_ record: Int, in table: RecordTable) -> Bool {
        switch self {
        case .all(let members): members.allSatisfy { $0.naiveMatches(record, in: table) }
        case .any(let members): members.contains { $0.naiveMatches(record, in: table) }
        case .none(let members): !members.contains { $0.naiveMatches(record, in: table) }
        case .anywhere(let text, _):
            text.isEmpty || table.schema.fields.indices.contains { table[record, $0].naiveShows(text) }
        case .cell(let cell):
            table.schema.index(of: cell.field).map { cell.naiveAccepts(table[record, $0]) } ?? false
        }
    }
}

extension CellValue {
    fileprivate func naiveShows(_ text: String) -> Bool {
        switch self {
        case .empty: return false
        case .bool(let flag): return [flag ? "true" : "false", flag ? "yes" : "no"].contains(text)
        case .duration(let span): return span.shownText.contains(text) || span.text.contains(text)
        default:
            let (shown, part) = (Array((plainText ?? "").utf8), Array(text.utf8))
            return (0...shown.count).contains { shown[$0...].starts(with: part) }
        }
    }
}

extension CellCondition {
    fileprivate func naiveAccepts(_ value: CellValue) -> Bool {
        switch (comparison, value, operand) {
        case (.empty, let value, _): return value == .empty
        case (.notEmpty, let value, _): return value != .empty
        case (.toFix, .unfit, _): return true
        case (_, .int(let number), .value(.int(let other))): return compares(number, other)
        case (_, .int(let number), .range(.int(let one), .int(let other))): return lies(number, one, other)
        case (_, .float(let number), .value(.float(let other))): return compares(number, other)
        case (_, .float(let number), .range(.float(let one), .float(let other))): return lies(number, one, other)
        case (_, .bool(let flag), .value(.bool(let other))): return flag == other
        case (_, .date, .value(.date(let other))): return compares(date: value, other.text)
        case (_, .time, .value(.time(let other))): return compares(date: value, other.text)
        case (_, .dateAndTime, .value(.dateAndTime(let other))): return compares(date: value, other.text)
        case (_, .date, .range(.date(let one), .date(let other))): return lies(value, [one.text, other.text])
        case (_, .time, .range(.time(let one), .time(let other))): return lies(value, [one.text, other.text])
        case (_, .dateAndTime, .range(.dateAndTime(let one), .dateAndTime(let other))):
            return lies(value, [one.text, other.text])
        case (_, .decimal(let number), .value(.decimal(let other))):
            return compares(SchoolDecimal(number), SchoolDecimal(other))
        case (_, .decimal(let number), .range(.decimal(let one), .decimal(let other))):
            return lies(SchoolDecimal(number), SchoolDecimal(one), SchoolDecimal(other))
        case (_, .string(let text), .text(let other, _)): return holds(Array(text.utf8), Array(other.utf8))
        case (_, .rating(let rating), .value(.rating(let other))): return compares(rating, other)
        case (_, .rating(let rating), .range(.rating(let one), .rating(let other))): return lies(rating, one, other)
        case (_, .duration(let span), .value(.duration(let other))): return compares(span.seconds, other.seconds)
        case (_, .duration(let span), .range(.duration(let one), .duration(let other))):
            return lies(span.seconds, one.seconds, other.seconds)
        case (.hasAny, _, .text(let other, _)), (.hasAll, _, .text(let other, _)), (.hasNone, _, .text(let other, _)):
            return has(Set(parts(of: value.plainText ?? "", isOne: Choice(value) != nil)), Set(parts(of: other)))
        case (_, .choice(let choice), .text(let other, _)): return holds(Array(choice.text.utf8), Array(other.utf8))
        case (_, .choices(let choices), .text(let other, _)): return holds(Array(choices.text.utf8), Array(other.utf8))
        default: return false
        }
    }

    private func parts(of text: String, isOne: Bool = false) -> [String] {
        if isOne { return [text] }
        let parts = text.split(separator: ";").map { part in
            String(part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }.filter { !$0.isEmpty }
        return parts.isEmpty && !text.isEmpty ? [text] : parts
    }

    private func has(_ texts: Set<String>, _ wanted: Set<String>) -> Bool {
        switch comparison {
        case .hasAny: wanted.contains { texts.contains($0) }
        case .hasAll: wanted.allSatisfy { texts.contains($0) }
        default: !wanted.contains { texts.contains($0) }
        }
    }

    private func compares<Number: Comparable>(_ number: Number, _ other: Number) -> Bool {
        switch comparison {
        case .equal: number == other
        case .notEqual: number != other
        case .less: number < other
        case .lessOrEqual: number <= other
        case .greater: number > other
        case .greaterOrEqual: number >= other
        default: false
        }
    }

    private func lies(_ date: CellValue, _ borders: [String]) -> Bool {
        let (text, borders) = (date.plainText ?? "", borders.sorted())
        return borders[0] <= text && (text <= borders[1] || borders.contains(where: text.hasPrefix))
    }

    /// What lies within a year or a month begins with its text.
    private func compares(date: CellValue, _ other: String) -> Bool {
        let date = date.plainText ?? ""
        return switch comparison {
        case .equal: date.hasPrefix(other)
        case .notEqual: !date.hasPrefix(other)
        case .less: date < other
        case .lessOrEqual: date < other || date.hasPrefix(other)
        case .greater: date > other && !date.hasPrefix(other)
        case .greaterOrEqual: date >= other
        default: false
        }
    }

    private func lies<Number: Comparable>(_ number: Number, _ one: Number, _ other: Number) -> Bool {
        one <= number && number <= other || other <= number && number <= one
    }

    private func holds(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        switch comparison {
        case .equal: text == part
        case .startsWith: text.starts(with: part)
        case .endsWith: text.reversed().starts(with: part.reversed())
        case .contains: (0...text.count).contains { text[$0...].starts(with: part) }
        case .less: text.lexicographicallyPrecedes(part)
        case .lessOrEqual: !part.lexicographicallyPrecedes(text)
        case .greater: part.lexicographicallyPrecedes(text)
        case .greaterOrEqual: !text.lexicographicallyPrecedes(part)
        default: false
        }
    }
}
