/// An expression of a constraint or a default, in PostgreSQL's output form.
///
/// Only the elements of simple conditions are parsed; anything else is rejected.
indirect enum ConstraintText: Equatable {
    /// A column, or `VALUE` in a condition of a domain.
    case name(String)
    /// A quoted text, which may stand for a value of any type.
    case text(String)
    case number(String)
    case truth(Bool)
    case null
    case array([ConstraintText])
    case call(String, [ConstraintText])
    case cast(ConstraintText, type: String)
    case comparison(ConstraintText, String, ConstraintText)
    case equalsAny(ConstraintText, ConstraintText)
    case isNull(ConstraintText)
    case isNotNull(ConstraintText)
    case not(ConstraintText)
    case all([ConstraintText])
    case any([ConstraintText])

    /// - Parameter text: an expression, or a whole constraint: `CHECK ((price > 0)) NOT VALID`.
    init?(_ text: String) {
        guard var reader = Reader(text) else { return nil }
        if reader.takes(word: "CHECK") {
            guard reader.takes("("), let inner = reader.expression(), reader.takes(")") else { return nil }
            // What may follow tells which rows were checked, not what is required.
            self = inner
        } else {
            guard let whole = reader.expression(), reader.isAtEnd else { return nil }
            self = whole
        }
    }

    /// The expression without casts, and the types of the casts, the outermost first.
    var withoutCasts: (ConstraintText, types: [String]) {
        guard case .cast(let inner, let type) = self else { return (self, []) }
        let (rest, types) = inner.withoutCasts
        return (rest, [type] + types)
    }

    /// The text of a constant; `nil` for anything else.
    var constant: String? {
        switch withoutCasts.0 {
        case .text(let text), .number(let text): text
        case .truth(let truth): truth ? "true" : "false"
        default: nil
        }
    }
}

/// Parses words into expressions.
private struct Reader {
    private typealias Token = SQLWords.Word

    private var tokens: ArraySlice<Token>
    private var depth = 0
    private static let deepest = 64

    var isAtEnd: Bool { tokens.isEmpty }

    init?(_ text: String) {
        guard let words = SQLWords(text) else { return nil }
        tokens = words.list[...]
    }

    mutating func takes(_ sign: String) -> Bool { takes { $0 == .sign(sign) } }

    mutating func takes(word: String) -> Bool { takes { $0 == .word(word) } }

    private mutating func takes(_ isWanted: (Token) -> Bool) -> Bool {
        guard let first = tokens.first, isWanted(first) else { return false }
        tokens.removeFirst()
        return true
    }

    // MARK: Expressions

    mutating func expression() -> ConstraintText? {
        guard depth < Self.deepest else { return nil }
        depth += 1
        defer { depth -= 1 }
        return list(of: "OR", { $0.conjunction() }).map { $0.count == 1 ? $0[0] : .any($0) }
    }

    private mutating func conjunction() -> ConstraintText? {
        list(of: "AND", { $0.negation() }).map { $0.count == 1 ? $0[0] : .all($0) }
    }

    private mutating func list(
        of word: String, _ member: (inout Reader) -> ConstraintText?
    ) -> [ConstraintText]? {
        var members: [ConstraintText] = []
        repeat {
            guard let next = member(&self) else { return nil }
            members.append(next)
        } while takes(word: word)
        return members
    }

    private mutating func negation() -> ConstraintText? {
        guard takes(word: "NOT") else { return comparison() }
        return comparison().map { .not($0) }
    }

    private mutating func comparison() -> ConstraintText? {
        guard let left = operand() else { return nil }
        if takes(word: "IS") {
            let isNot = takes(word: "NOT")
            guard takes(word: "NULL") else { return nil }
            return isNot ? .isNotNull(left) : .isNull(left)
        }
        guard case .sign(let sign)? = tokens.first, ["=", "<>", "<", "<=", ">", ">="].contains(sign) else {
            return left
        }
        tokens.removeFirst()
        if sign == "=", takes(word: "ANY") {
            guard takes("("), let list = expression(), takes(")") else { return nil }
            return .equalsAny(left, list)
        }
        return operand().map { .comparison(left, sign, $0) }
    }

    private mutating func operand() -> ConstraintText? {
        guard var value = primary() else { return nil }
        while takes("::") {
            guard let type = type() else { return nil }
            value = .cast(value, type: type)
        }
        return value
    }

    private mutating func primary() -> ConstraintText? {
        guard let first = tokens.popFirst() else { return nil }
        switch first {
        case .text(let text): return .text(text)
        case .number(let number): return .number(number)
        case .name(let name): return tokens.first == .sign("(") ? nil : .name(name)
        case .sign("("):
            guard let inner = expression(), takes(")") else { return nil }
            return inner
        case .sign("-"):
            guard case .number(let number)? = tokens.popFirst() else { return nil }
            return .number("-" + number)
        case .sign: return nil
        case .word("ARRAY"): return takes("[") ? arguments("]").map { .array($0) } : nil
        case .word("NULL"): return .null
        case .word("CURRENT_DATE"): return .call("CURRENT_DATE", [])
        case .word("true"): return .truth(true)
        case .word("false"): return .truth(false)
        // Any other keyword stands for something that is not simple.
        case .word(let word) where word != "VALUE" && word.contains(where: \.isUppercase): return nil
        case .word(let word): return takes("(") ? arguments(")").map { .call(word, $0) } : .name(word)
        }
    }

    private mutating func arguments(_ end: String) -> [ConstraintText]? {
        if takes(end) { return [] }
        var list: [ConstraintText] = []
        repeat {
            guard let next = expression() else { return nil }
            list.append(next)
        } while takes(",")
        return takes(end) ? list : nil
    }

    /// A type's name, without its modifier in parentheses: `character varying(10)[]`.
    private mutating func type() -> String? {
        var words: [String] = []
        while let word = typeWord() {
            words.append(word)
            // The schema of a type that is not PostgreSQL's own.
            if takes(".") { words[words.count - 1] += "." }
        }
        guard !words.isEmpty else { return nil }
        if takes("(") {
            repeat {
                guard case .number? = tokens.popFirst() else { return nil }
            } while takes(",")
            guard takes(")") else { return nil }
            // As in “timestamp(3) without time zone”.
            while case .word(let word)? = tokens.first, ["with", "without", "time", "zone"].contains(word) {
                words.append(word)
                tokens.removeFirst()
            }
        }
        var isArray = false
        while takes("[") {
            guard takes("]") else { return nil }
            isArray = true
        }
        return words.joined(separator: " ") + (isArray ? "[]" : "")
    }

    private mutating func typeWord() -> String? {
        switch tokens.first {
        case .word(let word) where !["AND", "OR", "IS", "NOT"].contains(word):
            tokens.removeFirst()
            return word
        case .name(let name):
            tokens.removeFirst()
            return name
        default: return nil
        }
    }
}
