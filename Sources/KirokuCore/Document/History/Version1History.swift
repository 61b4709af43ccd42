/// The history of documents of version 1, whose steps named records and fields by their indexes.
///
/// What an index meant can only be found out step by step, going back from the current table. So each step is applied
/// to a copy of the table, and the resulting change becomes the step.
extension UndoHistory {
    /// - Parameters:
    ///   - undoable: the bytes of the steps that can be undone, the last one last.
    ///   - redoable: those of the steps that can be redone, the next one last.
    ///   - table: the current table, between the two.
    ///   - fields: what fields are known by in memory that have another number in the file.
    init(version1 undoable: [[UInt8]], redoable: [[UInt8]], of table: RecordTable, fields: [Int: FieldID]) {
        self.init(
            undoable: Self.steps(undoable, from: table, fields), redoable: Self.steps(redoable, from: table, fields))
    }

    /// The history ends at the first step that cannot be applied.
    private static func steps(_ bytes: [[UInt8]], from table: RecordTable, _ fields: [Int: FieldID]) -> [HistoryStep] {
        var table = table
        var steps: [HistoryStep] = []
        for step in bytes.reversed() {
            guard let (title, change) = Version1Reader.step(step, fields), let made = try? change.make(in: &table)
            else { break }
            steps.append(HistoryStep(change: made.trimmed, title: title))
        }
        return steps.reversed()
    }
}

/// A change as documents of version 1 stored it.
private indirect enum IndexedChange {
    case setCells([CellEdit])
    case insertRecords(RecordTable, at: RecordIndexes)
    case deleteRecords(at: RecordIndexes)
    case insertField(IndexedField, at: Int)
    case removeField(at: Int)
    case redefineField(at: Int, FieldDefinition)
    case replaceField(at: Int, IndexedField)
    case moveField(from: Int, to: Int)
    case sequence([IndexedChange])

    /// Applies it, and returns the change that was made.
    func make(in table: inout RecordTable) throws(TableError) -> Change {
        if case .sequence(let changes) = self {
            var made: [Change] = []
            for change in changes { made.append(try change.make(in: &table)) }
            return .sequence(made)
        }
        return try table.apply(try change(of: table)).change
    }

    private func change(of table: RecordTable) throws(TableError) -> Change {
        var fields = table.schema.fields
        switch self {
        case .setCells(let edits): return try .setCells(edits, in: table)
        case .insertRecords(let records, let indexes):
            guard records.fieldTypes == table.fieldTypes else { throw .fieldsDiffer }
            return try .insertRecords(records, at: indexes, keepingIdentitiesIn: table)
        case .deleteRecords(let indexes): return try .deleteRecords(at: indexes, in: table)
        case .insertField(let field, let index):
            guard (0...fields.count).contains(index) else { throw .fieldOutOfRange(index: index, count: fields.count) }
            fields.insert(field.definition, at: index)
            return try .changeFields(to: fields, inserting: [try field.contents(in: table)], in: table)
        case .removeField(let index):
            try table.checkField(index)
            fields.remove(at: index)
            return try .changeFields(to: fields, in: table)
        case .redefineField(let index, let definition):
            try table.checkField(index)
            guard definition.id == fields[index].id else { throw .fieldsDiffer }
            fields[index] = definition
            return try .changeFields(to: fields, in: table)
        case .replaceField(let index, let field):
            try table.checkField(index)
            let replacement = FieldReplacement(old: fields[index].id, new: field.definition.id)
            fields[index] = field.definition
            return try .changeFields(
                to: fields, inserting: [try field.contents(in: table)], replacing: [replacement], in: table)
        case .moveField(let start, let end):
            try table.checkField(start)
            try table.checkField(end)
            fields.insert(fields.remove(at: start), at: end)
            return try .changeFields(to: fields, in: table)
        case .sequence: return .sequence([])
        }
    }
}

/// A field with its cells, in record order.
private struct IndexedField {
    let definition: FieldDefinition
    let values: [CellValue]

    func contents(in table: RecordTable) throws(TableError) -> FieldContents {
        guard values.count == table.count else { throw .fieldsDiffer }
        var cells = FieldCells(type: definition.type)
        for (id, value) in zip(table.ids, values) { cells.append(value, of: id) }
        return FieldContents(definition, records: table.ids, cells: cells)
    }
}

/// Reads the bytes of a step of version 1.
private struct Version1Reader {
    private typealias Damaged = HistoryBytes.Damaged

    private var reader: HistoryBytes

    static func step(_ bytes: [UInt8], _ fields: [Int: FieldID]) -> (ChangeTitle, IndexedChange)? {
        var reader = Version1Reader(reader: HistoryBytes(bytes, fields: fields))
        return try? reader.step()
    }

    private mutating func step() throws(Damaged) -> (ChangeTitle, IndexedChange) {
        guard try reader.byte() == 1,
            let title = ChangeTitle(stored: try reader.number(), count: try reader.number(), name: "")
        else { throw Damaged() }
        let change = try change(depth: 0)
        guard reader.isAtEnd else { throw Damaged() }
        return (title, change)
    }

    private mutating func change(depth: Int) throws(Damaged) -> IndexedChange {
        switch try reader.byte() {
        case 0:
            var edits: [CellEdit] = []
            for _ in 0..<(try reader.count()) {
                edits.append(
                    CellEdit(record: try reader.number(), field: try reader.number(), value: try reader.value()))
            }
            return .setCells(edits)
        case 1:
            let indexes = try indexes()
            return .insertRecords(try records(), at: indexes)
        case 2: return .deleteRecords(at: try indexes())
        case 3:
            let index = try reader.number()
            return .insertField(try field(), at: index)
        case 4: return .removeField(at: try reader.number())
        case 5: return .redefineField(at: try reader.number(), try reader.definition())
        case 6:
            let index = try reader.number()
            return .replaceField(at: index, try field())
        case 7: return .moveField(from: try reader.number(), to: try reader.number())
        case 8 where depth < 8:
            var changes: [IndexedChange] = []
            for _ in 0..<(try reader.count()) { changes.append(try change(depth: depth + 1)) }
            return .sequence(changes)
        default: throw Damaged()
        }
    }

    private mutating func field() throws(Damaged) -> IndexedField {
        let definition = try reader.definition()
        var values: [CellValue] = []
        for _ in 0..<(try reader.count()) { values.append(try reader.value(for: definition.type)) }
        return IndexedField(definition: definition, values: values)
    }

    private mutating func records() throws(Damaged) -> RecordTable {
        let schema = try reader.schema()
        var ids: [RecordID] = []
        var cells = schema.fields.map { FieldCells(type: $0.type) }
        var last: Int64 = 0
        for _ in 0..<(try reader.count()) {
            let (id, overflow) = last.addingReportingOverflow(Int64(try reader.number()))
            guard !overflow, id > last, RecordID.range.contains(id) else { throw Damaged() }
            last = id
            ids.append(RecordID(rawValue: id))
            for field in cells.indices {
                cells[field].append(try reader.value(for: schema[field].type), of: RecordID(rawValue: id))
            }
        }
        return RecordTable(schema: schema, ids: ids, cells: cells)
    }

    private mutating func indexes() throws(Damaged) -> RecordIndexes {
        var indexes = RecordIndexes()
        var end = 0
        for run in 0..<(try reader.count()) {
            let (start, tooFar) = end.addingReportingOverflow(try reader.number())
            let (upper, tooLong) = start.addingReportingOverflow(try reader.number())
            guard !tooFar, !tooLong, upper > start, run == 0 || start > end else { throw Damaged() }
            indexes.append(start..<upper)
            end = upper
        }
        return indexes
    }
}
