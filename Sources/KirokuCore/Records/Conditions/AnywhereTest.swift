/// A test of all cells of a record: whether one of them, as it is shown, has a text in it.
struct AnywhereTest: Sendable {
    let text: TextTest
    /// The same for the digits of numbers; `nil` if no number has the text in it.
    let digits: TextTest?
    /// What a Bool must be; `nil` if the text is the word for neither.
    let flag: Bool?
    /// Whether all records pass.
    let isEmpty: Bool

    init(_ text: String, ignoring ignored: TextDifferences) {
        self.text = TextTest(text, .anywhere, ignoring: ignored)
        isEmpty = text.isEmpty
        let plain = TextFolding(ignored).folded(text)
        digits = plain.utf8.allSatisfy(Self.isInNumbers) ? TextTest(plain, .anywhere, ignoring: []) : nil
        if digits == nil, case .bool(let flag) = EntryReader(type: .bool).read(text) {
            self.flag = flag
        } else {
            flag = nil
        }
    }

    private static func isInNumbers(_ byte: UInt8) -> Bool {
        ASCII.digit(byte) <= 9 || "+-.e".utf8.contains(byte)
    }
}

/// Tests records of a table for a text in any of their cells, on one thread.
struct AnywhereMatcher {
    private let test: AnywhereTest
    private let columns: [Column]
    /// Which records have unfit text with the text in it.
    private let unfit: [UInt64]

    init(_ test: AnywhereTest, in table: RecordTable) {
        self.init(test, in: table, fields: Array(table.schema.fields.indices))
    }

    /// Tests only some fields, by their indexes.
    init(_ test: AnywhereTest, in table: RecordTable, fields: [Int]) {
        self.test = test
        columns = fields.map { table.column($0) }
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

    /// Takes the records out of `words` that have the text in none of their cells.
    func limit(_ words: inout [UInt64], from start: Int) {
        if test.isEmpty { return }
        var rest = words
        for index in rest.indices { rest[index] &= ~unfit[start + index] }
        for column in columns { takeOut(of: column, &rest, from: start) }
        for index in words.indices { words[index] &= ~rest[index] }
    }

    /// Takes the records out of `rest` that have the text in their cell of one field.
    private func takeOut(of column: Column, _ rest: inout [UInt64], from start: Int) {
        switch column {
        case .string(let column):
            var folder = test.text.makeFolder()
            column.withTexts { texts in
                for index in rest.indices where rest[index] != 0 {
                    let candidates = rest[index] & texts.filledWord(at: start + index)
                    rest[index] &= ~test.text.accepted(candidates, from: (start + index) &* 64, of: texts, &folder)
                }
            }
        case .int(let column): takeOut(of: column, &rest, from: start) { $0.append($1) }
        case .float(let column): takeOut(of: column, &rest, from: start) { $0.append($1) }
        case .bool(let column):
            guard let flag = test.flag else { return }
            for index in rest.indices { rest[index] &= ~column.word(at: start + index, of: flag) }
        }
    }

    /// Compares the digits of numbers, which `write` appends to a buffer.
    private func takeOut<Number: FieldValue & Numeric>(
        of column: NumberColumn<Number>, _ rest: inout [UInt64], from start: Int,
        _ write: (inout TextBuffer, Number) -> Void
    ) {
        guard let digits = test.digits else { return }
        var buffer = TextBuffer()
        var folder = digits.makeFolder()
        for index in rest.indices where rest[index] != 0 {
            let first = (start + index) &* 64
            MatchWords.forEachOne(in: rest[index] & column.presence.word(at: start + index)) { bit in
                buffer.removeAll()
                write(&buffer, column.numbers[first &+ bit])
                if digits.accepts(buffer.bytes, &folder) { rest[index] &= ~(1 << UInt64(bit)) }
            }
        }
    }
}
