import GtkKit

/// Where an experiment shows what it does: its views, and below them what it writes.
@MainActor
final class Page {
    /// To be put on the stage.
    let widget = column(spacing: 6)
    private let name: String
    private let views = column(spacing: 6)
    private var notes: TextPane?

    /// - Parameter name: how screen readers and tests know what is written.
    init(name: String) {
        self.name = name
        widget.append(views, fills: true)
        widget.addStyleClass("kiroku-page")
    }

    /// Puts a view on the page, below the others; it takes the room that is left over, unless it is to keep its size.
    func show(_ view: some Widget, fills: Bool = true) {
        views.append(view, fills: fills)
        view.showAll()
    }

    /// Adds a line to what is written below the views.
    func write(_ line: String) {
        let notes = notes ?? makeNotes()
        notes.append(line)
    }

    /// What was written.
    var text: String { notes?.text ?? "" }

    /// Takes everything off the page again.
    func removeAll() {
        views.removeAll()
        notes?.destroy()
        notes = nil
    }

    private func makeNotes() -> TextPane {
        let made = TextPane(name: name)
        made.setLeastSize(width: -1, height: 90)
        widget.append(made, fills: true)
        made.showAll()
        notes = made
        return made
    }
}
