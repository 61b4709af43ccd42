import CGtk

/// A button with an arrow that opens a popover with any content.
public struct PopoverButton: Widget {
    /// The `GtkMenuButton`.
    public let pointer: UnsafeMutablePointer<GtkWidget>
    private let popover: UnsafeMutablePointer<GtkWidget>

    fileprivate init(_ pointer: UnsafeMutablePointer<GtkWidget>, popover: UnsafeMutablePointer<GtkWidget>) {
        self.pointer = pointer
        self.popover = popover
    }

    /// Opens the popover, or closes it, as pressing the button does.
    public func toggle() { gtk_button_clicked(cast(to: GtkButton.self)) }

    /// Closes the popover, if it is open.
    public func close() {
        gtk_popover_popdown(UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkPopover.self))
    }

    /// Calls `body` when the popover is about to be seen, for a content that is made anew each time.
    public func onOpen(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(UnsafeMutableRawPointer(popover), "show", body)
    }
}

/// A button with an arrow and a popover; its name is what a screen reader says, and its tooltip's first words.
@MainActor
public func popoverButton(name: String, tooltip: String? = nil, content: some Widget) -> PopoverButton {
    guard let widget = gtk_menu_button_new(), let popover = gtk_popover_new(widget) else {
        preconditionFailure("GTK made no button with a popover")
    }
    gtk_container_add(UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkContainer.self), content.pointer)
    let button = PopoverButton(widget, popover: popover)
    PopoverHeight.limit(popover, below: widget)
    gtk_menu_button_set_popover(button.cast(to: GtkMenuButton.self), popover)
    AnyWidget(popover).accessibleName = name
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    button.setTooltip(tooltip ?? name)
    button.accessibleName = name
    return button
}
