/// A test of all cells of a record: whether one of them, as it is shown, contains a text.
package struct AnywhereTest: Sendable {
    /// What was typed.
    let typed: String
    let text: TextTest
    /// The same for values written in digits; `nil` if these cannot contain the text.
    let digits: TextTest?

    /// - Parameter decimalSign: the sign with which cells show decimals; `nil` for that of the user's locale.
    init(
        _ text: String, ignoring ignored: TextDifferences, decimalSign: SeparatedText.Style.DecimalSign? = nil
    ) {
        typed = text
        self.text = TextTest(text, .anywhere, ignoring: ignored)
        let folded = TextFolding(ignored).folded(text)
        let plain = (decimalSign ?? usualDecimalSign()) == .comma ? folded.replacing(",", with: ".") : folded
        digits = plain.utf8.allSatisfy(Self.isInNumbers) ? TextTest(plain, .anywhere, ignoring: []) : nil
    }

    /// Whether all records pass.
    var isEmpty: Bool { typed.isEmpty }

    private static func isInNumbers(_ byte: UInt8) -> Bool {
        ASCII.digit(byte) <= 9 || "+-.e".utf8.contains(byte)
    }
}

/// Tests records of a table for a text in any of their cells, on one thread.
struct AnywhereMatcher {
    private let test: AnywhereTest
    /// For each field that may contain the text, what removes the records that do.
    private let finders: [WordMatcher]
    /// Which records have unfit text that contains the text.
    private let unfit: [UInt64]

    init(_ test: AnywhereTest, in table: RecordTable) {
        self.init(test, in: table, fields: Array(table.schema.fields.indices))
    }

    /// Tests only some fields, by their indexes.
    init(_ test: AnywhereTest, in table: RecordTable, fields: [Int]) {
        self.test = test
        finders = fields.compactMap { field in
            let column = table.column(field)
            return column.type.kind.finder(of: test, in: column)
        }
        var words = [UInt64](repeating: 0, count: MatchWords.wordCount(for: table.count))
        var folder = test.text.makeFolder()
        for field in fields {
            for (record, text) in table.unfitTexts(inField: field) {
                var text = text
                let isHit = text.withUTF8 { test.text.accepts($0, &folder) }
                if isHit { words[record >> 6] |= 1 << UInt64(record & 63) }
            }
        }
        unfit = words
    }

    /// Removes from `words` the records in which no cell contains the text.
    func limit(_ words: inout [UInt64], from start: Int) {
        if test.isEmpty { return }
        var rest = words
        for index in rest.indices { rest[index] &= ~unfit[start + index] }
        for find in finders { find(&rest, start) }
        for index in words.indices { words[index] &= ~rest[index] }
    }
}
