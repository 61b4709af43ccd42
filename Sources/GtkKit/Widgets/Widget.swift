import CGtk

/// A widget, borrowed from the window that owns it.
///
/// The types that conform stand for the kinds of widgets.
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
    /// The widget as a pointer for calls that take any GObject.
    public var object: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }

    /// The widget as a pointer to the C type of one of its classes.
    ///
    /// - Precondition: the widget is of that class.
    func cast<Class>(to type: Class.Type) -> UnsafeMutablePointer<Class> {
        object.assumingMemoryBound(to: type)
    }

    /// Whether the widget is visible, provided that its containers are.
    public var isVisible: Bool {
        get { gtk_widget_get_visible(pointer) != 0 }
        nonmutating set { gtk_widget_set_visible(pointer, newValue ? 1 : 0) }
    }

    /// Whether the widget receives the keys, because its window is the active one.
    public var hasFocus: Bool { gtk_widget_has_focus(pointer) != 0 }

    /// Whether the widget receives the keys whenever its window does.
    public var hasFocusInWindow: Bool { gtk_widget_is_focus(pointer) != 0 }

    /// Takes the focus, if the widget can have it and its window is on the screen.
    public func grabFocus() {
        realizeInWindow()
        gtk_widget_grab_focus(pointer)
    }

    /// Enables a widget that was just added to a window, and has not been laid out yet, to receive keys at once.
    func realizeInWindow() {
        guard gtk_widget_get_realized(pointer) == 0, let top = gtk_widget_get_toplevel(pointer),
            gtk_widget_get_realized(top) != 0
        else { return }
        gtk_widget_realize(pointer)
    }

    /// Makes this widget and all widgets in it visible.
    public func showAll() { gtk_widget_show_all(pointer) }

    /// Destroys the widget, with everything in it.
    public func destroy() { gtk_widget_destroy(pointer) }

    /// The name of the widget for screen readers and tests.
    public var accessibleName: String {
        get { gtk_widget_get_accessible(pointer).flatMap { atk_object_get_name($0) }.map { String(cString: $0) } ?? "" }
        nonmutating set { atk_object_set_name(gtk_widget_get_accessible(pointer), newValue) }
    }

    /// The text that screen readers add to the name.
    public var accessibleDescription: String {
        get {
            gtk_widget_get_accessible(pointer).flatMap { atk_object_get_description($0) }.map { String(cString: $0) }
                ?? ""
        }
        nonmutating set { atk_object_set_description(gtk_widget_get_accessible(pointer), newValue) }
    }

    /// Sets the text that appears while the pointer rests on the widget.
    public func setTooltip(_ text: String?) {
        guard let grey = DisabledTexts.of(self) else { return gtk_widget_set_tooltip_text(pointer, text) }
        grey.tooltip = text
        grey.show(on: self)
    }

    /// Gives the widget a CSS class for the style sheet; does nothing if it has the class.
    public func addStyleClass(_ name: String) {
        gtk_style_context_add_class(gtk_widget_get_style_context(pointer), name)
    }

    /// Removes a CSS class, if the widget has it.
    public func removeStyleClass(_ name: String) {
        gtk_style_context_remove_class(gtk_widget_get_style_context(pointer), name)
    }

    /// Sets whether the widget takes spare room.
    public func setExpands(horizontally: Bool = false, vertically: Bool = false) {
        gtk_widget_set_hexpand(pointer, horizontally ? 1 : 0)
        gtk_widget_set_vexpand(pointer, vertically ? 1 : 0)
    }

    /// Sets the horizontal and vertical margins, in pixels.
    public func setMargins(horizontal: Int = 0, vertical: Int = 0) {
        gtk_widget_set_margin_start(pointer, Int32(horizontal))
        gtk_widget_set_margin_end(pointer, Int32(horizontal))
        gtk_widget_set_margin_top(pointer, Int32(vertical))
        gtk_widget_set_margin_bottom(pointer, Int32(vertical))
    }

    /// Centres the widget in its room, at its own size.
    public func setCentered() {
        gtk_widget_set_halign(pointer, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(pointer, GTK_ALIGN_CENTER)
    }

    /// Calls `body` when the widget is destroyed.
    public func onDestroy(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "destroy", body)
    }
}

extension Widget {
    /// Takes the focus, if nothing else in the window has it.
    public func grabFocusIfFree() {
        guard let top = gtk_widget_get_toplevel(pointer), kiroku_is_a(top, gtk_window_get_type()) != 0 else { return }
        let window = UnsafeMutableRawPointer(top).assumingMemoryBound(to: GtkWindow.self)
        if gtk_window_get_focus(window) == nil { grabFocus() }
    }

    /// Moves the focus to the next or previous widget of the window.
    public func passFocus(forward: Bool) {
        guard let top = gtk_widget_get_toplevel(pointer) else { return }
        gtk_widget_child_focus(top, forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD)
    }

    /// Lays out the widget's window now, instead of with the next frame.
    public func layOutWindow() {
        guard let window = topLevel else { return }
        gtk_container_check_resize(window.cast(to: GtkContainer.self))
    }

    /// Excludes the widget from ``showAll()``, for widgets that are shown and hidden individually.
    public func setShownExplicitly() { gtk_widget_set_no_show_all(pointer, 1) }
}
