/// The cells of a field as the type that all values were of so far, in a form that their texts can be had back from:
/// later cells may be of another type.
///
/// So nothing has to be read twice, and a text can be read as it comes. Values are only taken for ones if they are
/// written back letter by letter, or it is kept how they were written.
protocol GuessedValues: Sendable {
    /// Whether a text is a value.
    static func isValue(_ text: UnsafeBufferPointer<UInt8>) -> Bool

    /// Cells that are all empty.
    init(emptyCount: Int)

    /// Cells that were taken for another type, if they are of this one, too.
    init?(widening other: any GuessedValues)

    /// How many cells there are.
    var count: Int { get }

    mutating func reserve(_ count: Int)

    mutating func appendEmpty(_ count: Int)

    /// Appends cells from the record `first` on; returns the first whose cell is of another type, or their end.
    mutating func take(_ cells: BatchCells, from first: Int, _ unquoted: inout TextBuffer) -> Int

    /// Appends the texts that the cells were read from.
    func writeTexts(to builder: inout StringColumnBuilder)

    /// Whether the field is of this type, given all that was read of it, some of which is no text; any of it may be empty.
    static func areAll(_ pieces: [GuessedPiece]) -> Bool

    /// One column of pieces that are all of this type.
    ///
    /// The first piece grows by the others; it is taken out of the list, which is the wrong way round, so that nobody else
    /// holds it.
    static func column(ofReversed pieces: inout [GuessedPiece]) -> Column
}

extension GuessedValues {
    init?(widening other: any GuessedValues) { nil }

    static func areAll(_ pieces: [GuessedPiece]) -> Bool { pieces.allSatisfy { $0.values == nil || $0.values is Self } }
}

/// What was read of a field, from one part of a text.
enum GuessedPiece: Sendable {
    /// So many cells, all of them empty.
    case empty(Int)
    case values(any GuessedValues)
    case texts(StringColumn)

    var count: Int {
        switch self {
        case .empty(let count): count
        case .values(let values): values.count
        case .texts(let column): column.count
        }
    }

    var values: (any GuessedValues)? {
        if case .values(let values) = self { values } else { nil }
    }

    /// The type that fits all cells of the pieces: the first that all values are of, and otherwise, or if there is no
    /// value, String.
    static func type(of pieces: [GuessedPiece]) -> FieldType {
        var hasValues = false
        for piece in pieces {
            if case .texts = piece { return .string }
            if case .values = piece { hasValues = true }
        }
        guard hasValues else { return .string }
        return FieldType.allCases.first { $0.kind.guess?.areAll(pieces) ?? false } ?? .string
    }

    /// One column of all cells, which must fit the type.
    ///
    /// The first piece grows by the others; it is taken out of the list, so that nobody else holds it.
    static func column(of pieces: inout [GuessedPiece], type: FieldType) -> Column {
        pieces.reverse()
        if let guess = type.kind.guess { return guess.column(ofReversed: &pieces) }
        var column = StringColumn()
        while let piece = pieces.popLast() {
            switch piece {
            case .texts(let texts) where column.count == 0: column = texts
            case .texts(let texts): column.append(contentsOf: texts)
            case .empty(let count): column.appendEmpty(count)
            case .values:
                var builder = StringColumnBuilder(capacity: piece.count)
                piece.writeTexts(to: &builder)
                column.append(contentsOf: builder.finished())
            }
        }
        return .string(column)
    }

    /// Appends the texts that the cells were read from.
    func writeTexts(to builder: inout StringColumnBuilder) {
        switch self {
        case .empty(let count): builder.appendEmpty(count)
        case .values(let values): values.writeTexts(to: &builder)
        case .texts(let column):
            for index in column.indices {
                column.withUTF8(at: index) { text in
                    if let text { builder.append(validUTF8: text) } else { builder.appendEmpty() }
                }
            }
        }
    }
}

extension FixedColumn {
    /// Puts the cells of pieces together, of which `column` takes the cells; those of others are empty.
    @inline(__always)
    init(ofReversed pieces: inout [GuessedPiece], _ column: (any GuessedValues) -> Self?) {
        self.init()
        while let piece = pieces.popLast() {
            guard let values = piece.values, let cells = column(values) else {
                appendEmpty(piece.count)
                continue
            }
            if count == 0 { self = cells } else { append(contentsOf: cells) }
        }
    }
}
