import GtkKit

/// One of each widget.
@MainActor
final class WidgetGallery {
    let widget = column(spacing: 6)
    let field = entry(name: "Entry")
    let progress = progressBar(name: "Progress")
    let check = checkButton("_Check button")
    let toggle = toggleSwitch(name: "Switch")
    let choices = comboBox(name: "Choices", choices: ["One", "Two", "Three"])
    let number = spinButton(name: "Number", range: 0...10, step: 1)
    let steps = stepScale(name: "Steps", steps: ["S", "M", "L"])

    init() {
        field.text = "Entry"
        progress.fraction = 0.4
        choices.chosen = 0
        let icons = linkedRow(
            iconButton("edit-undo-symbolic", name: "Undo"), iconButton("edit-redo-symbolic", name: "Redo"))
        widget.append(heading("Heading"))
        widget.append(paragraph("A paragraph breaks where its room ends."))
        widget.append(Self.line([AnyWidget(button("_Button")), AnyWidget(icons)]))
        widget.append(Self.line([AnyWidget(check), AnyWidget(toggle)]))
        widget.append(field)
        widget.append(Self.line([AnyWidget(choices), AnyWidget(number)]))
        widget.append(steps)
        widget.append(progress)
        widget.setMargins(horizontal: 12, vertical: 12)
    }

    private static func line(_ widgets: [AnyWidget]) -> Box {
        let line = row()
        for widget in widgets { line.append(widget) }
        return line
    }
}
