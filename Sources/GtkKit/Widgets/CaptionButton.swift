import CGtk

/// A button whose caption is made to fit, for buttons of a given size.
public struct CaptionButton: Widget {
    /// The `GtkButton`.
    public let pointer: UnsafeMutablePointer<GtkWidget>
    private let label: Label

    fileprivate init(pointer: UnsafeMutablePointer<GtkWidget>, label: Label) {
        self.pointer = pointer
        self.label = label
    }

    /// What stands on it, without the underscore of a mnemonic.
    public var text: String { label.text }

    /// Sets what stands on it; an underscore before a letter makes it the mnemonic.
    public func setCaption(_ caption: String) {
        gtk_label_set_text_with_mnemonic(label.cast(to: GtkLabel.self), caption)
        accessibleName = label.text
    }

    /// Sets the caption's size so that it is to be seen whole on a button of this size (see
    /// ``Label/fit(size:width:height:)``); if that cannot be, it is in the tooltip.
    public func fit(size: Int, width: Int, height: Int) {
        let context = gtk_widget_get_style_context(pointer)
        let state = gtk_style_context_get_state(context)
        var padding = GtkBorder()
        var border = GtkBorder()
        gtk_style_context_get_padding(context, state, &padding)
        gtk_style_context_get_border(context, state, &border)
        let across = Int(padding.left + padding.right + border.left + border.right)
        let upright = Int(padding.top + padding.bottom + border.top + border.bottom)
        let isWhole = label.fit(size: size, width: width - across, height: height - upright)
        setTooltip(isWhole ? nil : label.text)
    }

    /// Calls `body` when the button is pressed.
    public func onPress(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "clicked", body)
    }
}

/// A button with this caption, which fills the room it is given.
@MainActor
public func captionButton(_ caption: String) -> CaptionButton {
    let widget = made(gtk_button_new())
    let text = label(alignment: .center)
    let button = CaptionButton(pointer: widget, label: text)
    gtk_container_add(button.cast(to: GtkContainer.self), text.pointer)
    gtk_label_set_mnemonic_widget(text.cast(to: GtkLabel.self), widget)
    button.setCaption(caption)
    return button
}
