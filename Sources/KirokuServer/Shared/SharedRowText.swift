import KirokuCore

/// Records as lines of comma-separated text for `COPY … FROM STDIN (FORMAT csv)`, in batches.
struct SharedRowText {
    private let table: RecordTable
    private var done = 0

    /// The number of records in a batch.
    private static let batch = 1_000

    init(_ table: RecordTable) {
        self.table = table
    }

    /// The progress, from 0 to 1.
    var part: Double { table.count == 0 ? 1 : min(Double(done) / Double(table.count), 1) }

    /// The next lines; `nil` after the last ones.
    mutating func next() -> [UInt8]? {
        guard done < table.count else { return nil }
        var bytes: [UInt8] = []
        let types = table.schema.fields.map(\.type)
        for record in done..<min(done + Self.batch, table.count) {
            let id = table.ids[record]
            let place = table.place(of: id)
            Self.append(String(id.rawValue), to: &bytes)
            if place == Place(id) {
                bytes += [UInt8(ascii: ","), UInt8(ascii: ",")]
            } else {
                bytes += ",\(place.after),\(place.step)".utf8
            }
            var texts: [(field: FieldID, cell: SharedCell)] = []
            let cells = types.indices.map { field in
                let cell = SharedCell(table[record, field], type: types[field])
                if cell.text != nil { texts.append((table.schema[field].id, cell)) }
                return cell.column
            }
            for cell in [SharedCell.json(texts)] + cells {
                bytes.append(UInt8(ascii: ","))
                if let cell { Self.append(cell, to: &bytes) }
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        done += Self.batch
        return bytes
    }

    /// In quotes, so that an empty text is not an empty cell.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
