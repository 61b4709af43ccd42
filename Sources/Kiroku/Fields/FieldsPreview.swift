import GtkKit
import KirokuCore

/// The number of unfit cells that are listed at once; a line opens the others.
private let shownCells = 3

/// Finds out in the background what will happen to a field's values, before anything is changed.
struct FieldsPreview: Sendable {
    let table: RecordTable

    /// What will happen to a field.
    enum Effect: Sendable {
        case removed
        case retyped(FieldType)
        case ruled(FieldDraft)
    }

    /// What to tell the user about it.
    struct News: Sendable, Hashable {
        let text: String
        let role: ColorRole
        /// More cells, which are shown on request.
        var more: FieldNote.More?

        init(text: String, role: ColorRole) { (self.text, self.role) = (text, role) }

        /// A text, and cells listed below it, each in a line.
        init(_ lines: [String], listing cells: [String], of count: Int, role: ColorRole) {
            text = (lines + cells.prefix(shownCells)).joined(separator: "\n")
            self.role = role
            guard count > shownCells else { return }
            var others = Array(cells.dropFirst(shownCells))
            if count > cells.count {
                others.append(localized("… and {count} more.", "… and {count} more.", count: count - cells.count))
            }
            more = FieldNote.More(
                title: localized("and {count} more", "and {count} more", count: count - shownCells),
                text: others.joined(separator: "\n"))
        }
    }

    /// The maximum number of listed cells; of the others, only the number is shown.
    private static let listLimit = 100

    /// Choices made of a field's values.
    func options(
        of field: FieldID, for type: FieldType, keeping known: [ChoiceOption]
    ) async -> (options: [ChoiceOption], renamed: [String: String])? {
        guard let index = table.schema.index(of: field) else { return nil }
        return await Self.options(fromField: index, of: table, for: type, keeping: known)
    }

    @concurrent
    private static func options(
        fromField index: Int, of table: RecordTable, for type: FieldType, keeping known: [ChoiceOption]
    ) async -> (options: [ChoiceOption], renamed: [String: String]) {
        table.options(fromField: index, for: type, keeping: known)
    }

    func definition(of field: FieldID) -> FieldDefinition? { table.schema.fields.first { $0.id == field } }

    func news(of field: FieldID, _ effect: Effect) async -> News? {
        guard let index = table.schema.index(of: field) else { return nil }
        do throws(TableError) {
            switch effect {
            case .removed: return removal(of: try await table.filledCount(ofField: index))
            case .ruled(let draft): return try await Self.ruling(index, of: table, by: draft)
            case .retyped(let type): return try await Self.retyping(index, of: table, to: type)
            }
        } catch {
            return News(text: error.message, role: .error)
        }
    }

    private func removal(of count: Int) -> News {
        let text =
            count == 0
            ? localized("The field will be removed; it has no values.")
            : localized(
                "{count} value will be removed with the field. Undo restores it.",
                "{count} values will be removed with the field. Undo restores them.", count: count)
        return News(text: text, role: .deletion)
    }

    @concurrent
    private static func ruling(
        _ index: Int, of table: RecordTable, by draft: FieldDraft
    ) async throws(TableError) -> News {
        let drafts = table.schema.fields.enumerated().map { $0 == index ? draft : FieldDraft($1) }
        let plan = FieldsPlan(drafts, for: table.schema)
        if let problem = plan.problems[index] { return News(text: problem.message, role: .error) }
        var ruled = table
        if let change = try await plan.step(for: table).change { _ = try ruled.make(change) }
        let toFix = CellsToFix(ruled)
        let broken = toFix.records(inField: index).filter { !ruled.isUnfit($0, index) }
        let keep = localized(
            "{count} record meets the rules.", "{count} records meet the rules.", count: table.count - broken.count)
        guard !broken.isEmpty else { return News(text: keep, role: .ok) }
        let lines = [
            keep,
            localized(
                "{count} doesn’t and is flagged for fixing:", "{count} don’t and are flagged for fixing:",
                count: broken.count),
        ]
        let cells = broken.prefix(listLimit).map { record in
            localized(
                "Record {number}: {text}",
                ["number": localizedNumber(record + 1), "text": toFix.reason(record, index) ?? ""])
        }
        return News(lines, listing: cells, of: broken.count, role: .caution)
    }

    @concurrent
    private static func retyping(
        _ index: Int, of table: RecordTable, to type: FieldType
    ) async throws(TableError) -> News {
        let retyping = try TypeConversion(index, of: table, to: type)
        let fits = localized("{count} value fits.", "{count} values fit.", count: retyping.convertedCount)
        guard !retyping.unfit.isEmpty else { return News(text: fits, role: .ok) }
        let count = retyping.unfit.count
        let lines = [
            fits,
            localized(
                "{count} value doesn’t fit and is kept as text to fix:",
                "{count} values don’t fit and are kept as text to fix:", count: count),
        ]
        let cells = retyping.unfit.prefix(listLimit).map { cell in
            localized(
                "Record {number}: {text}",
                ["number": localizedNumber(cell.record + 1), "text": ShownText.short(cell.text)])
        }
        return News(lines, listing: cells, of: count, role: .caution)
    }
}
