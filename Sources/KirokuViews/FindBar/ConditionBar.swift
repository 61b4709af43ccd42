import GtkKit
import KirokuCore
import KirokuPresentation

/// A bar for filling in conditions on fields, for a search that is done elsewhere, and only on request.
@MainActor
public final class ConditionBar {
    /// The widget to put into a window.
    public let widget = column(spacing: 6)
    /// Called with the condition to search for; `nil` for all records.
    public var onFind: ((Condition?) -> Void)?
    /// Called when the bar is closed.
    public var onClose: (() -> Void)?

    private let rows = column(spacing: 6)
    private let status = label()
    private let problem = paragraph("", width: 100)
    private let schema: Schema
    private var lines: [ConditionRow] = []

    /// A hidden bar.
    ///
    /// - Parameter schema: the fields.
    public init(_ schema: Schema) {
        self.schema = schema
        widget.accessibleName = localized("Find")
        widget.addStyleClass("kiroku-find-bar")
        problem.addStyleClass(ColorRole.error.styleClass)
        let buttons = row()
        buttons.append(status, fills: true)
        let find = button(localized("_Search")) { [weak self] in self?.find() }
        find.addStyleClass("suggested-action")
        let all = button(localized("Show _All")) { [weak self] in self?.showAll() }
        let add = iconButton(
            "list-add-symbolic", name: localized("Add Condition"), tooltip: localized("Add condition (Alt+N)")
        ) { [weak self] in self?.add() }
        let close = iconButton(
            "window-close-symbolic", name: localized("Close"), tooltip: localized("Close (Esc)")
        ) { [weak self] in self?.close() }
        for part in [AnyWidget(add), AnyWidget(all), AnyWidget(find), AnyWidget(close)] { buttons.append(part) }
        for part in [AnyWidget(rows), AnyWidget(problem), AnyWidget(buttons)] { widget.append(part) }
        widget.showAll()
        for part in [AnyWidget(problem), AnyWidget(widget)] {
            part.isVisible = false
            part.setShownExplicitly()
        }
        widget.onKey { [weak self] in self?.handle($0) ?? false }
        attach(self, to: widget, key: "kiroku-condition-bar")
    }

    /// Whether the bar is shown.
    public var isOpen: Bool { widget.isVisible }

    /// Shows the bar, with the focus in the first condition.
    public func open() {
        widget.isVisible = true
        if lines.isEmpty { add() } else { lines.first?.grabFocus() }
    }

    /// The result of the search, beside the buttons.
    public var statusText: String {
        get { status.text }
        set { status.text = newValue }
    }

    /// Shows what is wrong with the conditions; `nil` clears the message.
    public func show(problem text: String?) {
        problem.text = text ?? ""
        problem.isVisible = text != nil
    }

    private func handle(_ key: KeyEvent) -> Bool {
        switch key.key {
        case .escape where key.modifiers.isEmpty: close()
        case .enter where key.modifiers.isEmpty && isInText: find()
        case .character("n") where key.modifiers == .alt: add()
        default: return false
        }
        return true
    }

    private var isInText: Bool {
        lines.contains { $0.text.hasFocusInWindow || $0.otherText.hasFocusInWindow }
    }

    /// Shows only records with the same content in a field, or hides them; the focus stays where it is.
    public func narrow(_ field: FieldID, to content: CellContent, hides: Bool) {
        var request = request
        request.narrow(field, to: content, hides: hides, in: schema)
        for row in lines { row.widget.destroy() }
        lines = []
        for line in request.lines { append(line) }
        widget.isVisible = true
        find()
    }

    private func add() {
        guard let field = schema.fields.first(where: \.type.holdsText) ?? schema.fields.first else { return }
        // Case-sensitive, because only that is the same on a server as here.
        var line = FindLine(for: field)
        // For the beginning of a text, the server may have an index.
        if field.type.holdsText { line.comparison = .startsWith }
        append(line).grabFocus()
    }

    @discardableResult
    private func append(_ line: FindLine) -> ConditionRow {
        let row = ConditionRow(line, fields: schema.fields, ignoring: [], isLocal: false)
        row.onRemove = { [weak self, weak row] in
            if let row { self?.remove(row) }
        }
        row.onChange = { [weak self] _ in self?.show(problem: nil) }
        lines.append(row)
        rows.append(row.widget)
        return row
    }

    private func remove(_ row: ConditionRow) {
        lines.removeAll { $0 === row }
        row.widget.destroy()
        if lines.isEmpty { add() } else { lines.last?.grabFocus() }
    }

    private var request: FindRequest {
        var request = FindRequest()
        request.ignored = []
        request.lines = lines.map(\.line)
        return request
    }

    private func find() {
        do throws(FindProblem) {
            show(problem: nil)
            onFind?(try request.condition(for: schema))
        } catch {
            show(problem: error.message)
        }
    }

    private func showAll() {
        show(problem: nil)
        onFind?(nil)
    }

    private func close() {
        widget.isVisible = false
        showAll()
        onClose?()
    }
}
