import GtkKit
import KirokuCore
import KirokuPresentation

/// Replacing text, after a rehearsal.
extension FindBar {
    func connectReplacing() {
        parts.replacing.onToggle { [weak self] in self?.toggleReplacing() }
        for entry in [parts.wanted, parts.replacement] {
            entry.onChange { [weak self] in self?.updatePlan() }
            entry.onKey { [weak self] key in
                guard let self, key.modifiers.isEmpty, key.key == .escape else { return false }
                if entry.inputMethodTakes(key) { return true }
                escape()
                return true
            }
        }
        parts.replacedField.onChange { [weak self] in
            guard let self, !isFilling else { return }
            updatePlan()
        }
        for choice in [parts.onlyInFound, parts.isPattern] {
            choice.onToggle { [weak self] in self?.updatePlan() }
        }
        parts.replace.onPress { [weak self] in self?.replace() }
    }

    private func toggleReplacing() {
        parts.replacingPart.isVisible = parts.replacing.isOn
        if parts.replacing.isOn {
            if parts.wanted.text.isEmpty { parts.wanted.text = request.text }
            parts.onlyInFound.isOn = found != nil
            if isOpen { parts.wanted.grabFocusSelectingAll() }
        } else if isOpen {
            parts.text.grabFocus()
        }
        updatePlan()
    }

    /// Offers the current fields; the chosen field stays.
    ///
    /// Numbers and dates are replaced in only where their field is chosen.
    func showFieldsToReplaceIn() {
        let old = parts.replacedField.chosen ?? 0
        let id = replaceableFields.indices.contains(old - 1) ? replaceableFields[old - 1].id : nil
        replaceableFields = fields.filter(\.type.isReplaceable)
        parts.replacedField.setChoices([localized("All text fields")] + replaceableFields.map(\.name))
        parts.replacedField.chosen = replaceableFields.firstIndex { $0.id == id }.map { $0 + 1 } ?? 0
        let reason = replaceableFields.isEmpty ? localized("No field contains text that can be replaced.") : nil
        parts.replacing.setSensitive(unless: model.refusal?.reason ?? reason)
        if !parts.replacing.isSensitive { parts.replacing.isOn = false }
    }

    /// Works out in the background what would be replaced now.
    func updatePlan() {
        planning.cancel()
        plan = nil
        parts.onlyInFound.isSensitive = found != nil
        guard parts.replacing.isOn, isOpen else { return }
        guard !parts.wanted.text.isEmpty else { return showPlan(nil) }
        parts.replace.isSensitive = false
        let replacement = TextReplacement(
            of: parts.wanted.text, by: parts.replacement.text, as: parts.isPattern.isOn == true ? .pattern : .text,
            ignoring: request.ignored, in: fieldsToReplaceIn)
        let records = found != nil && parts.onlyInFound.isOn == true ? grid.markedRecords : nil
        let table = model.table
        planning.start { progress throws(QueryError) in
            try await table.planReplacement(replacement, in: records, progress: progress)
        } done: { [weak self] result in
            switch result {
            case .success(let plan): self?.showPlan(plan, problem: Self.problem(of: plan))
            case .failure(let error): self?.showPlan(nil, problem: error == .cancelled ? nil : error.message)
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

    private var fieldsToReplaceIn: [FieldID] {
        let chosen = (parts.replacedField.chosen ?? 0) - 1
        return replaceableFields.indices.contains(chosen)
            ? [replaceableFields[chosen].id] : replaceableFields.filter(\.type.holdsText).map(\.id)
    }

    private func showPlan(_ new: ReplacementPlan?, problem: String? = nil) {
        plan = new
        parts.replacingProblem.text = problem ?? ""
        parts.replacingProblem.isVisible = problem != nil
        if let problem { parts.replacingProblem.announce(problem) }
        parts.replace.caption = new.map { StatusText.replace($0) } ?? localized("Nothing to Replace")
        parts.replace.isSensitive = new?.change != nil
    }

    /// Replaces what the button says, as one step of the history.
    private func replace() {
        grid.commitEditing()
        // An unfinished edit may have changed what is to be replaced: the button must say so first.
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
