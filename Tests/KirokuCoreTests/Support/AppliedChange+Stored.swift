@testable import KirokuCore

extension AppliedChange {
    /// What a document would hand to its link.
    var stored: [DocumentChange] { [.table(.only, change)] }

    /// What a document would keep to take the change back.
    var inverse: Change { change.inverse.trimmed }
}

extension DocumentChange {
    /// One cell, whatever it held before.
    static func cell(_ record: RecordID, _ field: FieldID, _ value: CellValue) -> DocumentChange {
        .table(.only, .setCells([CellChange(record: record, field: field, base: .empty, value: value)]))
    }

    /// The cells that are set, if that is what it is.
    var cells: [CellChange]? {
        if case .table(_, .setCells(let cells)) = self { cells } else { nil }
    }
}
