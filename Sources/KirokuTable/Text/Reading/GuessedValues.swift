/// The cells of a field as the type of all values so far, in a form that preserves their texts, because later cells may
/// have another type.
///
/// This way nothing is read twice, and a text can be read as it arrives. A text counts as a value only if it is written
/// back identically, or its written form is kept.
protocol GuessedValues: Sendable {
    /// Whether a text is a value of the type.
    static func isValue(_ text: UnsafeBufferPointer<UInt8>) -> Bool

    /// Creates empty cells.
    init(emptyCount: Int)

    /// Converts the cells of another type if they have this type, too.
    init?(widening other: any GuessedValues)

    /// The number of cells.
    var count: Int { get }

    mutating func reserve(_ count: Int)

    mutating func appendEmpty(_ count: Int)

    /// Appends cells from the record `first` on; returns the first record whose cell has another type, or the end.
    mutating func take(_ cells: BatchCells, from first: Int, _ unquoted: inout TextBuffer) -> Int

    /// Appends the texts that the cells were read from.
    func writeTexts(to builder: inout StringColumnBuilder)

    /// Whether the field has this type, given all its pieces, none of which is text; any may be empty.
    static func areAll(_ pieces: [GuessedPiece]) -> Bool

    /// Whether the points of all numbers in a field of this type could also be thousands separators, as in 1.234.
    static func mayBeThousands(_ pieces: [GuessedPiece]) -> Bool

    /// The number of decimals that all values are written with, if it should be kept, given all pieces of a field of
    /// this type.
    static func places(of pieces: [GuessedPiece]) -> Int?

    /// Joins pieces that all have this type into one column.
    ///
    /// The first piece is extended by the others; it is removed from the list, which is in reverse order, so that
    /// nothing else refers to it.
    static func column(ofReversed pieces: inout [GuessedPiece]) -> Column
}

extension GuessedValues {
    package init?(widening other: any GuessedValues) { nil }

    package static func places(of pieces: [GuessedPiece]) -> Int? { nil }

    static func areAll(_ pieces: [GuessedPiece]) -> Bool { pieces.allSatisfy { $0.values == nil || $0.values is Self } }

    static func mayBeThousands(_ pieces: [GuessedPiece]) -> Bool { false }

    /// Whether all pieces were read as values of this type.
    fileprivate static func hasRead(_ pieces: [GuessedPiece]) -> Bool {
        pieces.allSatisfy { piece in
            switch piece {
            case .empty: true
            case .values(let values): values is Self
            case .texts: false
            }
        }
    }
}

/// The cells of a field from one part of a text.
enum GuessedPiece: Sendable {
    /// This number of empty cells.
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

    /// The type that fits all cells of the pieces: the first type that all values have; String if there is none, or if
    /// there are no values.
    static func type(of pieces: [GuessedPiece]) -> FieldType {
        var hasValues = false
        for piece in pieces {
            if case .texts = piece { return .string }
            if case .values = piece { hasValues = true }
        }
        guard hasValues else { return .string }
        return FieldType.allCases.first { $0.kind.guess?.areAll(pieces) ?? false } ?? .string
    }

    /// The type that was chosen for a field, if all of its cells were read as such; otherwise String.
    static func type(of pieces: [GuessedPiece], chosen type: FieldType) -> FieldType {
        type.kind.guess?.hasRead(pieces) ?? false ? type : .string
    }

    /// How the numbers of a field of this type are shown.
    static func format(of pieces: [GuessedPiece], type: FieldType) -> NumberFormat {
        NumberFormat(places: type.kind.guess?.places(of: pieces))
    }

    /// Joins all cells, which must fit the type, into one column.
    ///
    /// The first piece is extended by the others; it is removed from the list, so that nothing else refers to it.
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
    /// Joins the cells of pieces for which `column` returns a column; the cells of other pieces are empty.
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
