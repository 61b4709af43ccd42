/// Reads the text form of a condition, from left to right (for the grammar, see ``Condition/init(text:for:)``).
struct ConditionTextReader {
    /// Words that are not a field at the beginning of a test.
    static let groupWords: Set<String> = ["not", "and", "or", "all", "any", "none"]

    private var scanner: ConditionTextScanner
    /// Whether commas separate values.
    private var isInList = false
    private let schema: Schema

    init(_ text: String, schema: Schema) {
        scanner = ConditionTextScanner(text)
        self.schema = schema
    }

    mutating func read() throws(ConditionTextError) -> Condition {
        scanner.skipBlanks()
        if scanner.isAtEnd { throw scanner.error(.noCondition) }
        let condition = try alternatives(depth: 0)
        guard scanner.isAtEnd else { throw scanner.error(.unexpected(scanner.shownRest)) }
        do {
            try condition.check(for: schema)
        } catch {
            throw scanner.error(.unusable(error), at: 0)
        }
        return condition
    }

    // MARK: Groups

    private mutating func alternatives(depth: Int) throws(ConditionTextError) -> Condition {
        var members = [try requirements(depth: depth)]
        while scanner.takeWord("or") { members.append(try requirements(depth: depth)) }
        return members.count == 1 ? members[0] : .any(members)
    }

    private mutating func requirements(depth: Int) throws(ConditionTextError) -> Condition {
        var members = [try part(depth: depth)]
        while scanner.takeWord("and") { members.append(try part(depth: depth)) }
        return members.count == 1 ? members[0] : .all(members)
    }

    private mutating func part(depth: Int) throws(ConditionTextError) -> Condition {
        guard depth <= Condition.depthLimit else {
            throw scanner.error(.unusable(.tooDeep(limit: Condition.depthLimit)))
        }
        if scanner.takeWord("not") { return .none([try part(depth: depth + 1)]) }
        if scanner.take("(") {
            let inner = try alternatives(depth: depth + 1)
            try closeGroup()
            return inner
        }
        if scanner.takeGroup("all") { return .all(try members(depth: depth + 1)) }
        if scanner.takeGroup("any") { return .any(try members(depth: depth + 1)) }
        if scanner.takeGroup("none") { return .none(try members(depth: depth + 1)) }
        if scanner.takeWords(["any", "field", "contains"]) { return try anywhere() }
        return try test()
    }

    private mutating func anywhere() throws(ConditionTextError) -> Condition {
        if let text = try scanner.quoted() { return .anywhere(text, ignoring: try flags()) }
        guard let word = scanner.operandWord() else { throw scanner.error(.noText) }
        return .anywhere(word)
    }

    private mutating func members(depth: Int) throws(ConditionTextError) -> [Condition] {
        if scanner.take(")") { return [] }
        var members = [try alternatives(depth: depth)]
        while scanner.take(",") { members.append(try alternatives(depth: depth)) }
        try closeGroup()
        return members
    }

    private mutating func closeGroup() throws(ConditionTextError) {
        if scanner.take(")") { return }
        throw scanner.error(scanner.isAtEnd ? .unclosedGroup : .unexpected(scanner.shownRest))
    }

    // MARK: Tests

    private mutating func test() throws(ConditionTextError) -> Condition {
        let field = try field()
        let start = scanner.position
        if scanner.takeGroup("in") { return .any(try values(for: field)) }
        if scanner.takeWord("not") {
            guard scanner.takeGroup("in") else { throw scanner.error(.noComparison(field: field.name), at: start) }
            return .all([.test(field.id, .notEmpty), .none(try values(for: field))])
        }
        guard let comparison = comparison() else { throw scanner.error(.noComparison(field: field.name), at: start) }
        if comparison == .notEqual, !field.type.kind.comparisons.contains(.notEqual) {
            return .all([.test(field.id, .notEmpty), .none([.cell(try test(of: field, .equal, from: start))])])
        }
        return .cell(try test(of: field, comparison, from: start))
    }

    /// The values in a list, each as a test for that value.
    private mutating func values(for field: FieldDefinition) throws(ConditionTextError) -> [Condition] {
        isInList = true
        defer { isInList = false }
        var tests: [Condition] = []
        repeat {
            tests.append(.cell(try test(of: field, .equal, from: scanner.position)))
        } while scanner.take(",")
        try closeGroup()
        return tests
    }

    private mutating func test(
        of field: FieldDefinition, _ comparison: Comparison, from start: Int
    ) throws(ConditionTextError) -> CellCondition {
        guard field.type.kind.comparisons.contains(comparison) else {
            let error = QueryError.wrongComparison(comparison, field: field.name, type: field.type)
            throw scanner.error(.unusable(error), at: start)
        }
        let operandStart = scanner.position
        let operand = try operand(of: comparison, for: field)
        let cell = CellCondition(field: field.id, comparison: comparison, operand: operand)
        do {
            _ = try CellTest(cell, for: field)
        } catch {
            throw scanner.error(.unusable(error), at: operandStart)
        }
        return cell
    }

    private mutating func field() throws(ConditionTextError) -> FieldDefinition {
        let start = scanner.position
        let name: String
        if let quoted = try scanner.quoted() {
            name = quoted
            scanner.skipBlanks()
        } else {
            guard let word = scanner.word(), !Self.groupWords.contains(word.lowercased()) else {
                throw scanner.error(.noField, at: start)
            }
            name = word
        }
        guard let index = schema.index(called: name) else { throw scanner.error(.unknownField(name), at: start) }
        return schema[index]
    }

    private mutating func comparison() -> Comparison? {
        // Operators that are prefixes of others come after those.
        let signs: [(String, Comparison)] = [
            ("=~", .matches), ("==", .equal), ("=", .equal), ("!=", .notEqual), ("<>", .notEqual), ("≠", .notEqual),
            ("<=", .lessOrEqual), ("≤", .lessOrEqual), (">=", .greaterOrEqual), ("≥", .greaterOrEqual),
            ("<", .less), (">", .greater),
        ]
        for (sign, comparison) in signs where scanner.take(sign) { return comparison }
        let phrases: [([String], Comparison)] = [
            (["is", "not", "empty"], .notEmpty), (["is", "not"], .notEqual), (["is", "empty"], .empty),
            (["is", "to", "fix"], .toFix), (["is", "between"], .between), (["is"], .equal), (["between"], .between),
            (["contains"], .contains), (["starts", "with"], .startsWith), (["ends", "with"], .endsWith),
            (["matches"], .matches), (["has", "any", "of"], .hasAny), (["has", "all", "of"], .hasAll),
            (["has", "none", "of"], .hasNone),
        ]
        for (words, comparison) in phrases where scanner.takeWords(words) { return comparison }
        return nil
    }

    // MARK: Operands

    private mutating func operand(
        of comparison: Comparison, for field: FieldDefinition
    ) throws(ConditionTextError) -> Operand {
        switch comparison {
        case .empty, .notEmpty, .toFix: return .nothing
        case .between:
            let one = try value(for: field)
            guard scanner.takeWord("and") else { throw scanner.error(.noSecondOperand) }
            return Operand(from: one, to: try value(for: field))
        case .matches:
            if let pattern = try scanner.pattern() { return .text(pattern, ignoring: try flags()) }
            return try value(for: field)
        default: return try value(for: field)
        }
    }

    private mutating func value(for field: FieldDefinition) throws(ConditionTextError) -> Operand {
        let start = scanner.position
        let text: String
        var ignored: TextDifferences = []
        if let quoted = try scanner.quoted() {
            text = quoted
            ignored = try flags()
        } else if let word = scanner.operandWord() {
            text = isNumber(field) ? number(word) : word
        } else {
            throw scanner.error(.noOperand(field: field.name), at: start)
        }
        let reader = EntryReader(type: field.type, decimalSign: .point, now: LocalTime(AppClock.shared.now))
        let value = reader.read(text)
        do throws(UnfitReason) {
            if let operand = try field.type.kind.operand(typed: text, in: reader.context) { return operand }
        } catch {
            throw scanner.error(.unfitting(text, error), at: start)
        }
        if let reason = reader.reason(text) { throw scanner.error(.unfitting(text, reason), at: start) }
        guard let type = value.type else {
            if field.type.isFoundByText { return .text(text, ignoring: ignored) }
            throw scanner.error(.noOperand(field: field.name), at: start)
        }
        return type.kind.operand(value, ignoring: ignored)
    }

    private func isNumber(_ field: FieldDefinition) -> Bool { [.int, .float, .decimal].contains(field.type) }

    /// A number that begins with a word, as fields read it: "1,000" is 1000, except in a list, and so is "1e3".
    private mutating func number(_ word: String) -> String {
        var word = word
        if !isInList { while let group = scanner.takeThousands() { word += group } }
        guard word.contains(where: { $0 == "e" || $0 == "E" }), let number = Double(word), abs(number) < 1e15,
            let whole = Int(exactly: number)
        else { return word }
        return String(whole)
    }

    /// The letters right after a quotation mark or a slash.
    private mutating func flags() throws(ConditionTextError) -> TextDifferences {
        var ignored: TextDifferences = []
        while let letter = scanner.takeFlag() {
            switch letter {
            case "i": ignored.insert(.case)
            case "w": ignored.insert(.width)
            default: throw scanner.error(.unknownFlag(String(letter)), at: scanner.position - 1)
            }
        }
        scanner.skipBlanks()
        return ignored
    }
}
