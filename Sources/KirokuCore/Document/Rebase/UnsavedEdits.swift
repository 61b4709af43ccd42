/// What edits that are not in the file yet make different from it, by identity and however they came about.
///
/// Records that are in the file are named as they are there.
struct UnsavedEdits: Sendable {
    /// A cell of a record in the file.
    struct Cell: Sendable, Hashable {
        let record: RecordID
        let field: FieldID
    }

    /// A record as it was when it was taken out.
    struct Deleted: Sendable {
        let records: RecordTable
        let index: Int
    }

    /// A field as it was when it was taken out; `nil` for records that are not in the file.
    struct Removed: Sendable {
        let records: [RecordID?]
        let field: StoredField
    }

    /// The cells that were edited, and what they held before the first edit.
    private(set) var cells: [Cell: CellValue] = [:]
    /// Records of the file that are no longer there.
    private(set) var deleted: [RecordID: Deleted] = [:]
    /// Records that are not in the file, as they are called in memory.
    private(set) var inserted: Set<RecordID> = []
    /// The fields before they were changed first; `nil` if they were not.
    private(set) var schema: Schema?
    /// The fields that were taken out.
    private(set) var removed: [FieldID: Removed] = [:]
    /// The widths that were set.
    private(set) var widths: [FieldID: Int] = [:]
    /// What was changed in how the document is looked at.
    private(set) var settings: [String: String?] = [:]
    /// What records are called in the file that are called otherwise in memory.
    private var fileIDs: [RecordID: RecordID] = [:]
    /// Records that were taken out, by what they were called in memory.
    private var lastIDs: [RecordID: RecordID] = [:]

    /// - Parameter changes: what is to be saved, the oldest first.
    init(_ changes: [StoredChange]) {
        for change in changes { add(change) }
    }

    /// What a record is called in the file; only for records that are there.
    func fileID(of record: RecordID) -> RecordID { fileIDs[record] ?? record }

    /// What records are called in memory that are called otherwise in the file.
    var memoryIDs: [RecordID: RecordID] {
        Dictionary(fileIDs.map { ($0.value, $0.key) }) { first, _ in first }
    }

    /// What a cell holds in the file, as far as is known here.
    func base(_ record: RecordID, _ field: FieldID, now value: CellValue) -> CellValue {
        cells[Cell(record: record, field: field)] ?? value
    }

    private mutating func add(_ change: StoredChange) {
        switch change {
        case .setCells(let cells): for cell in cells { note(cell.record, cell.field, cell.base) }
        case .insertRecords(let records): insert(records)
        case .deleteRecords(let records): delete(records)
        case .renumberRecords(let moves): renumber(moves)
        case .setSchema(let change):
            schema = schema ?? change.base
            if let field = change.removed, removed[field.field] == nil {
                let records = field.records.map { inserted.contains($0) ? nil : fileID(of: $0) }
                removed[field.field] = Removed(records: records, field: field)
            }
        case .setWidths(let widths): self.widths.merge(widths) { $1 }
        case .setSettings(let texts): settings.merge(texts) { $1 }
        case .fillField, .history: break
        }
    }

    private mutating func note(_ record: RecordID, _ field: FieldID, _ base: CellValue) {
        guard !inserted.contains(record) else { return }
        let cell = Cell(record: fileID(of: record), field: field)
        if cells[cell] == nil { cells[cell] = base }
    }

    /// One that bears the identifier of a record that was taken out is that record again, perhaps with other cells.
    private mutating func insert(_ records: RecordTable) {
        for (index, id) in records.ids.enumerated() {
            guard let file = lastIDs.removeValue(forKey: id), let before = deleted.removeValue(forKey: file) else {
                inserted.insert(id)
                continue
            }
            if file != id { fileIDs[id] = file }
            for (place, field) in before.records.schema.fields.enumerated() {
                let value = before.records[before.index, place]
                guard let now = records.schema.index(of: field.id), records[index, now] != value else { continue }
                note(id, field.id, value)
            }
        }
    }

    private mutating func delete(_ records: RecordTable) {
        for (index, id) in records.ids.enumerated() where inserted.remove(id) == nil {
            let file = fileID(of: id)
            fileIDs[id] = nil
            lastIDs[id] = file
            deleted[file] = Deleted(records: records, index: index)
        }
    }

    private mutating func renumber(_ moves: [RecordIDMove]) {
        let known = moves.map { (new: $0.new, file: inserted.contains($0.old) ? nil : fileID(of: $0.old)) }
        for move in moves {
            inserted.remove(move.old)
            fileIDs[move.old] = nil
        }
        for (new, file) in known {
            // Whoever was taken out under that name does not come back under it.
            lastIDs[new] = nil
            if let file {
                if file != new { fileIDs[new] = file }
            } else {
                inserted.insert(new)
            }
        }
    }
}
