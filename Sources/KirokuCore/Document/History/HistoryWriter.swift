/// Writes a step of the history as bytes, for ``HistoryReader`` to read.
///
/// Whole numbers are written seven bits per byte, the lowest first, so that small ones take one byte.
struct HistoryWriter {
    /// The first byte of a step; it changes with the format.
    static let version: UInt8 = 8

    private(set) var bytes: [UInt8] = [version]
    private let limit: Int
    /// Whether records and fields that are removed are written with their cells.
    private let isWhole: Bool

    private struct TooLarge: Error {}

    /// The bytes of a step; `nil` if there would be more than `limit`.
    static func bytes(of step: HistoryStep, limit: Int) -> [UInt8]? {
        let decided = step.decided.compactMap { KeptConflict.text(of: $0) }
        var writer = HistoryWriter(limit: limit)
        do {
            writer.write(step.table.rawValue)
            let (kind, count) = step.title.stored
            writer.write(kind)
            writer.write(count)
            writer.write(step.title.storedName ?? "")
            try writer.write(step.change)
            writer.write(decided.count)
            try writer.check()
            for text in decided {
                writer.write(text)
                try writer.check()
            }
            return writer.bytes
        } catch {
            return nil
        }
    }

    /// The bytes of a change with all that it removes; `nil` if there would be more than `limit`.
    static func bytes(of change: Change, limit: Int) -> [UInt8]? {
        var writer = HistoryWriter(limit: limit, isWhole: true)
        do {
            try writer.write(change)
            return writer.bytes
        } catch {
            return nil
        }
    }

    private init(limit: Int, isWhole: Bool = false) {
        self.limit = limit
        self.isWhole = isWhole
    }

    private func check() throws(TooLarge) {
        guard bytes.count <= limit else { throw TooLarge() }
    }

    // MARK: Changes

    private mutating func write(_ change: Change) throws(TooLarge) {
        switch change {
        case .setCells(let cells):
            bytes.append(0)
            write(cells.count)
            var last: Int64 = 0
            for cell in cells {
                write(cell.record, after: &last)
                write(cell.field.rawValue)
                write(cell.base)
                write(cell.value)
                try check()
            }
        case .insertRecords(let records):
            bytes.append(1)
            try write(records)
        case .deleteRecords(let records) where isWhole:
            bytes.append(6)
            try write(records)
        case .deleteRecords(let records):
            bytes.append(2)
            try write(records.ids)
        case .setPlaces(let changes):
            bytes.append(3)
            write(changes.count)
            var last: Int64 = 0
            for change in changes {
                write(change.record, after: &last)
                write(change.base)
                write(change.place)
                try check()
            }
        case .changeFields(let change):
            bytes.append(isWhole ? 7 : 4)
            try write(change)
            guard isWhole else { break }
            write(change.removed.count)
            for contents in change.removed { try write(contents) }
        case .sequence(let changes):
            bytes.append(5)
            write(changes.count)
            for change in changes { try write(change) }
        }
        try check()
    }

    private mutating func write(_ change: FieldChange) throws(TooLarge) {
        write(change.base)
        write(change.schema)
        write(change.inserted.count)
        for contents in change.inserted { try write(contents) }
        write(change.replaced.count)
        for field in change.replaced {
            write(field.old.rawValue)
            write(field.new.rawValue)
        }
    }

    // MARK: Parts

    private mutating func write(_ contents: FieldContents) throws(TooLarge) {
        write(contents.definition)
        try write(contents.records)
        for index in contents.records.indices {
            write(contents.value(at: index))
            try check()
        }
    }

    private mutating func write(_ records: RecordTable) throws(TooLarge) {
        write(records.schema)
        try write(records.ids)
        let placed = records.places.isEmpty ? [] : records.ids.enumerated().filter { records.places[$1] != nil }
        write(placed.count)
        for (index, id) in placed {
            write(index)
            write(records.place(of: id))
        }
        for index in records.ids.indices {
            for field in records.schema.fields.indices { write(records[index, field]) }
            try check()
        }
    }

    private mutating func write(_ schema: Schema) {
        write(schema.nextFieldID.rawValue)
        write(schema.count)
        for field in schema.fields { write(field) }
    }

    /// Each as the distance from the one before, so that records that were inserted together take one byte each.
    private mutating func write(_ ids: [RecordID]) throws(TooLarge) {
        write(ids.count)
        var last: Int64 = 0
        for id in ids {
            write(id, after: &last)
            try check()
        }
    }

    private mutating func write(_ id: RecordID, after last: inout Int64) {
        write(signed: Int(id.rawValue - last))
        last = id.rawValue
    }

    private mutating func write(_ place: Place) {
        write(signed: Int(place.after))
        write(Int(place.step))
    }

    private mutating func write(_ definition: FieldDefinition) {
        write(definition.id.rawValue)
        write(definition.name)
        write(definition.type.rawValue)
        write(definition.initialValue)
        bytes.append(definition.isMarkedAsPicture ? 1 : 0)
        write(definition.numberFormat.stored)
        write(definition.initialSource?.stored ?? "")
        write(definition.rules.stored ?? "")
        write(definition.options.stored ?? "")
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

    mutating func write(signed number: Int) {
        // The sign goes into the lowest bit, so that small negative numbers are short as well.
        write(UInt64(bitPattern: Int64(number << 1 ^ number >> 63)))
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
