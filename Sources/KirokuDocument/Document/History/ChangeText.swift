/// Writes changes as JSON, for SQL and for ``ChangeTextReader``: all that a document keeps of an edit is such a text.
///
/// | change | text |
/// |---|---|
/// | of cells | `{"names":{"f1":"Name"},"types":{"f1":"string"},"cells":{"f1":[[record,old,new],…]}}` |
/// | of records | `{"names":…,"types":…,"records":[[record,place,{"f1":value}],…]}`, without empty cells |
/// | a deletion without what is deleted | `{"records":[[first,count],…]}`: runs of identities |
/// | of places | `{"places":[[record,[after,step],[after,step]],…]}` |
/// | of fields | `{"base":fields,"schema":fields,"removed":[contents,…],"inserted":…,"replaced":[[old,new],…]}` |
///
/// A whole edit is a list of parts, `[[what,count,text],…]`: what is done (``LoggedPart/Operation``), to how many cells or records, and
/// `null` for a text that would be too long.
///
/// Values are as in the table `records`: numbers, texts, `null` for an empty cell; true and false are `true` and `false`,
/// which are 1 and 0 in SQL. A record that stands at its identity has `null` for its place. Fields are those of a
/// ``StoredSchema``; the contents of one are `{"field":field,"records":[[first,count],…],"cells":[value,…]}`.
package struct ChangeText {
    private var json = JSONBytes()
    private let limit: Int

    private struct TooLarge: Error {}

    /// What a field is called and holds; `nil` if that is not known.
    package typealias FieldLookup = (FieldID) throws(StorageError) -> LogField?

    /// The parts of an edit.
    package static func text(of parts: [LoggedPart]) -> String {
        var json = JSONBytes()
        json.append(list: parts.lazy.filter { $0.operation != .nothing }) { json, part in
            json.append("[")
            json.append(quoted: part.operation.rawValue)
            json.append(",")
            json.append(Int64(part.count))
            json.append(",")
            json.append(part.text ?? "null")
            json.append("]")
        }
        return json.text
    }

    /// A whole change, whatever it consists of.
    package static func text(of change: Change, field: FieldLookup) throws(StorageError) -> String {
        text(of: try LoggedPart.parts(of: change, limit: .max, field: field))
    }

    /// A change that is no sequence; `nil` if it would have more than `limit` bytes.
    package static func text(ofPart change: Change, limit: Int, field: FieldLookup) throws(StorageError) -> String? {
        switch change {
        case .setCells(let cells): try text(ofCells: cells, limit: limit, field: field)
        case .insertRecords(let records): text(limit) { (text) throws(TooLarge) in try text.append(records) }
        case .deleteRecords(let records) where records.schema.count == 0:
            text(limit) { (text) throws(TooLarge) in
                text.json.append("{\"records\":")
                try text.append(runsOf: records.ids)
                text.json.append("}")
            }
        case .deleteRecords(let records): text(limit) { (text) throws(TooLarge) in try text.append(records) }
        case .setPlaces(let places): text(limit) { (text) throws(TooLarge) in try text.append(places) }
        case .changeFields(let change): text(limit) { (text) throws(TooLarge) in try text.append(change) }
        case .sequence: nil
        }
    }

    /// Records by themselves.
    package static func text(ofRecords records: RecordTable) -> String? {
        text(.max) { (text) throws(TooLarge) in try text.append(records) }
    }

    private static func text(_ limit: Int, _ write: (inout ChangeText) throws(TooLarge) -> Void) -> String? {
        var text = ChangeText(limit: limit)
        do throws(TooLarge) {
            try write(&text)
            try text.check()
        } catch {
            return nil
        }
        return text.json.text
    }

    private init(limit: Int) {
        self.limit = limit
    }

    private func check() throws(TooLarge) {
        guard json.bytes.count <= limit else { throw TooLarge() }
    }

    /// A list that ends as soon as the text is too large.
    private mutating func append<Items: Sequence>(
        list items: Items, _ item: (inout JSONBytes, Items.Element) -> Void
    ) throws(TooLarge) {
        let limit = limit
        try json.append(list: items) { (json, element) throws(TooLarge) in
            item(&json, element)
            guard json.bytes.count <= limit else { throw TooLarge() }
        }
    }

    // MARK: Cells

    /// Cells one by one, of which those of a field come together.
    package static func text(ofCells cells: [CellChange], limit: Int, field: FieldLookup) throws(StorageError)
        -> String?
    {
        var order: [(id: FieldID, field: LogField)] = []
        var parts: [JSONBytes] = []
        var known: [FieldID: Int] = [:]
        var last = -1
        var size = 0
        for cell in cells {
            if last < 0 || order[last].id != cell.field {
                if let index = known[cell.field] {
                    last = index
                } else {
                    let found = try field(cell.field) ?? LogField(of: cells.filter { $0.field == cell.field })
                    last = order.count
                    known[cell.field] = last
                    order.append((cell.field, found))
                    parts.append(JSONBytes())
                }
            }
            let before = parts[last].bytes.count
            parts[last].append(before == 0 ? "[" : ",[")
            parts[last].append(cell.record.rawValue)
            parts[last].append(",")
            parts[last].append(cell.base)
            parts[last].append(",")
            parts[last].append(cell.value)
            parts[last].append("]")
            size += parts[last].bytes.count - before
            if size > limit { return nil }
        }
        return text(limit) { (text) throws(TooLarge) in
            text.json.append("{")
            text.append(order)
            text.json.append(",\"cells\":")
            var index = 0
            text.json.append(object: order) { json, _ in
                json.append("[")
                json.append(parts[index])
                json.append("]")
                index += 1
            }
            text.json.append("}")
        }
    }

    // MARK: Records and places

    private mutating func append(_ records: RecordTable) throws(TooLarge) {
        json.append("{")
        append(records.schema.fields.map { ($0.id, LogField($0)) })
        json.append(",\"records\":")
        let columns = records.schema.fields.map { "\"\($0.id.column)\":" }
        try append(list: records.ids.enumerated()) { json, record in
            json.append("[")
            json.append(record.element.rawValue)
            json.append(",")
            if let place = records.places[record.element] { json.append(place) } else { json.append("null") }
            json.append(",{")
            var isFirst = true
            for (field, column) in columns.enumerated() {
                let value = records[record.offset, field]
                if value == .empty { continue }
                if !isFirst { json.append(",") }
                isFirst = false
                json.append(column)
                json.append(value)
            }
            json.append("}]")
        }
        json.append("}")
    }

    private mutating func append(_ places: [PlaceChange]) throws(TooLarge) {
        json.append("{\"places\":")
        try append(list: places) { json, change in
            json.append("[")
            json.append(change.record.rawValue)
            json.append(",")
            json.append(change.base)
            json.append(",")
            json.append(change.place)
            json.append("]")
        }
        json.append("}")
    }

    /// Identities as the first of those that follow one another, and how many these are.
    ///
    /// New records have such identities, so a million of them take no room.
    private mutating func append(runsOf ids: [RecordID]) throws(TooLarge) {
        guard ids.count <= ChangeTextReader.idLimit else { throw TooLarge() }
        var runs: [(first: Int64, count: Int64)] = []
        for id in ids {
            if let last = runs.last, last.first + last.count == id.rawValue {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((id.rawValue, 1))
            }
        }
        json.append(list: runs) { json, run in
            json.append("[")
            json.append(run.first)
            json.append(",")
            json.append(run.count)
            json.append("]")
        }
        try check()
    }

    // MARK: Fields

    private mutating func append(_ fields: [(id: FieldID, field: LogField)]) {
        json.append("\"names\":")
        json.append(object: fields) { json, item in json.append(quoted: item.field.name) }
        json.append(",\"types\":")
        json.append(object: fields) { json, item in json.append(quoted: item.field.type.rawValue) }
    }

    private mutating func append(_ change: FieldChange) throws(TooLarge) {
        json.append("{\"base\":")
        json.append(StoredJSON.text(StoredSchema(change.base)) ?? "null")
        json.append(",\"schema\":")
        json.append(StoredJSON.text(StoredSchema(change.schema)) ?? "null")
        json.append(",\"removed\":")
        try append(change.removed)
        json.append(",\"inserted\":")
        try append(change.inserted)
        json.append(",\"replaced\":")
        json.append(list: change.replaced) { json, replacement in
            json.append("[\(replacement.old.rawValue),\(replacement.new.rawValue)]")
        }
        json.append("}")
    }

    private mutating func append(_ contents: [FieldContents]) throws(TooLarge) {
        json.append("[")
        for (index, field) in contents.enumerated() {
            json.append(index == 0 ? "{\"field\":" : ",{\"field\":")
            json.append(StoredJSON.text(StoredField(field.definition)) ?? "null")
            json.append(",\"records\":")
            try append(runsOf: field.records)
            json.append(",\"cells\":")
            try append(list: field.records.indices) { json, index in json.append(field.value(at: index)) }
            json.append("}")
        }
        json.append("]")
    }
}

extension LogField {
    /// What is certain of a field of which only values are known.
    fileprivate init(of cells: [CellChange]) {
        let type = cells.lazy.flatMap { [$0.base, $0.value] }.compactMap(\.type).first
        self.init(name: "", type: type ?? .string)
    }
}
