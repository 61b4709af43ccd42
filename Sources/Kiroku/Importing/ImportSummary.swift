import GtkKit
import KirokuCore

/// What an import will do, in words and colours.
struct ImportSummary: Sendable {
    /// A new or changed record.
    struct Line: Sendable, Hashable {
        let word: String
        let text: String
        let role: ColorRole
    }

    let summary: [String]
    let warnings: [String]
    let lines: [Line]
    /// The number of new or changed records that are not among ``lines``.
    let others: Int

    private static let listLimit = 20

    init(_ merge: ImportWork.Merge, into table: RecordTable) {
        let plan = merge.plan
        let same = plan.unchangedCount
        summary = [
            localized("{count} record is new.", "{count} records are new.", count: plan.newRecordCount),
            localized("{count} record changes.", "{count} records change.", count: plan.changedRecordCount),
            localized("{count} record stays the same.", "{count} records stay the same.", count: same),
        ]
        var warnings: [String] = merge.imported.notices.map(\.message)
        if plan.unfitCount > 0 {
            warnings.append(
                localized(
                    "{count} cell does not fit its field and is kept as text to fix.",
                    "{count} cells do not fit their fields and are kept as text to fix.", count: plan.unfitCount))
        }
        if let message = plan.broken.message { warnings += [message] + plan.broken.lines(of: table.schema) }
        if plan.repeatedKeyCount > 0 { warnings.append(plan.repeatedKeysMessage) }
        if let message = merge.imported.leftOutMessage { warnings.append(message) }
        self.warnings = warnings
        let news = plan.outcomes.indices.lazy.filter { if case .same = plan.outcomes[$0] { false } else { true } }
        lines = news.prefix(Self.listLimit).map { Self.line($0, of: merge, into: table) }
        others = plan.outcomes.count - same - lines.count
    }

    private static func line(_ row: Int, of merge: ImportWork.Merge, into table: RecordTable) -> Line {
        let imported = merge.imported.table
        let fieldsInOrder = merge.imported.fields.compactMap(\.self)
        func text(_ field: Int) -> String { ShownText.short(imported[row, field].entryText ?? "") }
        guard case .changed(let record, let fields) = merge.plan.outcomes[row] else {
            return Line(
                word: localized("New"), text: fieldsInOrder.prefix(4).map(text).joined(separator: " · "), role: .ok)
        }
        let changes = fieldsInOrder.filter(fields.contains).map { field in
            localized(
                "{field}: {before} → {after}",
                [
                    "field": ShownText.short(table.schema[field].name),
                    "before": ShownText.short(table[record, field].entryText ?? ""), "after": text(field),
                ])
        }
        let place = localized("Record {number}", ["number": localizedNumber(record + 1)])
        return Line(
            word: localized("Changes"), text: place + " · " + changes.joined(separator: " · "), role: .caution)
    }
}
