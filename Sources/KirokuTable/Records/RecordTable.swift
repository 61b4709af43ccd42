/// A table of records: one typed array per field, and the fields' names and types.
///
/// A table is a value. A copy costs nothing until one of the two is changed, so background work can use a copy while
/// the original is edited.
///
/// ```swift
/// var schema = Schema()
/// let number = try schema.add("Number", Int.self)
/// var table = RecordTable(schema: schema)
/// let record = table.addRecord()
/// try table.set(42, at: record, number)
/// table[record, number]  // Optional(42)
/// ```
public struct RecordTable: Sendable, Hashable {
    /// The fields, in the order in which records list their cells.
    public private(set) var schema: Schema
    /// The records' identities, in the order of their places (see ``Place``).
    public private(set) var ids: [RecordID] = []
    /// The places of records that have one of their own.
    public private(set) var places: [RecordID: Place] = [:]
    package private(set) var cells: [FieldCells]

    /// An empty table with the fields of `schema`.
    public init(schema: Schema) {
        self.schema = schema
        cells = schema.fields.map { FieldCells(type: $0.type) }
    }

    /// An empty table from the two lists of the source documents.
    ///
    /// - Throws: what ``Schema/init(names:types:)`` throws.
    public init(fieldNames: [String], fieldTypes: [FieldType]) throws(TableError) {
        self.init(schema: try Schema(names: fieldNames, types: fieldTypes))
    }

    /// A table from whole columns, in the order of the schema's fields.
    ///
    /// The records get new identifiers.
    ///
    /// - Throws: ``TableError/fieldsDiffer`` if number, types or lengths of the columns do not agree.
    public init(schema: Schema, columns: [Column]) throws(TableError) {
        let count = columns.first?.count ?? 0
        guard columns.map(\.type) == schema.fields.map(\.type), columns.allSatisfy({ $0.count == count }) else {
            throw Reports.refused("KRK_TB_MK", .fieldsDiffer)
        }
        self.schema = schema
        ids = RecordID.first(count)
        cells = columns.map { FieldCells(column: $0, unfitTexts: [:]) }
    }

    /// Tables are equal if their fields and cells are, whatever the records' identities are.
    public static func == (left: RecordTable, right: RecordTable) -> Bool {
        left.schema.fields == right.schema.fields && left.count == right.count
            && left.cells.map(\.column) == right.cells.map(\.column)
            && left.schema.fields.indices.allSatisfy { left.unfitTexts(inField: $0) == right.unfitTexts(inField: $0) }
    }

    /// Hashes only the fields and the number of records, so that it costs no pass over the cells.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(schema.fields)
        hasher.combine(count)
    }

    /// How many records there are.
    public var count: Int { ids.count }

    /// The names in field order, as for creating a table.
    public var fieldNames: [String] { schema.fields.map(\.name) }

    /// The types in field order, as for creating a table.
    public var fieldTypes: [FieldType] { schema.fields.map(\.type) }

    /// How many cells hold unfit text.
    public var unfitCount: Int { cells.reduce(0) { $0 + $1.unfitTexts.count } }

    // MARK: Cells as run-time values

    /// The cell of a record in a field, both by their indexes, which must be in range.
    public subscript(record: Int, field: Int) -> CellValue {
        cells[field].value(at: record, of: ids[record])
    }

    /// The cells of a record in field order.
    ///
    /// - Throws: ``TableError/recordOutOfRange(index:count:)``.
    public func values(ofRecord record: Int) throws(TableError) -> [CellValue] {
        try checkRecord(record, "KRK_TB_GR")
        return schema.fields.indices.map { self[record, $0] }
    }

    /// Sets a cell to a value or unfit text; ``CellValue/empty`` empties it.
    ///
    /// - Throws: ``TableError/recordOutOfRange(index:count:)``, ``TableError/fieldOutOfRange(index:count:)``,
    ///   ``TableError/unfittingValue(field:type:)``.
    public mutating func set(_ value: CellValue, at record: Int, field: Int) throws(TableError) {
        try checkRecord(record, "KRK_TB_SC")
        try checkField(field, "KRK_TB_SC")
        try check(value, for: field, "KRK_TB_SC")
        cells[field].set(value, at: record, of: ids[record])
    }

    // MARK: Records

    /// Appends a record with the fields' initial values and returns its index.
    ///
    /// Costs a look at all cells of each numbered field (``InitialSource/nextNumber(first:)``).
    @discardableResult
    public mutating func addRecord() -> Int {
        var values = InitialValues(for: self)
        appendUnchecked(values.next())
        return count - 1
    }

    /// Appends a record with these cells, in field order, and returns its index.
    ///
    /// - Throws: ``TableError/wrongCellCount(record:expected:found:)``, ``TableError/unfittingValue(field:type:)``.
    @discardableResult
    public mutating func addRecord(_ values: [CellValue]) throws(TableError) -> Int {
        guard values.count == schema.count else {
            throw Reports.refused(
                "KRK_TB_AR", .wrongCellCount(record: count, expected: schema.count, found: values.count))
        }
        for (field, value) in values.enumerated() { try check(value, for: field, "KRK_TB_AR") }
        appendUnchecked(values)
        return count - 1
    }

    /// Deletes one record.
    ///
    /// - Throws: ``TableError/recordOutOfRange(index:count:)``.
    public mutating func deleteRecord(at record: Int) throws(TableError) {
        try checkRecord(record, "KRK_TB_DR")
        _ = try remove(at: RecordIndexes(record))
    }

    /// Inserts records with their identities and places.
    ///
    /// - Parameter records: a table with fields of the same types.
    /// - Returns: their indexes afterwards.
    /// - Throws: ``TableError/fieldsDiffer``, ``TableError/repeatedRecord`` if one of them is already in the table.
    @discardableResult
    public mutating func insert(_ records: RecordTable) throws(TableError) -> RecordIndexes {
        guard records.fieldTypes == fieldTypes else { throw Reports.refused("KRK_TB_IR", .fieldsDiffer) }
        guard !hasAny(of: records) else { throw Reports.refused("KRK_TB_IR", .repeatedRecord) }
        return insertNew(records)
    }

    /// Inserts records that are not in this table, with fields of the same types.
    package mutating func insertNew(_ records: RecordTable) -> RecordIndexes {
        let indexes = indexes(forNew: records)
        ids.insert(records.ids, at: indexes)
        places.merge(records.places) { _, new in new }
        for field in cells.indices { cells[field].insert(records.cells[field], at: indexes) }
        return indexes
    }

    /// Removes the records at `indexes` and returns them, with their identities and places.
    ///
    /// - Throws: ``TableError/recordOutOfRange(index:count:)``.
    public mutating func remove(at indexes: RecordIndexes) throws(TableError) -> RecordTable {
        try checkRecords(indexes, count: count, "KRK_TB_DR")
        var removed = RecordTable(schema: schema)
        removed.ids = ids.picked(at: indexes)
        removed.places = places(of: removed.ids)
        for field in cells.indices {
            removed.cells[field] = cells[field].remove(at: indexes, ids: removed.ids)
        }
        ids.remove(at: indexes)
        for id in removed.places.keys { places[id] = nil }
        return removed
    }

    /// The records at `indexes` as a table of their own, with their identities and places.
    ///
    /// - Throws: ``TableError/recordOutOfRange(index:count:)``.
    public func records(at indexes: RecordIndexes) throws(TableError) -> RecordTable {
        try checkRecords(indexes, count: count, "KRK_TB_GR")
        return picked(at: indexes)
    }

    /// The same for indexes that are in range.
    package func picked(at indexes: RecordIndexes) -> RecordTable {
        let ids = ids.picked(at: indexes)
        return RecordTable(
            schema: schema, ids: ids, places: places(of: ids), cells: cells.map { $0.picked(at: indexes, ids: ids) })
    }

    /// The same records with other identities and places, in fields of the same types.
    ///
    /// - Precondition: as many identities as records, in the order of their places.
    package func identified(by new: [RecordID], places: [RecordID: Place], as schema: Schema) -> RecordTable {
        let cells = cells.map { cells in
            guard !cells.unfitTexts.isEmpty else { return cells }
            var texts: [RecordID: String] = [:]
            for (old, new) in zip(ids, new) { texts[new] = cells.unfitTexts[old] }
            return FieldCells(column: cells.column, unfitTexts: texts)
        }
        return RecordTable(schema: schema, ids: new, places: places, cells: cells)
    }

    /// Moves records; those that are not in this table are ignored.
    ///
    /// The cost is proportional to the number of moves if the order does not change; otherwise it is a pass over the
    /// table.
    ///
    /// - Returns: whether the order has changed.
    package mutating func setPlaces(_ new: some Sequence<(RecordID, Place)>) -> Bool {
        var moved: [RecordID: (index: Int, place: Place)] = [:]
        for (id, place) in new {
            if let index = moved[id]?.index ?? index(of: id) { moved[id] = (index, place) }
        }
        for (id, move) in moved { places[id] = move.place == Place(id) ? nil : move.place }
        let isInOrder = moved.values.allSatisfy { move in
            (move.index == 0 || isBefore(ids[move.index - 1], ids[move.index]))
                && (move.index + 1 == count || isBefore(ids[move.index], ids[move.index + 1]))
        }
        if isInOrder { return false }
        let old = RecordIndexes(moved.values.map(\.index))
        let byIndex = ids.picked(at: old)
        let order = byIndex.indices.sorted { isBefore(byIndex[$0], byIndex[$1]) }
        let columns = cells.map { $0.column.picked(at: old) }
        ids.remove(at: old)
        let sorted = order.map { byIndex[$0] }
        let indexes = indexes(forNew: sorted)
        ids.insert(sorted, at: indexes)
        for field in cells.indices {
            cells[field].column.remove(at: old)
            cells[field].column.insert(columns[field].ordered(order), at: indexes)
        }
        return true
    }

    // MARK: Fields

    /// Replaces all fields and their cells.
    ///
    /// - Precondition: a column of the right type and length for every field.
    package mutating func replaceFields(_ schema: Schema, _ cells: [FieldCells]) {
        self = RecordTable(schema: schema, ids: ids, places: places, cells: cells)
    }

    // MARK: Whole fields

    /// The unfit texts of a field, by record index; they are stored separately from its typed values.
    public func unfitTexts(inField field: Int) -> [Int: String] {
        var texts: [Int: String] = [:]
        for (id, text) in cells[field].unfitTexts {
            if let index = index(of: id) { texts[index] = text }
        }
        return texts
    }

    /// The column of a field, without copying it.
    public func column(_ field: Int) -> Column { cells[field].column }

    // MARK: Identities and places

    /// The index of a record, or `nil` if it is not in this table.
    ///
    /// Costs a binary search.
    public func index(of id: RecordID) -> Int? {
        let index = indexBehind(place(of: id), id)
        return index < ids.count && ids[index] == id ? index : nil
    }

    /// The place of a record of this table, or the one that it would have without a place of its own.
    public func place(of id: RecordID) -> Place {
        places.isEmpty ? Place(id) : places[id] ?? Place(id)
    }

    /// The index that a removed record would have if it returned.
    ///
    /// - Parameter record: the record, as a table of its own.
    public func index(forReturnOf record: RecordTable) -> Int {
        record.ids.first.map { indexBehind(record.place(of: $0), $0) } ?? count
    }

    /// The index of the first record at this place or after it.
    private func indexBehind(_ place: Place, _ id: RecordID) -> Int {
        if places.isEmpty, place.step == 0, place.after == id.rawValue { return ids.partitioningIndex { $0 >= id } }
        return ids.partitioningIndex { other in
            let otherPlace = self.place(of: other)
            return otherPlace == place ? other >= id : otherPlace > place
        }
    }

    private func isBefore(_ one: RecordID, _ other: RecordID) -> Bool {
        let (place, otherPlace) = (place(of: one), place(of: other))
        return place == otherPlace ? one < other : place < otherPlace
    }

    private func places(of ids: [RecordID]) -> [RecordID: Place] {
        if places.isEmpty { return [:] }
        var own: [RecordID: Place] = [:]
        for id in ids {
            if let place = places[id] { own[id] = place }
        }
        return own
    }

    /// Whether one of these records is in this table.
    func hasAny(of records: RecordTable) -> Bool {
        guard let first = records.ids.first, let last = ids.last else { return false }
        // Without places of their own, records are in the order of their identities.
        if places.isEmpty, records.places.isEmpty, first > last { return false }
        return records.ids.contains { index(of: $0) != nil }
    }

    /// The future indexes of records that are not in this table, in the order of their places.
    private func indexes(forNew records: RecordTable) -> RecordIndexes {
        indexes(forNew: records.ids) { records.place(of: $0) }
    }

    /// The future indexes of records that have places here but are not among ``ids``, in the order of their places.
    private func indexes(forNew new: [RecordID]) -> RecordIndexes {
        indexes(forNew: new) { place(of: $0) }
    }

    private func indexes(forNew new: [RecordID], at placeOf: (RecordID) -> Place) -> RecordIndexes {
        var indexes = RecordIndexes()
        var next = 0
        while next < new.count {
            let (id, place) = (new[next], placeOf(new[next]))
            let index = indexBehind(place, id)
            var end = new.count
            if index < ids.count {
                let (other, otherPlace) = (ids[index], self.place(of: ids[index]))
                // Most are inserted together, so the end of the run is searched for nearby.
                end = next + 1
                while end < new.count {
                    let place = placeOf(new[end])
                    guard place == otherPlace ? new[end] < other : place < otherPlace else { break }
                    end += 1
                }
            }
            indexes.add(index + next..<index + end)
            next = end
        }
        return indexes
    }

    // MARK: Reading from a document

    /// A table from the parts that a document stores.
    ///
    /// - Precondition: identities and places in record order, none twice; a column of the right type and length for
    ///   every field.
    package init(schema: Schema, ids: [RecordID], places: [RecordID: Place] = [:], cells: [FieldCells]) {
        precondition(cells.map(\.column.type) == schema.fields.map(\.type), "columns of the fields' types")
        precondition(cells.allSatisfy { $0.column.count == ids.count }, "one cell a record")
        self.schema = schema
        self.ids = ids
        self.places = places
        self.cells = cells
    }

    /// Records of which only the identities are known.
    package init(identities: [RecordID]) {
        schema = Schema()
        ids = identities
        cells = []
    }

    /// A binder for the cells of each field.
    package var writers: [CellBinder] { cells.map { $0.writer(ids: ids) } }

    package mutating func appendUnchecked(_ values: [CellValue]) {
        // Without an intermediate array, because this is called a million times.
        let next = (ids.last?.rawValue ?? 0) + 1
        var id = RecordID(rawValue: next)
        if !places.isEmpty || !RecordID.range.contains(next) {
            repeat { id = RecordIDSource.shared.next() } while index(of: id) != nil
            if let last = ids.last, !isBefore(last, id) { places[id] = Place.behind(place(of: last)) }
        }
        ids.append(id)
        for (field, value) in values.enumerated() { cells[field].append(value, of: id) }
    }

    // MARK: Checks

    // Refusals are reported under the code of the public call.

    package func checkRecord(_ record: Int, _ code: StaticString = "KRK_TB_CH") throws(TableError) {
        guard ids.indices.contains(record) else {
            throw Reports.refused(code, .recordOutOfRange(index: record, count: count))
        }
    }

    func checkRecords(_ places: RecordIndexes, count: Int, _ code: StaticString) throws(TableError) {
        let index = places.lowerBound < 0 ? places.lowerBound : places.upperBound - 1
        guard places.lowerBound >= 0, places.upperBound <= count else {
            throw Reports.refused(code, .recordOutOfRange(index: index, count: count))
        }
    }

    func checkField(_ field: Int, _ code: StaticString = "KRK_TB_CH") throws(TableError) {
        guard cells.indices.contains(field) else {
            throw Reports.refused(code, .fieldOutOfRange(index: field, count: schema.count))
        }
    }

    package func check(_ value: CellValue, for field: Int, _ code: StaticString) throws(TableError) {
        let definition = schema[field]
        guard value.fits(definition.type) else {
            throw Reports.refused(code, .unfittingValue(field: definition.name, type: definition.type))
        }
    }
}
