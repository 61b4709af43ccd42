/// Takes words, signs and texts from the front of a condition's text, with the blanks after them.
///
/// It works on code points, because a combining character belongs to the quoted text and not to the quotation mark.
struct ConditionTextScanner {
    private let scalars: [Unicode.Scalar]
    /// How many code points were taken.
    private(set) var position = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    var isAtEnd: Bool { position == scalars.count }

    /// What comes next, for a message.
    var shownRest: String { Self.string(scalars[position...].prefix { !$0.properties.isWhitespace }) }

    func error(_ problem: ConditionTextError.Problem) -> ConditionTextError {
        error(problem, at: position)
    }

    func error(_ problem: ConditionTextError.Problem, at position: Int) -> ConditionTextError {
        ConditionTextError(column: Self.string(scalars[..<position]).count + 1, problem: problem)
    }

    mutating func skipBlanks() {
        while position < scalars.count, scalars[position].properties.isWhitespace { position += 1 }
    }

    /// Takes the next code point.
    mutating func skipSign() {
        position += 1
    }

    /// Takes a sign if it comes next.
    mutating func take(_ sign: String) -> Bool {
        guard scalars[position...].starts(with: sign.unicodeScalars) else { return false }
        position += sign.unicodeScalars.count
        skipBlanks()
        return true
    }

    /// Takes a word of the grammar if it comes next as a whole, in small or capital letters.
    mutating func takeWord(_ wanted: String) -> Bool {
        let start = position
        if word()?.lowercased() == wanted { return true }
        position = start
        return false
    }

    /// Takes all of these words, or none.
    mutating func takeWords(_ words: [String]) -> Bool {
        let start = position
        for word in words {
            guard takeWord(word) else {
                position = start
                return false
            }
        }
        return true
    }

    /// Takes the name of a group and the parenthesis after it.
    mutating func takeGroup(_ name: String) -> Bool {
        let start = position
        if takeWord(name), take("(") { return true }
        position = start
        return false
    }

    /// Takes everything before the next blank, parenthesis, comma, quotation mark or operator.
    mutating func word() -> String? {
        word(endingAt: Self.signs)
    }

    /// Takes everything before the next blank, parenthesis or comma: an operand may have operators in it.
    mutating func operandWord() -> String? {
        guard position < scalars.count, !Self.quotes.contains(scalars[position]) else { return nil }
        return word(endingAt: Self.separators)
    }

    /// Takes a comma and three digits right behind a word, the thousands of a number; returns the digits.
    mutating func takeThousands() -> String? {
        func isDigit(_ place: Int) -> Bool { place < scalars.count && ("0"..."9").contains(scalars[place]) }
        guard position > 0, position < scalars.count, scalars[position] == ",", isDigit(position - 1),
            (1...3).allSatisfy({ isDigit(position + $0) }), !isDigit(position + 4)
        else { return nil }
        position += 1
        return word(endingAt: Self.separators)
    }

    private mutating func word(endingAt signs: Set<Unicode.Scalar>) -> String? {
        let end = scalars[position...].firstIndex { signs.contains($0) || $0.properties.isWhitespace } ?? scalars.count
        guard end > position else { return nil }
        let word = Self.string(scalars[position..<end])
        position = end
        skipBlanks()
        return word
    }

    /// Takes a quoted text, but nothing after it, not even blanks.
    mutating func quoted() throws(ConditionTextError) -> String? {
        guard position < scalars.count, Self.quotes.contains(scalars[position]) else { return nil }
        let start = position
        let quote = scalars[position]
        position += 1
        var text = String.UnicodeScalarView()
        while position < scalars.count {
            let scalar = scalars[position]
            position += 1
            if scalar == quote {
                guard position < scalars.count, scalars[position] == quote else { return String(text) }
                position += 1
            }
            text.append(scalar)
        }
        throw error(.unclosedQuote, at: start)
    }

    /// Takes a regular expression between slashes.
    mutating func pattern() throws(ConditionTextError) -> String? {
        guard position < scalars.count, scalars[position] == "/" else { return nil }
        let start = position
        position += 1
        var isEscaped = false
        while position < scalars.count {
            let scalar = scalars[position]
            position += 1
            if scalar == "/", !isEscaped { return Self.string(scalars[start + 1..<position - 1]) }
            isEscaped = scalar == "\\" && !isEscaped
        }
        throw error(.unclosedQuote, at: start)
    }

    /// Takes one of the letters after a quoted text.
    mutating func takeFlag() -> Unicode.Scalar? {
        guard position < scalars.count, scalars[position].properties.isAlphabetic else { return nil }
        position += 1
        return scalars[position - 1]
    }

    private static let quotes: Set<Unicode.Scalar> = ["\"", "'"]
    private static let separators: Set<Unicode.Scalar> = ["(", ")", ","]
    private static let signs = separators.union(["\"", "'", "=", "<", ">", "!", "~", "≠", "≤", "≥"])

    private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}
