import CGtk

/// The text that an input method is composing in an entry, which shows it but does not have it in its text yet.
@MainActor
public final class Composition {
    /// Called when what is composed has changed.
    public var onChange: (() -> Void)?
    private let entry: Entry
    private var text = ""

    /// Follows the composition in an entry.
    public init(in entry: Entry) {
        self.entry = entry
        Signals.connectPointer(entry.object, "preedit-changed") { [weak self] text in
            self?.text = text.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
            self?.onChange?()
            return false
        }
    }

    /// Ends the composition, and puts its text into the entry as it was shown.
    public func take() {
        guard !text.isEmpty else { return }
        let (composed, before) = (text, entry.text)
        gtk_entry_reset_im_context(entry.cast(to: GtkEntry.self))
        // Some input methods commit the text themselves.
        if entry.text == before { entry.insertAtCursor(composed) }
        text = ""
    }
}
