/// Why a field that was read is text: the first value that rules out the last other type.
public struct TextReason: Sendable, Hashable {
    /// The value as it is in the text.
    public let text: String
    /// The index of its record.
    public let record: Int
}

/// A text for missing values, such as "NA", without which some fields would not be text.
public struct MissingWord: Sendable, Hashable {
    /// The text as it is written.
    public let text: String
    /// How many cells of the table hold it, in any field.
    public let count: Int
    /// The names of the fields that would not be text without such words.
    public let fieldNames: [String]

    /// Which fields it makes text, for the user.
    public var message: String {
        let names = fieldNames.prefix(3).map { ShownText.short($0) }.joined(separator: ", ")
        return localized(
            "“{text}” (1 cell) makes these fields text: {names}.",
            "“{text}” ({count} cells) makes these fields text: {names}.", count: count,
            ["text": text, "names": names + (fieldNames.count > 3 ? ", …" : "")])
    }
}

extension RecordTable {
    /// Why a field that was read from text is text; `nil` if it has another type, or no values.
    ///
    /// Costs a pass over the field up to that value.
    public func textReason(ofField field: Int) -> TextReason? {
        guard let texts = String.values(of: column(field)) else { return nil }
        var types = GuessedType()
        var first: Int?
        var padded: Int?
        var written: Int?
        for record in texts.indices {
            let isLast = texts.withUTF8(at: record) { text in
                guard let text else { return false }
                if first == nil { first = record }
                if padded == nil, text.last == ASCII.zero, text.contains(ASCII.point) { padded = record }
                types.narrow(to: text)
                if written == nil, types.isWrittenOnly { written = record }
                return types.isNone
            }
            if isLast { return reason(record, texts) }
        }
        // All are numbers without a common form, or values of one type in which trailing zeros distinguish some, as in
        // versions.
        return (written ?? padded ?? first).flatMap { reason($0, texts) }
    }

    private func reason(_ record: Int, _ texts: StringColumn) -> TextReason? {
        texts[record].map { TextReason(text: $0, record: record) }
    }

    /// The words for missing values without which fields of this table, which was read from text, would not be text.
    ///
    /// Costs a pass over such fields, and over the beginnings of others.
    public func missingWords() -> [MissingWord] {
        var fields: [String: [String]] = [:]
        for field in schema.fields.indices {
            guard let texts = String.values(of: column(field)) else { continue }
            for word in Self.missingWords(in: texts) { fields[word, default: []].append(schema[field].name) }
        }
        let counts = fields.isEmpty ? [:] : cellCounts(of: Set(fields.keys))
        return fields.map { MissingWord(text: $0, count: counts[$0, default: 0], fieldNames: $1) }
            .sorted { ($0.count, $1.text) > ($1.count, $0.text) }
    }

    private static func missingWords(in texts: StringColumn) -> Set<String> {
        var words: Set<String> = []
        var types = GuessedType()
        for record in texts.indices {
            let isText = texts.withUTF8(at: record) { text in
                guard let text else { return false }
                if text.count <= ColumnSample.longestMissingWord {
                    let word = String(decoding: text, as: UTF8.self)
                    if words.contains(word) { return false }
                    if ColumnSample.isMissing(word) {
                        words.insert(word)
                        return false
                    }
                }
                types.narrow(to: text)
                return types.isNone
            }
            if isText { return [] }
        }
        return types.isAny ? [] : words
    }

    private func cellCounts(of words: Set<String>) -> [String: Int] {
        var counts: [String: Int] = [:]
        guard let missing = MissingTexts(words) else { return [:] }
        for field in schema.fields.indices {
            guard let texts = String.values(of: column(field)) else { continue }
            for record in texts.indices {
                texts.withUTF8(at: record) { text in
                    guard let text, missing.contains(text) else { return }
                    counts[String(decoding: text, as: UTF8.self), default: 0] += 1
                }
            }
        }
        return counts
    }
}

/// The types that all examined texts have.
private struct GuessedType {
    private var guesses = FieldType.allCases.compactMap { $0.kind.guess }
    /// Whether all are numbers, in any form.
    private var areNumbers = true

    /// Whether there are no such types.
    var isNone: Bool { guesses.isEmpty && !areNumbers }

    /// Whether there are numbers that are not in the plain form.
    var isWrittenOnly: Bool { guesses.isEmpty && areNumbers }

    /// Whether no text has been examined.
    private(set) var isAny = true

    mutating func narrow(to text: UnsafeBufferPointer<UInt8>) {
        isAny = false
        guesses.removeAll { !$0.isValue(text) }
        areNumbers = areNumbers && NumberForms.isNumber(text)
    }
}
