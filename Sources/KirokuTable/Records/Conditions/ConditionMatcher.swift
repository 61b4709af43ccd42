/// Tests records of a table on one thread, 64 per word.
package struct ConditionMatcher {
    private var root: Node
    private let count: Int
    private let budget: MatchBudget

    /// - Parameter stop: makes patterns give up soon.
    package init(_ condition: CheckedCondition, for table: RecordTable, stop: StopFlag? = nil) {
        budget = MatchBudget(stop)
        root = Node(condition, for: table, budget)
        count = table.count
    }

    /// How many of the tested records have a text on which a pattern took too long.
    package var givenUpCount: Int { budget.givenUp.values.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The results for these words of the table's records.
    package mutating func words(_ range: Range<Int>) -> [UInt64] {
        var words = [UInt64](repeating: .max, count: range.count)
        // Clear the bits after the last record.
        if range.upperBound * 64 > count, count & 63 != 0 { words[words.count - 1] = 1 << UInt64(count & 63) &- 1 }
        root.limit(&words, from: range.lowerBound)
        // Such records are never found, whatever the condition asks about the text.
        if !budget.givenUp.isEmpty {
            for index in words.indices { words[index] &= ~(budget.givenUp[range.lowerBound + index] ?? 0) }
        }
        return words
    }

    private indirect enum Node {
        case cell(CellMatcher)
        case anywhere(AnywhereMatcher)
        case all([Node])
        case any([Node])
        case none([Node])

        init(_ condition: CheckedCondition, for table: RecordTable, _ budget: MatchBudget) {
            self =
                switch condition {
                case .cell(let field, let test): .cell(CellMatcher(test, field: field, of: table, budget))
                case .anywhere(let test): .anywhere(AnywhereMatcher(test, in: table))
                case .all(let members): .all(members.map { Node($0, for: table, budget) })
                case .any(let members): .any(members.map { Node($0, for: table, budget) })
                case .none(let members): .none(members.map { Node($0, for: table, budget) })
                }
        }

        /// Removes from `words`, the first of which is the table's word `start`, the records that do not match.
        func limit(_ words: inout [UInt64], from start: Int) {
            switch self {
            case .cell(let matcher): matcher.limit(&words, from: start)
            case .anywhere(let matcher): matcher.limit(&words, from: start)
            case .all(let members):
                for member in members { member.limit(&words, from: start) }
            case .any(let members):
                let others = Self.without(members, words, from: start)
                for index in words.indices { words[index] &= ~others[index] }
            case .none(let members):
                words = Self.without(members, words, from: start)
            }
        }

        /// The records that match none of `members`: each tests only those that the previous ones have left.
        private static func without(_ members: [Node], _ words: [UInt64], from start: Int) -> [UInt64] {
            var rest = words
            for member in members {
                var matching = rest
                member.limit(&matching, from: start)
                for index in rest.indices { rest[index] &= ~matching[index] }
            }
            return rest
        }
    }
}

/// The budget of patterns on one thread, and where they exceeded it.
final class MatchBudget {
    let stop: StopFlag?
    /// A bit for each record, by the index of its word, for words with any.
    var givenUp: [Int: UInt64] = [:]

    init(_ stop: StopFlag?) {
        self.stop = stop
    }
}

/// Removes from `words`, the first of which is the table's word `start`, the records whose cells do not pass.
typealias WordMatcher = (_ words: inout [UInt64], _ start: Int) -> Void

/// Tests the cells of one field.
private enum CellMatcher {
    case values(WordMatcher)
    /// Whether cells must be empty or not; `unfit` has the cells with unfit text.
    case filled(Column, Bool, unfit: [UInt64])
    case words([UInt64])

    init(_ test: CellTest, field: Int, of table: RecordTable, _ budget: MatchBudget) {
        self =
            switch test {
            case .empty: .filled(table.column(field), false, unfit: Self.unfitWords(field, of: table))
            case .notEmpty: .filled(table.column(field), true, unfit: Self.unfitWords(field, of: table))
            case .toFix: .words(Self.toFixWords(field, of: table, budget.stop))
            case .value(let test): .values(test.matching(table.column(field), budget) ?? Self.nothing)
            }
    }

    private static let nothing: @Sendable (inout [UInt64], Int) -> Void = { words, _ in
        for index in words.indices { words[index] = 0 }
    }

    private static func unfitWords(_ field: Int, of table: RecordTable) -> [UInt64] {
        var words = [UInt64](repeating: 0, count: MatchWords.wordCount(for: table.count))
        for record in table.unfitTexts(inField: field).keys { words[record >> 6] |= 1 << UInt64(record & 63) }
        return words
    }

    private static func toFixWords(_ field: Int, of table: RecordTable, _ stop: StopFlag?) -> [UInt64] {
        var words = unfitWords(field, of: table)
        let broken = CellChecks(table, fields: [field], stop: stop).brokenWords(inField: field)
        for (index, word) in broken.enumerated() { words[index] |= word }
        return words
    }

    /// Removes from `words` the records whose cells do not pass.
    func limit(_ words: inout [UInt64], from start: Int) {
        switch self {
        case .values(let matcher): matcher(&words, start)
        case .filled(let column, let wanted, let unfit):
            for index in words.indices where words[index] != 0 {
                let filled = column.filledWord(at: start + index) | unfit[start + index]
                words[index] &= wanted ? filled : ~filled
            }
        case .words(let answers):
            for index in words.indices { words[index] &= answers[start + index] }
        }
    }
}

extension StringTexts {
    /// Which of the 64 records from `64 * index` on have a text, the first in the lowest bit.
    func filledWord(at index: Int) -> UInt64 {
        MatchWords.word(from: index &* 64, count: min(64, count &- index &* 64)) { !isEmpty(at: $0) }
    }
}
