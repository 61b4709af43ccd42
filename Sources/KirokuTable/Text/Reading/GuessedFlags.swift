/// Truth values, and how they were written.
struct GuessedFlags: GuessedValues {
    private var words: [BoolWord]

    init(emptyCount: Int) {
        words = Array(repeating: .empty, count: emptyCount)
    }

    static func isValue(_ text: UnsafeBufferPointer<UInt8>) -> Bool { PlainNumber.bool(text) != nil }

    var count: Int { words.count }

    mutating func reserve(_ count: Int) { words.reserveLarge(count) }

    mutating func appendEmpty(_ count: Int) {
        words.append(contentsOf: repeatElement(.empty, count: count))
    }

    mutating func take(_ cells: BatchCells, from first: Int, _ unquoted: inout TextBuffer) -> Int {
        withUnsafeTemporaryAllocation(of: BoolWord.self, capacity: cells.count - first) { words in
            var taken = 0
            let end = cells.forEach(from: first, &unquoted) { text in
                if let text {
                    guard let word = BoolWord(text) else { return false }
                    words[taken] = word
                } else {
                    words[taken] = .empty
                }
                taken &+= 1
                return true
            }
            self.words.append(contentsOf: UnsafeBufferPointer(rebasing: words[..<taken]))
            return end
        }
    }

    func writeTexts(to builder: inout StringColumnBuilder) {
        for word in words {
            if let text = word.text { builder.append(text) } else { builder.appendEmpty() }
        }
    }

    static func column(ofReversed pieces: inout [GuessedPiece]) -> Column {
        var flags: [Bool?] = []
        flags.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
        while let piece = pieces.popLast() {
            if let cells = piece.values as? GuessedFlags {
                flags.append(contentsOf: cells.words.lazy.map(\.value))
            } else {
                flags.append(contentsOf: repeatElement(nil, count: piece.count))
            }
        }
        return .bool(BoolColumn(flags))
    }
}

/// A truth value as it is written, or an empty cell.
enum BoolWord: UInt8, Sendable {
    case empty, lowerTrue, titleTrue, upperTrue, lowerFalse, titleFalse, upperFalse

    /// Reads a text; `nil` if it is not a truth value.
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
