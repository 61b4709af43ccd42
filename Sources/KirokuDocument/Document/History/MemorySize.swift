extension Change {
    /// About how many bytes of memory it takes.
    var memorySize: Int {
        switch self {
        case .setCells(let cells): cells.reduce(0) { $0 + MemoryLayout<CellChange>.stride + $1.sizeOfTexts }
        case .insertRecords(let records), .deleteRecords(let records): records.memorySize
        case .setPlaces(let changes): changes.count * MemoryLayout<PlaceChange>.stride
        case .changeFields(let change): (change.removed + change.inserted).reduce(0) { $0 + $1.memorySize }
        case .sequence(let changes): changes.reduce(0) { $0 + $1.memorySize }
        }
    }
}

extension CellChange {
    fileprivate var sizeOfTexts: Int { base.sizeOfText + value.sizeOfText }
}

extension CellValue {
    /// What its text takes outside of the value.
    fileprivate var sizeOfText: Int {
        let text = type?.takesAnyText == true ? plainText : unfitText
        return text?.sizeOnHeap ?? 0
    }
}

extension String {
    /// A text of up to 15 bytes is within the String.
    fileprivate var sizeOnHeap: Int { utf8.count > 15 ? utf8.count + 32 : 0 }
}

extension FieldContents {
    fileprivate var memorySize: Int { records.count * MemoryLayout<RecordID>.stride + cells.memorySize }
}

extension RecordTable {
    /// About how many bytes of memory its records take.
    var memorySize: Int {
        ids.count * MemoryLayout<RecordID>.stride + cells.reduce(0) { $0 + $1.memorySize }
    }
}

extension FieldCells {
    fileprivate var memorySize: Int {
        column.memorySize + unfitTexts.values.reduce(0) { $0 + 64 + $1.utf8.count }
    }
}
