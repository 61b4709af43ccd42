@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

extension AppliedChange {
    /// What a document would commit to its store.
    var stored: [DocumentChange] { [.edit(Edit(change))] }

    /// What a document would keep to undo the change.
    var inverse: Change { change.inverse.trimmed }
}

extension DocumentChange {
    /// Sets one cell, whatever its value was.
    static func cell(_ record: RecordID, _ field: FieldID, _ value: CellValue) -> DocumentChange {
        .edit(Edit(.setCells([CellChange(record: record, field: field, base: .empty, value: value)])))
    }

    /// The cells that it sets, if it sets any.
    var cells: [CellChange]? {
        if case .edit(let edit) = self, case .setCells(let cells) = edit.change { cells } else { nil }
    }
}
