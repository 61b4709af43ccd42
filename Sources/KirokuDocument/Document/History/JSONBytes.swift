/// Builds JSON without blanks.
struct JSONBytes {
    private(set) var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func append(_ raw: String) {
        bytes.append(contentsOf: raw.utf8)
    }

    mutating func append(_ other: JSONBytes) {
        bytes.append(contentsOf: other.bytes)
    }

    mutating func append(_ number: Int64) {
        bytes.append(contentsOf: String(number).utf8)
    }

    mutating func append(quoted text: String) {
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

    /// A value as a property list has it; `null` for an empty cell.
    mutating func append(_ value: CellValue) {
        if let text = value.unfitText { return append(quoted: text) }
        switch value.property {
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

    mutating func append(_ place: Place) {
        append("[")
        append(place.after)
        append(",")
        append(place.step)
        append("]")
    }

    mutating func append<Items: Sequence, Failure: Error>(
        list items: Items, _ item: (inout JSONBytes, Items.Element) throws(Failure) -> Void
    ) throws(Failure) {
        append("[")
        var isFirst = true
        for element in items {
            if !isFirst { append(",") }
            isFirst = false
            try item(&self, element)
        }
        append("]")
    }

    /// Each member has the name of a field's column.
    mutating func append<Items: Sequence>(
        object items: Items, _ item: (inout JSONBytes, Items.Element) -> Void
    ) where Items.Element == (id: FieldID, field: LogField) {
        append("{")
        var isFirst = true
        for element in items {
            append(isFirst ? "\"" : ",\"")
            isFirst = false
            append(element.id.column)
            append("\":")
            item(&self, element)
        }
        append("}")
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
