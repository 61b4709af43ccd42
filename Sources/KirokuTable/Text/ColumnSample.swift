/// The common properties of the first cells of a column, which show whether a cell above belongs to them.
struct ColumnSample {
    /// The share of the cells that must agree to characterize the column.
    private static let most = 0.8

    /// The cells that are not empty, without surrounding blanks.
    let texts: [String]
    /// Whether some cells are empty.
    let hasGaps: Bool
    /// Whether the cells are numbers, dates, times or truth values.
    let isValues: Bool
    /// The types that fit the cells; several if whole numbers may be years, for example.
    private let types: [FieldType]
    /// The shape that all cells share, if they are texts and it has digits, as in "AB-1234".
    private let shape: String?
    private let yearCount: Int
    private let hasStamps: Bool

    /// - Parameter cells: the cells from the second record on; `nil` for empty ones.
    init(_ cells: [String?]) {
        let texts = cells.compactMap(Self.content)
        self.texts = texts
        hasGaps = texts.count < cells.count
        func areMost(_ isOne: (String) -> Bool) -> Bool {
            !texts.isEmpty && Double(texts.count(where: isOne)) >= Self.most * Double(texts.count)
        }
        isValues = areMost(Self.isValue)
        types = isValues ? FieldType.allCases.filter { type in areMost { Self.isValue($0, of: type) } } : []
        shape = isValues ? nil : Self.commonShape(of: texts)
        yearCount = texts.count(where: Self.isYear)
        hasStamps = texts.contains(where: Self.isStamp)
    }

    /// A column with a known type and unknown cells.
    init(of type: FieldType) {
        (texts, hasGaps, isValues, types, shape, yearCount, hasStamps) = (
            [], false, !type.holdsText, [type], nil, 0, false
        )
    }

    /// How similar a cell above the column is to it.
    enum Likeness {
        /// It may be one of these cells.
        case alike
        /// All are texts, so it is undecided.
        case unclear
        /// It is unlike all of these cells.
        case different
        /// It is a value above texts.
        case strange
    }

    /// Compares a cell that is not empty with the column.
    func likeness(to text: String) -> Likeness {
        let isValue = Self.isValue(text)
        if isValues {
            guard isValue else { return .different }
            let fits = types.contains { Self.isValue(text, of: $0) }
            return fits || hasStamps || !Self.isStamp(text) ? .alike : .different
        }
        if isValue { return texts.contains(where: Self.isValue) ? .alike : .strange }
        guard let shape else { return .unclear }
        if Self.shape(text) == shape { return .alike }
        return Self.withDigits(Self.shape(text)) == nil ? .different : .unclear
    }

    /// Whether years are common in the column.
    var holdsYears: Bool { yearCount * 5 >= max(texts.count, 1) }

    /// The contents of a cell; `nil` if it is empty or holds a word for a missing value.
    ///
    /// Ignores surrounding blanks, and quotes that a preceding blank has made part of the text. Only the beginning of a
    /// long text is used.
    static func content(_ cell: String?) -> String? {
        guard let cell else { return nil }
        var text = (cell.utf8.count > longestText ? String(cell.prefix(longestText)) : cell).trimmingBlanks
        if text.utf8.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") {
            text = String(text.dropFirst().dropLast())
        }
        return text.isEmpty || isMissing(text) ? nil : text
    }

    /// Whether the text is a word for a missing value.
    static func isMissing(_ text: String) -> Bool { missingWords.contains(text.lowercased()) }

    /// In characters; no name or value is longer.
    private static let longestText = FieldNames.longest

    /// In bytes.
    static let longestMissingWord = 7

    private static let missingWords: Set<String> = [
        "na", "n/a", "#n/a", "nan", "null", "nil", "none", "missing", "unknown", "-", "--", "?", ".", "..", "...",
    ]

    /// Whether a text is a value: digits without letters ("007", "12:30"), or a text that fits a type.
    static func isValue(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            let hasDigits = bytes.contains { ASCII.digit($0) <= 9 }
            let hasLetters = bytes.contains { ASCII.isLetter($0) || $0 >= 0x80 }
            if hasDigits && !hasLetters { return true }
            return FieldType.allCases.contains { $0.kind.guess?.isValue(bytes) ?? false }
        }
    }

    /// Whether a text is a year that may name a column.
    static func isYear(_ text: String) -> Bool {
        text.utf8.count == 4 && Int(text).map { (1_500...2_100).contains($0) } ?? false
    }

    private static func isValue(_ text: String, of type: FieldType) -> Bool {
        var text = text
        return text.withUTF8 { type.kind.guess?.isValue($0) ?? false }
    }

    /// Whether a text looks like a date or a time in any form: groups of digits with punctuation between them that are
    /// not a number.
    private static func isStamp(_ text: String) -> Bool {
        guard ![FieldType.int, .float, .decimal].contains(where: { isValue(text, of: $0) }) else { return false }
        let groups = text.split { !$0.isASCII || !$0.isNumber }
        return groups.count > 1 && text.contains { "/:-.".contains($0) }
    }

    private static func commonShape(of texts: [String]) -> String? {
        guard let first = texts.first, texts.count > 1 || first.count > 3 else { return nil }
        let shape = shape(first)
        return texts.allSatisfy { Self.shape($0) == shape } ? withDigits(shape) : nil
    }

    private static func shape(_ text: String) -> String {
        String(text.map { $0.isNumber ? "9" : $0.isUppercase ? "A" : $0.isLetter ? "a" : $0 })
    }

    private static func withDigits(_ shape: String) -> String? { shape.contains("9") ? shape : nil }
}

extension String {
    /// The text without blanks at both ends.
    var trimmingBlanks: String {
        // Most texts need not be searched for blanks of other scripts.
        if let first = utf8.first, let last = utf8.last, (0x21..<0x7f).contains(first), (0x21..<0x7f).contains(last) {
            return self
        }
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace })
        else {
            return ""
        }
        return String(self[start...end])
    }
}
