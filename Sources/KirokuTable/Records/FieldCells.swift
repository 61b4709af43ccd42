/// All cells of one field: the typed column, and separately the rare texts that do not fit the type.
package struct FieldCells: Sendable, Hashable {
    package var column: Column
    /// If a record has a text here, its cell in the column is empty.
    package private(set) var unfitTexts: [RecordID: String] = [:]

    package init(type: FieldType) {
        column = Column(type: type)
    }

    package init(column: Column, unfitTexts: [RecordID: String]) {
        self.column = column
        self.unfitTexts = unfitTexts
    }

    /// Cells that all hold the same value of the type.
    package init(repeating value: CellValue, type: FieldType, count: Int) {
        var column = Column(type: type)
        column.reserveCapacity(count)
        for _ in 0..<count { column.append(value) }
        self.init(column: column, unfitTexts: [:])
    }

    package func value(at index: Int, of record: RecordID) -> CellValue {
        if !unfitTexts.isEmpty, let text = unfitTexts[record] { return .unfit(text) }
        return column[index]
    }

    package mutating func set(_ value: CellValue, at index: Int, of record: RecordID) {
        column[index] = value
        if let text = value.unfitText {
            unfitTexts[record] = text
        } else if !unfitTexts.isEmpty {
            unfitTexts[record] = nil
        }
    }

    package mutating func append(_ value: CellValue, of record: RecordID) {
        column.append(value)
        if let text = value.unfitText { unfitTexts[record] = text }
    }

    /// Appends cells of the same type; no record has a cell in both.
    package mutating func append(_ other: FieldCells) {
        column.append(other.column)
        unfitTexts.merge(other.unfitTexts) { ours, _ in ours }
    }

    /// Inserts the cells of `other`, which belong to other records, at `indexes`.
    package mutating func insert(_ other: FieldCells, at indexes: RecordIndexes) {
        column.insert(other.column, at: indexes)
        unfitTexts.merge(other.unfitTexts) { _, new in new }
    }

    package mutating func remove(at places: RecordIndexes, ids: [RecordID]) -> FieldCells {
        let removed = picked(at: places, ids: ids)
        column.remove(at: places)
        for id in removed.unfitTexts.keys { unfitTexts[id] = nil }
        return removed
    }

    /// The cells at `places`, whose records have the identities `ids`.
    package func picked(at places: RecordIndexes, ids: [RecordID]) -> FieldCells {
        var picked = FieldCells(column: column.picked(at: places), unfitTexts: [:])
        guard !unfitTexts.isEmpty else { return picked }
        for id in ids {
            if let text = unfitTexts[id] { picked.unfitTexts[id] = text }
        }
        return picked
    }
}
