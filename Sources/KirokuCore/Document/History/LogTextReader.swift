/// Reads what ``LogText`` wrote.
///
/// A file may come from anywhere, so nothing is trusted: a change that could do harm when applied is rejected.
struct LogTextReader {
    private struct Damaged: Error {}

    private enum Item {
        case null
        case value(PropertyValue)
        case list([Item])
        /// Members in their order.
        case object([(name: String, item: Item)])
    }

    /// The change that the text stands for, and what its fields were; `nil` if the text is invalid.
    static func change(_ text: String, deed: LoggedPart.Deed) -> (change: Change, fields: [FieldID: LogField])? {
        var json = JSONScanner(ByteScanner(.memory(Array(text.utf8))))
        guard let root = try? item(&json, depth: 0), json.isAtEnd else { return nil }
        return try? change(root, deed)
    }

    private static func change(
        _ root: Item, _ deed: LoggedPart.Deed
    ) throws(Damaged) -> (change: Change, fields: [FieldID: LogField]) {
        if deed == .move { return (.setPlaces(try list(member("places", of: root)).map(placeChange)), [:]) }
        let fields = try fields(root)
        let known = Dictionary(fields.map { ($0.id, LogField($0)) }) { $1 }
        switch deed {
        case .set, .typedOver: return (.setCells(try cells(root, of: fields)), known)
        case .add: return (.insertRecords(try records(root, of: fields)), known)
        case .delete: return (.deleteRecords(try records(root, of: fields)), known)
        case .move, .fields, .nothing, .unknown: throw Damaged()
        }
    }

    private static func fields(_ root: Item) throws(Damaged) -> [FieldDefinition] {
        let types = Dictionary(try object(member("types", of: root)).map { ($0.name, $0.item) }) { $1 }
        var fields: [FieldDefinition] = []
        for (column, item) in try object(member("names", of: root)) {
            guard let number = CardFileFormat.number(ofColumn: column), FieldID.range.contains(Int(number)),
                let named = types[column], let type = FieldType(rawValue: try text(named)),
                let field = try? FieldDefinition(id: FieldID(rawValue: Int(number)), name: try text(item), type: type)
            else { throw Damaged() }
            fields.append(field)
        }
        return fields
    }

    private static func cells(_ root: Item, of fields: [FieldDefinition]) throws(Damaged) -> [CellChange] {
        let byColumn = Dictionary(fields.map { (CardFileFormat.column($0.id), $0) }) { $1 }
        var cells: [CellChange] = []
        for (column, items) in try object(member("cells", of: root)) {
            guard let field = byColumn[column] else { throw Damaged() }
            for item in try list(items) {
                guard case let parts = try list(item), parts.count == 3 else { throw Damaged() }
                cells.append(
                    CellChange(
                        record: try record(parts[0]), field: field.id, base: try value(parts[1], field.type),
                        value: try value(parts[2], field.type)))
            }
        }
        return cells
    }

    private static func records(_ root: Item, of fields: [FieldDefinition]) throws(Damaged) -> RecordTable {
        let next = FieldID(rawValue: (fields.map(\.id.rawValue).max() ?? 0) + 1)
        guard let schema = try? Schema(fields: fields, nextFieldID: next) else { throw Damaged() }
        let columns = Dictionary(fields.enumerated().map { (CardFileFormat.column($1.id), $0) }) { $1 }
        var cells = fields.map { FieldCells(type: $0.type) }
        var ids: [RecordID] = []
        var places: [RecordID: Place] = [:]
        for item in try list(member("records", of: root)) {
            guard case let parts = try list(item), parts.count == 3 else { throw Damaged() }
            let id = try record(parts[0])
            if case .null = parts[1] {} else { places[id] = try place(parts[1]) }
            var values = [CellValue](repeating: .empty, count: fields.count)
            for (column, item) in try object(parts[2]) {
                guard let index = columns[column] else { throw Damaged() }
                values[index] = try value(item, fields[index].type)
            }
            ids.append(id)
            for index in values.indices { cells[index].append(values[index], of: id) }
        }
        func standing(_ id: RecordID) -> (Place, RecordID) { (places[id] ?? Place(id), id) }
        let isInOrder = zip(ids, ids.dropFirst()).allSatisfy { standing($0) < standing($1) }
        guard isInOrder, Set(ids).count == ids.count else { throw Damaged() }
        return RecordTable(schema: schema, ids: ids, places: places, cells: cells)
    }

    private static func placeChange(_ item: Item) throws(Damaged) -> PlaceChange {
        guard case let parts = try list(item), parts.count == 3 else { throw Damaged() }
        return PlaceChange(record: try record(parts[0]), base: try place(parts[1]), place: try place(parts[2]))
    }

    // MARK: Values

    /// What the type does not take is unfit text, as in the table of records.
    private static func value(_ item: Item, _ type: FieldType) throws(Damaged) -> CellValue {
        switch item {
        case .null: return .empty
        case .list, .object: throw Damaged()
        case .value(let property):
            if let cell = type.kind.cell(of: property) { return cell }
            guard case .string(let text) = property, !type.kind.takesAnyText else { throw Damaged() }
            return .unfit(text)
        }
    }

    private static func record(_ item: Item) throws(Damaged) -> RecordID {
        guard case let number = Int64(try number(item)), RecordID.range.contains(number) else { throw Damaged() }
        return RecordID(rawValue: number)
    }

    private static func place(_ item: Item) throws(Damaged) -> Place {
        guard case let parts = try list(item), parts.count == 2 else { throw Damaged() }
        let place = Place(after: Int64(try number(parts[0])), step: Int64(try number(parts[1])))
        guard Place.afterRange.contains(place.after), Place.stepRange.contains(place.step) else { throw Damaged() }
        return place
    }

    private static func number(_ item: Item) throws(Damaged) -> Int {
        guard case .value(.int(let number)) = item else { throw Damaged() }
        return number
    }

    private static func text(_ item: Item) throws(Damaged) -> String {
        guard case .value(.string(let text)) = item else { throw Damaged() }
        return text
    }

    private static func list(_ item: Item) throws(Damaged) -> [Item] {
        guard case .list(let items) = item else { throw Damaged() }
        return items
    }

    private static func object(_ item: Item) throws(Damaged) -> [(name: String, item: Item)] {
        guard case .object(let members) = item else { throw Damaged() }
        return members
    }

    private static func member(_ name: String, of item: Item) throws(Damaged) -> Item {
        guard let found = try object(item).first(where: { $0.name == name }) else { throw Damaged() }
        return found.item
    }

    // MARK: JSON

    /// The deepest that is ever written is a value in a record in a list of records.
    private static let depthLimit = 6

    private static func item(_ json: inout JSONScanner, depth: Int) throws(ListFault) -> Item {
        guard depth < depthLimit else { throw .invalid }
        switch json.next() {
        case UInt8(ascii: "["):
            json.advance()
            var items: [Item] = []
            if json.passes(UInt8(ascii: "]")) { return .list([]) }
            repeat { items.append(try item(&json, depth: depth + 1)) } while try json.goesOn(before: UInt8(ascii: "]"))
            return .list(items)
        case UInt8(ascii: "{"):
            json.advance()
            var items: [(String, Item)] = []
            if json.passes(UInt8(ascii: "}")) { return .object([]) }
            repeat {
                try json.readName()
                let name = String(decoding: json.text.bytes, as: UTF8.self)
                items.append((name, try item(&json, depth: depth + 1)))
            } while try json.goesOn(before: UInt8(ascii: "}"))
            return .object(items)
        default:
            switch try json.readScalar() {
            case .null: return .null
            case .flag(let flag): return .value(.bool(flag))
            case .string: return .value(.string(String(decoding: json.text.bytes, as: UTF8.self)))
            case .number:
                let digits = String(decoding: json.text.bytes, as: UTF8.self)
                if let number = Int(digits) { return .value(.int(number)) }
                guard let number = Double(digits), number.isFinite else { throw .invalid }
                return .value(.real(number))
            }
        }
    }
}
