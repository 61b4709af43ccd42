import GtkKit

/// One of each widget.
@MainActor
final class WidgetGallery {
    let widget = column(spacing: 6)
    let field = entry(name: "Entry")
    let progress = progressBar(name: "Progress")

    init() {
        field.text = "Entry"
        progress.fraction = 0.4
        let icons = linkedRow(
            iconButton("edit-undo-symbolic", name: "Undo"), iconButton("edit-redo-symbolic", name: "Redo"))
        let line = row()
        line.append(button("_Button"))
        line.append(icons)
        widget.append(label("Label"))
        widget.append(line)
        widget.append(field)
        widget.append(progress)
        widget.setMargins(horizontal: 12, vertical: 12)
    }
}
