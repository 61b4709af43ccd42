/// Exact decimal numbers, of which at least one has decimals and more digits than a Float keeps.
///
/// Other numbers among them are decimal numbers, too, if they are in their plain form. Whole numbers that a Float
/// cannot hold make the field text, as they do among Floats: long runs of digits are more likely identifiers than
/// amounts.
struct GuessedDecimals: GuessedValues {
    private var column = DecimalColumn()

    init(emptyCount: Int) {
        column.appendEmpty(emptyCount)
    }

    /// Converts whole numbers, and other numbers from their texts, if all of them are in the plain form.
    init?(widening other: any GuessedValues) {
        guard let column = Self.numbers(other) else { return nil }
        self.column = column
    }

    static func isValue(_ text: UnsafeBufferPointer<UInt8>) -> Bool { number(text) != nil }

    var count: Int { column.count }

    mutating func reserve(_ count: Int) { column.reserveCapacity(count) }

    mutating func appendEmpty(_ count: Int) { column.appendEmpty(count) }

    mutating func take(_ cells: BatchCells, from first: Int, _ unquoted: inout TextBuffer) -> Int {
        column.take(cells, from: first, &unquoted) { Self.number($0) }
    }

    func writeTexts(to builder: inout StringColumnBuilder) {
        for number in column {
            if let number { builder.append(number.text) } else { builder.appendEmpty() }
        }
    }

    /// A text is gathered as a decimal number only where no other type fits, so one piece of them is enough.
    static func areAll(_ pieces: [GuessedPiece]) -> Bool {
        let values = pieces.lazy.compactMap(\.values)
        return values.contains { $0 is GuessedDecimals } && values.allSatisfy { numbers($0) != nil }
    }

    static func mayBeThousands(_ pieces: [GuessedPiece]) -> Bool {
        pieces.lazy.compactMap { $0.values as? GuessedDecimals }.allSatisfy { $0.column.haveThreeDecimals }
    }

    static func column(ofReversed pieces: inout [GuessedPiece]) -> Column {
        var column = DecimalColumn()
        while let piece = pieces.popLast() {
            if let numbers = piece.values.flatMap(numbers) {
                if column.count == 0 { column = numbers } else { column.append(contentsOf: numbers) }
            } else {
                column.appendEmpty(piece.count)
            }
        }
        return .decimal(column)
    }

    /// A number in its plain form; `nil` for a whole number that a Float does not keep.
    @inline(__always)
    private static func number(_ text: UnsafeBufferPointer<UInt8>) -> DecimalNumber? {
        guard let number = ShortNumber.decimal(text) else { return nil }
        let isKept = number.places > 0 || Int(exactly: number.coefficient).flatMap { Double(exactly: $0) } != nil
        return isKept ? number : nil
    }

    private static func numbers(_ values: any GuessedValues) -> DecimalColumn? {
        if let decimals = values as? GuessedDecimals { return decimals.column }
        guard values is GuessedInts || values is GuessedFloats else { return nil }
        var builder = StringColumnBuilder(capacity: values.count)
        values.writeTexts(to: &builder)
        let texts = builder.finished()
        var column = DecimalColumn()
        column.reserveCapacity(texts.count)
        for index in texts.indices {
            let number: DecimalNumber? = texts.withUTF8(at: index) { text in text.flatMap { Self.number($0) } }
            if number == nil, texts[index] != nil { return nil }
            column.append(number)
        }
        return column
    }
}
