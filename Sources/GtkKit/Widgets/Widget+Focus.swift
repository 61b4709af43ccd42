import CGtk

extension Widget {
    /// The window that it lies in, or `nil` as long as it lies in none.
    public var topLevel: AnyWidget? {
        guard let top = gtk_widget_get_toplevel(pointer), kiroku_is_a(top, gtk_window_get_type()) != 0 else {
            return nil
        }
        return AnyWidget(top)
    }

    /// What has the focus in its window.
    public var focusInWindow: AnyWidget? {
        topLevel.flatMap { gtk_window_get_focus($0.cast(to: GtkWindow.self)) }.map { AnyWidget($0) }
    }

    /// Takes the focus from whatever has it in its window.
    public func clearFocusInWindow() {
        guard let window = topLevel else { return }
        // Otherwise the containers would go on from where the focus was.
        var parent = focusInWindow.flatMap { gtk_widget_get_parent($0.pointer) }
        while let container = parent {
            gtk_container_set_focus_child(
                UnsafeMutableRawPointer(container).assumingMemoryBound(to: GtkContainer.self), nil)
            parent = gtk_widget_get_parent(container)
        }
        gtk_window_set_focus(window.cast(to: GtkWindow.self), nil)
    }

    /// Moves the focus within this widget, or from outside into it.
    ///
    /// Returns whether it found a place.
    @discardableResult
    public func moveFocus(_ direction: FocusDirection) -> Bool {
        gtk_widget_child_focus(pointer, direction.gtk) != 0
    }

    /// Whether the other widget is this one, or lies in it; a popover lies in what it points to.
    public func holds(_ other: some Widget) -> Bool {
        var widget: AnyWidget? = AnyWidget(other)
        while let current = widget {
            if current.pointer == pointer { return true }
            widget = current.holder
        }
        return false
    }

    /// What it lies in; for a popover, what it points to.
    public var holder: AnyWidget? {
        let holder = popover == pointer ? gtk_popover_get_relative_to(cast(to: GtkPopover.self)) : nil
        return (holder ?? gtk_widget_get_parent(pointer)).map { AnyWidget($0) }
    }

    /// The popover that it lies in, or is.
    public var enclosingPopover: AnyWidget? { popover.map { AnyWidget($0) } }

    private var popover: UnsafeMutablePointer<GtkWidget>? { gtk_widget_get_ancestor(pointer, gtk_popover_get_type()) }

    /// Whether it can be operated, as far as it and all it lies in are concerned.
    public var isSensitive: Bool {
        get { gtk_widget_is_sensitive(pointer) != 0 }
        nonmutating set { gtk_widget_set_sensitive(pointer, newValue ? 1 : 0) }
    }

    /// Whether it is laid out in a window that is on the screen.
    public var isMapped: Bool { gtk_widget_get_mapped(pointer) != 0 }

    /// Calls `body` when it goes from the screen.
    public func onUnmap(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "unmap", body)
    }

    /// Calls `body` after it got another theme, font or text size, or another state such as insensitive.
    public func onStyleChange(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "style-updated", after: true, body)
    }
}

/// Where the focus goes.
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
