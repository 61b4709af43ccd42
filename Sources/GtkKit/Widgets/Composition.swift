import CGtk

/// The text that an input method is composing in an entry or text area, which shows it but does not have it in its text
/// yet.
@MainActor
public final class Composition {
    /// Called when the composed text has changed.
    public var onChange: (() -> Void)?
    private let field: any EditableText
    private var text = ""

    /// Follows the composition in a widget.
    public init(in field: any EditableText) {
        self.field = field
        Signals.connectPointer(field.object, "preedit-changed") { [weak self] text in
            self?.text = text.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
            self?.onChange?()
            return false
        }
    }

    /// Whether something is being composed.
    public var isActive: Bool { !text.isEmpty }

    /// Ends the composition, and puts its text into the widget as it was shown.
    public func take() {
        guard !text.isEmpty else { return }
        let (composed, before) = (text, field.text)
        field.resetInputMethod()
        // Some input methods commit the text themselves.
        if field.text == before { field.insertAtCursor(composed) }
        text = ""
    }
}
