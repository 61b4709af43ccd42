import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

/// How the grid shows what stays and what goes.
extension DuplicatesReviewSheet {
    var marks: GridAnnotations {
        GridAnnotations { [weak self] in
            self?.mark(ofRecord: $0)
        } cell: { [weak self] in
            self?.mark(ofCell: $0, $1)
        }
    }

    private func mark(ofRecord record: Int) -> GridAnnotations.Row? {
        let table = document.table
        guard table.ids.indices.contains(record), let group = review.group(of: table.ids[record]) else { return nil }
        let begins = review.firstRecord(of: group, in: table) == record
        let number = ["group": localizedNumber(group + 1)]
        switch review.outcomes[group] {
        case .merged:
            return GridAnnotations.Row(
                sign: "=", role: .muted, meaning: localized("group {group}, merged", number), beginsGroup: begins)
        case .leftOut:
            return GridAnnotations.Row(
                sign: "≠", role: .muted, meaning: localized("group {group}, no duplicates", number),
                beginsGroup: begins)
        case nil:
            let stays = mergeToShow(group)?.kept == record
            return GridAnnotations.Row(
                sign: stays ? "✓" : "−", role: stays ? .ok : .deletion,
                meaning: stays
                    ? localized("group {group}, record to keep", number)
                    : localized("group {group}, record to remove", number), beginsGroup: begins)
        }
    }

    private func mark(ofCell record: Int, _ field: Int) -> GridAnnotations.Cell? {
        let table = document.table
        guard table.ids.indices.contains(record), let group = review.group(of: table.ids[record]),
            review.outcomes[group] == nil, let merge = mergeToShow(group), field < merge.values.count
        else { return nil }
        if merge.isLost(record, field) {
            return GridAnnotations.Cell(role: .deletion, corner: .lower, meaning: localized("will be lost"))
        }
        guard merge.isTaken(record, field), merge.isJoined(field) || record != merge.kept else { return nil }
        return GridAnnotations.Cell(role: .ok, corner: .upper, meaning: localized("is kept"))
    }
}

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
