import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// Conditions of a find bar that are chosen at headers and cells, or from the values of a field.
@MainActor
final class FindValues {
    /// Called with the new request; the focus stays where it is.
    var onNarrow: ((FindRequest) -> Void)?
    /// The values of a field, to choose from; `nil` if none are shown.
    private(set) var popover: ValuePopover?

    private let form: FindForm
    private let grid: RecordGrid
    /// The bar; while it is hidden, nothing is asked for.
    private let bar: Box

    init(for form: FindForm, _ bar: Box, _ grid: RecordGrid) {
        self.form = form
        self.bar = bar
        self.grid = grid
    }

    func destroy() { popover?.destroy() }

    /// Shows the values of a field below its header, to choose which of its records are shown.
    ///
    /// - Parameters:
    ///   - field: the field.
    ///   - place: the place of its header, in pixels of the grid.
    func show(of field: FieldID, below place: Rectangle) {
        guard let definition = schema.fields.first(where: { $0.id == field }) else { return }
        grid.commitEditing()
        let asked = shownRequest
        let range = definition.type.hasRanges ? asked.range(of: field) : nil
        let shown = ValuePopover(
            at: grid.viewport.canvas, of: definition, list: asked.list(of: field), range: range)
        shown.onChange = { [weak self] list in
            self?.narrow { $0.narrow(field, to: list, in: $1) }
        }
        shown.onRangeChange = { [weak self, weak shown] from, to in
            guard let self else { return }
            narrow { $0.narrow(field, from: from, to: to, in: $1) }
            shown?.show(problem: problem)
            if problem == nil {
                shown?.count(by: counter(of: field, leftBy: form.request.withoutList(of: field)))
            }
        }
        shown.onClose = { [weak self] in
            guard let self else { return }
            // If nothing is ticked, the request is empty.
            if form.request.list(of: field) == FindList() { narrow { $0.narrow(field, to: .everything, in: $1) } }
            close(returnsToGrid: true)
        }
        open(shown, at: place, counter(of: field, leftBy: asked.withoutList(of: field)))
    }

    /// Shows the values of a line's field at the line.
    func show(of row: ConditionRow) {
        guard let index = form.rows.firstIndex(where: { $0 === row }), let list = row.line.list,
            let definition = form.fields.first(where: { $0.id == row.line.field })
        else { return }
        var others = form.request
        if others.joining == .all { others.lines.remove(at: index) } else { others = FindRequest() }
        let shown = ValuePopover(at: row.values, of: definition, list: list, range: nil)
        shown.onChange = { [weak row] in row?.take($0) }
        shown.onClose = { [weak self] in self?.close(returnsToGrid: false) }
        open(shown, at: nil, counter(of: definition.id, leftBy: others))
    }

    /// Shows only records with the same content in a field, or none of them.
    func narrow(_ field: FieldID, to content: CellContent, hides: Bool) {
        guard schema.index(of: field) != nil else { return }
        grid.commitEditing()
        narrow { $0.narrow(field, to: content, hides: hides, in: $1) }
    }

    private var schema: Schema { grid.model.table.schema }

    /// The current request: empty while the bar is closed, although it keeps its last request.
    private var shownRequest: FindRequest { bar.isVisible ? form.request : FindRequest() }

    private func open(
        _ new: ValuePopover, at place: Rectangle?,
        _ count: @escaping @Sendable () async throws(QueryError) -> FieldValues
    ) {
        popover?.destroy()
        popover = new
        new.open(at: place, count: count)
    }

    /// - Parameter returnsToGrid: whether the grid gets the focus.
    private func close(returnsToGrid: Bool) {
        let closed = popover
        popover = nil
        // It is still closing.
        MainLoop.whenIdle { closed?.destroy() }
        if returnsToGrid { grid.grabFocus() }
    }

    /// Counts the values of a field among the records that a request finds.
    private func counter(
        of field: FieldID, leftBy others: FindRequest
    ) -> @Sendable () async throws(QueryError) -> FieldValues {
        let table = grid.model.table
        let condition = (try? others.condition(for: table.schema)) ?? nil
        return { () async throws(QueryError) -> FieldValues in
            let records = if let condition { try await table.find(condition) } else { nil as [Int]? }
            return try await table.countedValues(of: field, among: records)
        }
    }

    /// Asks for less; the bar shows the conditions.
    private func narrow(_ change: (inout FindRequest, Schema) -> Void) {
        var new = shownRequest
        change(&new, schema)
        if new != shownRequest { onNarrow?(new) }
    }

    /// What is wrong with the request, for the user.
    private var problem: String? {
        do throws(FindProblem) {
            _ = try form.condition()
            return nil
        } catch {
            return error.message
        }
    }
}

extension FieldType {
    /// Whether values lie between others, and are worth finding by that.
    fileprivate var hasRanges: Bool { Comparison.all(for: self).contains(.between) && presenter.hasRanges }
}
