/// Reads what ``ChangeText`` wrote.
///
/// A file may come from anywhere, so nothing is trusted: a change that could do harm when applied is rejected. The text is
/// read part by part, so it takes no more memory than the change; the members of an object come as they were written,
/// those that say what the others are first.
package struct ChangeTextReader {
    /// More records than this are never named by runs of identities, which take no room in a text.
    static let idLimit = 1 << 24

    /// The change that the text of a whole edit stands for; `nil` if it is invalid, or something of it was too long.
    ///
    /// What was only given up (``LoggedPart/Operation/typedOver``) is no part of it.
    package static func change(_ text: String) -> Change? {
        JSONScanner.read(text) { (json) throws(ListFault) in
            var changes: [Change] = []
            try parts(&json) { (json, operation, _) throws(ListFault) in
                let change = try ChangeTextReader().change(&json, operation).change
                if operation.changesTable { changes.append(change) }
            }
            return changes.count == 1 ? changes[0] : .sequence(changes)
        }
    }

    /// The parts of the text of an edit, without looking into them; `nil` if it is invalid.
    package static func parts(_ text: String) -> [LoggedPart]? {
        JSONScanner.read(text) { (json) throws(ListFault) in
            var parts: [LoggedPart] = []
            try self.parts(&json) { (json, operation, count) throws(ListFault) in
                let text: String?
                if json.next() == UInt8(ascii: "{") {
                    text = try json.raw()
                } else {
                    text = nil
                    guard try json.property() == nil else { throw .invalid }
                }
                parts.append(LoggedPart(operation: operation, count: count, text: text))
            }
            return parts.isEmpty ? [.nothing] : parts
        }
    }

    /// - Parameter text: called in front of the text of each part.
    private static func parts(
        _ json: inout JSONScanner, _ text: (inout JSONScanner, LoggedPart.Operation, Int) throws(ListFault) -> Void
    ) throws(ListFault) {
        try json.list { (json) throws(ListFault) in
            var operation: LoggedPart.Operation?
            var count: Int?
            var isWhole = false
            try json.list { (json) throws(ListFault) in
                guard let known = operation else {
                    operation = LoggedPart.Operation(rawValue: try json.string())
                    if operation == nil { throw .invalid }
                    return
                }
                guard let number = count else {
                    count = max(try json.number(), 0)
                    return
                }
                if isWhole { throw .invalid }
                try text(&json, known, number)
                isWhole = true
            }
            guard isWhole else { throw .invalid }
        }
    }

    /// The change that a part of an edit stands for, and what its fields were; `nil` if the text is invalid.
    static func part(_ text: String, operation: LoggedPart.Operation) -> (change: Change, fields: [FieldID: LogField])?
    {
        JSONScanner.read(text) { (json) throws(ListFault) in try ChangeTextReader().change(&json, operation) }
    }

    /// The records of ``ChangeText/text(ofRecords:)``; `nil` if the text is invalid.
    package static func records(_ text: String) -> RecordTable? {
        guard case .insertRecords(let records)? = part(text, operation: .add)?.change else { return nil }
        return records
    }

    private func change(
        _ json: inout JSONScanner, _ operation: LoggedPart.Operation
    ) throws(ListFault) -> (change: Change, fields: [FieldID: LogField]) {
        if operation == .fields {
            let change = try fieldChange(&json)
            let fields = change.base.fields + change.schema.fields
            return (.changeFields(change), Dictionary(fields.map { ($0.id, LogField($0)) }) { $1 })
        }
        var names: [(column: String, name: String)]?
        var named: [(column: String, field: FieldDefinition)]?
        var change: Change?
        try json.object { (json, member) throws(ListFault) in
            switch (member, operation) {
            case ("names", .set), ("names", .typedOver), ("names", .add), ("names", .delete):
                names = try texts(&json)
            case ("types", _): named = try self.named(names ?? [], types: try texts(&json))
            case ("cells", .set), ("cells", .typedOver): change = .setCells(try cells(&json, of: named ?? []))
            case ("records", .add): change = .insertRecords(try records(&json, of: named ?? []))
            case ("records", .delete):
                if let named {
                    change = .deleteRecords(try records(&json, of: named))
                } else {
                    change = .deleteRecords(RecordTable(identities: try ids(&json)))
                }
            case ("places", .move): change = .setPlaces(try places(&json))
            default: throw .invalid
            }
        }
        guard let change else { throw .invalid }
        return (change, Dictionary((named ?? []).map { ($0.field.id, LogField($0.field)) }) { $1 })
    }

    // MARK: Cells, records and places

    private func texts(_ json: inout JSONScanner) throws(ListFault) -> [(column: String, name: String)] {
        var texts: [(String, String)] = []
        try json.object { (json, column) throws(ListFault) in texts.append((column, try json.string())) }
        return texts
    }

    /// The fields that a part names, by their columns.
    private func named(
        _ names: [(column: String, name: String)], types: [(column: String, name: String)]
    ) throws(ListFault) -> [(column: String, field: FieldDefinition)] {
        let types = Dictionary(types.map { ($0.column, $0.name) }) { $1 }
        var named: [(String, FieldDefinition)] = []
        for (column, name) in names {
            guard let number = FieldID.number(ofColumn: column).flatMap({ Int(exactly: $0) }),
                let type = types[column].flatMap({ FieldType(rawValue: $0) }),
                let field = try? FieldDefinition(id: try field(number), name: name, type: type)
            else { throw .invalid }
            named.append((column, field))
        }
        return named
    }

    private func field(_ number: Int) throws(ListFault) -> FieldID {
        guard FieldID.range.contains(number) else { throw .invalid }
        return FieldID(rawValue: number)
    }

    private func cells(
        _ json: inout JSONScanner, of named: [(column: String, field: FieldDefinition)]
    ) throws(ListFault) -> [CellChange] {
        let fields = Dictionary(named.map { ($0.column, $0.field) }) { $1 }
        var cells: [CellChange] = []
        try json.object { (json, column) throws(ListFault) in
            guard let field = fields[column] else { throw .invalid }
            try json.list { (json) throws(ListFault) in
                let (record, base, value) = try sides(&json) { (json) throws(ListFault) in
                    try json.cell(of: field.type)
                }
                cells.append(CellChange(record: record, field: field.id, base: base, value: value))
            }
        }
        return cells
    }

    private func records(
        _ json: inout JSONScanner, of named: [(column: String, field: FieldDefinition)]
    ) throws(ListFault) -> RecordTable {
        let order = named.map(\.field)
        let next = FieldID(rawValue: (order.map(\.id.rawValue).max() ?? 0) + 1)
        guard let schema = try? Schema(fields: order, nextFieldID: next) else { throw .invalid }
        let indexes = Dictionary(named.enumerated().map { ($1.column, $0) }) { $1 }
        var cells = order.map { FieldCells(type: $0.type) }
        var ids: [RecordID] = []
        var places: [RecordID: Place] = [:]
        try json.list { (json) throws(ListFault) in
            var position = 0
            var values = [CellValue](repeating: .empty, count: order.count)
            try json.list { (json) throws(ListFault) in
                switch position {
                case 0: ids.append(try record(&json))
                case 1: places[ids[ids.count - 1]] = try place(&json)
                case 2:
                    try json.object { (json, column) throws(ListFault) in
                        guard let index = indexes[column] else { throw .invalid }
                        values[index] = try json.cell(of: order[index].type)
                    }
                default: throw .invalid
                }
                position += 1
            }
            guard position == 3 else { throw .invalid }
            for index in values.indices { cells[index].append(values[index], of: ids[ids.count - 1]) }
        }
        func standing(_ id: RecordID) -> (Place, RecordID) { (places[id] ?? Place(id), id) }
        let isInOrder = zip(ids, ids.dropFirst()).allSatisfy { standing($0) < standing($1) }
        guard isInOrder, Set(ids).count == ids.count else { throw .invalid }
        return RecordTable(schema: schema, ids: ids, places: places, cells: cells)
    }

    private func places(_ json: inout JSONScanner) throws(ListFault) -> [PlaceChange] {
        var changes: [PlaceChange] = []
        try json.list { (json) throws(ListFault) in
            let (record, base, place) = try sides(&json) { (json) throws(ListFault) in
                guard let place = try self.place(&json) else { throw .invalid }
                return place
            }
            changes.append(PlaceChange(record: record, base: base, place: place))
        }
        return changes
    }

    /// A record with something of it before and afterwards.
    private func sides<Side>(
        _ json: inout JSONScanner, _ side: (inout JSONScanner) throws(ListFault) -> Side
    ) throws(ListFault) -> (record: RecordID, base: Side, value: Side) {
        var record: RecordID?
        var sides: [Side] = []
        try json.list { (json) throws(ListFault) in
            if record == nil {
                record = try self.record(&json)
            } else {
                sides.append(try side(&json))
            }
        }
        guard let record, sides.count == 2 else { throw .invalid }
        return (record, sides[0], sides[1])
    }

    // MARK: Fields

    private func fieldChange(_ json: inout JSONScanner) throws(ListFault) -> FieldChange {
        var schemas: [String: Schema] = [:]
        var contents: [String: [FieldContents]] = [:]
        var replaced: [FieldReplacement]?
        try json.object { (json, member) throws(ListFault) in
            switch member {
            case "base", "schema":
                let stored = StoredJSON.value(StoredSchema.self, in: try json.raw())
                guard let schema = stored?.schema() else { throw .invalid }
                schemas[member] = schema
            case "removed", "inserted": contents[member] = try self.contents(&json)
            case "replaced":
                var found: [FieldReplacement] = []
                try json.list { (json) throws(ListFault) in
                    let (old, new) = try json.pair()
                    found.append(FieldReplacement(old: try field(old), new: try field(new)))
                }
                replaced = found
            default: throw .invalid
            }
        }
        guard let base = schemas["base"], let schema = schemas["schema"], let removed = contents["removed"],
            let inserted = contents["inserted"], let replaced
        else { throw .invalid }
        return FieldChange(base: base, schema: schema, removed: removed, inserted: inserted, replaced: replaced)
    }

    private func contents(_ json: inout JSONScanner) throws(ListFault) -> [FieldContents] {
        var contents: [FieldContents] = []
        try json.list { (json) throws(ListFault) in
            var definition: FieldDefinition?
            var ids: [RecordID] = []
            var cells: FieldCells?
            try json.object { (json, member) throws(ListFault) in
                switch (member, definition) {
                case ("field", _):
                    definition = StoredJSON.value(StoredField.self, in: try json.raw())?.definition
                case ("records", _): ids = try self.ids(&json)
                case ("cells", let definition?): cells = try self.cells(&json, of: ids, definition.type)
                default: throw .invalid
                }
            }
            guard let definition, let cells, cells.column.type == definition.type, cells.column.count == ids.count
            else {
                throw .invalid
            }
            contents.append(FieldContents(definition, records: ids, cells: cells))
        }
        return contents
    }

    private func cells(
        _ json: inout JSONScanner, of ids: [RecordID], _ type: FieldType
    ) throws(ListFault) -> FieldCells {
        var cells = FieldCells(type: type)
        var count = 0
        try json.list { (json) throws(ListFault) in
            guard count < ids.count else { throw .invalid }
            cells.append(try json.cell(of: type), of: ids[count])
            count += 1
        }
        return cells
    }

    // MARK: Identities and places

    private func record(_ json: inout JSONScanner) throws(ListFault) -> RecordID {
        guard case let number = Int64(try json.number()), RecordID.range.contains(number) else { throw .invalid }
        return RecordID(rawValue: number)
    }

    /// Identities, none of them twice.
    private func ids(_ json: inout JSONScanner) throws(ListFault) -> [RecordID] {
        var ids: [RecordID] = []
        try json.list { (json) throws(ListFault) in
            let (first, count) = try json.pair()
            guard (1...Self.idLimit).contains(count), ids.count + count <= Self.idLimit,
                RecordID.range.contains(Int64(first)), RecordID.range.contains(Int64(first + (count - 1)))
            else { throw .invalid }
            ids.append(contentsOf: (0..<count).lazy.map { RecordID(rawValue: Int64(first + $0)) })
        }
        guard Set(ids).count == ids.count else { throw .invalid }
        return ids
    }

    /// `nil` for a record that stands at its identity.
    private func place(_ json: inout JSONScanner) throws(ListFault) -> Place? {
        guard json.next() == UInt8(ascii: "[") else {
            guard try json.property() == nil else { throw .invalid }
            return nil
        }
        let (after, step) = try json.pair()
        guard Place.afterRange.contains(Int64(after)), Place.stepRange.contains(Int64(step)) else { throw .invalid }
        return Place(after: Int64(after), step: Int64(step))
    }
}
