/// All cells of one field: the typed column, and separately the rare texts that do not fit the type.
struct FieldCells: Sendable, Hashable {
    var column: Column
    /// If a record has a text here, its cell in the column is empty.
    private(set) var unfitTexts: [RecordID: String] = [:]

    init(type: FieldType) {
        column = Column(type: type)
    }

    init(column: Column, unfitTexts: [RecordID: String]) {
        self.column = column
        self.unfitTexts = unfitTexts
    }

    /// Cells that all hold the same value of the type.
    init(repeating value: CellValue, type: FieldType, count: Int) {
        var column = Column(type: type)
        column.reserveCapacity(count)
        for _ in 0..<count { column.append(value) }
        self.init(column: column, unfitTexts: [:])
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

    /// Appends cells of the same type; no record has a cell in both.
    mutating func append(_ other: FieldCells) {
        column.append(other.column)
        unfitTexts.merge(other.unfitTexts) { ours, _ in ours }
    }

    /// Inserts the cells of `other`, which belong to other records, at `indexes`.
    mutating func insert(_ other: FieldCells, at indexes: RecordIndexes) {
        column.insert(other.column, at: indexes)
        unfitTexts.merge(other.unfitTexts) { _, new in new }
    }

    mutating func remove(at places: RecordIndexes, ids: [RecordID]) -> FieldCells {
        let removed = picked(at: places, ids: ids)
        column.remove(at: places)
        for id in removed.unfitTexts.keys { unfitTexts[id] = nil }
        return removed
    }

    /// The cells at `places`, whose records have the identities `ids`.
    func picked(at places: RecordIndexes, ids: [RecordID]) -> FieldCells {
        var picked = FieldCells(column: column.picked(at: places), unfitTexts: [:])
        guard !unfitTexts.isEmpty else { return picked }
        for id in ids {
            if let text = unfitTexts[id] { picked.unfitTexts[id] = text }
        }
        return picked
    }
}
