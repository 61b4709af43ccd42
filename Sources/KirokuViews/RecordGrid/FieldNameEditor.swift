import GtkKit
import KirokuCore

/// The entry in which a field's name is edited, laid over its header.
@MainActor
final class FieldNameEditor {
    let entry = GtkKit.entry(name: localized("Name of the field"), hasFrame: false)
    /// The field whose name is being edited, or `nil`.
    private(set) var field: FieldID?
    /// Called with the new name, or with `nil` if the old one stays.
    var onEnd: ((String?) -> Void)?
    private let composition: Composition
    private var oldName = ""

    init() {
        composition = Composition(in: entry)
        entry.addStyleClass("kiroku-cell-editor")
        entry.onKey { [weak self] key in self?.handle(key) ?? false }
        entry.onFocusLost { [weak self] in self?.commit() }
    }

    var isActive: Bool { field != nil }

    func begin(_ field: FieldID, name: String) {
        self.field = field
        oldName = name
        entry.text = name
        entry.isVisible = true
        entry.grabFocusSelectingAll()
    }

    /// Takes what was typed.
    func commit() {
        guard isActive else { return }
        composition.take()
        onEnd?(entry.text == oldName ? nil : entry.text)
    }

    /// Hides the entry, whatever is in it.
    func end() {
        field = nil
        entry.isVisible = false
    }

    private func handle(_ key: KeyEvent) -> Bool {
        guard isActive, [.enter, .escape, .tab].contains(key.key) else { return false }
        if entry.inputMethodTakes(key) { return true }
        if key.key == .escape { onEnd?(nil) } else { commit() }
        return true
    }
}
