/// Gathers the cells of a field whose type follows from all of its values.
///
/// Each value is taken for one of the type that the values before it have. At the first that is none, those are given
/// the type that fits all.
final class GuessedCells: CellGatherer {
    private var kind: GuessedPiece.Kind
    private var count = 0
    private var ints = NumberColumn<Int>()
    private var floats = FloatCells()
    private var bools: [BoolWord] = []
    private var strings: StringColumnBuilder?
    private var unquoted = TextBuffer()

    /// - Parameter types: with ``SeparatedText/ReadingOptions/Types/text``, all values are texts.
    init(types: SeparatedText.ReadingOptions.Types) {
        kind = types == .text ? .string : .empty
        if types == .text { strings = StringColumnBuilder(capacity: 0) }
    }

    func take(_ cells: BatchCells) {
        var next = 0
        while next < cells.count {
            let first = next
            switch kind {
            case .empty: next = takeEmpty(cells)
            case .int: next = takeInts(cells, from: first)
            case .float: next = takeFloats(cells, from: first)
            case .bool: next = takeBools(cells, from: first)
            case .string: next = takeStrings(cells, from: first)
            }
            count += next - first
            if next < cells.count { change(for: cells, at: next) }
        }
    }

    func takeEmpty(count added: Int) {
        switch kind {
        case .empty: break
        case .int: ints.appendEmpty(added)
        case .float: floats.appendEmpty(added)
        case .bool: bools.append(contentsOf: repeatElement(.empty, count: added))
        case .string: strings?.appendEmpty(added)
        }
        count += added
    }

    func reserve(_ count: Int) {
        switch kind {
        case .empty: break
        case .int: ints.reserveCapacity(count)
        case .float: floats.reserve(count)
        case .bool: bools.reserveLarge(count)
        case .string: strings?.reserve(count)
        }
    }

    func finished() -> GuessedPiece {
        switch kind {
        case .empty: .empty(count)
        case .int: .ints(ints)
        case .float: .floats(floats)
        case .bool: .bools(bools)
        case .string: .strings(strings?.finished() ?? StringColumn())
        }
    }

    // MARK: Other types

    /// Gives the cells that were taken a type that the one at `record` is of, too.
    private func change(for cells: BatchCells, at record: Int) {
        _ = cells.forEach(from: record, &unquoted) { text in
            if let text { kind = kind(with: text) }
            return false
        }
    }

    private func kind(with text: UnsafeBufferPointer<UInt8>) -> GuessedPiece.Kind {
        switch kind {
        case .empty where PlainNumber.int(text) != nil:
            ints.appendEmpty(count)
            return .int
        case .empty where PlainNumber.float(text) != nil:
            floats.appendEmpty(count)
            return .float
        case .empty where PlainNumber.bool(text) != nil:
            bools = Array(repeating: .empty, count: count)
            return .bool
        case .int where PlainNumber.float(text) != nil && FloatCells.canHold(ints):
            floats = FloatCells(ints)
            ints = NumberColumn()
            return .float
        default:
            var builder = StringColumnBuilder(capacity: count)
            finished().writeTexts(to: &builder)
            strings = consume builder
            (ints, floats, bools) = (NumberColumn(), FloatCells(), [])
            return .string
        }
    }

    // MARK: Cells of one type

    /// Each returns the first record whose cell is of another type.
    private func takeEmpty(_ cells: BatchCells) -> Int {
        cells.forEach(from: 0, &unquoted) { $0 == nil }
    }

    private func takeInts(_ cells: BatchCells, from first: Int) -> Int {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: cells.count - first) { numbers in
            var taken = 0
            var empties: [Int] = []
            let end = cells.forEach(from: first, &unquoted) { text in
                if let text {
                    guard let number = ShortNumber.int(text) else { return false }
                    numbers[taken] = number
                } else {
                    numbers[taken] = 0
                    empties.append(taken)
                }
                taken &+= 1
                return true
            }
            ints.append(UnsafeBufferPointer(rebasing: numbers[..<taken]), emptyAt: empties)
            return end
        }
    }

    private func takeFloats(_ cells: BatchCells, from first: Int) -> Int {
        let room = cells.count - first
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: room) { numbers in
            withUnsafeTemporaryAllocation(of: FloatForm.self, capacity: room) { forms in
                var taken = 0
                var empties: [Int] = []
                var oddTexts = TextBuffer()
                var decimals = DecimalCounts()
                let end = cells.forEach(from: first, &unquoted) { text in
                    numbers[taken] = 0
                    forms[taken] = .whole
                    if let text {
                        guard let (value, its) = ShortNumber.float(text) ?? PlainNumber.float(text) else {
                            return false
                        }
                        numbers[taken] = value
                        forms[taken] = its.form
                        decimals.add(its)
                        if its.form == .odd { oddTexts.appendWithLength(text) }
                    } else {
                        empties.append(taken)
                    }
                    taken &+= 1
                    return true
                }
                floats.append(
                    UnsafeBufferPointer(rebasing: numbers[..<taken]), UnsafeBufferPointer(rebasing: forms[..<taken]),
                    emptyAt: empties, oddTexts: oddTexts, decimals)
                return end
            }
        }
    }

    private func takeBools(_ cells: BatchCells, from first: Int) -> Int {
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
            bools.append(contentsOf: UnsafeBufferPointer(rebasing: words[..<taken]))
            return end
        }
    }

    private func takeStrings(_ cells: BatchCells, from first: Int) -> Int {
        guard var builder = strings.take() else { return cells.count }
        let end = builder.append(cells, from: first, &unquoted)
        strings = consume builder
        return end
    }
}

extension StringColumnBuilder {
    /// Appends the texts of all cells from the record `first` on.
    mutating func append(_ cells: BatchCells, from first: Int, _ unquoted: inout TextBuffer) -> Int {
        cells.forEach(from: first, &unquoted) { text in
            if let text { append(paddedUTF8: text) } else { appendEmpty() }
            return true
        }
    }
}

extension TextBuffer {
    /// Appends the number of bytes in a text, in four bytes, and the bytes.
    fileprivate mutating func appendWithLength(_ text: UnsafeBufferPointer<UInt8>) {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: text.count)) { append($0.bindMemory(to: UInt8.self)) }
        append(text)
    }
}
