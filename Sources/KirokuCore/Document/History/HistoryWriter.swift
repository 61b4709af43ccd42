/// Writes a step of the history as bytes, for ``HistoryReader`` to read.
///
/// Whole numbers are written seven bits a byte, the lowest first, so that small ones take one byte.
struct HistoryWriter {
    /// The first byte of every step; another one when the form changes.
    static let version: UInt8 = 1

    private(set) var bytes: [UInt8] = [Self.version]
    private let limit: Int

    private struct TooLarge: Error {}

    /// The bytes of a step; `nil` if there would be more than `limit`.
    static func bytes(of step: HistoryStep, limit: Int) -> [UInt8]? {
        var writer = HistoryWriter(limit: limit)
        do {
            let (kind, count) = step.title.stored
            writer.write(kind)
            writer.write(count)
            try writer.write(step.change)
            return writer.bytes
        } catch {
            return nil
        }
    }

    private init(limit: Int) {
        self.limit = limit
    }

    private func check() throws(TooLarge) {
        guard bytes.count <= limit else { throw TooLarge() }
    }

    // MARK: Changes

    private mutating func write(_ change: Change) throws(TooLarge) {
        switch change {
        case .setCells(let edits):
            bytes.append(0)
            write(edits.count)
            for edit in edits {
                write(edit.record)
                write(edit.field)
                write(edit.value)
                try check()
            }
        case .insertRecords(let records, let places):
            bytes.append(1)
            write(places)
            try write(records)
        case .deleteRecords(let places):
            bytes.append(2)
            write(places)
        case .changeFields(let change): try write(change)
        case .sequence(let changes):
            bytes.append(8)
            write(changes.count)
            for change in changes { try write(change) }
        }
        try check()
    }

    private mutating func write(_ change: FieldChange) throws(TooLarge) {
        switch change {
        case .insert(let contents, let index):
            bytes.append(3)
            write(index)
            try write(contents)
        case .remove(let index):
            bytes.append(4)
            write(index)
        case .redefine(let index, let definition):
            bytes.append(5)
            write(index)
            write(definition)
        case .replace(let index, let contents):
            bytes.append(6)
            write(index)
            try write(contents)
        case .move(let from, let to):
            bytes.append(7)
            write(from)
            write(to)
        }
    }

    // MARK: Parts

    private mutating func write(_ contents: FieldContents) throws(TooLarge) {
        write(contents.definition)
        write(contents.column.count)
        for index in 0..<contents.column.count {
            write(contents.unfitTexts[index].map(CellValue.unfit) ?? contents.column[index])
            try check()
        }
    }

    private mutating func write(_ records: RecordTable) throws(TooLarge) {
        write(records.schema.nextFieldID.rawValue)
        write(records.schema.count)
        for field in records.schema.fields { write(field) }
        write(records.count)
        var last: Int64 = 0
        for (index, id) in records.ids.enumerated() {
            write(Int(id.rawValue - last))
            last = id.rawValue
            for field in records.schema.fields.indices { write(records[index, field]) }
            try check()
        }
    }

    private mutating func write(_ definition: FieldDefinition) {
        write(definition.id.rawValue)
        write(definition.name)
        write(definition.type.rawValue)
        write(definition.initialValue)
        bytes.append(definition.isMarkedAsPicture ? 1 : 0)
    }

    /// Each run by its distance from the one before, and its length.
    private mutating func write(_ places: RecordIndexes) {
        write(places.runs.count)
        var end = 0
        for run in places.runs {
            write(run.lowerBound - end)
            write(run.count)
            end = run.upperBound
        }
    }

    /// Each kind of value has tags of its own; 0 is an empty cell, and 6 unfit text.
    private mutating func write(_ value: CellValue) {
        if let type = value.type {
            type.kind.write(value, to: &self)
        } else if let text = value.unfitText {
            append(tag: 6)
            write(text)
        } else {
            append(tag: 0)
        }
    }

    mutating func append(tag: UInt8) { bytes.append(tag) }

    mutating func write(eightBytes bits: UInt64) {
        withUnsafeBytes(of: bits.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ text: String) {
        write(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    /// - Parameter number: not negative.
    private mutating func write(_ number: Int) {
        write(UInt64(number))
    }

    mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
