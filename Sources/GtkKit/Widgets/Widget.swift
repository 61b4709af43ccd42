import CGtk

/// A widget, borrowed from the window that owns it.
///
/// The types that conform say what kind it is.
@MainActor
public protocol Widget {
    var pointer: UnsafeMutablePointer<GtkWidget> { get }
}

/// A widget of any kind.
public struct AnyWidget: Widget {
    /// The widget itself, whatever its class.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// The same widget with its type erased.
    public init(_ widget: some Widget) {
        pointer = widget.pointer
    }

    init(_ pointer: UnsafeMutablePointer<GtkWidget>) {
        self.pointer = pointer
    }
}

extension Widget {
    /// The same widget, for calls that take any GObject.
    public var object: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }

    /// The same widget as the C type of one of its classes.
    ///
    /// It must be of that class.
    func cast<Class>(to type: Class.Type) -> UnsafeMutablePointer<Class> {
        object.assumingMemoryBound(to: type)
    }

    /// Whether it is to be seen, provided that what it lies in is.
    public var isVisible: Bool {
        get { gtk_widget_get_visible(pointer) != 0 }
        nonmutating set { gtk_widget_set_visible(pointer, newValue ? 1 : 0) }
    }

    /// Whether it gets the keys while its window is the active one.
    public var hasFocus: Bool { gtk_widget_has_focus(pointer) != 0 }

    /// Whether its window gives it the keys whenever the window has them.
    public var hasFocusInWindow: Bool { gtk_widget_is_focus(pointer) != 0 }

    /// Takes the focus, if the widget may have it and its window is on the screen.
    public func grabFocus() {
        realizeInWindow()
        gtk_widget_grab_focus(pointer)
    }

    /// Makes it able to get keys at once, though it may not have been laid out yet, as what was just put into a window.
    func realizeInWindow() {
        guard gtk_widget_get_realized(pointer) == 0, let top = gtk_widget_get_toplevel(pointer),
            gtk_widget_get_realized(top) != 0
        else { return }
        gtk_widget_realize(pointer)
    }

    /// Makes this widget and all in it visible.
    public func showAll() { gtk_widget_show_all(pointer) }

    /// Takes it out of its window for good, with all that it holds.
    public func destroy() { gtk_widget_destroy(pointer) }

    /// How screen readers and tests know it.
    public var accessibleName: String {
        get { gtk_widget_get_accessible(pointer).flatMap { atk_object_get_name($0) }.map { String(cString: $0) } ?? "" }
        nonmutating set { atk_object_set_name(gtk_widget_get_accessible(pointer), newValue) }
    }

    /// What screen readers add to the name.
    public var accessibleDescription: String {
        get {
            gtk_widget_get_accessible(pointer).flatMap { atk_object_get_description($0) }.map { String(cString: $0) }
                ?? ""
        }
        nonmutating set { atk_object_set_description(gtk_widget_get_accessible(pointer), newValue) }
    }

    /// Shown while the pointer rests on it.
    public func setTooltip(_ text: String?) { gtk_widget_set_tooltip_text(pointer, text) }

    /// Gives it a CSS class, by which the style sheet knows it; a second time does nothing.
    public func addStyleClass(_ name: String) {
        gtk_style_context_add_class(gtk_widget_get_style_context(pointer), name)
    }

    /// Takes a CSS class away again, if it has it.
    public func removeStyleClass(_ name: String) {
        gtk_style_context_remove_class(gtk_widget_get_style_context(pointer), name)
    }

    /// Whether it takes the room that is left over.
    public func setExpands(horizontally: Bool = false, vertically: Bool = false) {
        gtk_widget_set_hexpand(pointer, horizontally ? 1 : 0)
        gtk_widget_set_vexpand(pointer, vertically ? 1 : 0)
    }

    /// Sets its horizontal and vertical margins, in pixels.
    public func setMargins(horizontal: Int = 0, vertical: Int = 0) {
        gtk_widget_set_margin_start(pointer, Int32(horizontal))
        gtk_widget_set_margin_end(pointer, Int32(horizontal))
        gtk_widget_set_margin_top(pointer, Int32(vertical))
        gtk_widget_set_margin_bottom(pointer, Int32(vertical))
    }

    /// Keeps it in the middle of its room, at its own size.
    public func setCentered() {
        gtk_widget_set_halign(pointer, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(pointer, GTK_ALIGN_CENTER)
    }

    /// Calls `body` when the widget is taken down.
    public func onDestroy(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "destroy", body)
    }
}

extension Widget {
    /// Takes the focus if nothing else in the window has it.
    public func grabFocusIfFree() {
        guard let top = gtk_widget_get_toplevel(pointer), kiroku_is_a(top, gtk_window_get_type()) != 0 else { return }
        let window = UnsafeMutableRawPointer(top).assumingMemoryBound(to: GtkWindow.self)
        if gtk_window_get_focus(window) == nil { grabFocus() }
    }

    /// Gives the focus to the next widget of the window, or to the one before.
    public func passFocus(forward: Bool) {
        guard let top = gtk_widget_get_toplevel(pointer) else { return }
        gtk_widget_child_focus(top, forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD)
    }

    /// Lays the window that it is in out now, instead of with the next frame.
    public func layOutWindow() {
        guard let window = topLevel else { return }
        gtk_container_check_resize(window.cast(to: GtkContainer.self))
    }

    /// Keeps it out of ``showAll()``, for widgets that are shown and hidden individually.
    public func setShownOnlyByItself() { gtk_widget_set_no_show_all(pointer, 1) }
}
