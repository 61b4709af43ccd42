/// All cells of one field: the typed column, and beside it the rare texts that do not fit the type.
struct FieldCells: Sendable, Hashable {
    var column: Column
    /// Where a record has a text here, its cell in the column is empty.
    private(set) var unfitTexts: [RecordID: String] = [:]

    init(type: FieldType) {
        column = Column(type: type)
    }

    init(column: Column, unfitTexts: [RecordID: String]) {
        self.column = column
        self.unfitTexts = unfitTexts
    }

    func value(at index: Int, of record: RecordID) -> CellValue {
        if !unfitTexts.isEmpty, let text = unfitTexts[record] { return .unfit(text) }
        return column[index]
    }

    mutating func set(_ value: CellValue, at index: Int, of record: RecordID) {
        column[index] = value
        if let text = value.unfitText {
            unfitTexts[record] = text
        } else if !unfitTexts.isEmpty {
            unfitTexts[record] = nil
        }
    }

    mutating func append(_ value: CellValue, of record: RecordID) {
        column.append(value)
        if let text = value.unfitText { unfitTexts[record] = text }
    }

    /// Puts cells of the same type behind these; no record has a cell in both.
    mutating func append(_ other: FieldCells) {
        column.append(other.column)
        unfitTexts.merge(other.unfitTexts) { ours, _ in ours }
    }

    /// Puts the cells of `other`, whose records are known as `ids` here and as `otherIDs` there, at `places`.
    mutating func insert(_ other: FieldCells, at places: RecordIndexes, ids: [RecordID], otherIDs: [RecordID]) {
        column.insert(other.column, at: places)
        guard !other.unfitTexts.isEmpty else { return }
        for (ours, theirs) in zip(ids, otherIDs) {
            if let text = other.unfitTexts[theirs] { unfitTexts[ours] = text }
        }
    }

    mutating func remove(at places: RecordIndexes, ids: [RecordID]) -> FieldCells {
        let removed = picked(at: places, ids: ids)
        column.remove(at: places)
        for id in removed.unfitTexts.keys { unfitTexts[id] = nil }
        return removed
    }

    /// The cells at `places`, whose records are known as `ids`.
    func picked(at places: RecordIndexes, ids: [RecordID]) -> FieldCells {
        var picked = FieldCells(column: column.picked(at: places), unfitTexts: [:])
        guard !unfitTexts.isEmpty else { return picked }
        for id in ids {
            if let text = unfitTexts[id] { picked.unfitTexts[id] = text }
        }
        return picked
    }

    mutating func renumber(_ moves: [RecordIDMove]) {
        guard !unfitTexts.isEmpty else { return }
        var found: [(RecordID, String)] = []
        for move in moves {
            if let text = unfitTexts.removeValue(forKey: move.old) { found.append((move.new, text)) }
        }
        for (id, text) in found { unfitTexts[id] = text }
    }
}
