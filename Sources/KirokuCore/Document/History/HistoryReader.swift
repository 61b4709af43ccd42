/// Reads what ``HistoryWriter`` wrote.
///
/// A file may come from anywhere, so nothing is trusted: a change that could do harm when applied is rejected.
struct HistoryReader {
    private typealias Damaged = HistoryBytes.Damaged

    private var reader: HistoryBytes

    /// The step that these bytes represent; `nil` if they are invalid.
    ///
    /// - Parameter fields: what fields are known by in memory that have another number in the file.
    static func step(_ bytes: [UInt8], fields: [Int: FieldID] = [:]) -> HistoryStep? {
        var reader = HistoryReader(reader: HistoryBytes(bytes, fields: fields))
        return try? reader.step()
    }

    /// The change that these bytes represent, with all that it removes; `nil` if they are invalid.
    static func change(_ bytes: [UInt8]) -> Change? {
        var reader = HistoryReader(reader: HistoryBytes(bytes, fields: [:]))
        return try? reader.change()
    }

    private mutating func change() throws(Damaged) -> Change {
        try readVersion()
        let change = try change(depth: 0)
        guard reader.isAtEnd else { throw Damaged() }
        return change
    }

    private mutating func readVersion() throws(Damaged) {
        guard try reader.byte() == HistoryWriter.version else { throw Damaged() }
    }

    private mutating func step() throws(Damaged) -> HistoryStep {
        try readVersion()
        let table = TableID(rawValue: try reader.number())
        let (kind, count) = (try reader.number(), try reader.number())
        guard table == .only, case let name = try reader.text(),
            let title = ChangeTitle(stored: kind, count: count, name: name)
        else { throw Damaged() }
        let change = try change(depth: 0)
        let decided = try decided()
        guard reader.isAtEnd else { throw Damaged() }
        return HistoryStep(table: table, change: change, title: title, decided: decided)
    }

    private mutating func decided() throws(Damaged) -> [EditConflict] {
        var decided: [EditConflict] = []
        for _ in 0..<(try reader.count()) {
            guard let conflict = KeptConflict.conflict(in: try reader.text()) else { throw Damaged() }
            decided.append(conflict)
        }
        return decided
    }

    // MARK: Changes

    private mutating func change(depth: Int) throws(Damaged) -> Change {
        switch try reader.byte() {
        case 0:
            var cells: [CellChange] = []
            var last: Int64 = 0
            for _ in 0..<(try reader.count()) {
                cells.append(
                    CellChange(
                        record: try id(after: &last), field: try reader.field(),
                        base: try reader.value(), value: try reader.value()))
            }
            return .setCells(cells)
        case 1: return .insertRecords(try records())
        case 2:
            return .deleteRecords(RecordTable(identities: try ids()))
        case 3:
            var changes: [PlaceChange] = []
            var last: Int64 = 0
            for _ in 0..<(try reader.count()) {
                changes.append(PlaceChange(record: try id(after: &last), base: try place(), place: try place()))
            }
            return .setPlaces(changes)
        case 4: return .changeFields(try fieldChange())
        case 5 where depth < Self.depthLimit:
            var changes: [Change] = []
            for _ in 0..<(try reader.count()) { changes.append(try change(depth: depth + 1)) }
            return .sequence(changes)
        case 6: return .deleteRecords(try records())
        case 7:
            let change = try fieldChange()
            var removed: [FieldContents] = []
            for _ in 0..<(try reader.count()) { removed.append(try contents()) }
            return .changeFields(
                FieldChange(
                    base: change.base, schema: change.schema, removed: removed, inserted: change.inserted,
                    replaced: change.replaced))
        default: throw Damaged()
        }
    }

    /// Sequences in sequences; the program makes no more than two.
    private static let depthLimit = 8

    private mutating func fieldChange() throws(Damaged) -> FieldChange {
        let (base, schema) = (try reader.schema(), try reader.schema())
        var inserted: [FieldContents] = []
        for _ in 0..<(try reader.count()) { inserted.append(try contents()) }
        var replaced: [FieldReplacement] = []
        for _ in 0..<(try reader.count()) {
            replaced.append(
                FieldReplacement(
                    old: try reader.field(), new: try reader.field()))
        }
        return FieldChange(base: base, schema: schema, removed: [], inserted: inserted, replaced: replaced)
    }

    // MARK: Parts

    private mutating func contents() throws(Damaged) -> FieldContents {
        let definition = try reader.definition()
        let ids = try ids()
        var cells = FieldCells(type: definition.type)
        for id in ids { cells.append(try reader.value(for: definition.type), of: id) }
        return FieldContents(definition, records: ids, cells: cells)
    }

    private mutating func records() throws(Damaged) -> RecordTable {
        let schema = try reader.schema()
        let ids = try ids()
        var places: [RecordID: Place] = [:]
        for _ in 0..<(try reader.count()) {
            let index = try reader.number()
            guard ids.indices.contains(index) else { throw Damaged() }
            places[ids[index]] = try place()
        }
        func standing(_ id: RecordID) -> (Place, RecordID) { (places[id] ?? Place(id), id) }
        let isInOrder = zip(ids, ids.dropFirst()).allSatisfy { standing($0) < standing($1) }
        guard isInOrder else { throw Damaged() }
        var cells = schema.fields.map { FieldCells(type: $0.type) }
        for id in ids {
            for field in cells.indices { cells[field].append(try reader.value(for: schema[field].type), of: id) }
        }
        return RecordTable(schema: schema, ids: ids, places: places, cells: cells)
    }

    /// Identities, none of them twice.
    private mutating func ids() throws(Damaged) -> [RecordID] {
        var ids: [RecordID] = []
        var last: Int64 = 0
        for _ in 0..<(try reader.count()) { ids.append(try id(after: &last)) }
        guard Set(ids).count == ids.count else { throw Damaged() }
        return ids
    }

    private mutating func id(after last: inout Int64) throws(Damaged) -> RecordID {
        let (number, overflow) = last.addingReportingOverflow(Int64(try reader.signed()))
        guard !overflow, RecordID.range.contains(number) else { throw Damaged() }
        last = number
        return RecordID(rawValue: number)
    }

    private mutating func place() throws(Damaged) -> Place {
        let place = Place(after: Int64(try reader.signed()), step: Int64(try reader.number()))
        guard Place.afterRange.contains(place.after), Place.stepRange.contains(place.step) else { throw Damaged() }
        return place
    }
}
