/// Collects records whose cells are texts in exactly the plain form of their fields' types, one line per record.
///
/// The lines have the form that a database writes: commas between the cells, nothing for an empty cell, and quotes
/// around ambiguous texts. Nothing is guessed, and no other form of a value is read: anything not in the plain form is
/// kept as unfit text.
package struct ExactRecords: ~Copyable {
    private let fields: [FittedCells]
    private var text = TextBuffer(capacity: 2 * batchSize)
    /// As ``BatchCells`` needs them.
    private var starts: [UInt32] = []
    private var batchCount = 0
    /// How many records have been added.
    package private(set) var count = 0
    /// How many records had bytes that are not UTF-8, which have become U+FFFD.
    package private(set) var repairedCount = 0

    /// In bytes; few enough to stay in the processor's cache.
    private static let batchSize = 1 << 17

    /// - Parameter types: the types of the fields, at least one.
    package init(types: [FieldType]) {
        fields = types.map { FittedCells(FittingReader(type: $0, style: .init(), isExact: true)) }
    }

    /// Adds a record.
    ///
    /// - Parameter line: its cells, with or without a line feed at the end.
    /// - Returns: false if it does not have a cell for each field; it has not been added then.
    package mutating func add(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard UTF8Check.firstInvalidByte(line) == nil else {
            var repaired = String(decoding: line, as: UTF8.self)
            let isAdded = repaired.withUTF8 { addValid($0) }
            if isAdded { repairedCount += 1 }
            return isAdded
        }
        return addValid(line)
    }

    private mutating func addValid(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        let isEnded = line.last == ASCII.lineFeed
        let cells = isEnded ? UnsafeBufferPointer(rebasing: line.dropLast()) : line
        let begin = text.count
        let used = starts.count
        starts.append(UInt32(truncatingIfNeeded: begin))
        var isQuoted = false
        for index in cells.indices {
            let byte = cells[index]
            if byte == ASCII.quote {
                isQuoted.toggle()
            } else if byte == ASCII.comma, !isQuoted {
                starts.append(UInt32(truncatingIfNeeded: begin + index + 1))
            }
        }
        starts.append(UInt32(truncatingIfNeeded: begin + cells.count + 1))
        guard starts.count - used == fields.count + 1, !isQuoted else {
            starts.removeLast(starts.count - used)
            return false
        }
        text.append(cells)
        text.append(ASCII.lineFeed)
        batchCount += 1
        count += 1
        if text.count >= Self.batchSize { take() }
        return true
    }

    /// Moves the records of the batch into the columns.
    private mutating func take() {
        guard batchCount > 0 else { return }
        _ = text.room(for: 8)
        guard let bytes = text.bytes.baseAddress else { return }
        starts.withUnsafeBufferPointer { starts in
            guard let first = starts.baseAddress else { return }
            for (index, field) in fields.enumerated() {
                field.take(
                    BatchCells(text: bytes, starts: first + index, stride: fields.count + 1, count: batchCount))
            }
        }
        text.removeAll()
        starts.removeAll(keepingCapacity: true)
        batchCount = 0
    }

    /// The records as a table; nothing may be added after this.
    ///
    /// - Parameters:
    ///   - schema: fields of the types.
    ///   - before: how many records preceded; the numbers continue from there.
    package mutating func table(of schema: Schema, after before: Int = 0) -> RecordTable {
        take()
        let ids = (0..<count).map { RecordID(rawValue: Int64(before + $0) + 1) }
        let cells = fields.map { field in
            let piece = field.finished()
            let unfit = piece.unfitTexts.map { (ids[$0], $1) }
            return FieldCells(column: piece.column, unfitTexts: Dictionary(uniqueKeysWithValues: unfit))
        }
        return RecordTable(schema: schema, ids: ids, cells: cells)
    }
}
