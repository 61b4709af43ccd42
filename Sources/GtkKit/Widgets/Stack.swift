import CGtk

/// Pages of which one is visible.
public struct Stack: Widget {
    /// The `GtkStack`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Adds a page; the first one is shown.
    ///
    /// - Parameters:
    ///   - name: the name of the page for the program.
    ///   - title: the caption of its button in a ``stackSwitcher(of:name:)``.
    public func append(_ page: some Widget, name: String, title: String) {
        gtk_stack_add_titled(cast(to: GtkStack.self), page.pointer, name, title)
    }

    /// The name of the visible page; empty if there is none.
    ///
    /// Setting the name of a page that does not exist, or is not visible, does nothing.
    public var shownPage: String {
        get { gtk_stack_get_visible_child_name(cast(to: GtkStack.self)).map { String(cString: $0) } ?? "" }
        nonmutating set {
            guard let page = gtk_stack_get_child_by_name(cast(to: GtkStack.self), newValue) else { return }
            gtk_stack_set_visible_child(cast(to: GtkStack.self), page)
        }
    }

    /// Calls `body` when another page is shown, by the user or by the program.
    public func onChange(_ body: @escaping @MainActor () -> Void) {
        Signals.connectNotify(object, "visible-child", body)
    }
}

/// Creates a stack without pages, which is as large as the visible page needs.
@MainActor
public func stack() -> Stack {
    let widget = made(gtk_stack_new())
    let stack = Stack(pointer: widget)
    gtk_stack_set_homogeneous(stack.cast(to: GtkStack.self), 0)
    return stack
}

/// Creates a row with a button for each page of a stack; `name` is the row's name for screen readers.
@MainActor
public func stackSwitcher(of stack: Stack, name: String) -> AnyWidget {
    let widget = made(gtk_stack_switcher_new())
    let switcher = AnyWidget(widget)
    gtk_stack_switcher_set_stack(switcher.cast(to: GtkStackSwitcher.self), stack.cast(to: GtkStack.self))
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    switcher.addStyleClass("kiroku-screens")
    switcher.accessibleName = name
    return switcher
}
