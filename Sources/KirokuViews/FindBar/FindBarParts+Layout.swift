import GtkKit
import KirokuCore

/// The layout of the bar's widgets.
extension FindBarParts {
    /// Puts the widgets into the bar, which stays hidden.
    func layOut(in widget: Box) {
        widget.accessibleName = localized("Find")
        widget.addStyleClass("kiroku-find-bar")
        text.setPlaceholder(localized("Find in all fields"))
        onlyFound.isOn = true
        for problem in [problem, replacingProblem] {
            problem.addStyleClass(ColorRole.error.styleClass)
        }
        let bar = row()
        layOutText()
        bar.append(textFrame, fills: true)
        // Enter and F3 do the same.
        bar.append(roomyOnly(linkedRow(previous, next)))
        for button in [AnyWidget(conditions), AnyWidget(replacing)] { bar.append(button) }
        for button in [save, close] { bar.append(button) }
        layOutConditions()
        layOutReplacing()
        save.isSensitive = false
        widget.append(bar)
        for part in [progress.widget, conditionsPart, replacingPart] { widget.append(part) }
        widget.append(problem)
        widget.showAll()
        for hidden in [
            AnyWidget(conditionsPart), AnyWidget(replacingPart), AnyWidget(problem), AnyWidget(replacingProblem),
            AnyWidget(kept.widget), AnyWidget(card), AnyWidget(joining), AnyWidget(widget),
        ] {
            hidden.isVisible = false
            hidden.setShownExplicitly()
        }
    }

    /// The text, the result and the options in one frame, as one entry.
    private func layOutText() {
        text.setWidth(letters: 40, least: 4)
        text.setIcon("edit-find-symbolic")
        text.takeFrame(of: textFrame)
        status.addStyleClass(ColorRole.muted.styleClass)
        matching.widget.addStyleClass("flat")
        textFrame.addStyleClass("kiroku-search")
        textFrame.append(text, fills: true)
        textFrame.append(status)
        textFrame.append(matching.widget)
    }

    private func layOutConditions() {
        joining.chosen = 0
        joining.setAlignedAcross(.start)
        conditionsPart.append(joining)
        conditionsPart.append(kept.widget)
        let conditions = row()
        conditions.append(scroller, fills: true)
        let ways = row()
        for way in [AnyWidget(add), AnyWidget(asCard)] { ways.append(way) }
        ways.setAlignedUpright(.start)
        conditions.append(ways)
        conditionsPart.append(conditions)
    }

    /// With large text, the texts and the choices do not fit side by side.
    private func layOutReplacing() {
        for entry in [wanted, replacement] { entry.setWidth(letters: 16, least: 8) }
        wanted.setPlaceholder(localized("Text to replace"))
        replacement.setPlaceholder(localized("Replace with"))
        replacedField.setWidth(letters: 12)
        let texts = row()
        texts.append(wanted, fills: true)
        texts.append(replacement, fills: true)
        let choices = row()
        choices.append(replacedField)
        choices.append(onlyInFound)
        isPattern.setTooltip(
            localized(
                "In the new text, \\1 to \\9 insert what the groups in parentheses matched, and \\0 the whole match"
            ))
        let all = sideBySide(
            [AnyWidget(texts), AnyWidget(choices), AnyWidget(isPattern), AnyWidget(replace)], spacing: 6)
        replacingPart.append(all)
        replacingPart.append(replacingProblem)
    }

    /// Shows or hides words beside the icons of the buttons.
    func showWords(_ areShown: Bool) {
        conditions.setWords(areShown ? localized("Filter") : nil)
        replacing.setWords(areShown ? localized("Replace") : nil)
        save.setWords(areShown ? localized("Save") : nil)
    }
}
