import GtkKit
import KirokuCore

/// The entry in which one cell's text is edited, laid over the cell.
@MainActor
final class CellEditor {
    let entry = GtkKit.entry(hasFrame: false)
    /// The cell being edited, or `nil`.
    private(set) var place: CellPlace? {
        didSet { if (place == nil) != (oldValue == nil) { onActivityChange?() } }
    }
    private(set) var originalText = ""
    /// Whether the arrow keys leave the cell, as after typing into it, or move within the text, as after F2.
    private(set) var arrowsLeave = false
    var onKey: ((KeyEvent) -> Bool)?
    var onFocusLost: (() -> Void)?
    /// Called when editing begins or ends.
    var onActivityChange: (() -> Void)?
    private var menuIsUp = false

    init() {
        entry.addStyleClass("kiroku-cell-editor")
        entry.onKey { [weak self] key in
            guard let self, isActive else { return false }
            return onKey?(key) ?? false
        }
        entry.onMenu { [weak self] isUp in self?.menuIsUp = isUp }
        entry.onFocusLost { [weak self] in
            guard let self, isActive, !menuIsUp else { return }
            onFocusLost?()
        }
    }

    var isActive: Bool { place != nil }

    /// Whether what is in the entry differs from what was in the cell.
    var hasChanges: Bool { isActive && entry.text != originalText }

    func begin(at place: CellPlace, name: String, original: String, shown: String, arrowsLeave: Bool) {
        self.place = place
        self.arrowsLeave = arrowsLeave
        originalText = original
        entry.accessibleName = name
        entry.text = shown
        entry.isVisible = true
        entry.grabFocusAtEnd()
    }

    /// Goes along with the cell after records came or went; a cell that is no longer there takes what was typed with it.
    func move(to place: CellPlace?) {
        guard isActive else { return }
        self.place = place
        if place == nil { end() }
    }

    /// Hides the entry.
    ///
    /// Its text stays readable until it begins anew.
    func end() {
        place = nil
        entry.isVisible = false
    }
}
