import GtkKit
import KirokuCore
import KirokuPresentation

/// The replacing of text in a find bar, after a rehearsal.
@MainActor
final class FindReplacing {
    /// Called with messages for the user.
    var onMessage: ((Message?) -> Void)?
    /// Called when the user presses Esc in an entry.
    var onEscape: (() -> Void)?

    private let form: FindForm
    private let search: FindSearch
    private let grid: RecordGrid
    private let parts: FindBarParts
    /// The bar; nothing is computed while it is hidden.
    private let bar: Box
    private let planning = LatestWork()
    /// The replacement that the button makes; `nil` while it is being computed.
    private var plan: ReplacementPlan?
    /// The fields that can be chosen to replace in.
    private var fields: [FieldDefinition] = []
    private var isOfferingFields = false

    init(in search: FindSearch, of form: FindForm, _ parts: FindBarParts, _ bar: Box, _ grid: RecordGrid) {
        self.search = search
        self.form = form
        self.parts = parts
        self.bar = bar
        self.grid = grid
        parts.replacing.onToggle { [weak self] in self?.toggle() }
        for entry in [parts.wanted, parts.replacement] {
            entry.onChange { [weak self] in self?.update() }
            entry.onKey { [weak self] key in
                guard let self, key.modifiers.isEmpty, key.key == .escape else { return false }
                if entry.inputMethodTakes(key) { return true }
                onEscape?()
                return true
            }
        }
        parts.replacedField.onChange { [weak self] in
            guard let self, !isOfferingFields else { return }
            update()
        }
        for choice in [parts.onlyInFound, parts.isPattern] {
            choice.onToggle { [weak self] in self?.update() }
        }
        parts.replace.onPress { [weak self] in self?.replace() }
    }

    private var model: any TableModel { grid.model }

    /// Whether a replacement is being computed.
    var isPlanning: Bool { planning.isRunning }

    /// Shows the inputs for replacing.
    func open() {
        parts.replacing.isOn = true
        parts.wanted.grabFocusSelectingAll()
    }

    func stop() { planning.cancel() }

    private func toggle() {
        parts.replacingPart.isVisible = parts.replacing.isOn
        if parts.replacing.isOn {
            if parts.wanted.text.isEmpty { parts.wanted.text = form.request.text }
            parts.onlyInFound.isOn = search.found != nil
            if bar.isVisible { parts.wanted.grabFocusSelectingAll() }
        } else if bar.isVisible {
            parts.text.grabFocus()
        }
        update()
    }

    /// Offers the current fields; the chosen field stays.
    ///
    /// Numbers and dates are replaced in only where their field is chosen.
    func offerFields() {
        let old = parts.replacedField.chosen ?? 0
        let id = fields.indices.contains(old - 1) ? fields[old - 1].id : nil
        fields = form.fields.filter(\.type.isReplaceable)
        isOfferingFields = true
        parts.replacedField.setChoices([localized("All text fields")] + fields.map(\.name))
        parts.replacedField.chosen = fields.firstIndex { $0.id == id }.map { $0 + 1 } ?? 0
        isOfferingFields = false
        let reason = fields.isEmpty ? localized("No field contains text that can be replaced.") : nil
        parts.replacing.setSensitive(unless: model.refusal?.reason ?? reason)
        if !parts.replacing.isSensitive { parts.replacing.isOn = false }
    }

    /// The found records have been counted again.
    func followRecount() {
        if parts.onlyInFound.isOn == true { update() }
    }

    /// Computes in the background what would be replaced now.
    func update() {
        planning.cancel()
        plan = nil
        let isFound = search.found != nil
        parts.onlyInFound.isSensitive = isFound
        guard parts.replacing.isOn, bar.isVisible else { return }
        guard !parts.wanted.text.isEmpty else { return show(nil) }
        parts.replace.isSensitive = false
        let replacement = TextReplacement(
            of: parts.wanted.text, by: parts.replacement.text, as: parts.isPattern.isOn == true ? .pattern : .text,
            ignoring: form.request.ignored, in: chosenFields)
        let records = isFound && parts.onlyInFound.isOn == true ? grid.markedRecords : nil
        let table = model.table
        planning.start { progress throws(QueryError) in
            try await table.planReplacement(replacement, in: records, progress: progress)
        } done: { [weak self] result in
            switch result {
            case .success(let plan): self?.show(plan, problem: Self.problem(of: plan))
            case .failure(let error): self?.show(nil, problem: error == .cancelled ? nil : error.message)
            }
        }
    }

    private static func problem(of plan: ReplacementPlan) -> String? {
        if let notice = SearchResult.notice(givenUp: plan.givenUpCount) { return notice }
        guard plan.unfitCount > 0 else { return nil }
        return localized(
            "1 cell will not fit its field and is kept as text to fix.",
            "{count} cells will not fit their field and are kept as text to fix.", count: plan.unfitCount)
    }

    private var chosenFields: [FieldID] {
        let chosen = (parts.replacedField.chosen ?? 0) - 1
        return fields.indices.contains(chosen) ? [fields[chosen].id] : fields.filter(\.type.holdsText).map(\.id)
    }

    private func show(_ new: ReplacementPlan?, problem: String? = nil) {
        plan = new
        parts.replacingProblem.text = problem ?? ""
        parts.replacingProblem.isVisible = problem != nil
        if let problem { parts.replacingProblem.announce(problem) }
        parts.replace.caption = new.map { StatusText.replace($0) } ?? localized("Nothing to Replace")
        parts.replace.isSensitive = new?.change != nil
    }

    /// Makes the replacement shown on the button, as one step of the history.
    private func replace() {
        grid.commitEditing()
        // An unfinished edit may have changed the replacement, which the button must show first.
        guard let plan, let change = plan.change else { return }
        self.plan = nil
        do {
            try model.apply(change, title: .replaceText(plan.edits.count))
            onMessage?(Message(StatusText.replaced(plan), .ok))
            parts.wanted.grabFocus()
        } catch {
            onMessage?(Message(error.message, .error))
        }
    }
}
