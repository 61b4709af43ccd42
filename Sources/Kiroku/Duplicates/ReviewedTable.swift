import KirokuCore

/// A document's table for a grid in which nothing is typed, sorted or set.
@MainActor
final class ReviewedTable: TableModel {
    private let document: Document

    init(of document: Document) {
        self.document = document
    }

    var table: RecordTable { document.table }
    var revision: Int { document.revision }
    var refusal: EditError? { .readOnly }
    var checks: CellChecks { document.checks }
    var fieldWidths: [FieldID: Int] { document.fieldWidths }
    var rowLines: Int { document.rowLines }

    func observe(_ body: @escaping @MainActor (DocumentEvent) -> Void) -> Observation { document.observe(body) }

    func apply(_ change: Change, title: ChangeTitle?) throws(EditError) { throw .readOnly }
}
