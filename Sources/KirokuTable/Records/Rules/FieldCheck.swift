/// Finds the cells of one field that break rules for single cells.
struct FieldCheck: Sendable {
    /// One rule: removes from `words` the records that satisfy it.
    private struct Rule: Sendable {
        let broken: BrokenRule
        let matching: CellTest.Matching
    }

    private let type: FieldType
    private let isRequired: Bool
    private let rules: [Rule]
    private let pattern: String?

    init(_ field: FieldDefinition) {
        type = field.type
        isRequired = field.rules.isRequired
        pattern = field.rules.pattern
        rules = Self.rules(of: field)
    }

    private static func rules(of field: FieldDefinition) -> [Rule] {
        let rules = field.rules
        var made: [Rule] = []
        func add(_ comparison: Comparison, _ bound: FieldRules.Bound?, _ broken: (CellValue) -> BrokenRule) {
            guard let value = bound?.value(for: field.type),
                let test = (try? field.type.kind.test(comparison, .value(value))) ?? nil
            else { return }
            made.append(Rule(broken: broken(value), matching: test.matching))
        }
        add(.less, rules.least) { .belowLeast($0) }
        let usual = field.type.kind.usualGreatestCell.map { FieldRules.Bound.value($0) }
        add(.greater, rules.greatest ?? usual) { .aboveGreatest($0) }
        if field.type.hasOptions, !field.options.isEmpty {
            made += field.type.kind.optionTests(field.options).map { Rule(broken: $0, matching: $1) }
        }
        if rules.isAmongOptions {
            made.append(Rule(broken: .notAmongChoices, matching: notAmong(field.options)))
        }
        if let least = rules.shortest {
            made.append(
                Rule(broken: .tooShort(least: least), matching: textMatching { !$0.isLonger(than: least - 1) }))
        }
        if let greatest = rules.longest {
            made.append(
                Rule(broken: .tooLong(greatest: greatest), matching: textMatching { $0.isLonger(than: greatest) }))
        }
        if let pattern = rules.pattern, let test = try? PatternTest(pattern, ignoring: [], whole: true) {
            made.append(Rule(broken: .unlikePattern(pattern), matching: test.matching(finding: false)))
        }
        return made
    }

    /// Makes a matcher for numbers or texts that are not those of options.
    private static func notAmong(_ options: [ChoiceOption]) -> CellTest.Matching {
        let known = Set(options.map(\.text))
        let numbers = Set(known.compactMap { Int($0) })
        let texts = textMatching { !known.contains(String(decoding: $0, as: UTF8.self)) }
        return { column, budget in
            guard let column = Int.values(of: column) else { return texts(column, budget) }
            return { words, start in
                for index in words.indices where words[index] != 0 {
                    var broken: UInt64 = 0
                    MatchWords.forEachOne(in: words[index]) { bit in
                        let record = (start + index) &* 64 &+ bit
                        guard record < column.count, let number = column[record] else { return }
                        if !numbers.contains(number) { broken |= 1 << UInt64(bit) }
                    }
                    words[index] = broken
                }
            }
        }
    }

    /// Makes a matcher for texts that satisfy `matches`.
    private static func textMatching(
        _ matches: @escaping @Sendable (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> CellTest.Matching {
        { column, _ in
            guard let column = String.values(of: column) else { return nil }
            return { words, start in
                column.withTexts { texts in
                    for index in words.indices where words[index] != 0 {
                        var accepted: UInt64 = 0
                        MatchWords.forEachOne(in: words[index] & texts.filledWord(at: start + index)) { bit in
                            if texts.withUTF8(at: (start + index) &* 64 &+ bit, matches) {
                                accepted |= 1 << UInt64(bit)
                            }
                        }
                        words[index] = accepted
                    }
                }
            }
        }
    }

    /// Whether no rule concerns single cells.
    var isEmpty: Bool { !isRequired && rules.isEmpty }

    /// The records whose cells break a rule, a bit for each; unfit text breaks none.
    ///
    /// - Parameters:
    ///   - unfit: the indexes of records with unfit text.
    ///   - stop: ends the work early, with any result.
    func broken(in column: Column, unfit: some Sequence<Int>, stop: StopFlag? = nil) -> [UInt64] {
        var broken = [UInt64](repeating: 0, count: MatchWords.wordCount(for: column.count))
        if isRequired {
            for index in broken.indices { broken[index] = ~column.filledWord(at: index) }
            broken.clip(to: column.count)
            for record in unfit { broken[record >> 6] &= ~(1 << UInt64(record & 63)) }
        }
        for rule in rules where stop?.isSet != true {
            let found = found(by: rule, in: column, stop)
            for index in broken.indices { broken[index] |= found.words[index] }
            for (index, word) in found.givenUp { broken[index] |= word }
        }
        return broken
    }

    /// The first rule that a cell breaks.
    func rule(brokenBy value: CellValue) -> BrokenRule? {
        if value.isUnfit { return nil }
        if value == .empty { return isRequired ? .required : nil }
        var column = Column(type: type)
        column.append(value)
        for rule in rules {
            let found = found(by: rule, in: column, nil)
            if !found.givenUp.isEmpty, let pattern { return .patternTakesTooLong(pattern) }
            if found.words != [0] { return rule.broken }
        }
        return nil
    }

    private func found(
        by rule: Rule, in column: Column, _ stop: StopFlag?
    ) -> (words: [UInt64], givenUp: [Int: UInt64]) {
        var words = [UInt64](repeating: .max, count: MatchWords.wordCount(for: column.count))
        words.clip(to: column.count)
        let budget = MatchBudget(stop)
        guard let matcher = rule.matching(column, budget) else { return (words.map { _ in 0 }, [:]) }
        matcher(&words, 0)
        return (words, budget.givenUp)
    }
}

extension [UInt64] {
    /// Clears the bits after the last record.
    fileprivate mutating func clip(to count: Int) {
        if count & 63 != 0 { self[self.count - 1] &= 1 << UInt64(count & 63) &- 1 }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the text has more than this many characters; counts no more of them than necessary.
    fileprivate func isLonger(than limit: Int) -> Bool {
        if limit < 0 { return true }
        // A character has at least one byte, and on average fewer than 32.
        if count <= limit { return false }
        if count > 32 * (limit + 1) { return true }
        return !String(decoding: self, as: UTF8.self).dropFirst(limit).isEmpty
    }
}

extension CellValue {
    /// Whether it comes before another value of a type with an order.
    package func isLess(than other: CellValue, of type: FieldType) -> Bool {
        var rules = FieldRules()
        rules.least = .value(other)
        guard let plain = try? FieldDefinition(id: FieldID(rawValue: 1), name: "value", type: type),
            let schema = try? Schema(fields: [plain.with(rules)], nextFieldID: FieldID(rawValue: 2))
        else { return false }
        var table = RecordTable(schema: schema)
        guard (try? table.addRecord([self])) != nil else { return false }
        return FieldCheck(schema[0]).broken(in: table.cells[0].column, unfit: []).first.map { $0 & 1 == 1 } ?? false
    }
}
