import CGtk

/// A button that opens a popover with any content.
public struct PopoverButton: Widget {
    /// The `GtkMenuButton`.
    public let pointer: UnsafeMutablePointer<GtkWidget>
    private let popover: UnsafeMutablePointer<GtkWidget>

    fileprivate init(_ pointer: UnsafeMutablePointer<GtkWidget>, popover: UnsafeMutablePointer<GtkWidget>) {
        self.pointer = pointer
        self.popover = popover
    }

    /// The text on the button, if it has one.
    public var caption: String {
        get { gtk_button_get_label(cast(to: GtkButton.self)).map { String(cString: $0) } ?? "" }
        nonmutating set {
            gtk_button_set_label(cast(to: GtkButton.self), newValue)
            shorten()
        }
    }

    /// Sets the width of the button in pixels, whatever its caption is; a longer one ends in an ellipsis.
    public func setWidth(_ width: Int) {
        setLeastSize(width: width, height: -1)
        shorten()
    }

    /// Makes the caption need no more room than the button has, if that is set.
    private func shorten() {
        var width: Int32 = 0
        gtk_widget_get_size_request(pointer, &width, nil)
        guard width > 0, let caption = gtk_bin_get_child(cast(to: GtkBin.self)),
            kiroku_is_a(caption, gtk_label_get_type()) != 0
        else { return }
        let label = UnsafeMutableRawPointer(caption).assumingMemoryBound(to: GtkLabel.self)
        gtk_label_set_ellipsize(label, PANGO_ELLIPSIZE_END)
        gtk_label_set_max_width_chars(label, 1)
    }

    /// Sets the content of an empty popover, which is made when the loop is idle, or before that when it opens.
    public func setContent(_ make: @escaping @MainActor () -> AnyWidget) {
        LaterContent.put(into: popover, of: self) { [popover] in
            gtk_container_add(
                UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkContainer.self), make().pointer)
        }
    }

    /// Opens or closes the popover, as a press of the button does.
    public func toggle() { gtk_button_clicked(cast(to: GtkButton.self)) }

    /// Closes the popover, if it is open.
    public func close() {
        gtk_popover_popdown(UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkPopover.self))
    }

    /// Calls `body` when the popover is about to appear, for content that is rebuilt each time.
    public func onOpen(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(UnsafeMutableRawPointer(popover), "show", body)
    }
}

/// Creates a button with a popover.
///
/// - Parameters:
///   - icon: a symbolic icon; an arrow without.
///   - caption: the text on the button, instead of an icon.
///   - name: the name for screen readers, and the default tooltip.
///   - tooltip: the tooltip.
///   - content: the content of the popover; `nil` if ``PopoverButton/setContent(_:)`` sets it.
@MainActor
public func popoverButton(
    _ icon: String? = nil, caption: String? = nil, name: String, tooltip: String? = nil,
    content: (some Widget)? = nil as AnyWidget?
) -> PopoverButton {
    guard let widget = gtk_menu_button_new(), let popover = gtk_popover_new(widget) else {
        preconditionFailure("GTK made no button with a popover")
    }
    if let content {
        gtk_container_add(
            UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkContainer.self), content.pointer)
        PopoverHeight.limit(popover, below: widget)
    }
    let button = PopoverButton(widget, popover: popover)
    if let caption {
        gtk_button_set_label(button.cast(to: GtkButton.self), caption)
    } else if let icon {
        gtk_button_set_image(
            button.cast(to: GtkButton.self), gtk_image_new_from_icon_name(icon, GTK_ICON_SIZE_BUTTON))
    }
    gtk_menu_button_set_popover(button.cast(to: GtkMenuButton.self), popover)
    AnyWidget(popover).accessibleName = name
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    button.setTooltip(tooltip ?? name)
    button.accessibleName = name
    return button
}

/// Keeps popovers within their windows, as GTK cuts off what is higher.
@MainActor
enum PopoverHeight {
    /// Makes the content of a popover scroll if it is higher than the window below the widget that it points to.
    static func limit(_ popover: UnsafeMutablePointer<GtkWidget>, below widget: UnsafeMutablePointer<GtkWidget>) {
        guard let content = gtk_bin_get_child(UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkBin.self))
        else { return }
        let scrolled = scrolling(of: popover, below: widget)
        // The content of a menu is in a stack, in which its popover finds it by this name.
        let isMenu = kiroku_is_a(content, gtk_stack_get_type()) != 0
        if isMenu {
            let stack = UnsafeMutableRawPointer(content).assumingMemoryBound(to: GtkStack.self)
            guard let menu = gtk_stack_get_child_by_name(stack, "main") else { return }
            move(menu, from: content, into: scrolled)
            gtk_stack_add_named(stack, scrolled, "main")
        } else {
            move(content, from: popover, into: scrolled)
            gtk_container_add(container(popover), scrolled)
        }
    }

    private static func scrolling(
        of popover: UnsafeMutablePointer<GtkWidget>, below widget: UnsafeMutablePointer<GtkWidget>
    ) -> UnsafeMutablePointer<GtkWidget> {
        let scrolled = made(gtk_scrolled_window_new(nil, nil))
        let window = UnsafeMutableRawPointer(scrolled).assumingMemoryBound(to: GtkScrolledWindow.self)
        gtk_scrolled_window_set_policy(window, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_width(window, 1)
        gtk_scrolled_window_set_propagate_natural_height(window, 1)
        gtk_widget_set_can_focus(scrolled, 0)
        let limit: @MainActor () -> Void = {
            gtk_scrolled_window_set_max_content_height(window, room(below: widget))
        }
        // The content may be added when the popover is about to appear.
        if gtk_widget_get_visible(popover) != 0 { limit() }
        Signals.connect(UnsafeMutableRawPointer(popover), "show", limit)
        return scrolled
    }

    private static func move(
        _ content: UnsafeMutablePointer<GtkWidget>, from old: UnsafeMutablePointer<GtkWidget>,
        into scrolled: UnsafeMutablePointer<GtkWidget>
    ) {
        g_object_ref(UnsafeMutableRawPointer(content))
        gtk_container_remove(container(old), content)
        gtk_container_add(container(scrolled), content)
        g_object_unref(UnsafeMutableRawPointer(content))
        gtk_widget_show_all(scrolled)
    }

    private static func container(_ widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkContainer> {
        UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkContainer.self)
    }

    private static func room(below widget: UnsafeMutablePointer<GtkWidget>) -> Int32 {
        guard let top = gtk_widget_get_toplevel(widget) else { return -1 }
        var (x, y): (Int32, Int32) = (0, 0)
        let height = gtk_widget_get_allocated_height(widget)
        guard gtk_widget_translate_coordinates(widget, top, 0, height, &x, &y) != 0 else { return -1 }
        let below = gtk_widget_get_allocated_height(top) - y
        // GTK shows a popover above its widget where there is more room.
        return max(least, max(below, y - height) - frame)
    }

    /// In pixels; less would show no line.
    private static let least: Int32 = 60
    /// The border and arrow of the popover and the border of the window, in pixels.
    static let frame: Int32 = 48
}
