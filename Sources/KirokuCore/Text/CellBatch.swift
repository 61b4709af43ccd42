/// The texts of some records' cells, one field after the other.
///
/// Going through a column at a time keeps the loops typed; the batch is small enough to stay in the processor's cache
/// until the cells are put into lines.
struct CellBatch: ~Copyable {
    private let separator: UInt8
    private var texts = TextBuffer()
    private var ends: [Int] = [0]

    init(separator: UInt8) {
        self.separator = separator
    }

    /// The text of the cell that was appended as number `index`.
    subscript(index: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: texts.bytes[ends[index]..<ends[index + 1]])
    }

    mutating func removeAll() {
        texts.removeAll()
        ends.removeAll(keepingCapacity: true)
        ends.append(0)
    }

    /// Appends the cells of one field.
    ///
    /// - Parameter unfitTexts: the field's unfit texts by record index.
    mutating func append(_ column: Column, records: Range<Int>, unfitTexts: [Int: String]) {
        if !unfitTexts.isEmpty {
            return append(column, records: records) { column, record, texts, separator in
                if var unfit = unfitTexts[record] {
                    unfit.withUTF8 { texts.append(cell: $0, separator: separator) }
                } else if var text = column[record].plainText {
                    text.withUTF8 { texts.append($0) }
                }
            }
        }
        switch column {
        case .int(let column) where column.isFull:
            append(column.numbers, records: records) { numbers, record, texts, _ in texts.append(numbers[record]) }
        case .int(let column):
            append(column, records: records) { column, record, texts, _ in
                if let number = column[record] { texts.append(number) }
            }
        case .float(let column):
            append(column, records: records) { column, record, texts, _ in
                if let number = column[record] { texts.append(number) }
            }
        case .bool(let column):
            append(column, records: records) { column, record, texts, _ in
                if let flag = column[record] { texts.append(flag ? "true" : "false" as StaticString) }
            }
        case .string(let column):
            append(column, records: records) { column, record, texts, separator in
                column.withUTF8(at: record) { text in
                    if let text { texts.append(cell: text, separator: separator) }
                }
            }
        }
    }

    @inline(__always)
    private mutating func append<Cells>(
        _ cells: Cells, records: Range<Int>, write: (Cells, Int, inout TextBuffer, UInt8) -> Void
    ) {
        for record in records {
            write(cells, record, &texts, separator)
            ends.append(texts.count)
        }
    }
}

extension TextBuffer {
    /// Appends a text as a cell: in double quotes where it would be misread without, and `""` if it has no characters.
    mutating func append(cell text: UnsafeBufferPointer<UInt8>, separator: UInt8) {
        guard needsQuotes(text, separator: separator) else { return append(text) }
        append(ASCII.quote)
        for byte in text {
            if byte == ASCII.quote { append(ASCII.quote) }
            append(byte)
        }
        append(ASCII.quote)
    }

    @inline(__always)
    private func needsQuotes(_ text: UnsafeBufferPointer<UInt8>, separator: UInt8) -> Bool {
        var position = 0
        while position < text.count {
            let word = ByteWord.load(text, at: position)
            let marks =
                ByteWord.marksUpToReturn(in: word) | ByteWord.marks(of: ASCII.quote, in: word)
                | ByteWord.marks(of: separator, in: word)
            if marks != 0, text[position...].prefix(8).contains(where: { isSpecial($0, separator) }) { return true }
            position += 8
        }
        return text.isEmpty
    }

    private func isSpecial(_ byte: UInt8, _ separator: UInt8) -> Bool {
        byte == separator || byte == ASCII.quote || byte == ASCII.tab || byte == ASCII.lineFeed
            || byte == ASCII.carriageReturn
    }
}
