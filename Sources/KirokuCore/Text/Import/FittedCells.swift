/// Gathers the cells of one field as ones of a given type.
final class FittedCells: CellGatherer {
    /// Cells, the unfit ones apart, by the record's index.
    struct Piece: Sendable {
        var column: Column
        var unfitTexts: [Int: String] = [:]

        /// Puts the cells of `later` behind these.
        mutating func append(_ later: Piece) {
            let count = column.count
            column.append(later.column)
            for (record, text) in later.unfitTexts { unfitTexts[record + count] = text }
        }
    }

    private let reader: FittingReader
    private var ints = NumberColumn<Int>()
    private var floats = NumberColumn<Double>()
    private var bools: [Bool?] = []
    private var strings: StringColumnBuilder?
    private var unfitTexts: [Int: String] = [:]
    private var unquoted = TextBuffer()

    init(_ reader: FittingReader) {
        self.reader = reader
        if reader.type == .string { strings = StringColumnBuilder(capacity: 0) }
    }

    func take(_ cells: BatchCells) {
        switch reader.type {
        case .int:
            let (numbers, empties) = values(cells, 0, after: ints.count) { ShortNumber.int($0) }
            numbers.withUnsafeBufferPointer { ints.append($0, emptyAt: empties) }
        case .float:
            let isPlain = reader.style.decimalSign == .point
            let (numbers, empties) = values(cells, 0, after: floats.count) { text in
                isPlain ? ShortNumber.float(text)?.value ?? reader.plainFloat(text) : nil
            }
            numbers.withUnsafeBufferPointer { floats.append($0, emptyAt: empties) }
        case .bool:
            let start = bools.count
            let (flags, empties) = values(cells, false, after: start) { reader.plainBool($0) }
            bools.append(contentsOf: flags.lazy.map(Optional.some))
            for place in empties { bools[start + place] = nil }
        case .string:
            guard var builder = strings.take() else { return }
            _ = builder.append(cells, from: 0, &unquoted)
            strings = consume builder
        }
    }

    func takeEmpty(count: Int) {
        switch reader.type {
        case .int: ints.appendEmpty(count)
        case .float: floats.appendEmpty(count)
        case .bool: bools.append(contentsOf: repeatElement(nil, count: count))
        case .string: strings?.appendEmpty(count)
        }
    }

    func reserve(_ count: Int) {
        switch reader.type {
        case .int: ints.reserveCapacity(count)
        case .float: floats.reserveCapacity(count)
        case .bool: bools.reserveCapacity(count)
        case .string: strings?.reserve(count)
        }
    }

    func finished() -> Piece {
        let column: Column =
            switch reader.type {
            case .int: .int(ints)
            case .float: .float(floats)
            case .bool: .bool(BoolColumn(bools))
            case .string: .string(strings?.finished() ?? StringColumn())
            }
        return Piece(column: column, unfitTexts: unfitTexts)
    }

    /// Reads the cells of a batch: in the plain form, and if they are not in that one, in any other.
    ///
    /// Where a cell is empty stands `blank`.
    @inline(__always)
    private func values<Value: FieldValue & BitwiseCopyable>(
        _ cells: BatchCells, _ blank: Value, after count: Int, _ plain: (UnsafeBufferPointer<UInt8>) -> Value?
    ) -> (values: [Value], empties: [Int]) {
        var empties: [Int] = []
        let values = [Value](unsafeUninitializedCapacity: cells.count) { values, taken in
            _ = cells.forEach(from: 0, &unquoted) { text in
                if let text, let value = plain(text) ?? other(text, record: count + taken) {
                    values[taken] = value
                } else {
                    values[taken] = blank
                    empties.append(taken)
                }
                taken &+= 1
                return true
            }
        }
        return (values, empties)
    }

    /// A value that is not in the plain form; keeps what is none.
    private func other<Value: FieldValue>(_ text: UnsafeBufferPointer<UInt8>, record: Int) -> Value? {
        let value = reader.read(String(decoding: text, as: UTF8.self))
        if case .unfit(let text) = value { unfitTexts[record] = text }
        return Value(value)
    }
}
