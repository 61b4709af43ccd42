/// The cells of a field as the type that fits all that were read so far, in a form that their texts can be had back
/// from: later cells may be of another type.
///
/// So nothing has to be read twice, and a text can be read as it comes. Whole numbers are only taken for ones if they
/// are written back letter by letter; for other numbers, and for truth values, it is kept how they were written.
enum GuessedPiece: Sendable {
    /// So many cells, all of them empty.
    case empty(Int)
    case ints(NumberColumn<Int>)
    case floats(FloatCells)
    case bools([BoolWord])
    case strings(StringColumn)

    /// What a field is, when all of its pieces are put together.
    enum Kind: Sendable {
        case empty, int, float, bool, string
    }

    var count: Int {
        switch self {
        case .empty(let count): count
        case .ints(let column): column.count
        case .floats(let cells): cells.column.count
        case .bools(let words): words.count
        case .strings(let column): column.count
        }
    }

    var kind: Kind {
        switch self {
        case .empty: .empty
        case .ints: .int
        case .floats: .float
        case .bools: .bool
        case .strings: .string
        }
    }

    /// The type that fits all cells of the pieces: the first of Int, Float and Bool that all values are of, and
    /// otherwise, or if there is no value, String.
    ///
    /// Numbers with a zero at the end of several decimals are prices ("1.50", all with two decimals) or versions
    /// ("1.9", "1.10"); where the number of decimals varies, the zeros tell values apart and the field is text.
    static func type(of pieces: [GuessedPiece]) -> FieldType {
        let kinds = Set(pieces.map(\.kind)).subtracting([.empty])
        switch kinds {
        case [.int]: return .int
        case [.bool]: return .bool
        case [.float], [.int, .float]:
            var decimals = DecimalCounts()
            for piece in pieces {
                if case .floats(let cells) = piece { decimals.add(cells.decimals) }
                if case .ints(let column) = piece, kinds.count > 1, !FloatCells.canHold(column) { return .string }
            }
            return decimals.tellValuesApart ? .string : .float
        default: return .string
        }
    }

    /// One column of all cells, which must fit the type.
    ///
    /// The first piece grows by the others; it is taken out of the list, so that nobody else holds it.
    static func column(of pieces: inout [GuessedPiece], type: FieldType) -> Column {
        pieces.reverse()
        switch type {
        case .int:
            var column = NumberColumn<Int>()
            while let piece = pieces.popLast() {
                switch piece {
                case .ints(let ints) where column.count == 0: column = ints
                case .ints(let ints): column.append(contentsOf: ints)
                default: column.appendEmpty(piece.count)
                }
            }
            return .int(column)
        case .float:
            var column = NumberColumn<Double>()
            while let piece = pieces.popLast() {
                switch piece {
                case .floats(let cells) where column.count == 0: column = cells.column
                case .floats(let cells): column.append(contentsOf: cells.column)
                case .ints(let ints): column.append(contentsOf: ints.map(Double.init))
                default: column.appendEmpty(piece.count)
                }
            }
            return .float(column)
        case .bool:
            var flags: [Bool?] = []
            flags.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
            while let piece = pieces.popLast() {
                if case .bools(let words) = piece {
                    flags.append(contentsOf: words.lazy.map(\.value))
                } else {
                    flags.append(contentsOf: repeatElement(nil, count: piece.count))
                }
            }
            return .bool(BoolColumn(flags))
        case .string:
            var column = StringColumn()
            while let piece = pieces.popLast() {
                switch piece {
                case .strings(let strings) where column.count == 0: column = strings
                case .strings(let strings): column.append(contentsOf: strings)
                case .empty(let count): column.appendEmpty(count)
                default: column.append(contentsOf: piece.strings)
                }
            }
            return .string(column)
        }
    }

    /// The texts that the cells were read from.
    private var strings: StringColumn {
        var builder = StringColumnBuilder(capacity: count)
        writeTexts(to: &builder)
        return builder.finished()
    }

    /// Appends the texts that the cells were read from.
    func writeTexts(to builder: inout StringColumnBuilder) {
        switch self {
        case .empty(let count): builder.appendEmpty(count)
        case .ints(let column):
            for number in column {
                if let number { builder.append(String(number)) } else { builder.appendEmpty() }
            }
        case .floats(let cells): cells.writeTexts(to: &builder)
        case .bools(let words):
            for word in words {
                if let text = word.text { builder.append(text) } else { builder.appendEmpty() }
            }
        case .strings(let column):
            for index in column.indices {
                column.withUTF8(at: index) { text in
                    if let text { builder.append(validUTF8: text) } else { builder.appendEmpty() }
                }
            }
        }
    }
}

/// A truth value as it is written, or an empty cell.
enum BoolWord: UInt8, Sendable {
    case empty, lowerTrue, titleTrue, upperTrue, lowerFalse, titleFalse, upperFalse

    /// `nil` if the text is none.
    @inline(__always)
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.count == 4 || text.count == 5, let start = text.baseAddress else { return nil }
        let word = UInt32(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt32.self))
        switch (word, text[text.count - 1]) {
        case (0x6575_7274, _) where text.count == 4: self = .lowerTrue
        case (0x6575_7254, _) where text.count == 4: self = .titleTrue
        case (0x4555_5254, _) where text.count == 4: self = .upperTrue
        case (0x736c_6166, UInt8(ascii: "e")) where text.count == 5: self = .lowerFalse
        case (0x736c_6146, UInt8(ascii: "e")) where text.count == 5: self = .titleFalse
        case (0x534c_4146, UInt8(ascii: "E")) where text.count == 5: self = .upperFalse
        default: return nil
        }
    }

    var value: Bool? {
        self == .empty ? nil : rawValue <= Self.upperTrue.rawValue
    }

    var text: String? {
        switch self {
        case .empty: nil
        case .lowerTrue: "true"
        case .titleTrue: "True"
        case .upperTrue: "TRUE"
        case .lowerFalse: "false"
        case .titleFalse: "False"
        case .upperFalse: "FALSE"
        }
    }
}
