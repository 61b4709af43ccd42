/// A table of records: one typed array per field, and the fields' names and types.
///
/// A table is a value. A copy costs nothing until one of the two is changed, so that work in the background takes a
/// copy and goes on with it while the original is edited.
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
    /// What each record is known by, in record order; ascending.
    public private(set) var ids: [RecordID] = []
    private(set) var cells: [FieldCells]

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
        ids = RecordIDs.between(nil, nil, count: count) ?? []
        cells = columns.map { FieldCells(column: $0, unfitTexts: [:]) }
    }

    /// Tables are equal when they show the same: fields and cells, whatever the records' identifiers are.
    public static func == (left: RecordTable, right: RecordTable) -> Bool {
        left.schema.fields == right.schema.fields && left.count == right.count
            && left.cells.map(\.column) == right.cells.map(\.column)
            && left.schema.fields.indices.allSatisfy { left.unfitTexts(inField: $0) == right.unfitTexts(inField: $0) }
    }

    /// Takes in the fields and the number of records only, so that it costs no pass over the cells.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(schema.fields)
        hasher.combine(count)
    }

    /// How many records there are.
    public var count: Int { ids.count }

    /// The names in field order, as a table is created from.
    public var fieldNames: [String] { schema.fields.map(\.name) }

    /// The types in field order, as a table is created from.
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

    /// Puts a value, unfit text included, into a cell; ``CellValue/empty`` empties it.
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

    /// Appends a record of the fields' initial values and returns its index.
    @discardableResult
    public mutating func addRecord() -> Int {
        appendUnchecked(schema.fields.map(\.initialValue))
        return count - 1
    }

    /// Appends a record of these cells, in field order, and returns its index.
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

    /// Puts the records of `records`, a table with the same fields, in so that they end up at `places`.
    ///
    /// They keep their identifiers where these lie between those of their neighbours, and get new ones otherwise.
    /// Returns which of the records that were here before had to make room.
    ///
    /// - Throws: ``TableError/fieldsDiffer``, ``TableError/recordOutOfRange(index:count:)``.
    @discardableResult
    public mutating func insert(
        _ records: RecordTable, at places: RecordIndexes
    ) throws(TableError) -> [RecordIDMove] {
        guard records.fieldTypes == fieldTypes, records.count == places.count else {
            throw Reports.refused("KRK_TB_IR", .fieldsDiffer)
        }
        try checkRecords(places, count: count + records.count, "KRK_TB_IR")
        let moves = makeRoom(for: records.ids, at: places)
        renumber(moves)
        let newIDs = ids.picked(at: places)
        for field in cells.indices {
            cells[field].insert(records.cells[field], at: places, ids: newIDs, otherIDs: records.ids)
        }
        return moves
    }

    /// Takes the records at `places` out and returns them, with their identifiers.
    ///
    /// - Throws: ``TableError/recordOutOfRange(index:count:)``.
    public mutating func remove(at places: RecordIndexes) throws(TableError) -> RecordTable {
        try checkRecords(places, count: count, "KRK_TB_DR")
        var removed = RecordTable(schema: schema)
        removed.ids = ids.picked(at: places)
        for field in cells.indices {
            removed.cells[field] = cells[field].remove(at: places, ids: removed.ids)
        }
        ids.remove(at: places)
        return removed
    }

    /// The records at `places` as a table of their own, with their identifiers.
    ///
    /// - Throws: ``TableError/recordOutOfRange(index:count:)``.
    public func records(at places: RecordIndexes) throws(TableError) -> RecordTable {
        try checkRecords(places, count: count, "KRK_TB_GR")
        let ids = ids.picked(at: places)
        return RecordTable(schema: schema, ids: ids, cells: cells.map { $0.picked(at: places, ids: ids) })
    }

    // MARK: Fields

    mutating func insertField(_ field: FieldDefinition, _ fieldCells: FieldCells, at index: Int) throws(TableError) {
        guard (0...schema.count).contains(index) else { throw .fieldOutOfRange(index: index, count: schema.count) }
        guard fieldCells.column.count == count, fieldCells.column.type == field.type else { throw .fieldsDiffer }
        try schema.insert(field, at: index)
        cells.insert(fieldCells, at: index)
    }

    mutating func removeField(at index: Int) throws(TableError) {
        try checkField(index)
        guard schema.count > 1 else { throw .noFields }
        schema.remove(at: index)
        cells.remove(at: index)
    }

    mutating func replaceField(
        at index: Int, with field: FieldDefinition, _ fieldCells: FieldCells
    ) throws(TableError) {
        try checkField(index)
        guard fieldCells.column.count == count, fieldCells.column.type == field.type else { throw .fieldsDiffer }
        try schema.replace(at: index, with: field)
        cells[index] = fieldCells
    }

    mutating func moveField(from: Int, to: Int) throws(TableError) {
        try checkField(from)
        try checkField(to)
        let field = schema.remove(at: from)
        try schema.insert(field, at: to)
        cells.insert(cells.remove(at: from), at: to)
    }

    // MARK: Whole fields

    /// The typed values of a field and the texts that do not fit it are kept apart; these are the latter, by record index.
    public func unfitTexts(inField field: Int) -> [Int: String] {
        var texts: [Int: String] = [:]
        for (id, text) in cells[field].unfitTexts {
            if let index = index(of: id) { texts[index] = text }
        }
        return texts
    }

    /// The column of a field, without copying it.
    public func column(_ field: Int) -> Column { cells[field].column }

    /// Where the record stands, or `nil` if it is not in this table.
    ///
    /// Costs a binary search.
    public func index(of id: RecordID) -> Int? {
        let index = ids.partitioningIndex { $0 >= id }
        return index < ids.count && ids[index] == id ? index : nil
    }

    // MARK: Reading from a document

    /// A table from the parts that a document stores.
    ///
    /// - Precondition: identifiers ascending and one a record; a column of the right type and length for every field.
    init(schema: Schema, ids: [RecordID], cells: [FieldCells]) {
        precondition(cells.map(\.column.type) == schema.fields.map(\.type), "columns of the fields' types")
        precondition(cells.allSatisfy { $0.column.count == ids.count }, "one cell a record")
        self.schema = schema
        self.ids = ids
        self.cells = cells
    }

    /// What binds the cells of each field to a statement.
    var writers: [CellBinder] { cells.map { $0.writer(ids: ids) } }

    mutating func appendUnchecked(_ values: [CellValue]) {
        // Not by way of an array, as this is done a million times. A table whose last record has one of the last
        // identifiers is rare.
        let next = (ids.last?.rawValue ?? 0) + RecordIDs.stride
        let id = RecordID(rawValue: next)
        if RecordID.range.contains(next) {
            ids.append(id)
        } else {
            renumber(makeRoom(for: [id], at: RecordIndexes(count)))
        }
        let newID = ids[ids.count - 1]
        for (field, value) in values.enumerated() { cells[field].append(value, of: newID) }
    }

    /// Has cells be known by the new identifiers of their records.
    private mutating func renumber(_ moves: [RecordIDMove]) {
        for field in cells.indices { cells[field].renumber(moves) }
    }

    // MARK: Checks

    // What they refuse is reported under the code of the public call.

    func checkRecord(_ record: Int, _ code: StaticString = "KRK_TB_CH") throws(TableError) {
        guard ids.indices.contains(record) else {
            throw Reports.refused(code, .recordOutOfRange(index: record, count: count))
        }
    }

    private func checkRecords(_ places: RecordIndexes, count: Int, _ code: StaticString) throws(TableError) {
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

    func check(_ value: CellValue, for field: Int, _ code: StaticString = "KRK_TB_CH") throws(TableError) {
        let definition = schema[field]
        guard value.fits(definition.type) else {
            throw Reports.refused(code, .unfittingValue(field: definition.name, type: definition.type))
        }
    }

    /// Puts identifiers for the coming records into ``ids``, and returns which others had to change.
    private mutating func makeRoom(for wished: [RecordID], at places: RecordIndexes) -> [RecordIDMove] {
        if RecordIDs.fit(wished, at: places, in: ids) {
            ids.insert(wished, at: places)
            return []
        }
        if places.lowerBound >= ids.count, let new = RecordIDs.between(ids.last, nil, count: wished.count) {
            ids += new
            return []
        }
        let before = ids
        for run in places.runs {
            let previous = run.lowerBound > 0 ? ids[run.lowerBound - 1] : nil
            let next = run.lowerBound < ids.count ? ids[run.lowerBound] : nil
            if let new = RecordIDs.between(previous, next, count: run.count) {
                ids.insert(contentsOf: new, at: run.lowerBound)
                continue
            }
            let (window, spread) = RecordIDs.makeRoom(in: ids, at: run.lowerBound, count: run.count)
            ids.replaceSubrange(window, with: spread)
        }
        var stayed = ids
        stayed.remove(at: places)
        // A record may have moved for several runs; what counts is where it came from and where it is now.
        return zip(before, stayed).compactMap { old, new in
            old == new ? nil : RecordIDMove(old: old, new: new)
        }
    }
}
