/// Writes changes of cells, records and places as JSON, for SQL and for ``LogTextReader``.
///
/// | change | text |
/// |---|---|
/// | of cells | `{"names":{"f1":"Name"},"types":{"f1":"string"},"cells":{"f1":[[record,old,new],…]}}` |
/// | of records | `{"names":…,"types":…,"records":[[record,place,{"f1":value}],…]}`, without empty cells |
/// | of places | `{"places":[[record,[after,step],[after,step]],…]}` |
///
/// Values are as in the table `records`: numbers, texts, `null` for an empty cell; true and false are `true` and `false`,
/// which are 1 and 0 in SQL. A record that stands at its identity has `null` for its place.
struct LogText {
    private var bytes: [UInt8] = []
    private let limit: Int

    private struct TooLarge: Error {}

    /// `nil` if it would have more than `limit` bytes, or if it is not known what a field holds.
    static func text(
        ofCells cells: [CellChange], limit: Int, field: (FieldID) throws(StorageError) -> LogField?
    ) throws(StorageError) -> String? {
        var order: [(id: FieldID, field: LogField, cells: LogText)] = []
        var known: [FieldID: Int] = [:]
        var last = -1
        var size = 0
        for cell in cells {
            if last < 0 || order[last].id != cell.field {
                if let index = known[cell.field] {
                    last = index
                } else {
                    guard let found = try field(cell.field) else { return nil }
                    last = order.count
                    known[cell.field] = last
                    order.append((cell.field, found, LogText(limit: limit)))
                }
            }
            let before = order[last].cells.bytes.count
            order[last].cells.append(cell)
            size += order[last].cells.bytes.count - before
            if size > limit { return nil }
        }
        var text = LogText(limit: limit)
        text.append("{")
        text.append(order.map { ($0.id, $0.field) })
        text.append(",\"cells\":{")
        for (index, part) in order.enumerated() {
            text.append(index == 0 ? "\"" : "],\"")
            text.append(CardFileFormat.column(part.id))
            text.append("\":[")
            text.bytes += part.cells.bytes
        }
        text.append(order.isEmpty ? "}}" : "]}}")
        return text.finished
    }

    /// `nil` if it would have more than `limit` bytes.
    static func text(ofRecords records: RecordTable, limit: Int) -> String? {
        var text = LogText(limit: limit)
        text.append("{")
        text.append(records.schema.fields.map { ($0.id, LogField($0)) })
        text.append(",\"records\":[")
        let columns = records.schema.fields.map { "\"\(CardFileFormat.column($0.id))\":" }
        for (index, id) in records.ids.enumerated() {
            text.append(index == 0 ? "[" : ",[")
            text.append(id.rawValue)
            text.append(",")
            if let place = records.places[id] { text.append(place) } else { text.append("null") }
            text.append(",{")
            var isFirst = true
            for (field, column) in columns.enumerated() {
                let value = records[index, field]
                if value == .empty { continue }
                if !isFirst { text.append(",") }
                isFirst = false
                text.append(column)
                text.append(value)
            }
            text.append("}]")
            if text.bytes.count > limit { return nil }
        }
        text.append("]}")
        return text.finished
    }

    /// `nil` if it would have more than `limit` bytes.
    static func text(ofPlaces places: [PlaceChange], limit: Int) -> String? {
        var text = LogText(limit: limit)
        text.append("{\"places\":[")
        for (index, change) in places.enumerated() {
            text.append(index == 0 ? "[" : ",[")
            text.append(change.record.rawValue)
            text.append(",")
            text.append(change.base)
            text.append(",")
            text.append(change.place)
            text.append("]")
            if text.bytes.count > limit { return nil }
        }
        text.append("]}")
        return text.finished
    }

    private init(limit: Int) {
        self.limit = limit
    }

    private var finished: String? { bytes.count > limit ? nil : String(decoding: bytes, as: UTF8.self) }

    // MARK: Parts

    private mutating func append(_ cell: CellChange) {
        append(bytes.isEmpty ? "[" : ",[")
        append(cell.record.rawValue)
        append(",")
        append(cell.base)
        append(",")
        append(cell.value)
        append("]")
    }

    private mutating func append(_ fields: [(id: FieldID, field: LogField)]) {
        append("\"names\":{")
        for (index, item) in fields.enumerated() {
            append(index == 0 ? "\"" : ",\"")
            append(CardFileFormat.column(item.id))
            append("\":")
            append(quoted: item.field.name)
        }
        append("},\"types\":{")
        for (index, item) in fields.enumerated() {
            append(index == 0 ? "\"" : ",\"")
            append(CardFileFormat.column(item.id))
            append("\":")
            append(quoted: item.field.type.rawValue)
        }
        append("}")
    }

    private mutating func append(_ place: Place) {
        append("[")
        append(place.after)
        append(",")
        append(place.step)
        append("]")
    }

    private mutating func append(_ value: CellValue) {
        if let text = value.unfitText { return append(quoted: text) }
        switch value.type?.kind.property(of: value) {
        case .int(let number): append(Int64(number))
        case .real(let number):
            append(number.shortText)
            // So that it is a number with decimals in SQL, too.
            if !number.shortText.contains(where: { $0 == "." || $0 == "e" }) { append(".0") }
        case .bool(let flag): append(flag ? "true" : "false")
        case .string(let text): append(quoted: text)
        default: append("null")
        }
    }

    private mutating func append(_ number: Int64) {
        bytes.append(contentsOf: String(number).utf8)
    }

    private mutating func append(quoted text: String) {
        bytes.append(0x22)
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5c:
                bytes.append(0x5c)
                bytes.append(byte)
            case 0x0a: append("\\n")
            case 0..<0x20:
                append("\\u00")
                bytes.append(Self.digits[Int(byte >> 4)])
                bytes.append(Self.digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(0x22)
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
