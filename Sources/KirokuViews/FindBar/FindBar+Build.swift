import GtkKit
import KirokuCore
import KirokuPresentation

/// The widgets of the bar, and what they do.
extension FindBar {
    func build() {
        widget.accessibleName = localized("Find")
        widget.addStyleClass("kiroku-find-bar")
        parts.text.setPlaceholder(localized("Find in all fields"))
        parts.onlyFound.isOn = true
        for problem in [parts.problem, parts.replacingProblem] {
            problem.addStyleClass(ColorRole.error.styleClass)
        }
        layOut()
        widget.showAll()
        for hidden in [
            AnyWidget(parts.conditionsPart), AnyWidget(parts.replacingPart), AnyWidget(parts.namingPart),
            AnyWidget(parts.problem), AnyWidget(parts.replacingProblem), AnyWidget(parts.kept.widget),
            AnyWidget(parts.card), AnyWidget(parts.joining), AnyWidget(widget),
        ] {
            hidden.isVisible = false
            hidden.setShownExplicitly()
        }
        connect()
        showRequest()
    }

    private func layOut() {
        let bar = row()
        layOutText()
        bar.append(parts.textFrame, fills: true)
        // Enter and F3 do the same.
        bar.append(roomyOnly(linkedRow(parts.previous, parts.next)))
        for button in [AnyWidget(parts.conditions), AnyWidget(parts.replacing)] { bar.append(button) }
        for button in [parts.finds, parts.close] { bar.append(button) }
        parts.joining.chosen = 0
        parts.joining.setAlignedAcross(.start)
        parts.conditionsPart.append(parts.joining)
        parts.conditionsPart.append(parts.kept.widget)
        let conditions = row()
        conditions.append(parts.scroller, fills: true)
        let ways = row()
        for way in [AnyWidget(parts.add), AnyWidget(parts.asCard)] { ways.append(way) }
        ways.setAlignedUpright(.start)
        conditions.append(ways)
        parts.conditionsPart.append(conditions)
        parts.name.setWidth(letters: 40, least: 6)
        for entry in [parts.wanted, parts.replacement] { entry.setWidth(letters: 16, least: 8) }
        parts.wanted.setPlaceholder(localized("Text to replace"))
        parts.replacement.setPlaceholder(localized("Replace with"))
        parts.replacedField.setWidth(letters: 12)
        layOutReplacing()
        parts.name.setPlaceholder(localized("Name of the search"))
        parts.namingPart.append(parts.name, fills: true)
        parts.namingPart.append(parts.keep)
        parts.namingPart.append(parts.keepNot)
        widget.append(bar)
        for part in [parts.progress.widget, parts.conditionsPart, parts.replacingPart, parts.namingPart] {
            widget.append(part)
        }
        widget.append(parts.problem)
    }

    /// The text, what was found and the options in one frame, as one entry.
    private func layOutText() {
        parts.text.setWidth(letters: 40, least: 4)
        parts.text.setIcon("edit-find-symbolic")
        parts.text.takeFrame(of: parts.textFrame)
        parts.status.addStyleClass(ColorRole.muted.styleClass)
        parts.matching.widget.addStyleClass("flat")
        parts.textFrame.addStyleClass("kiroku-search")
        parts.textFrame.append(parts.text, fills: true)
        parts.textFrame.append(parts.status)
        parts.textFrame.append(parts.matching.widget)
        widget.onLayout { [weak self] in self?.fitWords() }
    }

    /// Writes beside the icons what the buttons are for, where there is room.
    private func fitWords() {
        let isRoomy = Double(widget.laidOutWidth) >= Self.roomyWidth * TextScale.current
        guard isRoomy != hasWords else { return }
        hasWords = isRoomy
        // GTK ignores changes of size during layout.
        MainLoop.whenIdle { [weak self] in
            guard let self, !isGone else { return }
            parts.conditions.setWords(hasWords ? localized("Filter") : nil)
            parts.replacing.setWords(hasWords ? localized("Replace") : nil)
            parts.finds.setWords(hasWords ? localized("Saved") : nil)
        }
    }

    /// The width of the bar from which there is room for words, in pixels at a text scale of 1.
    private static let roomyWidth = 876.0

    /// With large text, the texts and the choices do not fit side by side.
    private func layOutReplacing() {
        let texts = row()
        texts.append(parts.wanted, fills: true)
        texts.append(parts.replacement, fills: true)
        let choices = row()
        choices.append(parts.replacedField)
        choices.append(parts.onlyInFound)
        parts.isPattern.setTooltip(
            localized(
                "In the new text, \\1 to \\9 insert what the groups in parentheses matched, and \\0 the whole match"
            ))
        let all = sideBySide(
            [AnyWidget(texts), AnyWidget(choices), AnyWidget(parts.isPattern), AnyWidget(parts.replace)], spacing: 6)
        parts.replacingPart.append(all)
        parts.replacingPart.append(parts.replacingProblem)
    }

    private func connect() {
        connectFinding()
        connectConditions()
        connectKeeping()
        connectReplacing()
        parts.close.onPress { [weak self] in self?.close() }
        widget.onKey { [weak self] key in self?.handle(key) ?? false }
    }

    private func connectFinding() {
        parts.text.onChange { [weak self] in self?.userChanged { $0.request.text = $0.parts.text.text } }
        parts.onlyFound.onToggle { [weak self] in self?.userChanged { _ in } }
        parts.matching.onChange = { [weak self] ignored in
            self?.userChanged { bar in
                bar.request.ignored = ignored
                for row in bar.rows { row.ignore(ignored) }
            }
            self?.updatePlan()
        }
        parts.previous.onPress { [weak self] in self?.go(forward: false) }
        parts.next.onPress { [weak self] in self?.go(forward: true) }
        parts.progress.onCancel = { [weak self] in self?.cancelFinding() }
        work.onDelay = { [weak self] in self?.parts.progress.begin() }
        work.onProgress = { [weak self] in self?.parts.progress.fraction = $0 }
        for entry in [parts.text] { watch(entry) }
    }

    /// Applies a change by the user and searches again.
    func userChanged(_ change: (FindBar) -> Void) {
        guard !isFilling else { return }
        change(self)
        if isOpen { find() }
    }

    /// Handles keys that no widget of the bar has used.
    private func handle(_ key: KeyEvent) -> Bool {
        switch key.key {
        case .escape where key.modifiers.isEmpty: escape()
        case .character("c") where key.modifiers == .alt: parts.conditions.isOn.toggle()
        case .character("e") where key.modifiers == .alt:
            parts.conditions.isOn = true
            parts.asCard.isOn.toggle()
        case .character("a") where key.modifiers == .alt: parts.matching.toggle(.case)
        case .character("o") where key.modifiers == .alt: parts.onlyFound.isOn = parts.onlyFound.isOn != true
        case .character("n") where key.modifiers == .alt && parts.conditions.isOn && parts.add.isSensitive: addLine()
        case .character("w") where key.modifiers == .alt: parts.matching.toggle(.width)
        case .character("k") where key.modifiers == .alt: showFinds(isForKeyboard: true)
        default: return false
        }
        return true
    }

    /// Makes Enter in an entry go to the next found record, and Esc close the bar, unless an input method needs them.
    func watch(_ entry: Entry) {
        entry.onKey { [weak self] key in
            guard let self, key.modifiers.isSubset(of: [.shift]) else { return false }
            switch key.key {
            case .enter, .escape:
                if entry.inputMethodTakes(key) { return true }
                if key.key == .escape { escape() } else { go(forward: !key.modifiers.contains(.shift)) }
            case .down where key.modifiers.isEmpty && entry.pointer == parts.text.pointer:
                if entry.inputMethodTakes(key) { return true }
                grid.grabFocus()
            default: return false
            }
            return true
        }
    }

    /// Cancels what is going on; if nothing is, closes the bar.
    func escape() {
        if work.isRunning, parts.progress.widget.isVisible { return cancelFinding() }
        if parts.namingPart.isVisible { return endNaming() }
        close()
    }
}
