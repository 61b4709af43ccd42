/// Gathers the cells of one field as cells of a given type.
final class FittedCells: CellGatherer {
    /// The gathered cells, with the unfit texts separately by the record's index.
    struct Piece: Sendable {
        var column: Column
        var unfitTexts: [Int: String] = [:]
        /// The orders of day and month common to all unambiguous dates; `nil` if there are no such dates.
        var dateOrders: Set<DateOrder>?

        /// Appends the cells of `later`.
        mutating func append(_ later: Piece) {
            let count = column.count
            column.append(later.column)
            dateOrders = later.dateOrders.map { dateOrders?.intersection($0) ?? $0 } ?? dateOrders
            for (record, text) in later.unfitTexts { unfitTexts[record + count] = text }
        }
    }

    private let gatherer: FittedGatherer

    init(_ reader: FittingReader) {
        gatherer = reader.type.kind.gatherer(for: reader)
    }

    func take(_ cells: BatchCells) { gatherer.take(cells) }

    func takeEmpty(count: Int) { gatherer.takeEmpty(count) }

    func reserve(_ count: Int) { gatherer.reserve(count) }

    func finished() -> Piece { gatherer.finish() }
}

/// Gathers cells of a given type; the type's kind makes it, so that its loops are compiled for that type.
struct FittedGatherer {
    let take: (BatchCells) -> Void
    let takeEmpty: (_ count: Int) -> Void
    let reserve: (_ count: Int) -> Void
    let finish: () -> FittedCells.Piece
}

/// Contents shared by closures.
final class Gathered<Contents> {
    // Accesses never overlap, and checking that for each cell would cost as much as the cell itself.
    @exclusivity(unchecked) var contents: Contents

    init(_ contents: Contents) {
        self.contents = contents
    }
}

/// Reads the texts of cells, and keeps those that do not fit.
final class FittedTexts {
    private(set) var unfitTexts: [Int: String] = [:]
    private(set) var dateOrders: Set<DateOrder>?
    private let reader: FittingReader
    private var unquoted = TextBuffer()

    init(_ reader: FittingReader) {
        self.reader = reader
    }

    /// Reads the cells of a batch: in the plain form, or else in any other form.
    ///
    /// `blank` is the value for empty cells.
    @inline(__always)
    func values<Value: FieldValue & BitwiseCopyable>(
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

    /// Reads a text that is not in the plain form; keeps it as unfit text if it is not a value.
    private func other<Value: FieldValue>(_ text: UnsafeBufferPointer<UInt8>, record: Int) -> Value? {
        let value = reader.read(String(decoding: text, as: UTF8.self))
        if let text = value.unfitText {
            unfitTexts[record] = text
        } else if reader.type.holdsDates, let orders = DateForm.orders(of: text) {
            dateOrders = dateOrders?.intersection(orders) ?? orders
        }
        return Value(value)
    }
}

extension TextKind where Value.Values: BatchColumn {
    /// Creates a gatherer of values that `plain` reads quickly.
    @inline(__always)
    static func batchGatherer(
        for reader: FittingReader, _ plain: @escaping (UnsafeBufferPointer<UInt8>) -> Value?
    ) -> FittedGatherer {
        let column = Gathered(Value.Values())
        let texts = FittedTexts(reader)
        return FittedGatherer(
            take: { cells in
                let (values, empties) = texts.values(cells, Value.Values.blank, after: column.contents.count, plain)
                values.withUnsafeBufferPointer { column.contents.append($0, emptyAt: empties) }
            },
            takeEmpty: { column.contents.appendEmpty($0) }, reserve: { column.contents.reserveCapacity($0) },
            finish: {
                FittedCells.Piece(
                    column: Value.column(of: column.contents), unfitTexts: texts.unfitTexts,
                    dateOrders: texts.dateOrders)
            })
    }
}
