/// Gathers the cells of a field whose type follows from all of its values.
///
/// Each value is read as the type of the values before it. At the first value that does not fit, the earlier values are
/// converted to the type that fits all.
final class GuessedCells: CellGatherer {
    /// The types that values may have, besides text.
    private let guesses: [any GuessedValues.Type]
    private var count = 0
    /// `nil` before the first value, and if all values are texts.
    private var values: (any GuessedValues)?
    private var texts: TextsBuilder?
    private var unquoted = TextBuffer()

    /// - Parameter guesses: the types that values may have; without any, all values are texts.
    init(_ guesses: [any GuessedValues.Type] = FieldType.guesses) {
        self.guesses = guesses
        if guesses.isEmpty { texts = TextsBuilder(capacity: 0) }
    }

    func take(_ cells: BatchCells) {
        var next = 0
        while next < cells.count {
            let first = next
            if let texts {
                next = texts.append(cells, from: first)
            } else {
                next =
                    values?.take(cells, from: first, &unquoted)
                    ?? cells.forEach(from: first, &unquoted) { $0 == nil }
            }
            count += next - first
            if next < cells.count { change(for: cells, at: next) }
        }
    }

    func takeEmpty(count added: Int) {
        texts?.builder.appendEmpty(added)
        values?.appendEmpty(added)
        count += added
    }

    func reserve(_ count: Int) {
        texts?.builder.reserve(count)
        values?.reserve(count)
    }

    func finished() -> GuessedPiece {
        if let texts { return .texts(texts.builder.finished()) }
        return values.map { .values($0) } ?? .empty(count)
    }

    /// Converts the cells so far to a type that the one at `record` has, too.
    private func change(for cells: BatchCells, at record: Int) {
        _ = cells.forEach(from: record, &unquoted) { text in
            if let text { change(for: text) }
            return false
        }
    }

    private func change(for text: UnsafeBufferPointer<UInt8>) {
        for guess in guesses where guess.isValue(text) {
            let changed = values.map { guess.init(widening: $0) } ?? guess.init(emptyCount: count)
            guard let changed else { continue }
            values = changed
            return
        }
        let builder = TextsBuilder(capacity: count)
        finished().writeTexts(to: &builder.builder)
        (values, texts) = (nil, builder)
    }
}

extension FieldType {
    /// The readers for the types that can be guessed, in the order in which they are tried.
    static let guesses = allCases.compactMap { $0.kind.guess }

    /// Whether the points of all numbers in a field of this type could also be thousands separators, as in 1.234.
    func mayBeThousands(_ pieces: [GuessedPiece]) -> Bool { kind.guess?.mayBeThousands(pieces) ?? false }
}

/// A builder that closures and classes can share.
final class TextsBuilder {
    // As in `Gathered`.
    @exclusivity(unchecked) var builder: StringColumnBuilder
    private var unquoted = TextBuffer()

    init(capacity: Int) {
        builder = StringColumnBuilder(capacity: capacity)
    }

    /// Appends the texts of all cells from the record `first` on, and returns their end.
    @discardableResult
    func append(_ cells: BatchCells, from first: Int) -> Int { builder.append(cells, from: first, &unquoted) }
}

extension StringColumnBuilder {
    /// Appends the texts of all cells from the record `first` on, and returns their end.
    fileprivate mutating func append(
        _ cells: BatchCells, from first: Int, _ unquoted: inout TextBuffer
    ) -> Int {
        cells.forEach(from: first, &unquoted) { text in
            if let text { append(paddedUTF8: text) } else { appendEmpty() }
            return true
        }
    }
}
