import GtkKit

/// The page of an experiment: its views, and below them the lines that it writes.
@MainActor
final class Page {
    /// The widget for the stage.
    let widget = column(spacing: 6)
    private let name: String
    private let views = column(spacing: 6)
    private var notes: TextPane?

    /// - Parameter name: the name of the written lines for screen readers and tests.
    init(name: String) {
        self.name = name
        widget.append(views, fills: true)
        widget.addStyleClass("kiroku-page")
    }

    /// Adds a view below the others; with `fills` it takes spare room.
    func show(_ view: some Widget, fills: Bool = true) {
        views.append(view, fills: fills)
        view.showAll()
    }

    /// Adds a line below the views.
    func write(_ line: String) {
        let notes = notes ?? makeNotes()
        notes.append(line)
    }

    /// The lines so far.
    var text: String { notes?.text ?? "" }

    /// Removes everything from the page.
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
