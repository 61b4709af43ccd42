/// The rules that turn the lines of a text into records.
struct LineRules: Sendable {
    let separator: SeparatedText.Separator
    /// The byte that begins comment lines; `nil` if there are none.
    var comment: UInt8?
    /// The texts that stand for missing values; `nil` if there are none.
    let missing: MissingTexts?

    func isMissing(_ text: String) -> Bool { missing?.contains(text) ?? false }
}

extension CellScanner {
    package init(text: UnsafeBufferPointer<UInt8>, _ rules: LineRules, isWhole: Bool) {
        self.init(text: text, separator: rules.separator.byte, comment: rules.comment, isWhole: isWhole)
    }
}

/// The texts that stand for missing values, which make cells empty.
struct MissingTexts: Sendable {
    private let texts: [[UInt8]]
    /// A bit for each length of these texts; the last bit stands for all greater lengths.
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

    /// Passes the cells of a field to `take`, with missing values as empty cells.
    ///
    /// Quotes around a missing value do not matter.
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
