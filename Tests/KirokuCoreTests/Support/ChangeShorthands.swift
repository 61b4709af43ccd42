@testable import KirokuCore

extension AppliedChange {
    /// What a document would commit to its store.
    var stored: [DocumentChange] { [.table(.only, change)] }

    /// What a document would keep to undo the change.
    var inverse: Change { change.inverse.trimmed }
}

extension DocumentChange {
    /// Sets one cell, whatever its value was.
    static func cell(_ record: RecordID, _ field: FieldID, _ value: CellValue) -> DocumentChange {
        .table(.only, .setCells([CellChange(record: record, field: field, base: .empty, value: value)]))
    }

    /// The cells that it sets, if it sets any.
    var cells: [CellChange]? {
        if case .table(_, .setCells(let cells)) = self { cells } else { nil }
    }
}
