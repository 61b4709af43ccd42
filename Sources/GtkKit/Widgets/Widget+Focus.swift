import CGtk

extension Widget {
    /// The window that the widget is in; `nil` if it is in none.
    var topLevel: AnyWidget? {
        guard let top = gtk_widget_get_toplevel(pointer), kiroku_is_a(top, gtk_window_get_type()) != 0 else {
            return nil
        }
        return AnyWidget(top)
    }

    /// The widget that has the focus in this widget's window.
    public var focusInWindow: AnyWidget? {
        topLevel.flatMap { gtk_window_get_focus($0.cast(to: GtkWindow.self)) }.map { AnyWidget($0) }
    }

    /// Clears the focus of this widget's window.
    public func clearFocusInWindow() {
        guard let window = topLevel else { return }
        // Otherwise the containers would continue from the previous focus.
        var parent = focusInWindow.flatMap { gtk_widget_get_parent($0.pointer) }
        while let container = parent {
            gtk_container_set_focus_child(
                UnsafeMutableRawPointer(container).assumingMemoryBound(to: GtkContainer.self), nil)
            parent = gtk_widget_get_parent(container)
        }
        gtk_window_set_focus(window.cast(to: GtkWindow.self), nil)
    }

    /// Moves the focus within this widget, or into it from outside.
    ///
    /// Returns `false` if no widget there can have the focus.
    @discardableResult
    public func moveFocus(_ direction: FocusDirection) -> Bool {
        gtk_widget_child_focus(pointer, direction.gtk) != 0
    }

    /// Whether the other widget is this one, or is in it; a popover counts as in the widget that it points to.
    public func holds(_ other: some Widget) -> Bool {
        var widget: AnyWidget? = AnyWidget(other)
        while let current = widget {
            if current.pointer == pointer { return true }
            widget = current.holder
        }
        return false
    }

    /// The widget that contains this one; for a popover, the widget that it points to.
    public var holder: AnyWidget? {
        let holder = popover == pointer ? gtk_popover_get_relative_to(cast(to: GtkPopover.self)) : nil
        return (holder ?? gtk_widget_get_parent(pointer)).map { AnyWidget($0) }
    }

    /// The popover that this widget is or is in.
    public var enclosingPopover: AnyWidget? { popover.map { AnyWidget($0) } }

    private var popover: UnsafeMutablePointer<GtkWidget>? { gtk_widget_get_ancestor(pointer, gtk_popover_get_type()) }

    /// Whether the user can operate the widget, which depends also on the widgets that it is in.
    public var isSensitive: Bool {
        get { gtk_widget_is_sensitive(pointer) != 0 }
        nonmutating set { gtk_widget_set_sensitive(pointer, newValue ? 1 : 0) }
    }

    /// Whether the widget is laid out in a window on the screen.
    public var isMapped: Bool { gtk_widget_get_mapped(pointer) != 0 }

    /// Calls `body` when the widget disappears from the screen.
    public func onUnmap(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "unmap", body)
    }

    /// Calls `body` when the theme, font, text size or state of the widget has changed.
    public func onStyleChange(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "style-updated", after: true, body)
    }
}

/// The direction in which the focus moves.
public enum FocusDirection: Sendable {
    case next, previous, up, down, left, right

    var gtk: GtkDirectionType {
        switch self {
        case .next: GTK_DIR_TAB_FORWARD
        case .previous: GTK_DIR_TAB_BACKWARD
        case .up: GTK_DIR_UP
        case .down: GTK_DIR_DOWN
        case .left: GTK_DIR_LEFT
        case .right: GTK_DIR_RIGHT
        }
    }
}
