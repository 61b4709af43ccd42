/// How the lines of a text become records.
struct LineRules: Sendable {
    let separator: SeparatedText.Separator
    /// What lines begin with that are no records; `nil` if there are none.
    let comment: UInt8?
    /// `nil` if no text stands for a missing value.
    let missing: MissingTexts?

    func isMissing(_ text: String) -> Bool { missing?.contains(text) ?? false }
}

extension CellScanner {
    init(text: UnsafeBufferPointer<UInt8>, _ rules: LineRules, isWhole: Bool) {
        self.init(text: text, separator: rules.separator.byte, comment: rules.comment, isWhole: isWhole)
    }
}

/// The texts that stand for missing values: their cells are empty.
struct MissingTexts: Sendable {
    private let texts: [[UInt8]]
    /// A bit for each length that one of them has; the last bit stands for all longer ones.
    private let lengths: UInt64

    /// `nil` if there are none.
    init?(_ texts: Set<String>) {
        guard !texts.isEmpty else { return nil }
        self.texts = texts.map { Array($0.utf8) }
        lengths = self.texts.reduce(0) { $0 | 1 << UInt64(min($1.count, 63)) }
    }

    func contains(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        lengths >> UInt64(min(text.count, 63)) & 1 == 1 && texts.contains { $0.elementsEqual(text) }
    }

    func contains(_ text: String) -> Bool {
        var text = text
        return text.withUTF8(contains)
    }

    /// Calls `take` with the cells of a field, the missing ones of which are empty.
    ///
    /// It does not matter whether they are in quotes.
    func emptied(_ cells: BatchCells, _ take: (BatchCells) -> Void) {
        var unquoted = TextBuffer()
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * cells.count + 2) { starts in
            for record in 0..<cells.count {
                let raw = cells.raw(record)
                let text = raw.first == ASCII.quote ? QuotedCell.content(of: raw, &unquoted) : raw
                let start = cells.starts[record * cells.stride]
                starts[2 * record] = start
                starts[2 * record + 1] =
                    raw.count > 0 && contains(text) ? start + 1 : cells.starts[record * cells.stride + 1]
            }
            guard let first = starts.baseAddress else { return }
            take(BatchCells(text: cells.text, starts: first, stride: 2, count: cells.count))
        }
    }
}
