/// Tests records of a table, on one thread, 64 of them a word.
struct ConditionMatcher {
    private var root: Node
    private let count: Int
    private let patience: PatternPatience

    /// - Parameter stop: has patterns give up soon.
    init(_ condition: CheckedCondition, for table: RecordTable, stop: StopFlag? = nil) {
        patience = PatternPatience(stop)
        root = Node(condition, for: table, patience)
        count = table.count
    }

    /// How many of the records that were asked about have a text that took a pattern too long.
    var givenUpCount: Int { patience.givenUp.values.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The answers for the records of these words of the table.
    mutating func words(_ range: Range<Int>) -> [UInt64] {
        var words = [UInt64](repeating: .max, count: range.count)
        // Behind the last record there is nothing to be found.
        if range.upperBound * 64 > count, count & 63 != 0 { words[words.count - 1] = 1 << UInt64(count & 63) &- 1 }
        root.limit(&words, from: range.lowerBound)
        // These are not found, whatever is asked of the text.
        if !patience.givenUp.isEmpty {
            for index in words.indices { words[index] &= ~(patience.givenUp[range.lowerBound + index] ?? 0) }
        }
        return words
    }

    private indirect enum Node {
        case cell(CellMatcher)
        case anywhere(AnywhereMatcher)
        case all([Node])
        case any([Node])
        case none([Node])

        init(_ condition: CheckedCondition, for table: RecordTable, _ patience: PatternPatience) {
            self =
                switch condition {
                case .cell(let field, let test): .cell(CellMatcher(test, field: field, of: table, patience))
                case .anywhere(let test): .anywhere(AnywhereMatcher(test, in: table))
                case .all(let members): .all(members.map { Node($0, for: table, patience) })
                case .any(let members): .any(members.map { Node($0, for: table, patience) })
                case .none(let members): .none(members.map { Node($0, for: table, patience) })
                }
        }

        /// Takes out of `words`, the first of which is the table's word `start`, the records that do not match.
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

        /// The records that match none of `members`: each is asked only about those that the ones before have left.
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

/// Where patterns took too long, on one thread.
final class PatternPatience {
    let stop: StopFlag?
    /// A bit for each record, by the indexes of the words that have any.
    fileprivate(set) var givenUp: [Int: UInt64] = [:]

    init(_ stop: StopFlag?) {
        self.stop = stop
    }
}

/// Tests the cells of one field.
private enum CellMatcher {
    case int(NumberColumn<Int>, IntTest)
    case float(NumberColumn<Double>, FloatTest)
    case bool(BoolColumn, Bool)
    case text(StringColumn, TextTest)
    case pattern(StringColumn, PatternTest.Matcher, PatternPatience)
    /// Cells in the column that hold nothing, or something, and those that hold unfit text, by index.
    case filled(Column, Bool, unfit: [UInt64])
    case words([UInt64])
    case nothing

    init(_ test: CellTest, field: Int, of table: RecordTable, _ patience: PatternPatience) {
        let column = table.column(field)
        self =
            switch (test, column) {
            case (.empty, _): .filled(column, false, unfit: Self.unfitWords(field, of: table))
            case (.notEmpty, _): .filled(column, true, unfit: Self.unfitWords(field, of: table))
            case (.toFix, _): .words(Self.unfitWords(field, of: table))
            case (.int(let test), .int(let values)): .int(values, test)
            case (.float(let test), .float(let values)): .float(values, test)
            case (.bool(let flag), .bool(let values)): .bool(values, flag)
            case (.text(let test), .string(let values)): .text(values, test)
            case (.pattern(let test), .string(let values)): .pattern(values, test.makeMatcher(patience.stop), patience)
            default: .nothing
            }
    }

    private static func unfitWords(_ field: Int, of table: RecordTable) -> [UInt64] {
        var words = [UInt64](repeating: 0, count: MatchWords.wordCount(for: table.count))
        for record in table.unfitTexts(inField: field).keys { words[record >> 6] |= 1 << UInt64(record & 63) }
        return words
    }

    /// Takes the records out of `words` whose cells do not pass.
    func limit(_ words: inout [UInt64], from start: Int) {
        switch self {
        case .int(let column, let test):
            column.numbers.withUnsafeBufferPointer { numbers in
                limit(&words) { index in
                    let first = (start &+ index) &* 64
                    return test.word(of: numbers, from: first, count: min(64, numbers.count &- first))
                }
            }
            if !column.isFull { limit(&words) { column.presence.word(at: start + $0) } }
        case .float(let column, let test):
            column.numbers.withUnsafeBufferPointer { numbers in
                limit(&words) { index in
                    let first = (start &+ index) &* 64
                    return test.word(of: numbers, from: first, count: min(64, numbers.count &- first))
                }
            }
            if !column.isFull { limit(&words) { column.presence.word(at: start + $0) } }
        case .bool(let column, let flag): limit(&words) { column.word(at: start + $0, of: flag) }
        case .text(let column, let test):
            var folder = test.makeFolder()
            column.withTexts { texts in
                for index in words.indices where words[index] != 0 {
                    let first = (start + index) &* 64
                    words[index] &= texts.filledWord(at: start + index)
                    words[index] = test.accepted(words[index], from: first, of: texts, &folder)
                }
            }
        case .pattern(let column, let matcher, let patience):
            column.withTexts { texts in
                for index in words.indices where words[index] != 0 {
                    var accepted: UInt64 = 0
                    MatchWords.forEachOne(in: words[index] & texts.filledWord(at: start + index)) { bit in
                        if patience.stop?.isSet == true { return }
                        texts.withUTF8(at: (start + index) &* 64 &+ bit) { text in
                            switch matcher.answer(for: text) {
                            case .found: accepted |= 1 << UInt64(bit)
                            case .notFound: break
                            case .gaveUp: patience.givenUp[start + index, default: 0] |= 1 << UInt64(bit)
                            }
                        }
                    }
                    words[index] = accepted
                }
            }
        case .filled(let column, let wanted, let unfit):
            limit(&words) { index in
                let filled = column.filledWord(at: start + index) | unfit[start + index]
                return wanted ? filled : ~filled
            }
        case .words(let answers): limit(&words) { answers[start + $0] }
        case .nothing: limit(&words) { _ in 0 }
        }
    }

    @inline(__always)
    private func limit(_ words: inout [UInt64], _ answers: (Int) -> UInt64) {
        for index in words.indices where words[index] != 0 { words[index] &= answers(index) }
    }
}

extension Column {
    /// Which of the 64 records from `64 * index` on have a value, the first in the lowest bit.
    func filledWord(at index: Int) -> UInt64 {
        switch self {
        case .int(let values): values.presence.word(at: index)
        case .float(let values): values.presence.word(at: index)
        case .bool(let values): values.word(at: index, of: true) | values.word(at: index, of: false)
        case .string(let values): values.withTexts { $0.filledWord(at: index) }
        }
    }
}

extension StringTexts {
    /// Which of the 64 records from `64 * index` on have a text, the first in the lowest bit.
    func filledWord(at index: Int) -> UInt64 {
        MatchWords.word(from: index &* 64, count: min(64, count &- index &* 64)) { !isEmpty(at: $0) }
    }
}
